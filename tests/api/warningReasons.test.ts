/** Warnings of a batch are accepted by who saw them: those of the last check, and no reason of another user is replaced. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkSubmission, giveWarningReasons } from '../../shared/contract/index.ts';
import { startSubmissionWorld, type SubmissionWorld } from './submissionWorld.ts';

let world: SubmissionWorld;
beforeAll(async () => {
  world = await startSubmissionWorld();
});
afterAll(() => world.server.stop());

it('refuses a reason for warnings of an earlier check, and another reason for those that have one', async () => {
  const batchKey = await world.put([world.nextCase()]);
  const call = { params: { batchKey }, token: world.second };
  const give = (findingKeys: (number | undefined)[], reason: string) =>
    world.server.call(giveWarningReasons, { ...call, body: { findingKeys, reason } });
  const warnings = async () => {
    await world.until(batchKey, ({ state }) => state === 'ready');
    return (await world.findings(batchKey)).filter(({ severity }) => severity === 'warning');
  };
  const [first] = await warnings();
  const seen = first?.findingKey;
  expect((await give([seen], 'Known')).status).toBe(200);
  expect(await give([seen], 'Another reason')).toMatchObject({ status: 409, errCode: 'SUBMISSION_STALE' });
  // a call whose answer was lost
  expect((await give([seen], 'Known')).status).toBe(200);

  await world.server.call(checkSubmission, call);
  const again = await warnings();
  const open = again.filter(({ reason }) => reason === null);
  expect(again.map(({ findingKey }) => findingKey)).not.toContain(seen);
  expect(await give([seen], 'Known')).toMatchObject({ status: 409, errCode: 'SUBMISSION_STALE' });
  // nothing is accepted where one of them is not as it was seen
  expect((await give([seen, open[0]?.findingKey], 'Known')).status).toBe(409);
  expect((await warnings()).filter(({ reason }) => reason === null)).toHaveLength(open.length);
  const { events } = await world.read(batchKey);
  expect(events.filter(({ type }) => type === 'warningsAccepted')).toHaveLength(2);
});
