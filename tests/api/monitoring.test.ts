/** Monitoring: each figure is the number of rows of the list behind it; saved pages stay; reasons for lateness. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createFollowUp,
  describeFigure,
  downloadReport,
  exportMonitoredReports,
  giveLateReason,
  listMonitoredAnswers,
  listMonitoredOpenWork,
  listMonitoredPlan,
  listMonitoredReports,
  listMonitoredStepDays,
  listMonitoredSteps,
  listMonitoredTechnical,
  listMonitoredVersions,
  listMonitoringRuns,
  readMonitoring,
  readMonitoringPages,
  readMonitoringRun,
  routeCase,
  saveMonitoringRun,
  type MonitoringFigures,
  type PanelFigures,
} from '../../shared/contract/index.ts';
import { dayAfter, dayAt } from '../../shared/dates/zonedDay.ts';
import { takeSnapshots } from '../../server/monitoring/takeSnapshots.ts';
import { itemValue, LATER, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { aKoreanCase, roleIn, saved, todayIn } from './koreanCase.ts';

const params = { sponsorKey: 1 };
const routedToReview = (caseKey: number) =>
  world.server.call(routeCase, {
    params: { caseKey },
    body: {
      workflowInfo: { workflowKey: 'REVIEW', stays: false, roleId: null, userKey: null },
      comments: 'Please look at it',
      retrievedAt: LATER,
    },
    token: world.editor,
  });
/** of two years, to the month that it is in the demo's time zone */
const MONTH = dayAt(Date.now(), 'Asia/Seoul').slice(0, 6);
const PERIOD = { from: `${Number(MONTH.slice(0, 4)) - 2}01`, to: MONTH };
const PAGES_OF_PERIODS = ['MONTH', 'AUDIT'];
/** roles of the demo */
const ADMINISTRATOR = 1;

let world: CaseWorld;
let admin: string;
beforeAll(async () => {
  world = await startCaseWorld();
  admin = world.second;
});
afterAll(() => world.server.stop());

const LISTS = {
  'MU-MO-RP': listMonitoredReports,
  'MU-MO-VE': listMonitoredVersions,
  'MU-MO-ST': listMonitoredSteps,
  'MU-MO-MS': listMonitoredAnswers,
  'MU-MO-SN': listMonitoredOpenWork,
  'MU-MO-FC': listMonitoredPlan,
  'MU-MO-FE': listMonitoredStepDays,
  'MU-MO-TE': listMonitoredTechnical,
} as const;

const figures = async (
  page: string,
  token = admin,
  query: Record<string, unknown> = PAGES_OF_PERIODS.includes(page) ? PERIOD : {},
) => (await world.server.call(readMonitoring, { params: { ...params, page }, query, token })).data;

const panelOf = ({ panels }: MonitoringFigures, name: string): PanelFigures => {
  const found = panels.find(({ panel }) => panel === name);
  if (!found) throw new Error(`there is no panel ${name}`);
  return found;
};

/** Rows of the list behind a figure. */
async function countBehind(
  { page, from, to }: MonitoringFigures,
  { panel, list, measures }: PanelFigures,
  { at, groups }: { at: number; groups: readonly string[] },
  token: string,
): Promise<number> {
  const [group, group2] = groups;
  const answer = await world.server.call(LISTS[list as keyof typeof LISTS], {
    params,
    query: {
      page,
      panel,
      measure: measures[at]?.measure,
      ...(group !== undefined && { group }),
      ...(group2 !== undefined && { group2 }),
      ...(from !== null && { from }),
      ...(to !== null && { to }),
      rowCount: 10,
    },
    token,
  });
  return answer.data.pageInfo.totalCount;
}

/** Groups of a panel whose figures are looked up in the list, beside the total. */
const GROUPS = 4;

