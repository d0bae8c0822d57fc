/** What receivers got of a version goes with it when it becomes a case of its own. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cancelSubmission, createFollowUp } from '../../shared/contract/index.ts';
import { itemValue } from './caseWorld.ts';
import { startSubmissionWorld, type SubmissionWorld } from './submissionWorld.ts';

let world: SubmissionWorld;
beforeAll(async () => {
  world = await startSubmissionWorld();
});
afterAll(() => world.server.stop());

const followUp = async (caseKey: number): Promise<number> => {
  const body = { reason: 'Call of the reporter' };
  const made = await world.server.call(createFollowUp, { params: { caseKey }, body, token: world.second });
  expect(made.status).toBe(200);
  return made.data.caseKey;
};

it('takes along what the receiver got of it: the case that it left is new to the receiver', async () => {
  const before = world.nextCase();
  const { values } = (await world.page(before, 'CI')).data;
  const mostRecent = values.find(({ itemId }) => itemId === 'C.1.5')?.value ?? '';
  const left = await followUp(before);
  await world.save(left, 'CI', [itemValue('C.1.5', [], mostRecent)], { token: world.second });
  await world.sent([left]);
  const number = itemValue('C.1.1', [], 'KR-LEFT-2');
  expect(await world.save(left, 'CI', [number], { token: world.second })).toMatchObject({ status: 200 });
  const isWithReceiver = async (caseKey: number) => {
    const batchKey = await world.put([caseKey]);
    await world.until(batchKey, ({ state }) => state === 'ready' || state === 'checkFailed');
    const found = await world.findings(batchKey);
    const params = { batchKey };
    await world.server.call(cancelSubmission, { params, body: { reason: 'Test' }, token: world.second });
    return found.some(({ ruleId }) => ruleId === 'earlierOpen');
  };
  expect([await isWithReceiver(before), await isWithReceiver(await followUp(left))]).toEqual([false, true]);
});
