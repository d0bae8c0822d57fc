import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { REQUEST_ID } from '../../shared/contract/call.ts';
import {
  addCase,
  downloadReport,
  listCases,
  listSenders,
  readPage,
  savePage,
} from '../../shared/contract/index.ts';
import { call, isGivenUp, send } from './call.ts';
import { CallFailure } from './callFailure.ts';
import { onSessionExpired, setSessionParams, setToken } from './credentials.ts';
import { fileNameOf, fileOf, type Progress } from './files.ts';
import { onReach } from './reachability.ts';
import { setReporter } from './reportError.ts';

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: string;
  /** the connection breaks after this many bytes */
  breaksAfter?: number;
  /** nothing comes after its head, or nothing at all, for this many milliseconds */
  hangs?: { after: 'head' | 'request'; ms: number };
}
let server: Server;
let answer: Answer;
let seen: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string };
/** reports of errors, which the browser sends beside its calls */
let reports: Record<string, unknown>[] = [];
const realFetch = globalThis.fetch;

async function respond(
  response: ServerResponse,
  { status, headers, body, breaksAfter, hangs }: Answer,
): Promise<void> {
  const hang = () => new Promise((later) => setTimeout(later, hangs?.ms));
  if (hangs?.after === 'request') await hang();
  response.writeHead(status, { ...headers, ...(breaksAfter && { 'content-length': body.length }) });
  response.flushHeaders();
  if (hangs?.after === 'head') await hang();
  if (breaksAfter === undefined) response.end(body);
  else response.write(body.slice(0, breaksAfter), () => setTimeout(() => response.destroy(), 20));
}

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      if (request.url?.startsWith('/api/')) {
        reports.push(JSON.parse(body) as Record<string, unknown>);
        response.end();
        return;
      }
      seen = { method: request.method, url: request.url, headers: request.headers, body };
      void respond(response, answer);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  vi.stubGlobal('location', { pathname: '/1/2/ko/KR/case/7/detail/DM' });
  // a browser completes relative addresses, node does not
  globalThis.fetch = (input, init) => realFetch(`http://127.0.0.1:${port}${String(input)}`, init);
});
afterAll(() => {
  vi.unstubAllGlobals();
  globalThis.fetch = realFetch;
  server.close();
});
/** Nobody waits for a report: those of the test before arrive meanwhile. */
const reportsArrived = () => new Promise((later) => setTimeout(later, 30));
beforeEach(async () => {
  await reportsArrived();
  reports = [];
  setReporter(null);
  setToken('secret');
  setSessionParams({ sponsorKey: '1', senderKey: '2', language: 'ko', appendix: 'KR' });
  answer = {
    status: 200,
    body: JSON.stringify({ success: true, data: { ok: 1 }, errMsg: null, errCode: null }),
  };
});

const refusal = (errCode: string, details?: unknown) =>
  JSON.stringify({ success: false, data: null, errMsg: 'no', errCode, details });

it('builds the address from the contract and carries token and session params', async () => {
  const data = await call(readPage, { params: { caseKey: 7, page: 'C I' } });
  expect(data).toEqual({ ok: 1 });
  expect(seen.method).toBe('GET');
  expect(seen.url).toBe('/1.1/cases/7/pages/C%20I?sponsorKey=1&senderKey=2&language=ko&appendix=KR');
  expect(seen.headers.authorization).toBe('Bearer secret');
  expect(seen.headers['content-type']).toBeUndefined();
});

it('names no sender where it asks about another sponsor', async () => {
  await call(listSenders, { params: { sponsorKey: 9, userKey: 7 } });
  expect(seen.url).toBe('/1.1/sponsors/9/users/7/senders?sponsorKey=9&language=ko&appendix=KR');
  await call(listSenders, { params: { sponsorKey: 1, userKey: 7 } });
  expect(seen.url).toContain('senderKey=2');
});

it('leaves empty query values out', async () => {
  await call(listCases, { query: { keyword: '', pageNo: 2 } });
  expect(seen.url).toBe('/1.0/cases?sponsorKey=1&senderKey=2&language=ko&appendix=KR&pageNo=2');
});

it('sends a body as JSON', async () => {
  await call(addCase, { body: { senderKey: 3 } });
  expect(seen.headers['content-type']).toBe('application/json');
  expect(JSON.parse(seen.body)).toEqual({ senderKey: 3 });
});

it('rejects with what the server refused', async () => {
  answer = { status: 409, body: refusal('CASE_CHANGED', { items: [1] }) };
  const body = { reason: 'x', retrievedAt: '2026-01-01T00:00:00Z', changes: [] };
  await expect(call(savePage, { params: { caseKey: 1, page: 'CI' }, body })).rejects.toMatchObject({
    status: 409,
    errCode: 'CASE_CHANGED',
    errMsg: 'no',
    details: { items: [1] },
  });
});

