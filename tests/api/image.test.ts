/**
 * What the Dockerfile puts into the image starts and serves: the same files and packages, without those of development and
 * without PostgreSQL, by an account that may write its data directory only.
 */
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { demoDatabase } from '../demoData.ts';
import { copiedPaths, environmentOf, readDockerfile } from '../pipe/deployment/dockerfile.ts';
import { testDataDir } from '../testDataDir.ts';
import { addressOf, endProgram, managementOf, runCommand, type Program } from './program.ts';

const PROJECT = join(import.meta.dirname, '..', '..');
/** as the Dockerfile says */
const ACCOUNT = 10_001;

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

const stages = readDockerfile(readFileSync(join(PROJECT, 'Dockerfile'), 'utf8'));

/** A directory with the content of the image. */
function imageDir(): string {
  const dir = testDataDir();
  undo.push(() => rmSync(dir, { recursive: true, force: true }));
  for (const path of copiedPaths(stages)) {
    const from = join(PROJECT, path);
    if (path === 'node_modules') linkPackages(join(dir, path));
    // the build of the browser end is no part of these tests
    else if (existsSync(from)) cpSync(from, join(dir, path), { recursive: true });
  }
  return dir;
}

/** Those that the project names for run time; they find their own where they are. */
function linkPackages(folder: string): void {
  const { dependencies } = JSON.parse(readFileSync(join(PROJECT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of Object.keys(dependencies).filter((one) => one !== 'node')) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    symlinkSync(join(PROJECT, 'node_modules', name), join(folder, name));
  }
}

/** Gives a directory with its files to the account; only root can, and others are that account themselves. */
function giveAway(dir: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  for (const path of ['', ...readdirSync(dir, { recursive: true, encoding: 'utf8' })])
    chownSync(join(dir, path), ACCOUNT, ACCOUNT);
  return { uid: ACCOUNT, gid: ACCOUNT };
}

it('migrates, serves and works without PostgreSQL, and without writing to itself', async () => {
  const data = await demoDatabase();
  undo.push(() => data.remove());
  const dir = imageDir();
  const account = giveAway(data.dir);
  const run = (file: string, env: Record<string, string> = {}): Program => {
    const settings = {
      ...environmentOf(stages),
      ...data.env,
      HOST: '127.0.0.1',
      PORT: '0',
      MANAGEMENT_HOST: '127.0.0.1',
      MANAGEMENT_PORT: '0',
      DATA_DIR: data.dir,
      CASEWRIGHT_MIGRATE: '0',
      CASEWRIGHT_DEMO: '0',
    };
    const program = runCommand(process.execPath, [join(dir, file)], { ...settings, ...env }, account);
    undo.push(() => endProgram(program));
    return program;
  };

  const migration = run('scripts/migrate.ts');
  expect(await migration.ended, migration.stderr()).toBe(0);
  const api = run('server/main.ts', { ROLE: 'api' });
  expect((await fetch(`${await addressOf(api)}/readyz`)).status).toBe(200);
  const worker = run('server/main.ts', { ROLE: 'worker' });
  const management = await managementOf(worker);
  await expect.poll(async () => (await fetch(`${management}/readyz`)).status).toBe(200);
  for (const program of [api, worker]) {
    await endProgram(program);
    expect(await program.ended).toBe(0);
    expect(program.stderr()).not.toMatch(/"level":[56]0|Cannot find (module|package)/);
  }
});