/** The counts of every panel whose list says something else. */
async function differences(page: string, token: string): Promise<{ checked: number; wrong: string[] }> {
  const found = await figures(page, token);
  const wrong: string[] = [];
  let checked = 0;
  for (const panel of found.panels)
    for (const { groups, values } of [
      { groups: [], values: panel.total },
      ...panel.rows.slice(0, GROUPS).map((row) => ({ ...row, groups: row.groups.map(({ value }) => value) })),
    ])
      for (const [at, value] of values.entries()) {
        if (!panel.measures[at]?.isCount) continue;
        checked += 1;
        const count = await countBehind(found, panel, { at, groups }, token);
        if (count !== value) wrong.push(`${panel.panel} ${groups.join()}: ${value}, list ${count}`);
      }
  return { checked, wrong };
}

/** A due report of a new case, as the projection keeps it. */
async function aDueReport(due: string, more: { met?: string; accepted?: string } = {}): Promise<string> {
  const { caseKey } = await world.aCase();
  await world.query((trx) =>
    trx
      .insertInto('case_obligation')
      .values({
        sponsor_key: 1,
        case_key: caseKey,
        root_case_key: caseKey,
        receiver: 'PMDA',
        rule_id: 'test',
        day0: dayAfter(due, -15),
        version_day0: dayAfter(due, -15),
        days: 15,
        due,
        met: null,
        accepted: null,
        reason: JSON.stringify({}),
        ...more,
      })
      .execute(),
  );
  return `${caseKey} PMDA`;
}

