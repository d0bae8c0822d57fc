/** What the header of a case needs besides its items. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { readCaseHeader, signIn } from '../../shared/contract/index.ts';
import { itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { aKoreanCase, roleIn, saved, todayIn } from './koreanCase.ts';

const DAY_MS = 86_400_000;

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

const headerOf = async (caseKey: number, token = world.editor) =>
  (await world.server.call(readCaseHeader, { params: { caseKey }, token })).data;

describe('the header of a case', () => {
  it('has no owner and facts of its reports at first', async () => {
    const { caseKey } = await world.aCase();
    expect(await headerOf(caseKey)).toMatchObject({
      owner: null,
      reporting: { isFirst: true, sent: [], before: [], informed: [] },
      readOnly: null,
      readOnlyDetail: null,
    });
  });

  it('names who can unlock a locked case, and who can edit for a reader', async () => {
    const { caseKey } = await world.aCase();
    const reader = await headerOf(caseKey, world.reader);
    expect(reader.readOnly).toBe('noPrivilege');
    expect(reader.readOnlyDetail?.whoMay.names.length).toBeGreaterThan(0);
    await world.status(caseKey, 'LOCK', 'Y');
    const locked = await headerOf(caseKey);
    expect(locked.readOnly).toBe('locked');
    expect(locked.readOnlyDetail?.whoMay.names.length).toBeGreaterThan(0);
  });

  it('says nothing of reports of a deleted case', async () => {
    const { caseKey } = await world.aCase();
    await world.status(caseKey, 'DELETE', 'Y');
    expect((await headerOf(caseKey)).reporting).toBeNull();
  });

  it('is not answered for a case out of scope', async () => {
    const { caseKey } = await world.aCase();
    const other = await world.userOfSender('header.other', 2);
    const answer = await world.server.call(readCaseHeader, { params: { caseKey }, token: other });
    expect(answer.status).not.toBe(200);
  });
});

describe('a date without its day', () => {
  it('is not after the day on which it was entered, whatever is edited later', async () => {
    const { caseKey } = await aKoreanCase(world, 0);
    const entered = todayIn(world);
    const year = entered.slice(0, 4);
    await saved(world, caseKey, 'CI', [itemValue(roleIn(world, 'mostRecentInformation'), [], year)]);
    const dueDate = await dueDateOf(caseKey);
    expect(dueDate).not.toBeNull();
    world.server.clock.advance(DAY_MS);
    // the session of the day before is over
    const body = { userId: 'case.editor', password: DEMO_PASSWORD };
    const { token } = (await world.server.call(signIn, { body })).data;
    for (const country of ['JP', 'KR'])
      await saved(world, caseKey, 'AE', [itemValue(roleIn(world, 'reactionCountry'), [1], country)], {
        rowNo: 1,
        token,
      });
    expect(await dueDateOf(caseKey)).toBe(dueDate);
    expect((await headerOf(caseKey, token)).reporting?.dateEntries).toEqual({
      mostRecentInformation: { text: year, day: entered },
      firstReceived: { text: entered, day: entered },
    });
  });
});

const dueDateOf = (caseKey: number) =>
  world.query(async (trx) => {
    const { due_date } = await trx
      .selectFrom('pv_case')
      .select('due_date')
      .where('case_key', '=', caseKey)
      .executeTakeFirstOrThrow();
    return due_date;
  });
