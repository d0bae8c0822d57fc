/** Lists read from a streaming replica: it is used, never behind what was saved, and not missed when it is away. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addCase, exportCases, listCases, signIn } from '../../shared/contract/index.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { startEmbedded, type EmbeddedDatabase } from '../../server/storage/embedded/startEmbedded.ts';
import { demoDataDir } from '../demoData.ts';
import { eventually, makeCall } from './harness.ts';
import { addressOf, endProgram, runProgram, type Program } from './program.ts';
import { querySql, runSql } from './runSql.ts';

const ROUNDS = 20;
const undo: (() => unknown)[] = [];
let primary: EmbeddedDatabase;
let standby: EmbeddedDatabase;
let program: Program;
let url: string;
let token: string;

/** The demo in a data directory. */
function demoDir(): string {
  const dir = demoDataDir();
  undo.push(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

beforeAll(async () => {
  const [dir, standbyDir] = [demoDir(), demoDir()];
  primary = await startEmbedded(dir);
  undo.push(() => primary.stop());
  const { hostname, port, username, password } = new URL(primary.url);
  writeFileSync(join(standbyDir, 'postgres', 'standby.signal'), '');
  standby = await startEmbedded(standbyDir, {
    primary_conninfo: `host=${hostname} port=${port} user=${username} password=${password}`,
  });
  undo.push(() => standby.stop());
  program = runProgram({
    DATA_DIR: dir,
    DATABASE_URL: primary.application.url,
    MIGRATION_DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: standby.url,
    CASEWRIGHT_DEMO: '1',
  });
  undo.push(() => endProgram(program));
  url = await addressOf(program);
  const body = { userId: 'case.editor', password: DEMO_PASSWORD };
  token = (await makeCall(url, signIn, { body })).data.token;
});
afterAll(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

const list = async () => {
  const { data } = await makeCall(url, listCases, { token });
  return data.pageInfo.totalCount;
};
/** Adds cases and reads the list after each: the new case is in it. */
async function addAndList(rounds: number): Promise<void> {
  let count = await list();
  for (let round = 0; round < rounds; round += 1) {
    await makeCall(url, addCase, { token, body: {} });
    expect(await list()).toBe((count += 1));
  }
}
/** Transactions that have ended on the standby. */
const transactions = async () => {
  const [row] = await querySql<{ count: string }>(
    standby.url,
    'select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()',
  );
  return Number(row?.count);
};

it('finds what was saved just before, on the replica', async () => {
  await addAndList(ROUNDS);
  const before = await transactions();
  await eventually(async () => {
    await list();
    expect(await transactions()).toBeGreaterThan(before + 10);
  });
  const file = await makeCall(url, exportCases, { token, query: { format: 'CSV' } });
  expect(file.bytes.toString().trim().split('\n').length - 1).toBe(await list());
});

it('finds it, too, while the replica lags', async () => {
  await runSql(standby.url, 'select pg_wal_replay_pause()');
  await addAndList(3);
  await runSql(standby.url, 'select pg_wal_replay_resume()');
  await addAndList(3);
});

it('goes on while the replica is away, says so once, and uses it again', async () => {
  await standby.stop();
  const logged = (text: string) => program.stderr().split(text).length - 1;
  await eventually(async () => {
    await list();
    expect(logged('the read replica does not answer')).toBe(1);
  });
  await addAndList(3);
  undo.push(standby.keepRunning({ error: () => {}, warn: () => {} }));
  await eventually(async () => {
    await list();
    expect(logged('the read replica is used again')).toBe(1);
  });
  await addAndList(3);
  expect(logged('the read replica does not answer')).toBe(1);
});