describe('a figure', () => {
  it.each(['TODAY', 'MONTH', 'AUDIT', 'FORECAST'])(
    'of %s is the number of rows of the list behind it',
    async (page) => {
      const { checked, wrong } = await differences(page, admin);
      expect(wrong).toEqual([]);
      expect(checked).toBeGreaterThan(10);
    },
  );

  it('of TECHNICAL is, too, between two jobs', async () => {
    const wrong = async () => (await differences('TECHNICAL', admin)).wrong;
    await expect.poll(wrong).toEqual([]);
    const state = panelOf(await figures('TECHNICAL'), 'state');
    expect(state.rows.map(({ groups: [kind] }) => kind?.value)).toContain('dictionary');
  });

  it('counts only the cases that the user may see, in the list, too', async () => {
    const limited = await world.limitedUser('monitoring.limited', { senderKeys: [2] }, ADMINISTRATOR);
    const all = panelOf(await figures('MONTH'), 'inflow');
    const seen = panelOf(await figures('MONTH', limited), 'inflow');
    expect(seen.total[0]).toBeLessThan(all.total[0] ?? 0);
    expect((await differences('TODAY', limited)).wrong).toEqual([]);
  });

  it('knows reports in time by the day they were sent and by what the receiver accepted', async () => {
    const before = panelOf(await figures('MONTH', admin, { from: '199901', to: '199901' }), 'compliance');
    expect(before.total).toEqual([0, 0, 0, 0, 0]);
    await aDueReport('19990110', { met: '19990110', accepted: '19990109' });
    await aDueReport('19990111', { met: '19990101' });
    await aDueReport('19990112', { met: '19990113', accepted: '19990113' });
    await aDueReport('19990113');
    const { total, rows, measures } = panelOf(
      await figures('MONTH', admin, { from: '199901', to: '199901' }),
      'compliance',
    );
    expect(measures.map(({ measure }) => measure)).toEqual([
      'due',
      'sentInTime',
      'acceptedInTime',
      'late',
      'overdue',
    ]);
    expect(total).toEqual([4, 2, 1, 1, 1]);
    expect(rows).toEqual([{ groups: [{ value: '1999-01', label: '1999-01' }], values: [4, 2, 1, 1, 1] }]);
    const days = panelOf(await figures('MONTH', admin, { from: '199901', to: '199901' }), 'daysLate');
    // one was sent a day late, the other one is overdue until today
    expect(days.total[0]).toBe(2);
    expect(days.total[1]).toBeGreaterThan(1);
  });

  it('has no version of a deleted case, the earlier ones neither', async () => {
    const counted = async () => {
      const found = await figures('MONTH');
      return ['inflow', 'steps'].map((panel) => panelOf(found, panel).total[0] ?? 0);
    };
    const [versions = 0, stays = 0] = await counted();
    const { caseKey } = await world.aCase();
    const routed = await routedToReview(caseKey);
    expect(routed.errMsg).toBeNull();
    const followUp = await world.server.call(createFollowUp, {
      params: { caseKey },
      body: { reason: 'The reporter called' },
      token: admin,
    });
    const newest = followUp.data.caseKey;
    expect(await counted()).toEqual([versions + 2, stays + 1]);
    await world.status(newest, 'DELETE', 'Y', admin);
    expect(await counted()).toEqual([versions, stays]);
    await world.status(newest, 'DELETE', 'N', admin);
    expect(await counted()).toEqual([versions + 2, stays + 1]);
  });

  it('is described in words, with the words for its groups', async () => {
    const figure = { page: 'TODAY', panel: 'dueSoon', measure: 'reports', group: 'overdue' };
    const { data } = await world.server.call(describeFigure, { params, query: figure, token: admin });
    expect(data).toMatchObject({
      panel: 'Reports not sent, by due date',
      groups: [{ column: 'Due', value: 'Overdue' }],
    });
  });

  it('is refused by name where there is none, and a period that is none', async () => {
    const unknown = await world.server.call(listMonitoredReports, {
      params,
      query: { page: 'TODAY', panel: 'nothing', measure: 'reports' },
      token: admin,
    });
    expect(unknown).toMatchObject({ status: 404, errCode: 'UNKNOWN_FIGURE' });
    // of another list
    const other = await world.server.call(listMonitoredReports, {
      params,
      query: { page: 'TODAY', panel: 'backlog', measure: 'versions' },
      token: admin,
    });
    expect(other).toMatchObject({ status: 404, errCode: 'UNKNOWN_FIGURE' });
    for (const query of [
      {},
      { from: '202601' },
      { from: '202602', to: '202601' },
      { from: '202001', to: '202601' },
    ]) {
      const refused = await world.server.call(readMonitoring, {
        params: { ...params, page: 'MONTH' },
        query,
        token: admin,
      });
      expect(refused).toMatchObject({ status: 400, errCode: 'PERIOD_INVALID' });
    }
    const page = await world.server.call(readMonitoring, {
      params: { ...params, page: 'NONE' },
      token: admin,
    });
    expect(page).toMatchObject({ status: 404, errCode: 'MONITORING_PAGE_NOT_FOUND' });
  });

  it('counts a report of a version once, and that of a version that replaces it in its place', async () => {
    const { caseKey, caseNo } = await aKoreanCase(world, 10);
    const rows = async () => {
      const query = { keyword: caseNo, rowCount: 100 };
      const answer = await world.server.call(listMonitoredReports, { params, query, token: admin });
      return answer.data.listInfo.map(({ rowKey }) => rowKey).toSorted();
    };
    const followUp = async (of: number, mostRecent: string) => {
      const made = await world.server.call(createFollowUp, {
        params: { caseKey: of },
        body: { reason: 'The reporter called' },
        token: world.editor,
      });
      const date = itemValue(roleIn(world, 'mostRecentInformation'), [], mostRecent);
      await saved(world, made.data.caseKey, 'CI', [date]);
      return made.data.caseKey;
    };
    expect(await rows()).toEqual([`${caseKey} MFDS`]);
    await world.server.call(downloadReport, {
      params: { caseKey, reportId: 'XML' },
      query: { receiver: 'MFDS' },
      token: world.editor,
    });
    // the same day 0: the report of the version before has met it
    const second = await followUp(caseKey, dayAfter(todayIn(world), -10));
    expect(await rows()).toEqual([`${second} MFDS`]);
    const third = await followUp(second, todayIn(world));
    expect(await rows()).toEqual([`${second} MFDS`, `${third} MFDS`]);
    // it was not sent, so the next version inherits it
    const fourth = await followUp(third, todayIn(world));
    expect(await rows()).toEqual([`${second} MFDS`, `${fourth} MFDS`]);
    await world.status(fourth, 'DELETE', 'Y', admin);
    expect(await rows()).toEqual([]);
    await world.status(fourth, 'DELETE', 'N', admin);
    expect(await rows()).toEqual([`${second} MFDS`, `${fourth} MFDS`]);
  });
});

