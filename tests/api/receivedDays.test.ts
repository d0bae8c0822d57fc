/** The day by which monitoring counts a version, beside the day that its deadlines count from (decision 0432). */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFollowUp } from '../../shared/contract/index.ts';
import { dayAfter, dayAt } from '../../shared/dates/zonedDay.ts';
import { backfillProjections } from '../../server/projections/backfillProjections.ts';
import { markAllStale } from '../../server/projections/projectionState.store.ts';
import { itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { aKoreanCase, roleIn, saved, todayIn } from './koreanCase.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

const receivedOn = (caseKey: number): Promise<string | null> =>
  world.query(async (trx) => {
    const { received_day } = await trx
      .selectFrom('pv_case')
      .select('received_day')
      .where('case_key', '=', caseKey)
      .executeTakeFirstOrThrow();
    return received_day;
  });
const createdOn = (caseKey: number): Promise<string> =>
  world.query(async (trx) => {
    const { created_at } = await trx
      .selectFrom('pv_case')
      .select('created_at')
      .where('case_key', '=', caseKey)
      .executeTakeFirstOrThrow();
    return dayAt(created_at.getTime(), 'Asia/Seoul');
  });
const dayZeroOf = (caseKey: number): Promise<string> =>
  world.query(async (trx) => {
    const { day0 } = await trx
      .selectFrom('case_obligation')
      .select('day0')
      .where('case_key', '=', caseKey)
      .where('receiver', '=', 'MFDS')
      .executeTakeFirstOrThrow();
    return day0;
  });
const mostRecent = (caseKey: number, text: string) =>
  saved(world, caseKey, 'CI', [itemValue(roleIn(world, 'mostRecentInformation'), [], text)]);

describe('the day of receipt', () => {
  it('of a follow-up without its date is the day on which it was made', async () => {
    const { caseKey } = await aKoreanCase(world, 300);
    const { data } = await world.server.call(createFollowUp, {
      params: { caseKey },
      body: { reason: 'The reporter called' },
      token: world.editor,
    });
    expect(await receivedOn(data.caseKey)).toBe(await createdOn(data.caseKey));
  });

  it('of a date with a wrong year is the one that deadlines count from', async () => {
    const { caseKey } = await aKoreanCase(world, 3);
    const today = todayIn(world);
    await mostRecent(caseKey, `${Number(today.slice(0, 4)) + 1}0115`);
    expect(await receivedOn(caseKey)).toBe(await dayZeroOf(caseKey));
  });

  it('of a moment with its time zone is the one that deadlines count from', async () => {
    const { caseKey } = await aKoreanCase(world, 10);
    const day = dayAfter(todayIn(world), -5);
    await mostRecent(caseKey, `${day}233000-0500`);
    expect(await receivedOn(caseKey)).toBe(dayAfter(day, 1));
    expect(await receivedOn(caseKey)).toBe(await dayZeroOf(caseKey));
  });

  it('of a superseded version is derived again with the others, since data lock points choose by it', async () => {
    const { caseKey } = await aKoreanCase(world, 300);
    const day = await receivedOn(caseKey);
    const followUp = { params: { caseKey }, body: { reason: 'New information' }, token: world.editor };
    expect((await world.server.call(createFollowUp, followUp)).errMsg).toBeNull();
    await world.query((trx) =>
      trx.updateTable('pv_case').set({ received_day: '29990101' }).where('case_key', '=', caseKey).execute(),
    );
    await world.query((trx) => markAllStale(trx, 1));
    await backfillProjections(world.server.deps);
    expect(await receivedOn(caseKey)).toBe(day);
  });

  it('of a date without its day is the day of registration', async () => {
    const { caseKey } = await aKoreanCase(world, 10);
    await mostRecent(caseKey, `${Number(todayIn(world).slice(0, 4)) - 1}`);
    expect(await receivedOn(caseKey)).toBe(await createdOn(caseKey));
  });
});
