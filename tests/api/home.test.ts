/** The home page: reports that are due and why, what came in from the study system, where cases stand. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  downloadReport,
  findCaseByNumber,
  listCases,
  listHomeReports,
  createFollowUp,
  readHomeEdcSync,
  readHomeReports,
  readHomeWorkflow,
  readObligations,
  saveColumnFilter,
  signIn,
} from '../../shared/contract/index.ts';
import { dayAfter } from '../../shared/dates/zonedDay.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { insertRole, insertSponsor, insertUser } from '../../server/accounts/tenants.store.ts';
import { itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { aKoreanCase, roleIn, saved, todayIn } from './koreanCase.ts';

const DAY_MS = 86_400_000;
const SPONSOR = { sponsorKey: 1 };

let world: CaseWorld;
let admin: string;
beforeAll(async () => {
  world = await startCaseWorld();
  admin = await world.server.token('sponsor.admin');
});
afterAll(() => world.server.stop());

const role = (name: string): string => roleIn(world, name);
const today = (): string => todayIn(world);
const dueOf = (caseKey: number) =>
  world.query(
    async (trx) =>
      (await trx.selectFrom('pv_case').select('due_date').where('case_key', '=', caseKey).executeTakeFirst())
        ?.due_date,
  );
const obligationsOf = async (caseKey: number, token = world.editor) =>
  (await world.server.call(readObligations, { params: { caseKey }, token })).data.listInfo;
const reports = async (token = world.editor, rowCount = 100) =>
  (await world.server.call(readHomeReports, { params: SPONSOR, query: { rowCount }, token })).data;
const caseNosDue = async (token?: string) => (await reports(token)).listInfo.map(({ caseNo }) => caseNo);

describe('what a case owes', () => {
  it('follows what it says, in the save that says it', async () => {
    const { caseKey } = await world.aCase();
    expect(await dueOf(caseKey)).toBeNull();
    await saved(world, caseKey, 'CI', [itemValue(role('mostRecentInformation'), [], dayAfter(today(), -3))]);
    expect(await dueOf(caseKey)).toBeNull();
    await saved(
      world,
      caseKey,
      'AE',
      [itemValue(role('reactionCountry'), [0], 'KR'), itemValue(role('seriousOther'), [0], 'true')],
      { rowNo: 0 },
    );
    expect(await dueOf(caseKey)).toBe(dayAfter(today(), 12));
    await saved(world, caseKey, 'CI', [itemValue(role('mostRecentInformation'), [], dayAfter(today(), -1))]);
    expect(await dueOf(caseKey)).toBe(dayAfter(today(), 14));
    await saved(world, caseKey, 'AE', [itemValue(role('seriousOther'), [1], { nullFlavor: 'NI' })], {
      rowNo: 1,
    });
    expect(await dueOf(caseKey)).toBeNull();
  });

  it('is met by a report that went to that receiver, and by no other', async () => {
    const { caseKey } = await aKoreanCase(world, 2);
    const send = (receiver: string) =>
      world.server.call(downloadReport, {
        params: { caseKey, reportId: 'XML' },
        query: { receiver },
        token: world.editor,
      });
    expect((await send('FDA')).status).toBe(200);
    expect(await dueOf(caseKey)).toBe(dayAfter(today(), 13));
    expect((await send('MFDS')).status).toBe(200);
    expect(await dueOf(caseKey)).toBeNull();
    expect(await obligationsOf(caseKey)).toMatchObject([{ receiver: 'MFDS', met: today() }]);
  });

  it('ends with the case, and is there again when the case is restored', async () => {
    const { caseKey, caseNo } = await aKoreanCase(world, 1);
    expect(await caseNosDue()).toContain(caseNo);
    await world.status(caseKey, 'DELETE', 'Y');
    expect([await dueOf(caseKey), await obligationsOf(caseKey)]).toEqual([null, []]);
    expect(await caseNosDue()).not.toContain(caseNo);
    await world.status(caseKey, 'DELETE', 'N');
    expect(await dueOf(caseKey)).toBe(dayAfter(today(), 14));
  });

  it('is that of the newest version, which does not put off what the one before still owes', async () => {
    const { caseKey, caseNo } = await aKoreanCase(world, 10);
    const { data } = await world.server.call(createFollowUp, {
      params: { caseKey },
      body: { reason: 'The reporter called' },
      token: world.editor,
    });
    await saved(world, data.caseKey, 'CI', [itemValue(role('mostRecentInformation'), [], today())]);
    expect([await dueOf(caseKey), await dueOf(data.caseKey)]).toEqual([null, dayAfter(today(), 5)]);
    expect((await reports()).listInfo.filter((row) => row.caseNo === caseNo)).toMatchObject([
      { caseKey: data.caseKey, followUpNo: 1, daysLeft: 5 },
    ]);
    await world.server.call(downloadReport, {
      params: { caseKey: data.caseKey, reportId: 'XML' },
      query: { receiver: 'MFDS' },
      token: world.editor,
    });
    expect(await dueOf(data.caseKey)).toBeNull();
  });

  it('does not begin with a follow-up that is not significant, but with the next one', async () => {
    const { caseKey } = await aKoreanCase(world, 10);
    await world.server.call(downloadReport, {
      params: { caseKey, reportId: 'XML' },
      query: { receiver: 'MFDS' },
      token: world.editor,
    });
    const followUp = async (of: number, values: ReturnType<typeof itemValue>[]) => {
      const { data } = await world.server.call(createFollowUp, {
        params: { caseKey: of },
        body: { reason: 'The reporter called' },
        token: world.editor,
      });
      await saved(world, data.caseKey, 'CI', [
        itemValue(role('mostRecentInformation'), [], today()),
        ...values,
      ]);
      return data.caseKey;
    };
    const calm = await followUp(caseKey, [
      itemValue(role('followUpSignificance'), [], 'notSignificant'),
      itemValue(role('followUpSignificanceReason'), [], 'A telephone number'),
    ]);
    expect(await dueOf(calm)).toBeNull();
    expect(await obligationsOf(calm)).toMatchObject([{ receiver: 'MFDS', met: today() }]);
    expect(await dueOf(await followUp(calm, []))).toBe(dayAfter(today(), 15));
  });

  it('is explained: rule, day 0, and what was read, by the names in the language asked for', async () => {
    const { caseKey } = await aKoreanCase(world, 4);
    const [dueReport] = await obligationsOf(caseKey);
    expect(dueReport).toMatchObject({
      receiver: 'MFDS',
      ruleId: 'MFDS.serious.15',
      example: true,
      days: 15,
      daysLeft: 11,
      met: null,
      day0: dayAfter(today(), -4),
      dueDate: dayAfter(today(), 11),
      dayZeroAssumed: false,
      dayZeroFrom: { itemId: role('mostRecentInformation') },
      applies: { why: { holds: true } },
    });
    const country = dueReport?.concerned?.inputs.find(({ itemId }) => itemId === role('reactionCountry'));
    expect(country).toMatchObject({ rows: [1], text: expect.stringMatching(/Korea.*\(KR\)/) as unknown });
    expect(JSON.stringify(dueReport?.concerned?.why)).not.toContain('"said"');
    const korean = await world.server.call(readObligations, {
      params: { caseKey },
      query: { language: 'ko' },
      token: world.editor,
    });
    expect(korean.data.listInfo[0]?.rule).toBe('중대');
  });
});

describe('reports that are due', () => {
  it('come soonest first, five of them, counted for the days ahead', async () => {
    await aKoreanCase(world, 18);
    const { listInfo, totalCount, lateCount, days, today: from } = await reports();
    expect(listInfo).toHaveLength(totalCount);
    expect(listInfo.map(({ dueDate }) => dueDate)).toEqual(listInfo.map(({ dueDate }) => dueDate).toSorted());
    expect(lateCount).toBe(listInfo.filter(({ daysLeft }) => daysLeft < 0).length);
    expect(lateCount).toBeGreaterThan(0);
    expect([from, days.length, days[0]?.day]).toEqual([today(), 21, today()]);
    for (const { day, count } of days)
      expect(listInfo.filter(({ dueDate }) => dueDate === day)).toHaveLength(count);
    const card = await world.server.call(readHomeReports, { params: SPONSOR, token: world.editor });
    expect(card.data.listInfo).toEqual(listInfo.slice(0, 5));
  });

  it('are late from the sponsor’s next day on', async () => {
    const { caseNo } = await aKoreanCase(world, 15);
    const left = async () => (await reports()).listInfo.find((row) => row.caseNo === caseNo)?.daysLeft;
    expect(await left()).toBe(0);
    world.server.clock.advance(DAY_MS);
    const later = await world.server.call(readHomeReports, {
      params: SPONSOR,
      query: { rowCount: 100 },
      token: await signedInAgain(),
    });
    expect(later.data.listInfo.find((row) => row.caseNo === caseNo)?.daysLeft).toBe(-1);
    world.server.clock.advance(-DAY_MS);
  });

  it('are the same in the full list', async () => {
    const { listInfo } = await reports();
    const list = await world.server.call(listHomeReports, {
      params: SPONSOR,
      query: { rowCount: 100 },
      token: world.editor,
    });
    expect(
      list.data.listInfo.map(({ cells, link }) => [cells.caseNo, cells.dueDate, cells.daysLeft, link]),
    ).toEqual(
      listInfo.map((row) => [row.caseNo, row.dueDate, String(row.daysLeft), `case/${row.caseKey}/detail`]),
    );
  });

  it('are never told of cases out of scope', async () => {
    const { caseKey, caseNo } = await aKoreanCase(world, 3, 2);
    const limited = await world.userOfSender('home.limited', 1);
    expect(await caseNosDue(admin)).toContain(caseNo);
    expect(await caseNosDue(limited)).not.toContain(caseNo);
    const { days, totalCount, listInfo } = await reports(limited);
    expect(totalCount).toBe(listInfo.length);
    expect(days.reduce((all, { count }) => all + count, 0)).toBeLessThanOrEqual(totalCount);
    const why = await world.server.call(readObligations, { params: { caseKey }, token: limited });
    expect(why).toMatchObject({ status: 404, errCode: 'CASE_NOT_FOUND' });
    const byNumber = await world.server.call(findCaseByNumber, {
      params: SPONSOR,
      query: { number: caseNo },
      token: limited,
    });
    expect(byNumber).toMatchObject({ status: 404, errCode: 'NO_CASE_OF_NUMBER' });
  });
});

it.each([
  ['in capitals or not', (caseNo: string) => ` ${caseNo.toLowerCase()} `],
  [
    'with the wide letters of an input method',
    (caseNo: string) =>
      caseNo.replace(/[!-~]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0)),
  ],
])('goes to a case by its number, typed %s', async (_, typed) => {
  const { caseKey, caseNo } = await world.aCase();
  const query = { number: typed(caseNo) };
  const found = await world.server.call(findCaseByNumber, { params: SPONSOR, query, token: world.editor });
  expect(found.data).toEqual({ caseKey, caseNo });
});

/** Sessions end in the meantime. */
const signedInAgain = async () => {
  const body = { userId: 'case.editor', password: DEMO_PASSWORD };
  return (await world.server.call(signIn, { body })).data.token;
};

