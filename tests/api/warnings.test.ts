/** What people are warned of: as days go by, as cases are saved, and only of what they may see. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayAfter, dayAt } from '../../shared/dates/zonedDay.ts';
import {
  addCase,
  countWarnings,
  exportWarnings,
  listWarnings,
  readColumns,
  setCaseStatus,
  readNotifications,
  signIn,
} from '../../shared/contract/index.ts';
import { markStale } from '../../server/projections/projectionState.store.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { LATER, itemValue, SIGNATURE, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { projectionsCurrent } from './projectionWorld.ts';

const DAY_MS = 86_400_000;
const ZONE = 'Asia/Seoul';
/** not warned of what else there is, as the steps of the workflow */
const PMDA = { receiver: 'PMDA' };

let world: CaseWorld;
/** of an editor, who logs in again as days pass */
let token: string;
beforeAll(async () => {
  world = await startCaseWorld();
  token = world.editor;
});
afterAll(() => world.server.stop());

/** Lets days go by; sessions do not last as long. */
async function later(ms: number, userId = 'case.editor'): Promise<string> {
  world.server.clock.advance(ms);
  const signedIn = await world.server.call(signIn, { body: { userId, password: DEMO_PASSWORD } });
  return signedIn.data.token;
}
const aCase = async () => (await world.server.call(addCase, { body: {}, token })).data;

const today = () => dayAt(world.server.clock.now().getTime(), ZONE);

/** The warnings of one case, as the list has them. */
async function warningsOf(caseKey: number, query: object = {}, as = token) {
  const params = { caseKey, rowCount: 100, ...query };
  return (await world.server.call(listWarnings, { query: params, token: as })).data.listInfo;
}
const codesOf = async (caseKey: number, query: object = {}, as = token) =>
  (await warningsOf(caseKey, query, as)).map(({ codes }) => codes['warning']?.[0]);
const countsOf = async (query: object = {}, as = token) =>
  (await world.server.call(countWarnings, { query: { ...query }, token: as })).data;

/** Everything that was saved is looked at. */
async function settled(): Promise<void> {
  await projectionsCurrent(world.server);
  expect((await countsOf()).pending).toBe(0);
}

/** What the case owes, whatever it says. It is not judged by the rules of the receiver before it is written again. */
async function addDueReport(caseKey: number, receiver: string, due: string): Promise<void> {
  await settled();
  const dueReport = {
    sponsor_key: 1,
    case_key: caseKey,
    receiver,
    rule_id: 'test',
    root_case_key: caseKey,
    accepted: null,
    day0: due,
    version_day0: due,
    days: 15,
    due,
  };
  await world.query((trx) =>
    trx
      .insertInto('case_obligation')
      .values({ ...dueReport, met: null, reason: JSON.stringify({}) })
      .execute(),
  );
}

