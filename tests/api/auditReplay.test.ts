/** What the audit trail has recorded is compared with all that is stored of a case: behind it nothing can be changed. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCase, createFollowUp, routeCase } from '../../shared/contract/index.ts';
import { caseChain } from '../../server/audit/auditEntry.ts';
import { verifyCase, type CaseReport } from '../../server/audit/verifyCase.ts';
import type { Trx } from '../../server/storage/database.ts';
import { asSuperuser, caseWorldOn, itemValue, LATER, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { analystOf, KR, startSchemaWorld, withItem } from './schemaWorld.ts';

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld({ ROLE: 'api' });
});
afterAll(() => world.server.stop());

/** The demo's medical reviewers. */
const REVIEWER = 4;

class Undo extends Error {}

const reportOf = (trx: Trx, caseKey: number, { server } = world): Promise<CaseReport> =>
  verifyCase(trx, caseChain(1, caseKey), {
    keys: server.deps.auditKeys,
    anchored: null,
    catalogue: server.deps.catalogue,
  });

/** The report after the statement, which is undone. */
async function reportAfter(
  caseKey: number,
  statement: (trx: Trx) => Promise<unknown>,
  of = world,
): Promise<CaseReport> {
  let report: CaseReport | undefined;
  await asSuperuser(of, async (trx) => {
    await statement(trx);
    report = await reportOf(trx, caseKey, of);
    throw new Undo();
  }).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  if (!report) throw new Error('nothing was verified');
  return report;
}

const WHOLE = { whole: true, problem: null, differences: [] };
const differs = (...differences: object[]) => ({ whole: false, problem: 'content', differences });