it('tells of events of studies only those who may read them', async () => {
  const refused = await world.server.call(readHomeEdcSync, { params: SPONSOR, token: world.editor });
  expect(refused).toMatchObject({ status: 403, errCode: 'NO_PRIVILEGE' });
});

describe('where cases stand', () => {
  const counts = async (token: string, language = 'en') =>
    (await world.server.call(readHomeWorkflow, { params: SPONSOR, query: { language }, token })).data.steps;

  it('is counted by step: mine, of my roles, unassigned, claimable, returned, late, all', async () => {
    const { caseKey } = await world.aCase();
    const before = await counts(world.editor);
    const step = before[0];
    if (!step) throw new Error('the demo works with a workflow');
    await world.query((trx) =>
      trx
        .updateTable('pv_case')
        .set({
          workflow_status: step.workflowKey,
          workflow_role_id: 2,
          workflow_user_key: 2,
          workflow_returned: true,
          workflow_due_at: new Date(world.server.clock.now().getTime() - DAY_MS),
        })
        .where('case_key', '=', caseKey)
        .execute(),
    );
    const after = await counts(world.editor);
    expect(after[0]).toMatchObject({
      mine: step.mine + 1,
      unassigned: step.unassigned - 1,
      claimable: step.claimable - 1,
      returned: step.returned + 1,
      late: step.late + 1,
    });
    expect(after[0]?.all).toBe(step.all);
    expect((await counts(world.editor, 'ko'))[0]?.workflowLabel).not.toBe(step.workflowLabel);
  });

  it('is the number of cases the list has when it is asked the same, whatever the user’s own filters', async () => {
    const filtered = await world.server.call(saveColumnFilter, {
      params: { menuId: 'MU-CS', columnId: 'caseNo' },
      body: { filters: [{ filterType: 'LIKE', valueCode: 'none like this' }] },
      token: world.editor,
    });
    expect(filtered.errMsg).toBeNull();
    const listed = async (query: Record<string, string>) =>
      (await world.server.call(listCases, { query, token: world.editor })).data.pageInfo.totalCount;
    expect(await listed({})).toBe(0);
    for (const {
      workflowKey: workflow,
      mine,
      role: ofRole,
      unassigned,
      claimable,
      returned,
      late,
      all,
    } of await counts(world.editor))
      expect([
        await listed({ workflow, owner: 'mine' }),
        await listed({ workflow, owner: 'role' }),
        await listed({ workflow, owner: 'unassigned' }),
        await listed({ workflow, owner: 'claimable' }),
        await listed({ workflow, returned: 'Y' }),
        await listed({ workflow, late: 'Y' }),
        await listed({ workflow }),
      ]).toEqual([mine, ofRole, unassigned, claimable, returned, late, all]);
  });

  it('is not told of cases out of scope', async () => {
    const limited = await world.userOfSender('home.workflow', 2);
    const sum = (steps: Awaited<ReturnType<typeof counts>>) => steps.reduce((all, one) => all + one.all, 0);
    expect(sum(await counts(limited))).toBeLessThan(sum(await counts(world.editor)));
  });
});

