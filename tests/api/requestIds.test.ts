/** One id leads from an answer to the log, to the audit trail, and to the jobs of other processes. */
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import pg from 'pg';
import { REQUEST_ID } from '../../shared/contract/call.ts';
import { listCases, signIn, startListExport } from '../../shared/contract/index.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { demoDatabase } from '../demoData.ts';
import { eventually, makeCall, startTestServer, type TestServer } from './harness.ts';
import { logLines } from './logLines.ts';
import { addressOf, endProgram, printed, runProgram, type Program } from './program.ts';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

const read = (url: string, headers: Record<string, string>) => fetch(url, { headers });
const idOf = ({ headers }: Response) => headers.get(REQUEST_ID) ?? '';

describe('the id of a request', () => {
  let direct: TestServer;
  let proxied: TestServer;
  beforeAll(async () => {
    direct = await startTestServer();
    proxied = await startTestServer({ env: { CASEWRIGHT_BEHIND_PROXY: '1' } });
  });
  afterAll(async () => {
    await direct.stop();
    await proxied.stop();
  });

  it.each(['/version.json', '/1.0/cases', '/nothing.js', '/1.0/%E0%A4%A', '/'])(
    'is in the answer of %s',
    async (path) => {
      expect(idOf(await read(direct.url + path, {}))).toMatch(UUID);
    },
  );

  it('is that of the proxy', async () => {
    const id = 'AB12.cd:34-EF_5';
    expect(idOf(await read(`${proxied.url}/version.json`, { [REQUEST_ID]: id }))).toBe(id);
  });

  it('is never that of a client without a proxy', async () => {
    expect(idOf(await read(`${direct.url}/version.json`, { [REQUEST_ID]: 'chosen' }))).toMatch(UUID);
  });

  it.each(['', 'a b', 'a,b', '{"level":60}', 'x'.repeat(101)])(
    'is made where the proxy sends %o',
    async (id) => {
      expect(idOf(await read(`${proxied.url}/version.json`, { [REQUEST_ID]: id }))).toMatch(UUID);
    },
  );
});

describe('over two processes', () => {
  /** A process that answers and one that runs jobs, on one database. */
  async function startTwo(): Promise<{ api: Program; worker: Program; databaseUrl: string }> {
    const data = await demoDatabase();
    undo.push(() => data.remove());
    const env = { ...data.env, DATA_DIR: data.dir, LOG_LEVEL: 'info', CASEWRIGHT_BEHIND_PROXY: '1' };
    const api = runProgram({ ...env, ROLE: 'api' });
    undo.push(() => endProgram(api));
    const worker = runProgram({ ...env, ROLE: 'worker' });
    undo.push(() => endProgram(worker));
    await printed(worker, /works without listening/);
    return { api, worker, databaseUrl: data.env.DATABASE_URL ?? '' };
  }

  /** Of the job that a request enqueued. */
  async function jobsOf(
    databaseUrl: string,
    requestId: string,
  ): Promise<{ job_key: number; kind: string }[]> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    try {
      await client.query(`set app.job_queue = 'on'`);
      const found = await client.query<{ job_key: string; kind: string }>(
        'select job_key, kind from job where request_id = $1 order by job_key',
        [requestId],
      );
      return found.rows.map(({ job_key, kind }) => ({ job_key: Number(job_key), kind }));
    } finally {
      await client.end();
    }
  }

  it('finds a request, the job that it enqueued, and what that job logged', async () => {
    const { api, worker, databaseUrl } = await startTwo();
    const url = await addressOf(api);
    const body = { userId: 'case.editor', password: DEMO_PASSWORD };
    const { token } = (await makeCall(url, signIn, { body })).data;
    const requestId = `order-${randomUUID()}`;
    const started = await fetch(`${url}${startListExport.path.replace(':menuId', 'MU-CS')}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        [REQUEST_ID]: requestId,
        traceparent: `00-${TRACE}-00f067aa0ba902b7-01`,
      },
      body: JSON.stringify({
        exportKey: randomUUID(),
        query: { format: 'CSV', sort: 'caseNo', direction: 'asc' },
      }),
    });
    expect([started.status, idOf(started)]).toEqual([200, requestId]);

    const [job] = await jobsOf(databaseUrl, requestId);
    expect(job?.kind).toBeTruthy();
    await eventually(() =>
      expect(logLines(worker)).toContainEqual(
        expect.objectContaining({
          msg: 'a job is done',
          reqId: requestId,
          job: job?.kind,
          jobKey: job?.job_key,
        }),
      ),
    );
    // what the job enqueues, such as the removal of its file, is of the same request
    expect((await jobsOf(databaseUrl, requestId)).length).toBeGreaterThan(1);
    const lines = logLines(api).filter(({ reqId }) => reqId === requestId);
    expect(lines.map(({ msg, traceId }) => [msg, traceId])).toEqual([
      ['incoming request', TRACE],
      ['request completed', TRACE],
    ]);
    for (const line of api.stderr().split('\n').filter(Boolean))
      expect(line.match(/"reqId"/g)?.length ?? 0).toBeLessThanOrEqual(1);

    const before = logLines(api).length;
    await makeCall(url, listCases, { token });
    await eventually(() => expect(logLines(api).length).toBe(before + 2));
    expect(logLines(api).at(-1)?.reqId).toMatch(UUID);
  });
});