describe('a saved page', () => {
  const save = (body: object, token = admin, page = 'MONTH') =>
    world.server.call(saveMonitoringRun, {
      params: { ...params, page },
      body: { ...PERIOD, closesMonth: false, comment: '', ...body },
      token,
    });
  const run = async (runKey: number, token = admin) =>
    world.server.call(readMonitoringRun, { params: { ...params, runKey }, token });

  it('stays as it was when cases change', async () => {
    const { runKey } = (await save({ comment: 'for the annex' })).data;
    const saved = (await run(runKey)).data;
    await world.aCase();
    expect((await run(runKey)).data).toEqual(saved);
    expect(saved).toMatchObject({ closes: null, limited: false, comment: 'for the annex' });
    const now = await figures('MONTH');
    expect(panelOf(now, 'inflow').total[0]).toBe((panelOf(saved.figures, 'inflow').total[0] ?? 0) + 1);
    const history = await world.server.call(listMonitoringRuns, { params, token: world.reader });
    expect(history.data.listInfo[0]).toMatchObject({
      cells: { page: 'Months', comment: 'for the annex' },
      link: `monitoring/history/${runKey}/detail`,
    });
  });

  it('closes a month once, after it, and only for a user who sees all cases', async () => {
    const month = { from: '202510', to: '202510', closesMonth: true };
    const limited = await world.limitedUser('monitoring.closer', { senderKeys: [1] }, ADMINISTRATOR);
    expect(await save(month, limited)).toMatchObject({ status: 403, errCode: 'CLOSE_NEEDS_ALL_CASES' });
    const [first, second] = await Promise.all([save(month), save(month)]);
    expect([first.status, second.status].toSorted()).toEqual([200, 409]);
    expect(await save(month)).toMatchObject({ status: 409, errCode: 'MONTH_ALREADY_CLOSED' });
    const future = { from: '299901', to: '299901', closesMonth: true };
    expect(await save(future)).toMatchObject({ status: 409, errCode: 'MONTH_NOT_OVER' });
    expect(await save({ ...PERIOD, closesMonth: true })).toMatchObject({
      status: 400,
      errCode: 'PERIOD_INVALID',
    });
  });

  it('of other users is not for a user with limits, who reads their own', async () => {
    const limited = await world.limitedUser('monitoring.own', { senderKeys: [1] }, ADMINISTRATOR);
    const others = (await save({})).data.runKey;
    const own = (await save({}, limited)).data.runKey;
    expect(await run(others, limited)).toMatchObject({ status: 404, errCode: 'MONITORING_RUN_NOT_FOUND' });
    expect((await run(own, limited)).data.limited).toBe(true);
    expect((await run(own)).data.limited).toBe(true);
  });

  it('cannot be made by a reader, who may read the history', async () => {
    expect((await save({}, world.reader)).status).toBe(403);
    const read = await world.server.call(readMonitoring, {
      params: { ...params, page: 'TODAY' },
      token: world.reader,
    });
    expect(read.status).toBe(403);
    const pages = await world.server.call(readMonitoringPages, { params, token: world.reader });
    expect(pages.data.listInfo.map(({ page, hasPeriod }) => [page, hasPeriod])).toEqual([
      ['TODAY', false],
      ['MONTH', true],
      ['AUDIT', true],
      ['FORECAST', false],
    ]);
  });
});