it('is empty for a sponsor that has nothing yet', async () => {
  const { server } = world;
  const sponsorKey = await server.db.transaction().execute(async (trx) => {
    const made = await insertSponsor(trx, {
      companyName: 'Aurora',
      name: 'Aurora',
      clientType: 'SPO',
      country: 'US',
      timeZone: 'America/New_York',
      useWorkflow: false,
      defaultAppendix: 'US',
    });
    await insertRole(trx, made, {
      roleId: 1,
      name: 'All',
      privileges: ['READ.CASE', 'READ.SYNC', 'READ.CASE_WORKFLOW'],
    });
    await insertUser(trx, made, {
      userId: 'aurora',
      name: 'A. Urora',
      password: 'Only-for-tests-1',
      systemAdmin: false,
      unblind: false,
      roleId: 1,
    });
    return made;
  });
  const { data } = await server.call(signIn, { body: { userId: 'aurora', password: 'Only-for-tests-1' } });
  const request = { params: { sponsorKey }, token: data.token };
  expect((await server.call(readHomeReports, request)).data).toMatchObject({
    listInfo: [],
    totalCount: 0,
    lateCount: 0,
  });
  expect((await server.call(readHomeEdcSync, request)).data).toEqual({ listInfo: [], totalCount: 0 });
  expect((await server.call(readHomeWorkflow, request)).data).toEqual({ steps: [] });
});