describe('a report that is owed', () => {
  it('is due soon, then overdue, as the days go by; and no longer once it is sent', async () => {
    const { caseKey } = await aCase();
    await addDueReport(caseKey, 'PMDA', dayAfter(today(), 4));
    expect(await codesOf(caseKey, PMDA)).toEqual([]);
    token = await later(DAY_MS);
    const [soon] = await warningsOf(caseKey, PMDA);
    expect(soon?.codes).toMatchObject({ warning: ['due-soon'], severity: ['warning'], receiver: ['PMDA'] });
    expect(soon?.cells['says']).toMatch(/^The report to PMDA is due on \d{4}-\d\d-\d\d: 3 d left\.$/);
    expect(soon?.cells['day']).toBe(dayAfter(today(), 3));
    expect(soon?.link).toBe(`case/${caseKey}/detail/RE`);
    token = await later(4 * DAY_MS);
    const [late] = await warningsOf(caseKey, PMDA);
    expect(late?.cells['says']).toMatch(/: 1 d overdue\.$/);
    expect(late?.codes['severity']).toEqual(['error']);
    expect(await codesOf(caseKey, { receiver: 'FDA' })).toEqual([]);
    await world.query((trx) =>
      trx.updateTable('case_obligation').set({ met: today() }).where('case_key', '=', caseKey).execute(),
    );
    expect(await codesOf(caseKey, PMDA)).toEqual([]);
  });

  it('says it in the language of the reader', async () => {
    const { caseKey } = await aCase();
    await addDueReport(caseKey, 'PMDA', dayAfter(today(), 1));
    const [row] = await warningsOf(caseKey, { language: 'ko' });
    expect(row?.cells).toMatchObject({ warning: '기한 임박', severity: '조치 필요' });
    expect(row?.cells['says']).toContain('1일 남았습니다');
  });

  it('is told of a case that was locked days ago', async () => {
    const { caseKey } = await aCase();
    const at = world.server.clock.now();
    await addDueReport(caseKey, 'PMDA', dayAfter(today(), 100));
    const body = { statusId: 'LOCK', status: 'Y', reason: 'Test', retrievedAt: LATER, signature: SIGNATURE };
    expect(
      (
        await world.server.call(setCaseStatus, {
          params: { caseKey },
          body,
          token: await later(0, 'sponsor.admin'),
        })
      ).status,
    ).toBe(200);
    expect(await codesOf(caseKey)).not.toContain('stale-lock');
    token = await later(7 * DAY_MS);
    const row = (await warningsOf(caseKey)).find(({ codes }) => codes['warning']?.[0] === 'stale-lock');
    expect(row?.cells['says']).toContain('(7 d); the report to PMDA');
    expect(row?.cells['day']).toBe(dayAt(at.getTime(), ZONE));
  });
});

describe('what a case says', () => {
  it('is warned of after the save that says it, at its item, and no more after the one that mends it', async () => {
    const { caseKey } = await aCase();
    const saved = await world.save(caseKey, 'AE', [itemValue('E.i.1.1a', [0], 'hurting head')], {
      rowNo: 0,
      token,
    });
    expect(saved.status).toBe(200);
    await settled();
    const [row] = await warningsOf(caseKey);
    expect(row?.codes['warning']).toEqual(['uncoded']);
    expect(row?.cells).toMatchObject({ says: '“hurting head” has no code yet.' });
    expect(row?.cells['item']).toMatch(/^Reactions › Reaction 1 › Reaction \(MedDRA\)$/);
    expect(row?.link).toBe(`case/${caseKey}/detail/AE/1?item=E.i.2.1b&rowNo=1`);
    await world.save(caseKey, 'AE', [itemValue('E.i.2.1b', [1], '10019211')], { rowNo: 1, token });
    await settled();
    expect(await codesOf(caseKey)).not.toContain('uncoded');
  });

  it('is judged by the rules of the receivers it owes a report, as long as it does', async () => {
    const { caseKey } = await aCase();
    await settled();
    expect(await codesOf(caseKey)).toEqual([]);
    await world.save(caseKey, 'CI', [itemValue('C.1.3', [], '1'), itemValue('C.1.4', [], today())], {
      token,
    });
    await addDueReport(caseKey, 'FDA', dayAfter(today(), 100));
    expect(await codesOf(caseKey)).toEqual([]);
    await world.query((trx) => markStale(trx, 1, ['caseWarnings'], [caseKey]));
    await settled();
    const missing = await warningsOf(caseKey, { warning: 'missing' });
    expect(missing.length).toBeGreaterThan(3);
    expect(missing.every(({ codes }) => codes['receiver']?.includes('FDA'))).toBe(true);
    expect(missing.every(({ codes }) => !codes['receiver']?.includes('MFDS'))).toBe(true);
    await world.query((trx) =>
      trx.updateTable('case_obligation').set({ met: today() }).where('case_key', '=', caseKey).execute(),
    );
    expect(await codesOf(caseKey)).toEqual([]);
  });

  it('is looked at again where the save was undone meanwhile: nothing is derived of what was not kept', async () => {
    const { caseKey } = await aCase();
    await settled();
    const refused = await world.save(caseKey, 'AE', [itemValue('E.i.1.1a', [0], 'x'.repeat(9000))], {
      rowNo: 0,
      token,
    });
    expect(refused.status).not.toBe(200);
    expect((await countsOf({ caseKey })).pending).toBe(0);
  });
});