describe('a snapshot of a day', () => {
  const DAY_MS = 86_400_000;
  const WEEK = 7;
  let start: number;
  beforeAll(() => {
    start = world.server.clock.now().getTime();
  });
  /** as many days from the start */
  const takenAfter = (days: number) =>
    takeSnapshots({ db: world.server.db, clock: { now: () => new Date(start + days * DAY_MS) } });
  const dayAhead = (days: number) => dayAfter(dayAt(start, 'Asia/Seoul'), days);
  const openOn = (day: string) =>
    world.query((trx) =>
      trx.selectFrom('open_work').selectAll().where('sponsor_key', '=', 1).where('day', '=', day).execute(),
    );
  const stepDays = () =>
    world.query((trx) => trx.selectFrom('step_day').selectAll().where('sponsor_key', '=', 1).execute());

  it('is taken once, and stays as it is when cases change', async () => {
    await takenAfter(1);
    const before = await openOn(dayAhead(1));
    expect(before.length).toBeGreaterThan(0);
    const { caseKey } = await world.aCase();
    await takenAfter(1);
    expect(await openOn(dayAhead(1))).toEqual(before);
    await takenAfter(2);
    const next = await openOn(dayAhead(2));
    expect(next.filter((row) => Number(row.case_key) === caseKey)).toMatchObject([{ receiver: '' }]);
    expect(next.length).toBe(before.length + 1);
  });

  it('is compared with the day that it expected, beside the week before; there is no error before', async () => {
    const none = panelOf(await figures('FORECAST'), 'error');
    expect(none).toMatchObject({
      total: [0, null, null],
      rows: [],
      empty: expect.stringContaining('not enough days'),
    });
    const stays = async () => panelOf(await figures('MONTH'), 'steps').total[0];
    const before = await stays();
    const { caseKey } = await world.aCase();
    const left = await routedToReview(caseKey);
    expect(left.errCode).toBeNull();
    expect(await stays()).toBe((before ?? 0) + 1);
    for (let night = 1; night <= WEEK + 3; night += 1) await takenAfter(night);
    const days = await stepDays();
    const compared = days.filter(({ planned }) => planned !== null);
    expect(compared.length).toBeGreaterThan(0);
    const error = panelOf(await figures('FORECAST'), 'error');
    const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
    const rounded = (number: number) => Math.round(number * 10) / 10;
    expect(error.total).toEqual([
      compared.length,
      rounded(mean(compared.map(({ done, planned }) => Math.abs(done - (planned ?? 0))))),
      rounded(mean(compared.map((day) => Math.abs(day.done - day.done_week_before)))),
    ]);
    // some work was expected on these days, and none was done
    expect(error.total[1]).toBeGreaterThan(0);
    expect((await differences('FORECAST', admin)).wrong).toEqual([]);
    expect((await differences('MONTH', admin)).wrong).toEqual([]);
    // snapshots are counted beforehand for who sees all cases only
    const limited = await world.limitedUser('monitoring.trends', { senderKeys: [2] }, ADMINISTRATOR);
    const seen = await figures('MONTH', limited);
    const openWork = panelOf(seen, 'openWork');
    expect(await countBehind(seen, openWork, { at: 0, groups: [] }, limited)).toBe(openWork.total[0]);
  });
});

describe('a page for administrators', () => {
  it('is for nobody else: not its figures, its list, or what was saved of it', async () => {
    const params = { sponsorKey: 1, page: 'TECHNICAL' };
    const body = { from: null, to: null, closesMonth: false, comment: '' };
    const { runKey } = (await world.server.call(saveMonitoringRun, { params, body, token: admin })).data;
    expect((await world.server.call(readMonitoring, { params, token: world.editor })).errCode).not.toBe('');
    const read = (token: string) =>
      world.server.call(readMonitoringRun, { params: { sponsorKey: 1, runKey }, token });
    expect((await read(admin)).status).toBe(200);
    expect(await read(world.reader)).toMatchObject({ status: 404, errCode: 'MONITORING_RUN_NOT_FOUND' });
    const list = await world.server.call(listMonitoredTechnical, {
      params: { sponsorKey: 1 },
      token: world.reader,
    });
    expect(list.status).toBe(403);
  });
});

