/** Processes on one database, each with a data directory of its own: what is in one directory only, and what they share. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, inject, it } from 'vitest';
import { checkSession, readSetUp, signIn, signOut } from '../../shared/contract/auth.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { demoDatabase } from '../demoData.ts';
import { testDataDir } from '../testDataDir.ts';
import { eventually, makeCall, startTestServer } from './harness.ts';
import { collectLog } from './inProcess.ts';
import { CLIENT_ID, freePort, startOpenIdProvider } from './openIdProvider.ts';
import { addressOf, endProgram, runProgram, type Program } from './program.ts';
import { runSql } from './runSql.ts';

const LONG_WAIT_S = 4;

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

function newDir(): string {
  const dir = testDataDir();
  undo.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A process of its own. */
function start(env: Record<string, string>): Program {
  const program = runProgram({ ROLE: 'api', DATA_DIR: newDir(), ...env });
  undo.push(() => endProgram(program));
  return program;
}

/** In this process; answers its address. */
async function open(env: Record<string, string>): Promise<string> {
  const { url, stop } = await startTestServer({
    env: { ROLE: 'api', DATA_DIR: newDir(), LOG_LEVEL: 'warn', ...env },
  });
  undo.push(stop);
  return url;
}

function logOfServers(): () => string {
  const { text, stop } = collectLog();
  undo.push(stop);
  return text;
}

async function demoEnv(): Promise<Record<string, string>> {
  const data = await demoDatabase();
  undo.push(() => data.remove());
  return data.env;
}

/** A database without any tables. */
async function emptyDatabase(): Promise<string> {
  const { databaseUrl = '' } = inject('demo') ?? {};
  const [maintenance, url] = [new URL(databaseUrl), new URL(databaseUrl)];
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  maintenance.pathname = 'postgres';
  url.pathname = name;
  await runSql(maintenance.href, `create database ${name}`);
  undo.push(() => runSql(maintenance.href, `drop database ${name} with (force)`));
  return url.href;
}

it('each process removes the old uploads of its directory', async () => {
  const DATA_DIR = newDir();
  const [old, recent] = ['old', 'recent'].map((name) => join(DATA_DIR, 'uploads', name));
  for (const folder of [old, recent]) mkdirSync(folder ?? '', { recursive: true });
  const twoDaysAgo = new Date(Date.now() - 2 * 24 * 3_600_000);
  utimesSync(old ?? '', twoDaysAgo, twoDaysAgo);
  // only processes on other machines run jobs
  await open({ ...(await demoEnv()), DATA_DIR });
  await eventually(() => expect(existsSync(old ?? '')).toBe(false));
  expect(existsSync(recent ?? '')).toBe(true);
});

it('processes end sessions together, and count wrong passwords together', async () => {
  const env = await demoEnv();
  // apart from each other: what one keeps in memory the other does not know
  const urls = await Promise.all([open(env), addressOf(start(env))]);
  const [here, there] = urls;
  const enter = (url: string, userId: string, password: string) =>
    makeCall(url, signIn, { body: { userId, password } });
  const { token, userKey, sponsorKey } = (await enter(here, 'case.editor', DEMO_PASSWORD)).data;
  const check = () => makeCall(there, checkSession, { params: { id: String(userKey) }, token });
  expect((await check()).status).toBe(200);
  const ended = await makeCall(here, signOut, {
    params: { sponsorKey, userKey },
    body: { reason: 'logout' },
    token,
  });
  expect(ended.status).toBe(200);
  expect((await check()).status).toBe(401);

  const secondsToWait = async (url: string, password: string) => {
    const { details } = await enter(url, 'case.reader', password);
    return (details as { retryAfterSeconds?: number } | undefined)?.retryAfterSeconds ?? 0;
  };
  // the first waits are over before a busy machine makes the next attempt
  for (let attempt = 0, seconds = 0; seconds < LONG_WAIT_S; attempt += 1)
    seconds = await secondsToWait(urls[attempt % 2] ?? '', 'wrong');
  for (const url of urls) expect(await secondsToWait(url, DEMO_PASSWORD)).toBeGreaterThan(0);
});

it('processes that seal with different secrets are reported', async () => {
  const env = await demoEnv();
  const REPORT = /other processes of this database .* CASEWRIGHT_SECRET/;
  const shared = { ...env, CASEWRIGHT_SECRET: 's'.repeat(32) };
  await open(shared);
  const log = logOfServers();
  await open(shared);
  expect(log()).not.toMatch(REPORT);
  await open({ ...env, CASEWRIGHT_SECRET: 'other'.repeat(8) });
  expect(log()).toMatch(REPORT);
});

it('a process learns the addresses of an identity provider that is silent when it starts', async () => {
  const port = await freePort();
  const publicUrl = 'http://127.0.0.1:9';
  const log = logOfServers();
  await open({
    ...(await demoEnv()),
    CASEWRIGHT_PUBLIC_URL: publicUrl,
    CASEWRIGHT_SSO_ISSUER: `http://127.0.0.1:${port}`,
    CASEWRIGHT_SSO_CLIENT_ID: CLIENT_ID,
  });
  await eventually(() => expect(log()).toContain('the identity provider does not answer'));
  const provider = await startOpenIdProvider({ publicUrl, port });
  undo.push(() => provider.stop());
  // its pages allow the log-out form of a user who met the provider in another process
  await eventually(() => expect(provider.requests).toContain('GET /.well-known/openid-configuration'));
  expect(log().match(/the identity provider does not answer/g)).toHaveLength(1);
});

it('processes that start at once print one link for the first administrator, which is good', async () => {
  const env = {
    DATABASE_URL: await emptyDatabase(),
    CASEWRIGHT_DEMO: '0',
    CASEWRIGHT_AUDIT_KEYS: 'k'.repeat(32),
  };
  const programs = [start(env), start(env)];
  const urls = await Promise.all(programs.map(addressOf));
  await eventually(() => {
    for (const program of programs) expect(program.stdout()).toMatch(/There is no administrator yet/);
  });
  const tokens = programs.flatMap(({ stdout }) => /\/set-up\/([\w-]{43})$/m.exec(stdout())?.[1] ?? []);
  expect(tokens).toHaveLength(1);
  for (const url of urls)
    expect((await makeCall(url, readSetUp, { params: { token: tokens[0] } })).data.open).toBe(true);
});
