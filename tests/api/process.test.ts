/** The program as an operator meets it: what it prints, how it ends, what it refuses. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { signIn } from '../../shared/contract/auth.ts';
import { listCases } from '../../shared/contract/cases.ts';
import { SetupProblem } from '../../server/settings.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { makeCall, startTestServer } from './harness.ts';
import { demoDataDir } from '../demoData.ts';
import { placeInMemory, testDataDir } from '../testDataDir.ts';
import { addressOf, endProgram, printed, runProgram, type Program } from './program.ts';
import { installedPostgres, systemDatabase } from './systemDatabase.ts';

const dirs: string[] = [];
const programs: Program[] = [];
afterEach(async () => {
  for (const program of programs.splice(0)) await endProgram(program);
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** How starts on the same data directory are ended, one after another; a terminal sends two SIGINT. */
const ENDS: readonly NodeJS.Signals[][] = [['SIGTERM'], ['SIGKILL'], ['SIGINT', 'SIGINT']];

function toRemove(dir: string): string {
  dirs.push(dir);
  return dir;
}

const newDir = (): string => toRemove(testDataDir(placeInMemory()));
/** Of a program that was here before: what is looked at is no first start. */
const usedDir = (): string => toRemove(demoDataDir());

function run(env: Record<string, string>): Program {
  const program = runProgram(env);
  programs.push(program);
  return program;
}

const enter = (url: string, userId = 'case.editor') =>
  makeCall(url, signIn, { body: { userId, password: DEMO_PASSWORD } });

/** The program refuses to start: exit code 2 and one line that says why. */
async function refuses(env: Record<string, string>, why: RegExp): Promise<void> {
  const program = run(env);
  expect(await program.ended).toBe(2);
  expect(program.stderr().trimEnd().split('\n')).toEqual([expect.stringMatching(why)]);
  expect(program.stdout()).toBe('');
}

/** The same in this process: the program prints the message of a `SetupProblem`. */
async function isRefused(env: Record<string, string>, why: RegExp): Promise<void> {
  const started = startTestServer({ env }).then((server) => server.stop());
  await expect(started).rejects.toSatisfy(
    (error) => error instanceof SetupProblem && why.test(error.message) && !error.message.includes('\n'),
  );
}

describe('a start', () => {
  it('prints address and demo accounts, seeds the demo once, and ends with 0 when it is told to', async () => {
    const DATA_DIR = newDir();
    const counts: number[] = [];
    for (const [at, signals] of ENDS.entries()) {
      const program = run({ DATA_DIR });
      const url = await addressOf(program);
      await printed(program, /case\.editor/);
      const [first, second = '', ...rest] = program.stdout().trimEnd().split('\n');
      expect([first, rest]).toEqual([`Casewright is listening on ${url}`, []]);
      for (const account of ['sponsor.admin', 'case.editor', 'case.reader', 'system.admin', DEMO_PASSWORD])
        expect(second).toContain(account);
      const { status, data } = await enter(url);
      expect(status).toBe(200);
      counts.push((await makeCall(url, listCases, { token: data.token })).data.pageInfo.totalCount);
      for (const signal of signals) program.process.kill(signal);
      const isKilled = signals.includes('SIGKILL');
      expect([at, await program.ended]).toEqual([at, isKilled ? null : 0]);
      if (isKilled) continue;
      expect(program.stderr()).toBe('');
      expect(readdirSync(DATA_DIR)).not.toContain('casewright.lock');
      expect(readdirSync(join(DATA_DIR, 'postgres'))).not.toContain('postmaster.pid');
    }
    expect(counts).toEqual(ENDS.map(() => counts[0]));
  });

  it('ends with 0 when it is told to stop while it starts', async () => {
    const DATA_DIR = newDir();
    const program = run({ DATA_DIR });
    while (!existsSync(join(DATA_DIR, 'casewright.lock'))) await new Promise((wake) => setTimeout(wake, 10));
    program.process.kill('SIGTERM');
    expect(await program.ended).toBe(0);
    expect(readdirSync(DATA_DIR)).not.toContain('casewright.lock');
  });

  it('without the demo prints a link that makes the first administrator', async () => {
    const program = run({ DATA_DIR: newDir(), CASEWRIGHT_DEMO: '0' });
    const url = await addressOf(program);
    expect(await printed(program, /(http:\S+\/set-up\/[\w-]{43})$/m)).toContain(url);
    expect(program.stdout()).not.toContain(DEMO_PASSWORD);
    expect((await enter(url)).status).toBe(401);
  });

  it('as a worker does not listen', async () => {
    const program = run({ DATA_DIR: usedDir(), ROLE: 'worker' });
    await printed(program, /^Casewright works without listening \(ROLE worker\)$/m);
    program.process.kill('SIGTERM');
    expect(await program.ended).toBe(0);
  });
});