describe('completeness', () => {
  it('of a version follows the save; one without a pair of drug and reaction has none', async () => {
    const scoreOf = async (caseNo: string) => {
      const query = { keyword: caseNo, rowCount: 10 };
      const answer = await world.server.call(listMonitoredVersions, { params, query, token: admin });
      return answer.data.listInfo[0]?.cells['completeness'];
    };
    const empty = await world.aCase();
    expect(await scoreOf(empty.caseNo)).toBeFalsy();
    await expect
      .poll(async () => panelOf(await figures('MONTH'), 'completeness').total[2])
      .toBeGreaterThan(0);
    const measure = { page: 'MONTH', panel: 'completeness', measure: 'mean', ...PERIOD, rowCount: 100 };
    const scored = await world.server.call(listMonitoredVersions, { params, query: measure, token: admin });
    const open = scored.data.listInfo.find(({ cells }) => cells['state'] === 'Open');
    const [caseKey, caseNo] = [Number(open?.rowKey), String(open?.cells['caseNo'])];
    const before = Number(await scoreOf(caseNo));
    const start = itemValue(roleIn(world, 'reactionStart'), [1], { value: null });
    await saved(world, caseKey, 'AE', [start], { rowNo: 1 });
    await expect.poll(async () => Number(await scoreOf(caseNo))).toBeLessThan(before);
  });
});

describe('a reason for lateness', () => {
  const give = (rowKeys: string[], body: object = {}, token = admin) =>
    world.server.call(giveLateReason, {
      params,
      body: { rowKeys, code: 'dataEntry', comment: '', ...body },
      token,
    });
  const missing = async () => panelOf(await figures('TODAY'), 'reasonMissing').total[0] ?? 0;

  it('is given to several reports at once, in the list, the figures and the audit trail; the newest applies', async () => {
    const rowKeys = [await aDueReport('20010101'), await aDueReport('20010102', { met: '20010105' })];
    const before = await missing();
    expect((await give(rowKeys)).data).toEqual({ count: 2 });
    expect(await missing()).toBe(before - 2);
    expect((await give(rowKeys.slice(0, 1), { code: 'other', comment: 'Flood' })).status).toBe(200);
    const list = await world.server.call(exportMonitoredReports, {
      params,
      query: { format: 'CSV', rowKeys: rowKeys[0] },
      token: admin,
    });
    expect(list.status).toBe(200);
    const [caseKey] = (rowKeys[0] ?? '').split(' ');
    const audit = await world.audit(Number(caseKey));
    expect(audit.filter(({ action }) => action === 'lateReason').map(({ value }) => value)).toEqual([
      'PMDA, 2001-01-01: Other (say which)',
      'PMDA, 2001-01-01: Data entry',
    ]);
  });

  it('is refused for a report in time, without the words for another reason, and for all if for one', async () => {
    const late = await aDueReport('20020101');
    const inTime = await aDueReport('20990101');
    const before = await missing();
    expect(await give([late, inTime])).toMatchObject({ status: 409, errCode: 'NOT_LATE' });
    expect(await give([late], { code: 'other' })).toMatchObject({
      status: 422,
      errCode: 'LATE_REASON_COMMENT',
    });
    expect(await give([late], { code: 'nothing' })).toMatchObject({
      status: 404,
      errCode: 'LATE_REASON_UNKNOWN',
    });
    expect(await missing()).toBe(before);
    expect((await give([late], {}, world.reader)).status).toBe(403);
  });
});
