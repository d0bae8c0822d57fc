/** A process that stops behind a proxy: it reports that it is not ready first, and serves until the proxy has noticed. */
import { randomUUID } from 'node:crypto';
import { appendFileSync, cpSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { runAudit } from '../../scripts/audit.ts';
import { signIn, startListExport } from '../../shared/contract/index.ts';
import { auditKeyFile } from '../../server/audit/auditKeys.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { demoDatabase } from '../demoData.ts';
import { eventually, makeCall } from './harness.ts';
import { inProcess } from './inProcess.ts';
import { addressOf, endProgram, managementOf, printed, runProgram, type Program } from './program.ts';
import { querySql, runSql } from './runSql.ts';
import { testDataDir } from '../testDataDir.ts';

const DRAIN_SECONDS = 3;

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

interface Started {
  program: Program;
  databaseUrl: string;
  env: Record<string, string>;
}

async function start(given: Record<string, string>): Promise<Started> {
  const data = await demoDatabase();
  undo.push(() => data.remove());
  const env = { ...data.env, DATA_DIR: data.dir, MANAGEMENT_PORT: '0', ...given };
  const program = runProgram(env);
  undo.push(() => endProgram(program));
  return { program, databaseUrl: data.env.DATABASE_URL ?? '', env };
}

const statusOf = async (url: string) => (await fetch(url)).status;
/** The status of each request until the connection is refused. */
async function askUntilGone(url: string): Promise<number[]> {
  const statuses: number[] = [];
  for (;;)
    try {
      statuses.push(await statusOf(url));
    } catch {
      return statuses;
    }
}

it('is not ready from the signal on, and still answers while the proxy notices', async () => {
  const { program } = await start({ ROLE: 'api', CASEWRIGHT_DRAIN_SECONDS: String(DRAIN_SECONDS) });
  const url = await addressOf(program);
  const management = await managementOf(program);
  expect([await statusOf(`${url}/readyz`), await statusOf(`${management}/readyz`)]).toEqual([200, 200]);

  const stoppedAt = performance.now();
  program.process.kill('SIGTERM');
  await eventually(async () => expect(await statusOf(`${url}/readyz`)).toBe(503));
  expect(await (await fetch(`${management}/readyz`)).json()).toEqual({
    status: 'not ready',
    reason: 'the process stops',
  });
  expect([await statusOf(`${management}/healthz`), await statusOf(`${url}/version.json`)]).toEqual([
    200, 200,
  ]);
  const statuses = await askUntilGone(`${url}/version.json`);
  // served until the end of the drain; then refused for a moment
  expect(statuses.slice(0, statuses.indexOf(503)).every((status) => status === 200)).toBe(true);
  expect(await program.ended).toBe(0);
  expect((performance.now() - stoppedAt) / 1000).toBeGreaterThanOrEqual(DRAIN_SECONDS);
  expect(program.stderr()).not.toMatch(/"level":[56]0/);
});

it('gives its jobs back at once, although it still serves', async () => {
  const { program, databaseUrl } = await start({
    ROLE: 'all',
    CASEWRIGHT_DRAIN_SECONDS: '60',
    LOG_LEVEL: 'info',
  });
  const url = await addressOf(program);
  const body = { userId: 'case.editor', password: DEMO_PASSWORD };
  const { token } = (await makeCall(url, signIn, { body })).data;
  program.process.kill('SIGTERM');
  await eventually(async () => expect(await statusOf(`${url}/readyz`)).toBe(503));
  await eventually(() => runSql(databaseUrl, NO_JOB_RUNS));
  // jobs of the start may have been done before the signal
  const before = program.stderr().length;
  // accepted, for another process
  const exportBody = { exportKey: randomUUID(), query: { format: 'CSV', sort: 'caseNo', direction: 'asc' } };
  const params = { menuId: 'MU-CS' };
  expect((await makeCall(url, startListExport, { params, body: exportBody, token })).status).toBe(200);
  expect(program.stderr().slice(before)).not.toContain('a job is done');
  program.process.kill('SIGKILL');
  await program.ended;
});

it('leaves its port to itself: a command with the same settings works beside it', async () => {
  const { program, env } = await start({ ROLE: 'api' });
  const { port } = new URL(await managementOf(program));
  await addressOf(program);
  const command = () => runAudit(['anchor'], { LOG_LEVEL: 'error', ...env, MANAGEMENT_PORT: port });
  expect(await inProcess(command)).toMatchObject({ code: 0 });
});

it('leaves anchors, secret and schema files as they are to a command with other settings', async () => {
  const { program, env, databaseUrl } = await start({ ROLE: 'api' });
  await addressOf(program);
  const keys = readFileSync(auditKeyFile(env.DATA_DIR ?? ''), 'utf8').trim();
  const schemas = testDataDir();
  undo.push(() => rmSync(schemas, { recursive: true }));
  cpSync('schemas', schemas, { recursive: true });
  appendFileSync(join(schemas, 'pages', 'DM.page.json'), '\n');
  const shell = {
    ...env,
    DATA_DIR: testDataDir(),
    CASEWRIGHT_AUDIT_KEYS: keys,
    CASEWRIGHT_SECRET: 'x'.repeat(32),
    CASEWRIGHT_SCHEMAS_DIR: schemas,
  };
  undo.push(() => rmSync(shell.DATA_DIR, { recursive: true }));
  const stored = () =>
    querySql(
      databaseUrl,
      'select secret_id, (select max(anchor_no) from audit_anchor) as anchor, (select count(*) from schema_use) as uses from secret_in_use',
    );
  const before = await stored();
  const verify = (settings: Record<string, string>) =>
    inProcess(() => runAudit(['verify'], { LOG_LEVEL: 'error', ...settings }));
  expect(await verify(shell)).toMatchObject({ code: 1 });
  expect(await stored()).toEqual(before);
  expect(await verify(env)).toMatchObject({ code: 0 });
});

const NO_JOB_RUNS = `do $$ begin
  perform set_config('app.job_queue', 'on', true);
  if exists (select from job where state = 'running') then raise 'a job runs'; end if;
end $$`;

it('tells of a worker, too', async () => {
  const { program } = await start({ ROLE: 'worker' });
  const management = await managementOf(program);
  await printed(program, /works without listening/);
  expect([await statusOf(`${management}/healthz`), await statusOf(`${management}/readyz`)]).toEqual([
    200, 200,
  ]);
  program.process.kill('SIGTERM');
  expect(await program.ended).toBe(0);
});
