/** Building indexes again after an upgrade of PostgreSQL, as an operator does. */
import { rmSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import pg from 'pg';
import { demoDatabase, demoDataDir } from '../demoData.ts';
import { addressOf, endProgram, runProgram, type Program } from './program.ts';
import { runSql } from './runSql.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

function run(env: Record<string, string>, ...args: string[]): Program {
  const program = runProgram(env, 'scripts/database.ts', args);
  undo.push(() => endProgram(program));
  return program;
}

async function read<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** The file of each index: another one where it was built again. */
async function filesOf(url: string): Promise<Map<string, number>> {
  const rows = await read<{ name: string; file: number }>(
    url,
    `select relname as name, relfilenode as file from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'i'`,
  );
  return new Map(rows.map(({ name, file }) => [name, file]));
}

const COLLATION_FITS = `select datcollversion is not distinct from pg_database_collation_actual_version(oid) as fits
  from pg_database where datname = current_database()`;

async function outdatedDatabase(): Promise<{ url: string; env: Record<string, string> }> {
  const data = await demoDatabase();
  undo.push(() => data.remove());
  const url = data.env.DATABASE_URL ?? '';
  await runSql(url, `update pg_database set datcollversion = 'former' where datname = current_database()`);
  return { url, env: { ...data.env, DATA_DIR: data.dir } };
}

it('rebuilds what depends on the order of texts, and nothing else', async () => {
  const { url, env } = await outdatedDatabase();
  // as an interrupted rebuild leaves it
  await runSql(
    url,
    'create index pv_case_search_ccnew on pv_case (case_no)',
    `update pg_index set indisvalid = false where indexrelid = 'pv_case_search_ccnew'::regclass`,
  );
  const before = await filesOf(url);
  const program = run(env, 'reindex');
  expect(await program.ended, program.stderr()).toBe(0);
  const after = await filesOf(url);

  const rebuilt = [...after].filter(([name, file]) => before.get(name) !== file).map(([name]) => name);
  // by a text, by pieces of a text, by keys alone, by bytes
  for (const name of ['pv_case_search', 'case_text_count_pairs', 'schema_migration_pkey'])
    expect(rebuilt).toContain(name);
  for (const name of ['pv_case_pkey', 'pv_case_due']) expect(rebuilt).not.toContain(name);
  expect(after.has('pv_case_search_ccnew')).toBe(false);
  expect(await read(url, COLLATION_FITS)).toEqual([{ fits: true }]);
  const lines = program.stdout().trimEnd().split('\n');
  expect(lines.length).toBe(rebuilt.length + 1);
  expect(lines[0]).toMatch(new RegExp(`^1 of ${rebuilt.length}: public\\.\\w+, [\\d.]+ s$`));
});

it('rebuilds all beside a server that serves', async () => {
  const { url, env } = await outdatedDatabase();
  const server = runProgram(env);
  undo.push(() => endProgram(server));
  const address = await addressOf(server);
  const before = await filesOf(url);
  const program = run(env, 'reindex', '--all');
  expect(await program.ended, program.stderr()).toBe(0);
  const after = await filesOf(url);
  expect([...after].filter(([name, file]) => before.get(name) === file)).toEqual([]);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
});

it('names the index that the former order let duplicates into, rebuilds the others, and notes no new version', async () => {
  const { url, env } = await outdatedDatabase();
  await runSql(
    url,
    'create table twice (name text)',
    `insert into twice values ('a'), ('a')`,
    'create index twice_name on twice (name)',
    `update pg_index set indisunique = true where indexrelid = 'twice_name'::regclass`,
  );
  const program = run(env, 'reindex');
  expect(await program.ended).toBe(1);
  expect(program.stderr()).toMatch(/^public\.twice_name was not built again: could not create unique index/);
  expect(program.stdout()).toMatch(/^1 were NOT built again$/m);
  expect(await read(url, COLLATION_FITS)).toEqual([{ fits: false }]);
  expect([...(await filesOf(url)).keys()].filter((name) => name.includes('_cc'))).toEqual([]);
});

it('works on the embedded database while no server runs on it', async () => {
  const DATA_DIR = demoDataDir();
  undo.push(() => rmSync(DATA_DIR, { recursive: true, force: true }));
  const program = run({ DATA_DIR }, 'reindex');
  expect(await program.ended, program.stderr()).toBe(0);
  expect(program.stdout()).toContain('All of these indexes were built again');
});

it.each([[[]], [['vacuum']], [['reindex', '--some']]])('shows its usage for %o', async (args) => {
  const program = run({}, ...args);
  expect(await program.ended).toBe(2);
  expect(program.stderr()).toMatch(/^Usage: npm run database/m);
});
