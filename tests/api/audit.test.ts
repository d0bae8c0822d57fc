import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  readCaseAudit,
  readDistributionHistory,
  readItemAudit,
  setRowStatus,
  verifyCaseAudit,
} from '../../shared/contract/index.ts';
import { recordDistribution } from '../../server/cases/lifecycle/distribution.ts';
import { asSuperuser, LATER, itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld();
});
afterAll(() => world.server.stop());

const verify = async (caseKey: number) =>
  (await world.server.call(verifyCaseAudit, { params: { caseKey }, token: world.reader })).data;
const aHistory = async (saves = 3) => {
  const { caseKey } = await world.aCase();
  for (let at = 1; at <= saves; at += 1)
    await world.save(caseKey, 'DM', [itemValue('D.1', [], `A${at}`), itemValue('D.4', [], `${160 + at}`)]);
  return caseKey;
};

describe('the audit trail', () => {
  it('tells who changed what from what to what, when and why, newest first', async () => {
    const { caseKey } = await world.aCase();
    const first = await world.save(caseKey, 'DM', [itemValue('D.1', [], { value: 'A', notation: '가' })], {
      reason: 'Initial Data',
    });
    const second = await world.save(caseKey, 'DM', [itemValue('D.1', [], { nullFlavor: 'MSK' })], {
      reason: '개인정보',
      token: world.second,
    });
    const { data } = await world.server.call(readCaseAudit, { params: { caseKey }, token: world.reader });
    expect(data.pageInfo).toMatchObject({ totalCount: 3 });
    expect(data.listInfo).toMatchObject([
      {
        no: 3,
        time: second.data.retrievedAt,
        userId: 'sponsor.admin',
        userName: 'Seo Ha-neul',
        page: 'DM',
        itemId: 'D.1',
        itemLabel: 'Patient name or initials',
        action: 'change',
        oldValue: 'A',
        oldNotation: '가',
        value: null,
        nullFlavor: 'MSK',
        notation: null,
        reason: '개인정보',
        source: 'screen',
      },
      {
        no: 2,
        time: first.data.retrievedAt,
        userId: 'case.editor',
        action: 'add',
        value: 'A',
        reason: 'Initial Data',
      },
      { no: 1, itemId: '', itemLabel: 'Case', action: 'add' },
    ]);
  });

  it('names items in the language asked for, and is searched by their names', async () => {
    const { caseKey } = await world.aCase();
    await world.save(caseKey, 'DM', [itemValue('D.1', [], 'A'), itemValue('D.4', [], '170')]);
    const [entry] = await world.audit(caseKey, { language: 'ko', page: 'DM' });
    expect(entry?.itemLabel).toMatch(/\p{Script=Hangul}/u);
    const found = await world.audit(caseKey, { language: 'ko', keyword: entry?.itemLabel });
    expect(found.map(({ itemId }) => itemId)).toEqual(['D.1']);
  });

  it('is searched by value, reason and person, and narrowed to a page', async () => {
    const { caseKey } = await world.aCase();
    await world.save(caseKey, 'DM', [itemValue('D.1', [], 'Findable')], { reason: 'Some Reason' });
    await world.save(caseKey, 'NR', [itemValue('H.1', [], 'story')], { token: world.second });
    const items = async (query: Record<string, unknown>) =>
      (await world.audit(caseKey, query)).map(({ itemId }) => itemId);
    expect(await items({ keyword: 'findABLE' })).toEqual(['D.1']);
    expect(await items({ keyword: 'some reason' })).toEqual(['D.1']);
    expect(await items({ keyword: 'ha-neul' })).toEqual(['H.1']);
    expect(await items({ keyword: '%' })).toEqual([]);
    expect(await items({ page: 'NR' })).toEqual(['H.1']);
    expect(await items({ page: 'NR', keyword: 'findable' })).toEqual([]);
  });

  it('is paged without a gap', async () => {
    const caseKey = await aHistory(4);
    const all = await world.audit(caseKey);
    const pages = await Promise.all([1, 2, 3].map((pageNo) => world.audit(caseKey, { pageNo, rowCount: 3 })));
    expect(pages.flat()).toEqual(all);
    expect(all.map(({ no }) => no)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  it('tells rows apart: added, struck, restored', async () => {
    const { caseKey } = await world.aCase();
    await world.save(caseKey, 'AE', [itemValue('E.i.1.1a', [0], 'x')], { rowNo: 0 });
    for (const status of ['Y', 'N']) {
      const body = { rowNos: [1], status, reason: 'Wrong', retrievedAt: LATER };
      await world.server.call(setRowStatus, { params: { caseKey, page: 'AE' }, body, token: world.editor });
    }
    const auditEntries = (await world.audit(caseKey, { page: 'AE' })).map(({ itemId, rowNo, action }) => [
      itemId,
      rowNo,
      action,
    ]);
    expect(auditEntries).toEqual([
      ['E.i', 1, 'rowRestore'],
      ['E.i', 1, 'rowDelete'],
      ['E.i', 1, 'rowAdd'],
      ['E.i.1.1a', 1, 'add'],
    ]);
  });

  it('tells the changes of one item in one row alone', async () => {
    const { caseKey } = await world.aCase();
    for (const value of ['a', 'b'])
      await world.save(caseKey, 'AE', [itemValue('E.i.1.1a', [0], value)], { rowNo: 0 });
    await world.save(caseKey, 'AE', [itemValue('E.i.1.1a', [2], 'c')], { rowNo: 2 });
    const query = { itemId: 'E.i.1.1a', rowNo: 2 };
    const { data } = await world.server.call(readItemAudit, {
      params: { caseKey },
      query,
      token: world.reader,
    });
    expect(data.listInfo.map(({ no, oldValue, value }) => [no, oldValue, value])).toEqual([
      [2, 'b', 'c'],
      [1, null, 'b'],
    ]);
  });

  it('has nothing of a save that was refused', async () => {
    const caseKey = await aHistory(1);
    const before = await world.audit(caseKey);
    await world.save(caseKey, 'DM', [itemValue('D.1', [], 'B'), itemValue('D.4', [], 'x'.repeat(500))]);
    await world.save(caseKey, 'DM', [itemValue('D.1', [], 'C')], { retrievedAt: '2000-01-01T00:00:00Z' });
    expect(await world.audit(caseKey)).toEqual(before);
  });

  it('tells what was handed out, with the version it was', async () => {
    const { caseKey } = await world.aCase();
    await world.query((trx) =>
      recordDistribution(trx, world.server.deps, {
        sponsorKey: 1,
        caseKey,
        at: new Date(),
        user: { userKey: 1, userId: 'case.editor', userName: 'Mina Park' },
        reportId: 'XML',
        receiver: 'MFDS',
      }),
    );
    const { data } = await world.server.call(readDistributionHistory, {
      params: { caseKey },
      token: world.reader,
    });
    expect(data.listInfo).toMatchObject([
      { userId: 'case.editor', reportId: 'XML', receiver: 'MFDS', versionNo: 1 },
    ]);
    expect((await world.audit(caseKey))[0]).toMatchObject({ action: 'download', value: 'XML (MFDS)' });
    expect(await verify(caseKey)).toMatchObject({ whole: true, saves: 2 });
  });
});

describe('the database', () => {
  const statements = [
    'update audit_save set reason = $1',
    'delete from audit_save',
    'update audit_entry set value = $1',
    'delete from audit_entry',
    'truncate audit_entry',
    'truncate audit_save',
    'update catalogue_version set version = $1',
  ];

  it.each(statements)('refuses the application "%s"', async (statement) => {
    await aHistory(1);
    const run = world.query((trx) => sql.raw(statement.replace('$1', `'x'`)).execute(trx));
    await expect(run).rejects.toThrow(/permission denied/);
  });

  it.each(statements.slice(0, 6))('refuses its owner, too, "%s"', async (statement) => {
    await aHistory(1);
    const run = world.query(async (trx) => {
      await sql`set local role none`.execute(trx);
      await sql.raw(statement.replace('$1', `'x'`)).execute(trx);
    });
    await expect(run).rejects.toThrow(/append only/);
  });
});

describe('the chain', () => {
  it('is whole after saves by many at once', async () => {
    const { caseKey } = await world.aCase();
    await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        world.save(caseKey, 'AE', [itemValue('E.i.1.1a', [0], `x${at}`)], { rowNo: 0 }),
      ),
    );
    expect(await verify(caseKey)).toMatchObject({
      whole: true,
      saves: 13,
      brokenAt: null,
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('is walked to its end, however long it is', async () => {
    const { caseKey } = await world.aCase();
    await world.query(async (trx) => {
      const user = { userKey: null, userId: 'robot', userName: 'Robot' };
      const handOut = { sponsorKey: 1, caseKey, at: new Date(), user, reportId: 'XML', receiver: null };
      for (let at = 0; at < 450; at += 1) await recordDistribution(trx, world.server.deps, handOut);
    });
    expect(await verify(caseKey)).toMatchObject({ whole: true, saves: 451 });
    const forged = sql`update audit_save set user_name = 'x' where scope_key = ${caseKey} and save_no = 420`;
    await asSuperuser(world, (trx) => forged.execute(trx));
    expect(await verify(caseKey)).toMatchObject({ whole: false, saves: 419, brokenAt: 420 });
  });

  it.each<[string, string, number]>([
    [
      'a value',
      `update audit_entry set value = 'forged' where scope_key = $1 and save_no = 3 and entry_no = 1`,
      3,
    ],
    [
      'an old value',
      `update audit_entry set old_value = 'forged' where scope_key = $1 and save_no = 3 and entry_no = 1`,
      3,
    ],
    ['a reason', `update audit_save set reason = 'forged' where scope_key = $1 and save_no = 2`, 2],
    ['a user', `update audit_save set user_name = 'forged' where scope_key = $1 and save_no = 2`, 2],
    ['a time', `update audit_save set at = at + interval '1 ms' where scope_key = $1 and save_no = 2`, 2],
    ['a link', `update audit_save set prev_hash = repeat('f', 64) where scope_key = $1 and save_no = 2`, 2],
    [
      'an entry that is gone',
      `delete from audit_entry where scope_key = $1 and save_no = 3 and entry_no = 2`,
      3,
    ],
    [
      'an entry that came later',
      `insert into audit_entry select sponsor_key, scope, scope_key, save_no, 9, page, item_id, row_no, row_no2, row_no3, action from audit_entry where scope_key = $1 and save_no = 3 and entry_no = 1`,
      3,
    ],
    ['a save that is gone', `delete from audit_save where scope_key = $1 and save_no = 2`, 2],
    [
      'the last save that is gone',
      `with e as (delete from audit_entry where scope_key = $1 and save_no = 4) delete from audit_save where scope_key = $1 and save_no = 4`,
      4,
    ],
    [
      'a whole trail that is gone',
      `with e as (delete from audit_entry where scope_key = $1) delete from audit_save where scope_key = $1`,
      1,
    ],
  ])('shows %s', async (_what, statement, brokenAt) => {
    const caseKey = await aHistory(3);
    expect(await verify(caseKey)).toMatchObject({ whole: true, saves: 4 });
    await asSuperuser(world, (trx) => sql.raw(statement.replaceAll('$1', String(caseKey))).execute(trx));
    expect(await verify(caseKey)).toMatchObject({ whole: false, brokenAt });
  });
});