async function columnsOf(table: string): Promise<{ name: string; type: string }[]> {
  const { rows } = await sql<{ name: string; type: string }>`
    select attname as name, atttypid::regtype::text as type from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(world.server.db);
  return rows;
}

const other = (name: string, type: string): string => {
  if (type === 'boolean') return `not coalesce(${name}, false)`;
  if (type === 'text[]') return `${name} || array['RE']`;
  if (type.endsWith('[]')) return `${name} || array[1]::${type}`;
  if (type.startsWith('timestamp')) return `coalesce(${name}, now()) + interval '1 ms'`;
  if (type === 'character') return `case ${name} when 'Y' then 'N' else 'Y' end`;
  if (type === 'text') return `coalesce(${name}, '') || 'x'`;
  return `coalesce(${name}, 0) + 1000003`;
};

/** A case with content, reviewed and locked under signatures. */
async function aSignedCase(): Promise<number> {
  const { caseKey } = await world.aCase();
  await world.save(caseKey, 'CI', [itemValue('C.1.4', [], '20240101'), itemValue('C.1.8.1', [], 'KR-1')]);
  await world.save(caseKey, 'DM', [itemValue('D.1', [], 'A.B.')]);
  await world.save(caseKey, 'AE', [itemValue('E.i.1.1a', [0], 'Cough')], { rowNo: 0 });
  expect((await world.status(caseKey, 'REVIEW', 'Y')).status).toBe(200);
  expect((await world.status(caseKey, 'LOCK', 'Y')).status).toBe(200);
  return caseKey;
}

/**
 * Columns that are no record: they follow from the record and from the masters, reporting rules, due days and order of steps
 * of the sponsor, or tell attempts of a caller apart.
 */
const NO_RECORD = new Set([
  'completeness',
  'creation_key',
  'due_date',
  'finished_at',
  'owed',
  'product_keys',
  'receiver_behind',
  'received_day',
  'registered_day',
  'first_received_day',
  'study_keys',
  'workflow_due_at',
  'workflow_returned',
]);

/** A check of the table allows one value only. */
const CONSTANT = new Set(['sender_kind']);

describe('a version', () => {
  it('is found to differ in whichever column was changed', async () => {
    const caseKey = await aSignedCase();
    expect(await world.query((trx) => reportOf(trx, caseKey))).toMatchObject(WHOLE);
    const missed: string[] = [];
    for (const { name, type } of await columnsOf('pv_case')) {
      if (NO_RECORD.has(name) || CONSTANT.has(name)) continue;
      const { whole } = await reportAfter(caseKey, (trx) =>
        sql`update pv_case set ${sql.ref(name)} = ${sql.raw(other(name, type))}
          where sponsor_key = 1 and case_key = ${caseKey}`.execute(trx),
      );
      if (whole) missed.push(name);
    }
    expect(missed).toEqual([]);
  });

  it('names the column', async () => {
    const caseKey = await aSignedCase();
    const unlock = (trx: Trx) =>
      sql`update pv_case set locked = false where sponsor_key = 1 and case_key = ${caseKey}`.execute(trx);
    expect(await reportAfter(caseKey, unlock)).toMatchObject(differs({ caseKey, column: 'locked' }));
  });
});

describe('a signature', () => {
  it('is found to differ in whichever column was changed, to be missing, or to be forged', async () => {
    const caseKey = await aSignedCase();
    const missed: string[] = [];
    const attempt = async (name: string, statement: (trx: Trx) => Promise<unknown>) => {
      if ((await reportAfter(caseKey, statement)).whole) missed.push(name);
    };
    for (const { name, type } of await columnsOf('signature'))
      // the number of the row is no part of the signature
      if (name !== 'signature_key')
        await attempt(name, (trx) =>
          sql`update signature set ${sql.ref(name)} = ${sql.raw(other(name, type))}
            where sponsor_key = 1 and case_key = ${caseKey} and status_id = 'LOCK'`.execute(trx),
        );
    await attempt('removed', (trx) =>
      sql`delete from signature where sponsor_key = 1 and case_key = ${caseKey}`.execute(trx),
    );
    await attempt('forged', (trx) =>
      sql`insert into signature (sponsor_key, case_key, scope, scope_key, save_no, status_id, meaning, user_key,
            user_id, user_name, at, signed_save_no, signed_hash)
          select sponsor_key, case_key, scope, scope_key, 1, status_id, meaning, user_key, user_id, user_name, at,
            signed_save_no, signed_hash from signature where case_key = ${caseKey} limit 1`.execute(trx),
    );
    expect(missed).toEqual([]);
  });
});

const forged =
  (caseKey: number, itemId: string, part = 'v') =>
  (trx: Trx) =>
    sql`update case_page_row set items = (select jsonb_object_agg(key,
        case when key like ${`${itemId}|%`} then value || jsonb_build_object(${part}::text, 'forged') else value end)
        from jsonb_each(items))
      where sponsor_key = 1 and case_key = ${caseKey} and exists (
        select from jsonb_object_keys(items) k where k like ${`${itemId}|%`})`.execute(trx);

describe('every way a case comes about', () => {
  it.each(['v', 'at', 'by'])('a copy is replayed: %s', async (part) => {
    const source = await aSignedCase();
    const { data } = await world.server.call(addCase, {
      body: { copyOf: { caseKey: source, attachments: true } },
      token: world.editor,
    });
    const { caseKey } = data;
    expect(await world.query((trx) => reportOf(trx, caseKey))).toMatchObject(WHOLE);
    expect(await reportAfter(caseKey, forged(caseKey, 'D.1', part))).toMatchObject(
      differs({ caseKey, itemId: 'D.1' }),
    );
    expect(await reportAfter(source, forged(caseKey, 'D.1', part))).toMatchObject(WHOLE);
  });

  it('a follow-up and a nullification are replayed, with the authors of what they continue', async () => {
    const first = await aSignedCase();
    const next = async (caseKey: number, body: object) =>
      (await world.server.call(createFollowUp, { params: { caseKey }, body, token: world.second })).data
        .caseKey;
    const second = await next(first, { reason: 'more' });
    await world.save(second, 'DM', [itemValue('D.4', [], '170')]);
    const last = await next(second, { reason: '', nullification: { code: '1', reason: 'mistake' } });
    expect(await world.query((trx) => reportOf(trx, first))).toMatchObject(WHOLE);
    for (const [caseKey, itemId] of [
      [second, 'D.4'],
      [last, 'D.1'],
      [last, 'C.1.11.1'],
    ] as const)
      for (const part of ['v', 'at', 'by'])
        expect(await reportAfter(first, forged(caseKey, itemId, part))).toMatchObject(
          differs({ caseKey, itemId }),
        );
    const revive = (trx: Trx) =>
      sql`update pv_case set nullification = null where sponsor_key = 1 and case_key = ${last}`.execute(trx);
    expect(await reportAfter(first, revive)).toMatchObject(
      differs({ caseKey: last, column: 'nullification' }),
    );
  });

  it('a routing is replayed', async () => {
    const { caseKey } = await world.aCase();
    const route = { params: { caseKey }, token: world.second };
    const moved = await world.server.call(routeCase, {
      ...route,
      body: {
        workflowInfo: { workflowKey: 'REVIEW', stays: false, roleId: REVIEWER, userKey: null },
        comments: 'done',
        retrievedAt: LATER,
      },
    });
    expect(moved).toMatchObject({ status: 200 });
    expect(await world.query((trx) => reportOf(trx, caseKey))).toMatchObject(WHOLE);
    const missed: string[] = [];
    for (const column of ['workflow_status', 'workflow_role_id', 'workflow_user_key', 'workflow_at']) {
      const { type = '' } = (await columnsOf('pv_case')).find(({ name }) => name === column) ?? {};
      const { whole } = await reportAfter(caseKey, (trx) =>
        sql`update pv_case set ${sql.ref(column)} = ${sql.raw(other(column, type))}
          where sponsor_key = 1 and case_key = ${caseKey}`.execute(trx),
      );
      if (whole) missed.push(column);
    }
    expect(missed).toEqual([]);
  });

  it('a blinded item is replayed', async () => {
    const { caseKey } = await world.aCase();
    await world.save(caseKey, 'DG', [itemValue('G.k.2.2', [0], 'Velanorix')], { rowNo: 0 });
    const blinded = itemValue('FDA.G.k.10a', [1], '1');
    const save = await world.save(caseKey, 'DG', [blinded], { rowNo: 1, token: world.second });
    expect(save.status).toBe(200);
    expect(await world.query((trx) => reportOf(trx, caseKey))).toMatchObject(WHOLE);
    expect(await reportAfter(caseKey, forged(caseKey, 'FDA.G.k.10a'))).toMatchObject(
      differs({ caseKey, itemId: 'FDA.G.k.10a', rowNo: 1 }),
    );
  });

  it('a case is replayed that was saved under several versions of the schema files', async () => {
    const files = await startSchemaWorld();
    const server = await files.start();
    const of = await caseWorldOn(server);
    const { caseKey } = await of.aCase();
    await of.save(caseKey, 'DM', [itemValue('D.1', [], 'A.B.')]);
    const { publish } = await analystOf(server);
    expect((await publish([{ file: KR, text: withItem(files.read(KR), 'KR.NEW') }])).status).toBe(200);
    await of.save(caseKey, 'DM', [itemValue('KR.NEW', [], 'more')]);
    expect(await of.query((trx) => reportOf(trx, caseKey, of))).toMatchObject(WHOLE);
    // an item that the files do not name any longer keeps its values
    expect((await publish([{ file: KR, text: files.read(KR) }])).status).toBe(200);
    await of.save(caseKey, 'DM', [itemValue('D.4', [], '170')]);
    expect(await of.query((trx) => reportOf(trx, caseKey, of))).toMatchObject(WHOLE);
    for (const itemId of ['D.1', 'KR.NEW', 'D.4'])
      expect(await reportAfter(caseKey, forged(caseKey, itemId), of)).toMatchObject(
        differs({ caseKey, itemId }),
      );
    await files.stop();
  });
});
