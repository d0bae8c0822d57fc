/** The program while its database fails: it answers 503, loses no acknowledged save, and recovers by itself. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startEmbedded, type EmbeddedDatabase } from '../../server/storage/embedded/startEmbedded.ts';
import { copyDirectory } from '../copyDirectory.ts';
import { demoDataDir } from '../demoData.ts';
import { makeDisk } from './disk.ts';
import { eventually } from './harness.ts';
import { addressOf, endProgram, runProgram, type Program } from './program.ts';
import { runSql } from './runSql.ts';
import { saveSteadily, type SteadySaves } from './steadySaves.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

/** The demo, as a program with an embedded database finds it. */
function dataDir(): string {
  const dir = demoDataDir();
  undo.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function startProgram(env: Record<string, string>): Promise<{ program: Program; url: string }> {
  const program = runProgram(env);
  undo.push(() => endProgram(program));
  return { program, url: await addressOf(program) };
}

const postmasterOf = (dir: string): number =>
  Number(readFileSync(join(dir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);

/** The lines that the program logged at the levels `warn` and above. */
const logged = ({ stderr }: Program): string[] =>
  stderr()
    .split('\n')
    .slice(0, -1)
    .map((line) => (JSON.parse(line) as { msg: string }).msg);

/** Saves that failed were refused because of the database, with the time of the next attempt. */
function expectDatabaseRefusals({ refused }: SteadySaves): void {
  const others = refused.filter(
    ({ status, errCode, retryAfter }) =>
      status !== 503 || !/^(NO_DATABASE|OUTCOME_UNKNOWN)$/.test(errCode ?? '') || !retryAfter,
  );
  expect(others).toEqual([]);
}

const LOST = 'the database is not available: requests are answered with 503';
const BACK = 'the database is available again';

it('starts its database again after kill -9, and loses no acknowledged save', async () => {
  const DATA_DIR = dataDir();
  const { program, url } = await startProgram({ DATA_DIR });
  const saves = await saveSteadily(() => url);
  await saves.goOn();
  const killed = postmasterOf(DATA_DIR);
  process.kill(killed, 'SIGKILL');
  await eventually(() => expect(saves.refused.length).toBeGreaterThan(0));
  await saves.goOn();
  await eventually(() => expect(logged(program)).toContain(BACK));

  expectDatabaseRefusals(saves);
  expect(saves.unanswered()).toBe(0);
  expect(postmasterOf(DATA_DIR)).not.toBe(killed);
  expect(logged(program).toSorted()).toEqual(
    [
      LOST,
      BACK,
      'the embedded PostgreSQL ended unexpectedly and is started again',
      'the embedded PostgreSQL runs again',
      'jobs are not announced for a while; they are found by polling',
    ].toSorted(),
  );
  await saves.verify();
  program.process.kill('SIGTERM');
  expect(await program.ended).toBe(0);
  expect(existsSync(join(DATA_DIR, 'postgres', 'postmaster.pid'))).toBe(false);
});

/** Of a busy machine until a table needs more room than it has. */
const FILLING_MS = 240_000;

it(
  'refuses while the disk is full, and goes on when there is room again',
  { timeout: 2 * FILLING_MS },
  async ({ skip }) => {
    const disk = makeDisk();
    if (!disk) return skip('needs root, loop devices and ext4');
    undo.push(() => disk.remove());
    const DATA_DIR = join(disk.dir, 'data');
    mkdirSync(DATA_DIR);
    copyDirectory(dataDir(), DATA_DIR);
    const { program, url } = await startProgram({ DATA_DIR });
    const saves = await saveSteadily(() => url);
    await saves.goOn();
    const empty = disk.fill();
    await expect.poll(() => saves.refused.length, { timeout: FILLING_MS }).toBeGreaterThan(2);
    empty();
    await saves.goOn();
    expectDatabaseRefusals(saves);
    expect(logged(program).filter((line) => line === LOST)).toHaveLength(1);
    await saves.verify();
  },
);

describe('over DATABASE_URL', () => {
  let dir: string;
  let database: EmbeddedDatabase;
  let program: Program;
  let url: string;
  let saves: SteadySaves;
  /** lines that were logged before the test */
  let before: number;
  const loggedSince = () => logged(program).slice(before);

  beforeAll(async () => {
    dir = demoDataDir();
    database = await startEmbedded(dir);
    program = runProgram({ DATA_DIR: dir, DATABASE_URL: database.url, CASEWRIGHT_DEMO: '1' });
    url = await addressOf(program);
  });
  afterAll(async () => {
    await endProgram(program);
    await database.stop();
    rmSync(dir, { recursive: true, force: true });
  });
  beforeEach(async () => {
    before = logged(program).length;
    saves = await saveSteadily(() => url);
    await saves.goOn();
  });

  /** Starts a stopped server again. */
  const startAgain = () => undo.push(database.keepRunning({ error: () => {}, warn: () => {} }));

  it('waits for a PostgreSQL that is stopped and started', async () => {
    await database.stop();
    await eventually(() => expect(saves.refused.length).toBeGreaterThan(2));
    startAgain();
    await saves.goOn();
    expectDatabaseRefusals(saves);
    await eventually(() => expect(loggedSince().filter((line) => line === BACK)).toHaveLength(1));
    expect(loggedSince().filter((line) => line === LOST)).toHaveLength(1);
    await saves.verify();
  });

  it('waits for the promotion of a standby', async () => {
    await database.stop();
    writeFileSync(join(dir, 'postgres', 'standby.signal'), '');
    startAgain();
    await eventually(() => expect(loggedSince().join()).toContain(LOST));
    await eventually(() => runSql(database.url, 'select 1'));
    const refused = saves.refused.length;
    await eventually(() => expect(saves.refused.length).toBeGreaterThan(refused + 3));
    await runSql(database.url, 'select pg_promote()');
    await saves.goOn();
    expectDatabaseRefusals(saves);
    await eventually(() => expect(loggedSince()).toContain(BACK));
    await saves.verify();
  });

  it('survives the end of the connections that it uses', async () => {
    for (let round = 0; round < 10; round += 1) {
      await runSql(
        database.url,
        'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
      );
      await saves.goOn(2);
    }
    expectDatabaseRefusals(saves);
    expect(saves.unanswered()).toBe(0);
    expect(program.process.exitCode).toBeNull();
    await saves.verify();
  });
});
