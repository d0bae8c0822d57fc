/** How many steps the workflow of a sponsor may have, however they come into the database. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readWorkflow } from '../../shared/contract/index.ts';
import { startCaseWorld, type CaseWorld } from './caseWorld.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

const addSteps = (count: number) =>
  world.query((trx) =>
    trx
      .insertInto('workflow_step')
      .values(
        Array.from({ length: count }, (_, at) => ({
          sponsor_key: 1,
          workflow_key: `MORE${at}`,
          sort: 10 + at,
          due_days: null,
          name: JSON.stringify({ en: `More ${at}` }),
          del_flag: 'N' as const,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['sponsor_key', 'workflow_key']).doUpdateSet({ del_flag: 'N' }),
      )
      .execute(),
  );

it('the steps of a sponsor are ten at most', async () => {
  const { caseKey } = await world.aCase();
  const stepsNow = async () =>
    (await world.server.call(readWorkflow, { params: { caseKey }, token: world.reader })).data.steps;
  await expect(addSteps(7)).rejects.toThrow('Up to 10 workflow steps can be configured');
  await addSteps(6);
  expect(await stepsNow()).toHaveLength(10);
  await world.query((trx) =>
    trx.updateTable('workflow_step').set({ del_flag: 'Y' }).where('workflow_key', 'like', 'MORE%').execute(),
  );
  expect(await stepsNow()).toHaveLength(4);
});