describe('what came back', () => {
  it('is warned of until a later answer says otherwise', async () => {
    const { caseKey } = await aCase();
    const answer = (code: string, at: Date) =>
      world.query((trx) =>
        trx
          .insertInto('submission_ack')
          .values({ sponsor_key: 1, case_key: caseKey, receiver: 'MFDS', at, code, text: 'unknown code' })
          .execute(),
      );
    const now = world.server.clock.now();
    await answer('CR', now);
    const [row] = await warningsOf(caseKey);
    expect(row?.codes).toMatchObject({ warning: ['rejected'], receiver: ['MFDS'] });
    expect(row?.cells['says']).toBe('MFDS did not accept the report (CR). unknown code');
    await answer('CA', new Date(now.getTime() + 1000));
    expect(await codesOf(caseKey)).toEqual([]);
  });
});

describe('a step of the workflow', () => {
  it('is told of when a case is in it longer than it may be', async () => {
    const { caseKey } = await aCase();
    const now = world.server.clock.now();
    await world.query((trx) =>
      trx
        .updateTable('pv_case')
        .set({ workflow_at: now, workflow_due_at: new Date(now.getTime() + DAY_MS) })
        .where('sponsor_key', '=', 1)
        .where('case_key', '=', caseKey)
        .execute(),
    );
    expect(await codesOf(caseKey)).not.toContain('late-step');
    token = await later(2 * DAY_MS + 1000);
    const [row] = await warningsOf(caseKey, { warning: 'late-step' });
    expect(row?.cells['says']).toMatch(/^The step “\S.*” was due on .*: 1 d overdue\.$/);
    expect(row?.link).toBe(`case/${caseKey}/detail/WF`);
  });

  it('has a normal time, and a maximum whose end is an alarm to whom the step names', async () => {
    const HOUR_MS = 3_600_000;
    const { caseKey } = await aCase();
    const now = world.server.clock.now();
    const ofSponsor = await world.query((trx) =>
      trx
        .selectFrom('user_role as u')
        .innerJoin('app_user as a', 'a.user_key', 'u.user_key')
        .select(['a.user_id', 'u.role_id'])
        .where('u.sponsor_key', '=', 1)
        .execute(),
    );
    const roleOf = (userId: string) => ofSponsor.find(({ user_id }) => user_id === userId)?.role_id ?? 0;
    await world.query(async (trx) => {
      await trx
        .updateTable('workflow_step')
        .set({
          normal_hours: 20,
          maximum_hours: 30,
          alarm_owner: false,
          alarm_role_ids: [roleOf('case.reader')],
        })
        .where('sponsor_key', '=', 1)
        .where('is_saved', '=', true)
        .execute();
      await trx
        .updateTable('pv_case')
        .set({ workflow_at: now, workflow_due_at: null })
        .where('case_key', '=', caseKey)
        .execute();
    });
    const alarmsOf = async (userId: string) => {
      const as = await later(0, userId);
      const { data } = await world.server.call(readNotifications, { params: { sponsorKey: 1 }, token: as });
      return data.listInfo.filter(({ kind, path }) => kind === 'stepTime' && path.includes(String(caseKey)));
    };
    token = await later(20 * HOUR_MS);
    const [normal] = await warningsOf(caseKey, { warning: 'step-over-normal' });
    expect(normal?.cells['says']).toMatch(/longer than its normal time of 20 h\.$/);
    expect(await alarmsOf('case.reader')).toEqual([]);
    token = await later(10 * HOUR_MS);
    const codes = await codesOf(caseKey);
    expect(codes).toContain('step-over-maximum');
    expect(codes).not.toContain('step-over-normal');
    expect(await alarmsOf('case.reader')).toMatchObject([{ facts: { hours: 30, step: { en: 'Saved' } } }]);
    expect(await alarmsOf('case.editor')).toEqual([]);
    await world.query((trx) =>
      trx
        .updateTable('workflow_step')
        .set({ alarm_owner: true })
        .where('sponsor_key', '=', 1)
        .where('is_saved', '=', true)
        .execute(),
    );
    // without an owner: who may claim it
    expect(await alarmsOf('case.editor')).toHaveLength(1);
  });
});

