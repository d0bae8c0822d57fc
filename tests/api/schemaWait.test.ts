/** Processes that do not migrate: they wait for `npm run migrate`, and refuse what no migration of theirs can mend. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { demoDatabase, type ServerData } from '../demoData.ts';
import { eventually } from './harness.ts';
import { addressOf, endProgram, managementOf, printed, runProgram, type Program } from './program.ts';
import { querySql, runSql } from './runSql.ts';

const LAST = '0046_request_of_job';

const undo: (() => unknown)[] = [];
let data: ServerData;
beforeEach(async () => {
  data = await demoDatabase();
  undo.push(() => data.remove());
});
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

function run(env: Record<string, string>, file?: string): Program {
  const program = runProgram({ ...data.env, DATA_DIR: data.dir, ...env }, file);
  undo.push(() => endProgram(program));
  return program;
}

const runServer = (env: Record<string, string> = {}) =>
  run({ CASEWRIGHT_MIGRATE: '0', MANAGEMENT_PORT: '0', ...env });

const inDatabase = (...statements: string[]) => runSql(data.env.DATABASE_URL ?? '', ...statements);
const undoLastMigration = () =>
  inDatabase(
    'alter table job drop column request_id',
    `delete from schema_migration where version = '${LAST}'`,
  );

it('serves at once where nothing is missing', async () => {
  const program = runServer();
  const ready = await fetch(`${await addressOf(program)}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([
    200,
    { success: true, data: { status: 'ready' } },
  ]);
  expect(program.stdout()).not.toContain('waits');
});

it('waits for the migrations, alive and not ready, and serves when another program has applied them', async () => {
  await undoLastMigration();
  const program = runServer();
  const management = await managementOf(program);
  await printed(
    program,
    new RegExp(`^Casewright waits: .*lacks migrations \\(${LAST}\\); run "npm run migrate"$`, 'm'),
  );
  const [health, ready] = await Promise.all(['/healthz', '/readyz'].map((path) => fetch(management + path)));
  expect([health?.status, ready?.status]).toEqual([200, 503]);
  expect(await ready?.json()).toEqual({ status: 'not ready', reason: 'the process starts' });

  const migration = run({}, 'scripts/migrate.ts');
  expect(await migration.ended).toBe(0);
  expect(migration.stdout()).toBe(`Applied ${LAST}\nThe database has all migrations of this release\n`);
  expect((await fetch(`${await addressOf(program)}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${management}/readyz`)).json()).toEqual({ status: 'ready' });
});

it('is not ready any more when an older database takes the place of its own', async () => {
  const program = runServer();
  const url = await addressOf(program);
  await inDatabase(`delete from schema_migration where version = '${LAST}'`);
  const ready = await fetch(`${url}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([
    503,
    { success: false, errCode: 'NOT_READY', errMsg: `migrations are missing: ${LAST}` },
  ]);
  expect(Number(ready.headers.get('retry-after'))).toBeGreaterThan(0);
});

it('gives up after the time that was set', async () => {
  await undoLastMigration();
  const program = runServer({ CASEWRIGHT_SCHEMA_WAIT_SECONDS: '0' });
  expect(await program.ended).toBe(2);
  expect(program.stderr()).toBe(
    `Casewright did not start: the database lacks migrations (${LAST}); run "npm run migrate"\n`,
  );
});

describe('a database that a newer release has migrated', () => {
  const migrating = { CASEWRIGHT_MIGRATE: '1' };
  it.each([
    ['a process that waits for migrations', {}, undefined],
    ['one that migrates at its start', migrating, undefined],
    ['the command that migrates', migrating, 'scripts/migrate.ts'],
  ])('is refused at once, as it is: %s', async (_who, env, file) => {
    await undoLastMigration();
    await inDatabase(`insert into schema_migration (version, checksum) values ('9999_future', '')`);
    const program = run({ CASEWRIGHT_MIGRATE: '0', ...env }, file);
    expect(await program.ended).toBe(2);
    expect(program.stderr()).toMatch(/a newer release has migrated the database \(9999_future\)/);
    const applied = await querySql(data.env.DATABASE_URL ?? '', 'select version from schema_migration');
    expect(applied).not.toContainEqual({ version: LAST });
  });
});

it('ends with 0 when it is stopped while it waits', async () => {
  await undoLastMigration();
  const program = runServer();
  await printed(program, /waits/);
  program.process.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  expect(program.stderr()).toBe('');
});

it('is not migrated for an account of the application that nobody has created', async () => {
  const owner = data.env.DATABASE_URL ?? '';
  const url = new URL(owner);
  url.username = 'forgotten';
  const program = run({ DATABASE_URL: url.href, MIGRATION_DATABASE_URL: owner }, 'scripts/migrate.ts');
  expect(await program.ended).toBe(2);
  expect(program.stderr()).toBe(
    `the account "forgotten" of DATABASE_URL does not exist; create it: create role "forgotten" login password '...'\n`,
  );
});

it('is migrated by no command but the one that is for it', async () => {
  await undoLastMigration();
  const program = runProgram({ ...data.env, DATA_DIR: data.dir }, 'scripts/audit.ts', ['verify']);
  expect(await program.ended).toBe(2);
  expect(program.stderr()).toBe(`the database lacks migrations (${LAST}); run "npm run migrate"\n`);
});

it('is not made by a command where there is none', async () => {
  const DATA_DIR = join(data.dir, 'mistyped');
  const program = run({ DATABASE_URL: '', DATA_DIR }, 'scripts/migrate.ts');
  expect(await program.ended).toBe(2);
  expect(program.stderr()).toBe(
    `there is no database in DATA_DIR ${DATA_DIR}; set it as the server has it\n`,
  );
  expect(existsSync(DATA_DIR)).toBe(false);
});

describe('a migration that takes long', () => {
  const sleeping = async (): Promise<number[]> => {
    const select = `select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
    return (await querySql<{ pid: number }>(data.env.DATABASE_URL ?? '', select)).map(({ pid }) => pid);
  };
  const begun = async (): Promise<{ program: Program; pid: number }> => {
    await undoLastMigration();
    await inDatabase(
      `create function hold_up() returns event_trigger language plpgsql as $$ begin perform pg_sleep(600); end $$`,
      `create event trigger hold_up on ddl_command_start when tag in ('ALTER TABLE') execute function hold_up()`,
    );
    const program = run({}, 'scripts/migrate.ts');
    const pid = await eventually(async () => {
      const [found] = await sleeping();
      if (found === undefined) throw new Error('nothing is migrated yet');
      return found;
    });
    await inDatabase('drop event trigger hold_up');
    return { program, pid };
  };
  const again = async () => {
    const next = run({}, 'scripts/migrate.ts');
    expect(await next.ended).toBe(0);
    expect(next.stdout()).toContain(`Applied ${LAST}\n`);
  };

  it('ends with its process, and the next one begins it again', async () => {
    const { program } = await begun();
    program.process.kill('SIGKILL');
    await program.ended;
    await again();
    expect(await sleeping()).toEqual([]);
  });

  it('is reported where the database is lost, and begun again', async () => {
    const { program, pid } = await begun();
    await inDatabase(`select pg_terminate_backend(${pid})`);
    expect(await program.ended).toBe(2);
    expect(program.stderr()).toMatch(/^the database was lost while it was migrated: .*; start again: .*\n$/);
    await again();
  });
});
