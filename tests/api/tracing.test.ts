/** Spans of requests, statements, threads and jobs, as a collector receives them by OTLP. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkSchemas,
  downloadReport,
  readPage,
  savePage,
  startListExport,
} from '../../shared/contract/index.ts';
import { demoDatabase } from '../demoData.ts';
import { itemValue, LATER } from './caseWorld.ts';
import { eventually, startTestServer, type TestServer } from './harness.ts';
import { logLines } from './logLines.ts';
import { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from './otlpReceiver.ts';
import { addressOf, endProgram, runProgram } from './program.ts';
import { runSql } from './runSql.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const SERVER = 2;
const CONSUMER = 5;
const FAILED = 2;

let receiver: OtlpReceiver;
let server: TestServer;
let token: string;
beforeAll(async () => {
  receiver = await startOtlpReceiver();
  server = await startTestServer({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20b',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      CASEWRIGHT_BEHIND_PROXY: '1',
    },
  });
  token = await server.token('sponsor.admin');
});
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

/** Sends a request as a part of a trace of its own, and answers all spans of that trace once `last` is there. */
async function traceOf(
  last: string | RegExp,
  send: (headers: Record<string, string>) => Promise<Response>,
): Promise<{ spans: ReceivedSpan[]; response: Response }> {
  const traceId = randomUUID().replaceAll('-', '');
  const response = await send({
    authorization: `Bearer ${token}`,
    traceparent: `00-${traceId}-${CALLER}-01`,
  });
  const ofTrace = () => receiver.spans.filter((span) => span.traceId === traceId);
  await eventually(() =>
    expect(ofTrace().map(({ name }) => name)).toContainEqual(expect.stringMatching(last)),
  );
  return { spans: ofTrace(), response };
}

const fetchPage = (headers: Record<string, string>) =>
  fetch(server.url + readPage.path.replace(':caseKey', '1').replace(':page', 'DM'), { headers });

