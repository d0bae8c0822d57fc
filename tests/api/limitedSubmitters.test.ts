/** Batches and their answers, for users who do not see all cases or all items. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  assignAnswer,
  listUnmatchedAnswers,
  readSubmission,
  uploadAnswer,
} from '../../shared/contract/index.ts';
import { startSubmissionWorld, type SubmissionWorld } from './submissionWorld.ts';

const ADMINISTRATOR = 1;

let world: SubmissionWorld;
beforeAll(async () => {
  world = await startSubmissionWorld();
});
afterAll(() => world.server.stop());

describe('an uploaded answer to a batch that the user does not see', () => {
  it('waits, as if there were no such batch, for a user who sees all', async () => {
    const limited = await world.limitedUser('of.sender.2', { senderKeys: [2] }, ADMINISTRATOR);
    const batch = await world.sent([world.nextCase()]);
    const params = { batchKey: batch.batchKey };
    expect(await world.server.call(readSubmission, { params, token: limited })).toMatchObject({
      status: 404,
    });
    const file = { name: 'ack.xml', bytes: world.textOf(batch, { code: 'AR' }) };
    const answer = await world.server.call(uploadAnswer, { file, token: limited });
    expect(answer.data).toEqual({ outcome: 'notMatched' });
    expect((await world.read(batch.batchKey)).state).toBe(batch.state);
    const { data } = await world.server.call(listUnmatchedAnswers, { token: world.second });
    const waiting = data.listInfo.find(({ batchNumber }) => batchNumber === batch.batchNumber);
    expect(waiting).toMatchObject({ problem: 'unknownBatch' });
    const assigned = await world.server.call(assignAnswer, {
      params: { inboxKey: waiting?.inboxKey ?? 0 },
      body: { batchKey: batch.batchKey },
      token: world.second,
    });
    expect(assigned).toMatchObject({ status: 200 });
    expect((await world.read(batch.batchKey)).state).toBe('rejected');
  });
});
