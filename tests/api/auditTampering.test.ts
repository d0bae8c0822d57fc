/** The law of verification: no case differs as it was made; whatever of it is changed in the database, the case differs. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { caseChain } from '../../server/audit/auditEntry.ts';
import { verifyCase } from '../../server/audit/verifyCase.ts';
import { verifyInstallation } from '../../server/audit/verifyInstallation.ts';
import { seedManyCases } from '../../server/seed/manyCases.ts';
import type { Trx } from '../../server/storage/database.ts';
import { asSuperuser, itemValue, startCaseWorld, type CaseWorld } from './caseWorld.ts';

const PATIENCE_MS = 240_000;
const RUNS = 150;

let world: CaseWorld;
beforeAll(async () => {
  world = await startCaseWorld({ ROLE: 'api' });
});
afterAll(() => world.server.stop());

const lines = async () => (await verifyInstallation(world.server.deps)).lines;

it('finds no difference in the demo, nor in invented cases', { timeout: PATIENCE_MS }, async () => {
  await seedManyCases(world.server.deps, { count: 60, stories: 10 });
  expect((await lines()).filter((line) => !line.endsWith(' 0 differ'))).toEqual([
    expect.stringMatching(/^anchor file .*: \d+ records$/),
  ]);
});

interface Column {
  name: string;
  type: string;
}

/** What is stored of a case, and what of it the audit trail does not record. */
const TABLES = [
  { table: 'audit_save', key: 'scope_key', without: [] },
  { table: 'audit_entry', key: 'scope_key', without: [] },
  { table: 'audit_head', key: 'scope_key', without: ['anchored'] },
  { table: 'case_page_row', key: 'case_key', without: [] },
] as const;

/** Of a page that is one form these mean nothing. */
const OF_ROWS = ['row_id', 'sort', 'deleted'];

const columnsOf = async (trx: Trx, table: string): Promise<Column[]> =>
  (
    await sql<Column>`
      select attname as name, atttypid::regtype::text as type from pg_attribute
      where attrelid = ${table}::regclass and attnum > 0 and not attisdropped order by attnum`.execute(trx)
  ).rows;

/** Another value of a column. */
const OTHER: Record<string, (column: string) => string> = {
  integer: (name) => `coalesce(${name}, 0) + 1000003`,
  bigint: (name) => `coalesce(${name}, 0) + 1000003`,
  'double precision': (name) => `${name} + 1`,
  text: (name) => `coalesce(${name}, '') || 'x'`,
  boolean: (name) => `not ${name}`,
  uuid: () => 'gen_random_uuid()',
  'timestamp(3) with time zone': (name) => `${name} + interval '1 ms'`,
  'timestamp with time zone': (name) => `${name} + interval '1 ms'`,
  jsonb: (name) => `coalesce(${name}, '{}') || '{"forged": 1}'`,
};

type Pick = <T>(list: readonly T[]) => T;

/** A document with a part that is another one, or gone; null: the document has no such part. */
function otherDocument(pick: Pick, name: string, document: Record<string, Record<string, unknown>>) {
  const held = Object.entries(document).filter(
    ([, part]) => name === 'rows' || [part['v'], part['nf'], part['n']].some((value) => value !== null),
  );
  if (held.length === 0) return null;
  const [key, part] = pick(held);
  if (pick([true, false, false])) {
    const { [key]: _gone, ...rest } = document;
    return rest;
  }
  const parts: Record<string, unknown>[] =
    name === 'rows'
      ? [
          { id: 'forged' },
          { sort: Number(part['sort']) + 1 },
          { del: part['del'] !== true },
          { at: '2001-01-01T00:00:00.000Z' },
          { by: 'forged' },
        ]
      : [
          { v: `${String(part['v'])}x` },
          { nf: `${String(part['nf'])}x` },
          { n: 'forged' },
          { p: { size: -1 } },
          { at: '2001-01-01T00:00:00.000Z' },
          { by: 'forged' },
        ];
  return { ...document, [key]: { ...part, ...pick(parts) } };
}

/** Changes something at random. Answers what, or null where there was nothing to change. */
async function tamper(trx: Trx, pick: Pick, caseKey: number): Promise<string | null> {
  const { table, key, without } = pick(TABLES);
  const { rows } = await sql<Record<string, unknown> & { tid: string }>`
    select t.*, ctid::text as tid from ${sql.table(table)} t
    where ${sql.ref(key)} = ${caseKey} ${table === 'case_page_row' ? sql`and (items <> '{}' or rows <> '{}')` : sql`and scope = 'case'`}`.execute(
    trx,
  );
  const row = pick(rows);
  if (pick([true, ...Array<boolean>(9).fill(false)])) {
    await sql`delete from ${sql.table(table)} where ctid = ${row.tid}::tid`.execute(trx);
    return `${table} deleted`;
  }
  const excluded: readonly string[] = [...without, ...(row['row_group'] === null ? OF_ROWS : [])];
  const column = pick((await columnsOf(trx, table)).filter(({ name }) => !excluded.includes(name)));
  const set = sql`update ${sql.table(table)} set ${sql.ref(column.name)}`;
  if (table === 'case_page_row' && column.type === 'jsonb') {
    const other = otherDocument(
      pick,
      column.name,
      row[column.name] as Record<string, Record<string, unknown>>,
    );
    if (!other) return null;
    await sql`${set} = ${JSON.stringify(other)}::jsonb where ctid = ${row.tid}::tid`.execute(trx);
  } else {
    const other = OTHER[column.type]?.(column.name);
    if (other === undefined) throw new Error(`no other value for ${column.type}`);
    await sql`${set} = ${sql.raw(other)} where ctid = ${row.tid}::tid`.execute(trx);
  }
  return `${table}.${column.name} of ${JSON.stringify(row)}`;
}

class Undo extends Error {}

it('finds whatever is changed in the database', { timeout: PATIENCE_MS }, async () => {
  const { caseKey } = await world.aCase();
  const { save } = world;
  await save(caseKey, 'DM', [
    itemValue('D.1', [], { value: 'A', notation: '가' }),
    itemValue('D.4', [], '170'),
  ]);
  await save(caseKey, 'DM', [itemValue('D.4', [], { nullFlavor: 'UNK' })]);
  await save(caseKey, 'AE', [itemValue('E.i.1.1a', [0], 'x')], { rowNo: 0 });
  await save(caseKey, 'AE', [itemValue('E.i.1.1a', [0], 'y')], { rowNo: 0 });
  await save(caseKey, 'NR', [itemValue('H.1', [], 'story')]);
  const { keys, chain } = { keys: world.server.deps.auditKeys, chain: caseChain(1, caseKey) };
  const report = (trx: Trx) => verifyCase(trx, chain, { keys, anchored: null });
  expect(await world.query(report)).toMatchObject({ whole: true, differences: [] });
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat({ max: 1_000_000 })), async (numbers) => {
      const pick: Pick = (list) => {
        const found = list[Number(numbers.next().value) % list.length];
        if (found === undefined) throw new Error('there is nothing to choose from');
        return found;
      };
      let what: string | null = null;
      let whole = true;
      await asSuperuser(world, async (trx) => {
        what = await tamper(trx, pick, caseKey);
        ({ whole } = await report(trx));
        throw new Undo();
      }).catch((error: unknown) => {
        if (!(error instanceof Undo)) throw error;
      });
      if (what === null) return;
      changed += 1;
      expect(whole, what).toBe(false);
    }),
    { numRuns: RUNS },
  );
  expect(changed).toBeGreaterThan(RUNS / 2);
  expect(await world.query(report)).toMatchObject({ whole: true });
});
