/** Batches and their answers, for users who do not see all cases or all items. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRIVILEGES } from '../../shared/access/privileges.ts';
import {
  assignAnswer,
  listUnmatchedAnswers,
  readSubmission,
  uploadAnswer,
} from '../../shared/contract/index.ts';
import { insertRole } from '../../server/accounts/tenants.store.ts';
import { setItemRights } from './setItemRights.ts';
import { startSubmissionWorld, type SubmissionWorld } from './submissionWorld.ts';

const ADMINISTRATOR = 1;
/** has every privilege */
const ROLE = 77;

let world: SubmissionWorld;
beforeAll(async () => {
  world = await startSubmissionWorld();
  await world.query((trx) => insertRole(trx, 1, { roleId: ROLE, name: 'Limited', privileges: PRIVILEGES }));
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

describe('the answer that is predicted to a message', () => {
  it('names no item that a role hides', async () => {
    const limited = await world.limitedUser('without.item', {}, ROLE);
    await world.query((trx) =>
      sql`update user_sponsor us set unblind = true from app_user u
        where u.user_key = us.user_key and u.user_id = 'without.item'`.execute(trx),
    );
    const { caseKey } = await world.aCase(1);
    const batchKey = await world.put([caseKey]);
    await world.until(batchKey, ({ state }) => state === 'ready' || state === 'checkFailed');
    const named = async (token: string) =>
      (await world.read(batchKey, token)).messages.flatMap(
        ({ predicted }) => predicted?.items.map(({ itemId }) => itemId) ?? [],
      );
    const all = await named(limited);
    const [itemId = '', ...others] = all;
    expect(others).not.toEqual([]);
    const rights = [{ itemId, right: 'hidden' as const }];
    await setItemRights(world.server, { token: world.second, roleId: ROLE, rights });
    const some = await named(limited);
    expect(some).not.toContain(itemId);
    expect(some.length).toBeGreaterThan(0);
  });
});
