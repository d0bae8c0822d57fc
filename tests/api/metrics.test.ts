/** What a process tells Prometheus, read over HTTP by a strict reader of the format. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCase, importFile, readPage, savePage, signIn } from '../../shared/contract/index.ts';
import { CALLS } from '../../server/http/openApi.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { demoDatabase } from '../demoData.ts';
import { itemValue, LATER } from './caseWorld.ts';
import { readExposition, valueOf, type Family } from './exposition.ts';
import { eventually, makeCall } from './harness.ts';
import { addressOf, endProgram, managementOf, runProgram } from './program.ts';
import { runSql } from './runSql.ts';

const TOKEN = 'a-token-for-prometheus';
const REQUESTS = 'casewright_http_request_duration_seconds';

const undo: (() => unknown)[] = [];
let url: string;
let management: string;
let databaseUrl: string;
let token: string;
beforeAll(async () => {
  const data = await demoDatabase();
  undo.push(() => data.remove());
  databaseUrl = data.env.DATABASE_URL ?? '';
  const env = { ...data.env, DATA_DIR: data.dir, ROLE: 'api', MANAGEMENT_PORT: '0', METRICS_TOKEN: TOKEN };
  const program = runProgram(env);
  undo.push(() => endProgram(program));
  url = await addressOf(program);
  management = await managementOf(program);
  const body = { userId: 'case.editor', password: DEMO_PASSWORD };
  token = (await makeCall(url, signIn, { body })).data.token;
});
afterAll(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

const fetchMetrics = (authorization = `Bearer ${TOKEN}`) =>
  fetch(`${management}/metrics`, { headers: { authorization } });

async function metrics(): Promise<Map<string, Family>> {
  const response = await fetchMetrics();
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return readExposition(await response.text());
}

const requests = async (labels: Record<string, string>) =>
  valueOf(await metrics(), REQUESTS, labels, `${REQUESTS}_count`) ?? 0;

describe('access', () => {
  it.each(['', 'Bearer wrong', TOKEN, `Bearer ${TOKEN}x`])('is refused with %o', async (authorization) => {
    expect((await fetchMetrics(authorization)).status).toBe(401);
  });

  it('is only on the port of its own', async () => {
    for (const path of ['/metrics', '/metrics/']) {
      const response = await fetch(url + path, { headers: { authorization: `Bearer ${TOKEN}` } });
      expect(await response.text()).not.toContain('# HELP');
    }
    expect((await fetch(`${management}/1.0/cases`)).status).toBe(404);
    expect((await fetch(`${management}/metrics`, { method: 'POST' })).status).toBe(405);
  });
});

describe('requests', () => {
  it('are counted by pattern of the path, method and status', async () => {
    const labels = { method: 'GET', route: readPage.path, status: '200' };
    const before = await requests(labels);
    for (const page of ['DM', 'CI']) await makeCall(url, readPage, { params: { caseKey: 1, page }, token });
    await makeCall(url, readPage, { params: { caseKey: 1, page: 'DM' } });
    expect(await requests(labels)).toBe(before + 2);
    expect(await requests({ ...labels, status: '401' })).toBe(1);
  });

  it('never bring what was sent into a label', async () => {
    const known = new Set([
      ...CALLS.map(([, { path }]) => path),
      '(none)',
      '/*',
      '/healthz',
      '/readyz',
      '/version.json',
      '/openapi.json',
    ]);
    const segment = fc.oneof(
      fc.webSegment(),
      fc.integer().map(String),
      fc.constantFrom('1.0', '1.1', 'cases', 'pages', '"', '%22%0A'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'),
        fc.array(segment, { maxLength: 5 }),
        async (method, segments) => {
          await (await fetch(`${url}/${segments.join('/')}`, { method })).arrayBuffer();
        },
      ),
      { numRuns: 100 },
    );
    const family = (await metrics()).get(REQUESTS);
    const routes = new Set(family?.samples.map(({ labels }) => labels.route ?? ''));
    expect([...routes].filter((route) => !known.has(route))).toEqual([]);
    expect(routes.size).toBeGreaterThan(1);
  });
});

describe('saves and imports', () => {
  const save = async (caseKey: number, reason: string) => {
    const changes = [itemValue('D.1', [], `by ${reason}`)];
    const params = { caseKey, page: 'DM' };
    return makeCall(url, savePage, { params, body: { reason, retrievedAt: LATER, changes }, token });
  };
  const count = async (name: string) => {
    const families = await metrics();
    return ['done', 'refused', 'failed'].map((result) => valueOf(families, name, { result }));
  };

  it('are counted by result', async () => {
    expect(await count('casewright_saves_total')).toEqual([0, 0, 0]);
    expect((await save(999_999, 'x')).success).toBe(false);
    const caseKey = await editableCase();
    expect((await save(caseKey, 'New Data')).success).toBe(true);
    expect(await count('casewright_saves_total')).toEqual([1, 1, 0]);
  });

  it('are refused imports also where the answer had begun', async () => {
    const params = { sponsorKey: 1 };
    const file = { name: 'a.xml', bytes: '<no-report/>' };
    const before = await count('casewright_imports_total');
    const answer = await makeCall(url, importFile, { params, file, token });
    const [done = 0, refused = 0] = await count('casewright_imports_total');
    expect(done + refused).toBe((before[0] ?? 0) + (before[1] ?? 0) + 1);
    expect(refused > (before[1] ?? 0)).toBe(!answer.success);
  });

  const editableCase = async () => {
    return (await makeCall(url, addCase, { body: {}, token })).data.caseKey;
  };
});

describe('gauges', () => {
  it('tell the jobs by kind and state', async () => {
    await runSql(
      databaseUrl,
      `set app.job_queue = 'on'`,
      `insert into job (sponsor_key, kind, state, run_at, max_attempts, created_at, finished_at)
       values (1, 'gauge-a', 'ready', now() - interval '1 hour', 1, now(), null),
              (1, 'gauge-a', 'ready', now() + interval '1 hour', 1, now(), null),
              (2, 'gauge-a', 'dead', now(), 1, now(), now()),
              (2, 'gauge-b', 'done', now(), 1, now(), now())`,
    );
    // the counts are read again after a while
    await eventually(async () => {
      const families = await metrics();
      const jobs = (kind: string, state: string) => valueOf(families, 'casewright_jobs', { kind, state });
      expect([jobs('gauge-a', 'ready'), jobs('gauge-a', 'dead'), jobs('gauge-b', 'done')]).toEqual([
        2,
        1,
        undefined,
      ]);
      expect(valueOf(families, 'casewright_job_wait_seconds', { kind: 'gauge-a' })).toBeGreaterThan(3500);
    });
  });

  it('tell the state of process, event loop and database pool', async () => {
    const families = await metrics();
    const value = (name: string) => valueOf(families, name) ?? Number.NaN;
    expect(value('casewright_ready')).toBe(1);
    expect(Math.abs(value('casewright_clock_ahead_seconds'))).toBeLessThan(60);
    expect(value('casewright_database_pool_connections')).toBeGreaterThan(0);
    expect(value('casewright_database_pool_idle_connections')).toBeLessThanOrEqual(
      value('casewright_database_pool_connections'),
    );
    expect(value('casewright_database_pool_waiting_requests')).toBe(0);
    expect(value('casewright_database_pool_max_connections')).toBe(20);
    expect(value('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(value('process_cpu_seconds_total')).toBeGreaterThan(0);
  });

  it('have no label that names a sponsor, a user or a case', async () => {
    const labels = [...(await metrics()).values()].flatMap(({ samples }) =>
      samples.flatMap(({ labels: of }) => Object.keys(of)),
    );
    const OURS = ['method', 'route', 'status', 'result', 'kind', 'state', 'le'];
    const RUNTIME = ['type', 'space', 'version', 'major', 'minor', 'patch'];
    expect([...new Set(labels)].filter((label) => ![...OURS, ...RUNTIME].includes(label))).toEqual([]);
  });
});
