/** Deadlines follow rules and settings that change after a case was written last. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readObligations, readPage, readWorkflow } from '../../shared/contract/index.ts';
import { dayAfter, dayAt } from '../../shared/dates/zonedDay.ts';
import { itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { aKoreanCase, roleIn, todayIn } from './koreanCase.ts';
import { analystOf, type Analyst } from './schemaWorld.ts';
import { eventually } from './harness.ts';

const MFDS = 'obligations/MFDS.obligations.json';

let world: CaseWorld;
let analyst: Analyst;
beforeAll(async () => {
  world = await startCaseWorld();
  analyst = await analystOf(world.server);
});
afterAll(() => world.server.stop());

const obligationsOf = async (caseKey: number) =>
  (await world.server.call(readObligations, { params: { caseKey }, token: world.editor })).data.listInfo;
const caseRow = (caseKey: number) =>
  world.query((trx) =>
    trx
      .selectFrom('pv_case')
      .select(['due_date', 'retrieved_at', 'workflow_due_at', 'workflow_at'])
      .where('case_key', '=', caseKey)
      .executeTakeFirstOrThrow(),
  );

interface Rules {
  when: string;
  rules: { days: number }[];
}
async function publish(change: (rules: Rules) => Rules) {
  const rules = JSON.parse((await analyst.file(MFDS)).text ?? '') as Rules;
  const answer = await analyst.publish([{ file: MFDS, text: JSON.stringify(change(rules), null, 2) }]);
  expect(answer).toMatchObject({ errMsg: null, success: true });
}

describe('a published deadline rule', () => {
  it('reaches a case that nobody writes, and leaves it unwritten', async () => {
    const { caseKey } = await aKoreanCase(world, 0);
    const before = await caseRow(caseKey);
    expect(before.due_date).toBe(dayAfter(todayIn(world), 15));
    await publish((file) => ({ ...file, rules: file.rules.map((rule) => ({ ...rule, days: 6 })) }));
    await eventually(async () =>
      expect(await obligationsOf(caseKey)).toMatchObject([{ receiver: 'MFDS', days: 6 }]),
    );
    expect(await caseRow(caseKey)).toEqual({ ...before, due_date: dayAfter(todayIn(world), 6) });
  });

  it('that concerns a case no longer takes its deadline away', async () => {
    const { caseKey } = await aKoreanCase(world, 0);
    await publish((file) => ({ ...file, when: 'false' }));
    await eventually(async () => expect(await obligationsOf(caseKey)).toEqual([]));
    expect((await caseRow(caseKey)).due_date).toBeNull();
  });
});

describe('the days a step allows', () => {
  const allow = (dueDays: number | null) =>
    world.query((trx) =>
      trx.updateTable('workflow_step').set({ due_days: dueDays }).where('is_saved', '=', true).execute(),
    );
  const dueDay = async (caseKey: number) => {
    const { current } = (
      await world.server.call(readWorkflow, { params: { caseKey }, query: {}, token: world.reader })
    ).data;
    return current.dueAt === null ? null : dayAt(Date.parse(current.dueAt), 'Asia/Seoul');
  };

  it('count for the cases that are in it, from when they came, and for those that come', async () => {
    const { caseKey } = await world.aCase();
    await allow(9);
    await eventually(async () => expect(await dueDay(caseKey)).toBe(dayAfter(todayIn(world), 9)));
    expect(await dueDay((await world.aCase()).caseKey)).toBe(dayAfter(todayIn(world), 9));
    await allow(null);
    await eventually(async () => expect(await dueDay(caseKey)).toBeNull());
    // the case need not be read again for that
    const { retrievedAt } = (
      await world.server.call(readPage, { params: { caseKey, page: 'CI' }, token: world.editor })
    ).data;
    expect(
      await world.save(caseKey, 'CI', [itemValue(roleIn(world, 'typeOfReport'), [], '1')], { retrievedAt }),
    ).toMatchObject({
      status: 200,
    });
  });
});