describe('the list', () => {
  it('tells nobody of cases out of his scope, nor of deleted ones', async () => {
    const { caseKey } = await aCase();
    await addDueReport(caseKey, 'PMDA', dayAfter(today(), -1));
    const elsewhere = await world.userOfSender('elsewhere', 2);
    expect(await codesOf(caseKey)).toEqual(['overdue']);
    expect(await codesOf(caseKey, {}, elsewhere)).toEqual([]);
    const others = (await countsOf({}, elsewhere)).listInfo;
    const all = (await countsOf()).listInfo;
    const count = (of: typeof all) => of.find(({ warning }) => warning === 'overdue')?.count ?? 0;
    expect(count(others)).toBeLessThan(count(all));
    await world.status(caseKey, 'DELETE', 'Y', token);
    expect(await codesOf(caseKey)).toEqual([]);
  });

  it('does not tell of blinded items to who may not see them', async () => {
    const { caseKey } = await aCase();
    await settled();
    const blinded = { item_id: 'FDA.G.k.10a', row_no: 1, row_no2: 0, row_no3: 0, found: 'item.missing' };
    await world.query((trx) =>
      trx
        .insertInto('case_warning')
        .values({
          sponsor_key: 1,
          case_key: caseKey,
          warning: 'missing',
          ...blinded,
          page: 'DG',
          page_row: 1,
          receivers: [],
          message: null,
          term: null,
          place: JSON.stringify({ en: 'x' }),
          blinded: true,
        })
        .execute(),
    );
    expect(await codesOf(caseKey, {}, await later(0, 'sponsor.admin'))).toEqual(['missing']);
    expect(await codesOf(caseKey, {}, await later(0, 'case.reader'))).toEqual([]);
    expect(
      (await countsOf({ caseKey }, await later(0, 'case.reader'))).listInfo.every(({ count }) => count === 0),
    ).toBe(true);
  });

  it('has its columns, sorts by each that can be, finds by keyword, and goes out as a file', async () => {
    const params = { menuId: 'MU-CS-WARNING' };
    const { data } = await world.server.call(readColumns, { params, token });
    expect(data.listInfo.map(({ columnId }) => columnId)).toEqual([
      'caseNo',
      'versionNo',
      'warning',
      'severity',
      'receiver',
      'item',
      'says',
      'day',
      'step',
      'owner',
    ]);
    for (const { columnId, sortable } of data.listInfo)
      if (sortable === 'Y')
        for (const direction of ['asc', 'desc'])
          expect(
            (
              await world.server.call(listWarnings, {
                query: { sort: columnId, direction },
                token,
              })
            ).status,
          ).toBe(200);
    const { caseKey, caseNo } = await aCase();
    await addDueReport(caseKey, 'PMDA', dayAfter(today(), -1));
    const found = await world.server.call(listWarnings, { query: { keyword: caseNo }, token });
    expect(found.data.listInfo.map(({ cells }) => cells['caseNo'])).toEqual([caseNo]);
    const file = await world.server.call(exportWarnings, {
      query: { format: 'CSV', caseKey },
      token,
    });
    expect(file.bytes.toString()).toContain(caseNo);
  });

  it('counts what it lists', async () => {
    await settled();
    const { listInfo } = await countsOf();
    for (const { warning, count } of listInfo) {
      const { data } = await world.server.call(listWarnings, { query: { warning }, token });
      expect([warning, data.pageInfo.totalCount]).toEqual([warning, count]);
    }
    expect(listInfo.find(({ warning }) => warning === 'rejected')?.count).toBeGreaterThan(0);
  });
});

it('derives anew what was derived with other rules', async () => {
  const { caseKey } = await aCase();
  await world.save(caseKey, 'AE', [itemValue('E.i.1.1a', [0], 'hurting head')], { rowNo: 0, token });
  await settled();
  await world.query(async (trx) => {
    await trx.deleteFrom('case_warning').where('case_key', '=', caseKey).execute();
    await trx
      .updateTable('projection_progress')
      .set({ version: 'other rules', done: false })
      .where('name', '=', 'caseWarnings')
      .execute();
  });
  await settled();
  expect(await codesOf(caseKey)).toContain('uncoded');
});