describe('a request', () => {
  it('is a span of the trace that the proxy names, by the pattern of its path', async () => {
    const name = `GET ${readPage.path}`;
    const { spans, response } = await traceOf(name, fetchPage);
    const span = spans.find((one) => one.name === name);
    expect(span).toMatchObject({
      parentSpanId: CALLER,
      kind: SERVER,
      attributes: {
        'http.request.method': 'GET',
        'http.route': readPage.path,
        'http.response.status_code': 200,
        'casewright.request_id': response.headers.get('x-request-id'),
      },
      resource: { 'service.name': 'casewright', 'deployment.environment.name': 'test' },
    });
    expect(receiver.headers[0]).toMatchObject({ 'x-key': 'a b' });
  });

  it('has its statements as parts, with their text and none of their values', async () => {
    const written = `a reporter ${randomUUID()}`;
    const body = {
      reason: `because ${written}`,
      retrievedAt: LATER,
      changes: [itemValue('D.1', [], written)],
      rows: [],
    };
    const name = `${savePage.method} ${savePage.path}`;
    const { spans, response } = await traceOf(name, (headers) =>
      fetch(server.url + savePage.path.replace(':caseKey', '1').replace(':page', 'DM'), {
        method: savePage.method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
    expect(response.status).toBe(200);
    const request = spans.find((one) => one.name === name);
    const statements = spans.filter(({ attributes }) => attributes['db.system.name'] === 'postgresql');
    expect(statements.map((one) => one.name)).toEqual(expect.arrayContaining(['begin', 'insert', 'commit']));
    expect(new Set(statements.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([request?.spanId]));
    expect(statements.some(({ attributes }) => /audit_entry/.test(String(attributes['db.query.text'])))).toBe(
      true,
    );
    expect(JSON.stringify(receiver.spans)).not.toContain(written);
  });

  it('is a failed span where the server failed, and no other one is', async () => {
    const refused = await traceOf(`GET ${readPage.path}`, (headers) =>
      fetchPage({ ...headers, authorization: 'Bearer none' }),
    );
    expect(refused.spans.map(({ status }) => status.code ?? 0)).not.toContain(FAILED);
    const databaseUrl = server.deps.config.databaseUrl ?? '';
    await runSql(databaseUrl, 'alter table case_page_row rename to away');
    const failed = await traceOf(`GET ${readPage.path}`, fetchPage);
    await runSql(databaseUrl, 'alter table away rename to case_page_row');
    expect(failed.spans.find(({ kind }) => kind === SERVER)).toMatchObject({
      status: { code: FAILED },
      attributes: { 'error.type': '500' },
    });
    // what PostgreSQL calls a table that is not there
    expect(failed.spans.map(({ attributes }) => attributes['error.type'])).toContain('42P01');
  });

  it('is answered where a thread works on its behalf, which is a part of it, too', async () => {
    const path = downloadReport.path.replace(':caseKey', '1').replace(':reportId', 'CIOMS');
    const { spans, response } = await traceOf(`GET ${downloadReport.path}`, (headers) =>
      fetch(server.url + path, { headers }),
    );
    expect(response.status).toBe(200);
    const thread = spans.find((one) => one.name.startsWith('thread '));
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === thread?.spanId);
    expect(statements.map((one) => one.name)).toEqual(expect.arrayContaining(['start', 'select', 'commit']));
    for (const { startTimeUnixNano, endTimeUnixNano } of statements) {
      expect(Number(startTimeUnixNano)).toBeGreaterThanOrEqual(Number(thread?.startTimeUnixNano));
      expect(Number(endTimeUnixNano)).toBeLessThanOrEqual(Number(thread?.endTimeUnixNano));
    }
  });

  it('has the work of threads as a part', async () => {
    const name = `${checkSchemas.method} ${checkSchemas.path}`;
    const { spans } = await traceOf(name, (headers) =>
      fetch(server.url + checkSchemas.path, {
        method: checkSchemas.method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ changes: [] }),
      }),
    );
    expect(spans.map((one) => one.name)).toContainEqual(expect.stringMatching(/^thread /));
  });
});

describe('a job', () => {
  it('is a part of the trace of the request that enqueued it, and has its own statements', async () => {
    const { spans, response } = await traceOf(/^job /, (headers) =>
      fetch(server.url + startListExport.path.replace(':menuId', 'MU-CS'), {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({
          exportKey: randomUUID(),
          query: { format: 'CSV', sort: 'caseNo', direction: 'asc' },
        }),
      }),
    );
    expect(response.status).toBe(200);
    const job = spans.find(({ kind }) => kind === CONSUMER);
    const request = spans.find(({ kind }) => kind === SERVER);
    expect(job?.parentSpanId).toBe(request?.spanId);
    expect(spans.some(({ parentSpanId }) => parentSpanId === job?.spanId)).toBe(true);
  });
});

describe('a process', () => {
  it('sends what is left when it stops, logs a collector that refuses once, and takes no trace from clients', async () => {
    const own = await startOtlpReceiver();
    const data = await demoDatabase();
    const env = { ...data.env, DATA_DIR: data.dir, ROLE: 'api', LOG_LEVEL: 'info' };
    const program = runProgram({ ...env, OTEL_EXPORTER_OTLP_ENDPOINT: own.url, OTEL_SERVICE_NAME: 'api-1' });
    try {
      const url = await addressOf(program);
      own.refuse(true);
      const headers = { traceparent: `00-${TRACE}-${CALLER}-01` };
      await fetch(`${url}/version.json`, { headers });
      const refusals = () =>
        logLines(program).filter(({ msg }) => msg === 'spans cannot be sent to the collector').length;
      await eventually(() => expect(refusals()).toBe(1));
      own.refuse(false);
      await fetch(`${url}/version.json`, { headers });
      await endProgram(program);
      expect(refusals()).toBe(1);
      const [span] = own.spans.filter(({ name }) => name === 'GET /version.json');
      expect(span?.resource['service.name']).toBe('api-1');
      expect(span?.traceId).not.toBe(TRACE);
      expect(logLines(program)).toContainEqual(expect.objectContaining({ traceId: span?.traceId }));
    } finally {
      await endProgram(program);
      await data.remove();
      await own.stop();
    }
  });
});