it('names the request by which the server’s log finds a failure', async () => {
  answer = { status: 500, headers: { [REQUEST_ID]: 'id-1' }, body: refusal('UNEXPECTED') };
  await expect(call(listCases, {})).rejects.toMatchObject({ requestId: 'id-1' });
  await expect(fetchFile()).rejects.toMatchObject({ requestId: 'id-1' });
  answer = { status: 502, body: '<html>' };
  await expect(call(listCases, {})).rejects.toMatchObject({ requestId: null });
});

it('counts success false as a failure whatever the status', async () => {
  answer = { status: 200, body: refusal('X') };
  await expect(call(listCases, {})).rejects.toBeInstanceOf(CallFailure);
});

it.each(['<html>bad gateway</html>', ''])('names an answer that is no envelope: %o', async (body) => {
  answer = { status: 502, body };
  await expect(call(listCases, {})).rejects.toMatchObject({ status: 502, errCode: 'BAD_ANSWER' });
});

it('announces an expired session', async () => {
  let announced = 0;
  const stop = onSessionExpired(() => (announced += 1));
  answer = { status: 401, body: refusal('EXPIRED') };
  await expect(call(listCases, {})).rejects.toMatchObject({ errCode: 'EXPIRED' });
  stop();
  await expect(call(listCases, {})).rejects.toMatchObject({ errCode: 'EXPIRED' });
  expect(announced).toBe(1);
});

it('says that no answer came', async () => {
  const broken = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new TypeError('failed to fetch'));
  await expect(call(listCases, {})).rejects.toMatchObject({ status: 0, errCode: 'NO_CONNECTION' });
  globalThis.fetch = broken;
});

describe('past the limit of an answer', () => {
  beforeEach(() => {
    const later = globalThis.setTimeout;
    vi.stubGlobal('setTimeout', (act: () => void, ms: number) => later(act, ms > 60_000 ? ms / 2000 : ms));
    return () => {
      vi.stubGlobal('setTimeout', later);
      vi.useRealTimers();
    };
  });

  it.each(['request', 'head'] as const)('gives up a call that hangs after the %s', async (after) => {
    answer = { ...answer, hangs: { after, ms: 1000 } };
    const reached: string[] = [];
    const stop = onReach((reach) => reached.push(reach));
    const signal = new AbortController().signal;
    const failure = await call(listCases, { signal }).catch((error: unknown) => error as CallFailure);
    stop();
    expect(failure).toMatchObject({ status: 0, errCode: 'NO_CONNECTION' });
    expect(failure instanceof CallFailure && isGivenUp(failure)).toBe(true);
    expect(reached.at(-1)).toBe('lost');
  });

  it('does not count the time in which the computer slept', async () => {
    answer = { ...answer, hangs: { after: 'request', ms: 1000 } };
    vi.useFakeTimers({ toFake: ['Date'] });
    const reading = call(listCases, {}).catch((error: unknown) => error as CallFailure);
    vi.setSystemTime(Date.now() + 3_600_000);
    const failure = await reading;
    expect(failure).toMatchObject({ status: 0, errCode: 'NO_CONNECTION' });
    expect(failure instanceof CallFailure && isGivenUp(failure)).toBe(false);
  });

  it('waits for a file', async () => {
    answer = { status: 200, headers: FILE_HEADERS, body: '<a/>', hangs: { after: 'request', ms: 120 } };
    expect(await (await fetchFile()).blob.text()).toBe('<a/>');
  });
});

it('stops with the signal, without calling that a failure', async () => {
  await expect(call(listCases, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  });
});