describe('a start is refused', () => {
  it.each<[string, Record<string, string>, RegExp]>([
    ['a port that is no number', { PORT: 'eighty' }, /PORT is 'eighty'/],
    ['a role nobody knows', { ROLE: 'boss' }, /ROLE is 'boss'.*all, api, worker/],
    ['a switch that is neither', { CASEWRIGHT_DEMO: 'perhaps' }, /CASEWRIGHT_DEMO is 'perhaps'/],
    [
      'a database address of another kind',
      { DATABASE_URL: 'mysql://x:secret@y/z' },
      /DATABASE_URL must look like/,
    ],
  ])('with %s', async (_what, env, why) => {
    await refuses({ DATA_DIR: newDir(), ...env }, why);
  });

  it('with a host of another machine', async () => {
    await isRefused({ HOST: '203.0.113.7' }, /does not belong to this machine/);
  });

  it('with a database that does not answer', async () => {
    await isRefused({ DATABASE_URL: 'postgres://x:secret@127.0.0.1:1/z' }, /database cannot be reached/);
  });

  it('with a data directory that is a file', async () => {
    const file = join(newDir(), 'file');
    writeFileSync(file, '');
    await isRefused({ DATA_DIR: file }, /DATA_DIR .*file cannot be made or written/);
  });

  const readOnly = mkdtempSync(join(tmpdir(), 'casewright-read-only-'));
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', readOnly]).status === 0;
  afterAll(() => {
    if (isMounted) spawnSync('umount', [readOnly]);
    rmSync(readOnly, { recursive: true });
  });
  it.skipIf(!isMounted).each([[], ['data'], ['a', 'data']])(
    'with a data directory on a disk that cannot be written',
    async (...below) => {
      await isRefused({ DATA_DIR: join(readOnly, ...below) }, /cannot be made or written \(EROFS\)/);
    },
  );

  it.skipIf(!isMounted)('with a WAL archive on a disk that cannot be written', async () => {
    const CASEWRIGHT_WAL_ARCHIVE = join(readOnly, 'a', 'wal');
    await isRefused(
      { DATA_DIR: newDir(), CASEWRIGHT_WAL_ARCHIVE },
      /WAL_ARCHIVE .* cannot be made or written \(EROFS\)/,
    );
  });

  it('with a WAL archive that is a file', async () => {
    const DATA_DIR = newDir();
    const file = join(newDir(), 'file');
    writeFileSync(file, '');
    const CASEWRIGHT_WAL_ARCHIVE = join(file, 'wal');
    await isRefused(
      { DATA_DIR, CASEWRIGHT_WAL_ARCHIVE },
      /CASEWRIGHT_WAL_ARCHIVE .* cannot be made or written/,
    );
  });

  it('on a directory that another process holds', async () => {
    const DATA_DIR = usedDir();
    const first = await startTestServer({ env: { DATA_DIR } });
    try {
      await refuses({ DATA_DIR }, /already runs on the data directory .*process \d+/);
      expect((await enter(first.url)).status).toBe(200);
    } finally {
      await first.stop();
    }
  });

  it('on a port that another program holds, leaving no database behind', async () => {
    const holder = createServer();
    await new Promise<void>((done) => holder.listen(0, '127.0.0.1', done));
    const { port } = holder.address() as AddressInfo;
    const DATA_DIR = usedDir();
    await refuses({ DATA_DIR, PORT: String(port) }, new RegExp(`127\\.0\\.0\\.1:${port} is taken`));
    expect(readdirSync(join(DATA_DIR, 'postgres'))).not.toContain('postmaster.pid');
    holder.close();
  });
});

describe.skipIf(installedPostgres.length === 0)('with a PostgreSQL of the system', () => {
  it.each(installedPostgres)('works over DATABASE_URL, two processes at once: %s', async (bin) => {
    const { url: DATABASE_URL, stop } = await systemDatabase(bin, newDir());
    try {
      const DATA_DIR = newDir();
      const both = [
        run({ DATA_DIR, DATABASE_URL, CASEWRIGHT_DEMO: '1' }),
        run({ DATA_DIR, DATABASE_URL, CASEWRIGHT_DEMO: '1' }),
      ];
      const [first = '', second = ''] = await Promise.all(both.map((program) => addressOf(program)));
      const { data } = await enter(first);
      expect((await makeCall(second, listCases, { token: data.token })).status).toBe(200);
      for (const program of both) {
        program.process.kill('SIGTERM');
        expect(await program.ended).toBe(0);
      }
    } finally {
      stop();
    }
  });
});
