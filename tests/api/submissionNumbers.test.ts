/** What a receiver would take for one or for two: cases under one number, batches that are made again. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cancelSubmission, checkSubmission } from '../../shared/contract/index.ts';
import { itemValue } from './caseWorld.ts';
import { startSubmissionWorld, type SubmissionWorld } from './submissionWorld.ts';

let world: SubmissionWorld;
beforeAll(async () => {
  world = await startSubmissionWorld();
});
afterAll(() => world.server.stop());

it('makes a batch once for each key of the caller', async () => {
  const caseKeys = [world.nextCase()];
  const creationKey = crypto.randomUUID();
  const [first, again] = await Promise.all([1, 2].map(() => world.put(caseKeys, { creationKey })));
  expect(again).toBe(first);
  expect(await world.put(caseKeys)).not.toBe(first);
});

it('lets no two cases out under one number, by which their receiver would take them for one', async () => {
  const [one, other] = [world.nextCase(), world.nextCase()];
  for (const caseKey of [one, other])
    expect(await world.save(caseKey, 'CI', [itemValue('C.1.1', [], 'KR-HB-TWICE')])).toMatchObject({
      status: 200,
    });
  const rulesOf = async (batchKey: number) =>
    (await world.findings(batchKey)).filter(({ ruleId }) => ruleId.startsWith('number'));
  const cancelled = (batchKey: number) =>
    world.server.call(cancelSubmission, {
      params: { batchKey },
      body: { reason: 'Twice' },
      token: world.second,
    });

  const together = await world.put([one, other]);
  await world.until(together, ({ state }) => state === 'checkFailed');
  expect((await rulesOf(together)).map(({ ruleId, seq }) => [ruleId, seq])).toEqual([
    ['numberTwice', 1],
    ['numberTwice', 2],
  ]);
  await cancelled(together);

  const first = await world.ready([one]);
  const second = await world.put([other]);
  await world.until(second, ({ state }) => state === 'checkFailed');
  expect((await rulesOf(second)).map(({ ruleId, message }) => [ruleId, message.en])).toEqual([
    ['numberOfOther', expect.stringContaining(`(batch ${first.batchKey})`)],
  ]);
  await cancelled(first.batchKey);
  await world.server.call(checkSubmission, { params: { batchKey: second }, token: world.second });
  await world.until(second, ({ state }) => state === 'ready');
});