it.each([
  ['breaks off', { status: 200, body: 'x'.repeat(100), breaksAfter: 10 }, 'lost'],
  [
    'is a proxy that finds no server',
    { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>' },
    'lost',
  ],
  [
    'is a refusal',
    { status: 503, headers: { 'content-type': 'application/json' }, body: refusal('TOO_BUSY') },
    'answered',
  ],
  [
    'is that of a server without its database',
    { status: 503, headers: { 'content-type': 'application/json' }, body: refusal('NO_DATABASE') },
    'lost',
  ],
  [
    'is that of a server that stops',
    { status: 503, headers: { 'content-type': 'application/json' }, body: refusal('STOPPING') },
    'lost',
  ],
])('tells of the connection when the answer %s', async (_what, given, reach) => {
  answer = given;
  const heard: string[] = [];
  const stop = onReach((next) => heard.push(next));
  await expect(call(listCases, {})).rejects.toBeInstanceOf(CallFailure);
  stop();
  expect(heard.at(-1)).toBe(reach);
});

it.each([
  ['a server without a key of the audit trail', 'AUDIT_KEY_MISSING', 'NO_CONNECTION'],
  ['a database that is not available', 'NO_DATABASE', 'NO_CONNECTION'],
  ['a save that may be stored or not', 'OUTCOME_UNKNOWN', 'OUTCOME_UNKNOWN'],
])('answers %s to the caller with the code %s as %s', async (_what, given, errCode) => {
  answer = { status: 503, headers: { 'content-type': 'application/json' }, body: refusal(given) };
  await expect(call(addCase, { body: {} })).rejects.toMatchObject({ status: 503, errCode });
});

describe('a refusal is reported', () => {
  const refused = (input: Parameters<typeof call<typeof listCases>>[1] = {}) =>
    expect(call(listCases, input)).rejects.toBeInstanceOf(CallFailure);

  it('with the call, the code and no word of the message', async () => {
    answer = { status: 409, body: refusal('CASE_CHANGED') };
    const body = { reason: 'x', retrievedAt: '2026-01-01T00:00:00Z', changes: [] };
    await expect(call(savePage, { params: { caseKey: 1, page: 'CI' }, body })).rejects.toBeInstanceOf(
      CallFailure,
    );
    await expect.poll(() => reports).toHaveLength(1);
    expect(reports[0]).toMatchObject({
      category: 'SUBMIT_FAIL',
      name: 'CallFailure',
      token: 'held',
      params: { route: 'CaseDM', caseKey: '7', call: savePage.path, status: '409', errCode: 'CASE_CHANGED' },
    });
    expect(JSON.stringify(reports[0])).not.toContain('secret');
  });

  it('once a minute', async () => {
    answer = { status: 500, body: refusal('UNEXPECTED') };
    await refused();
    await refused();
    await expect.poll(() => reports).toMatchObject([{ category: 'RETRIEVE_FAIL' }]);
    await reportsArrived();
    expect(reports).toHaveLength(1);
  });

  it.each([
    ['the request opted out', { status: 500, body: refusal('UNEXPECTED') }, { ignore: 'ALL' as const }],
    ['the session is over', { status: 401, body: refusal('EXPIRED') }, {}],
    ['the answer breaks off', { status: 200, body: 'x'.repeat(100), breaksAfter: 10 }, {}],
  ])('but not when %s', async (_what, given, input) => {
    answer = given;
    await refused(input);
    await reportsArrived();
    expect(reports).toEqual([]);
  });
});

const file = { params: { caseKey: 1, reportId: 'XML' } };
const FILE_HEADERS = {
  'content-type': 'application/xml',
  'content-disposition': 'attachment; filename="a.xml"',
};
const fetchFile = async (onProgress?: (progress: Progress) => void) =>
  fileOf(downloadReport, await send(downloadReport, file), onProgress);

it('takes a file with the name the server gives, and tells how far it is', async () => {
  const body = '<a/>'.repeat(50_000);
  answer = { status: 200, headers: { ...FILE_HEADERS, 'content-length': String(body.length) }, body };
  const progress: Progress[] = [];
  const { name, blob } = await fetchFile((step) => progress.push(step));
  expect([name, await blob.text(), blob.type]).toEqual(['a.xml', body, 'application/xml']);
  expect(progress.at(-1)).toEqual({ loaded: body.length, total: body.length });
  expect(progress.map(({ loaded }) => loaded)).toEqual(
    progress.map(({ loaded }) => loaded).toSorted((a, b) => a - b),
  );
});

it('takes an empty file for a file', async () => {
  answer = { status: 200, headers: FILE_HEADERS, body: '' };
  expect((await fetchFile()).blob.size).toBe(0);
});

const JSON_FILE = { 'content-type': 'application/json', 'content-disposition': 'attachment; filename=a' };
it.each<[string, Answer, string]>([
  [
    'without content-disposition',
    { status: 200, headers: { 'content-type': 'application/xml' }, body: '<a/>' },
    'BAD_ANSWER',
  ],
  ['of JSON', { status: 200, headers: JSON_FILE, body: refusal('X') }, 'X'],
  [
    'of JSON that says success',
    { status: 200, headers: JSON_FILE, body: '{"success":true,"data":1}' },
    'BAD_ANSWER',
  ],
  [
    'with another status',
    { status: 500, headers: { 'content-disposition': 'attachment' }, body: refusal('Y') },
    'Y',
  ],
  ['with another status of success', { status: 206, headers: FILE_HEADERS, body: '<a' }, 'BAD_ANSWER'],
  [
    'with a page of a proxy',
    { status: 502, headers: { 'content-type': 'text/html' }, body: '<html>' },
    'BAD_ANSWER',
  ],
  ['with nothing in it', { status: 500, body: '' }, 'BAD_ANSWER'],
  [
    'that breaks off',
    { status: 200, headers: FILE_HEADERS, body: '<a/>'.repeat(1000), breaksAfter: 10 },
    'NO_CONNECTION',
  ],
])('counts a download %s as failed', async (_what, failing, errCode) => {
  answer = failing;
  await expect(fetchFile()).rejects.toMatchObject({ name: 'CallFailure', errCode });
});

it.each([
  ['attachment; filename="KR-1.xml"', 'KR-1.xml'],
  [`attachment; filename="a.xml"; filename*=UTF-8''%EC%82%AC%EB%A1%80.xml`, '사례.xml'],
  [`attachment; filename="a.xml"; filename*=UTF-8''%E0%A4%A`, 'a.xml'],
  ['attachment', 'download'],
])('reads the file name of %s', (header, name) => {
  expect(fileNameOf(header)).toBe(name);
});
