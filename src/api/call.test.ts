import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { addCase, downloadReport, listCases, readPage, savePage } from '../../shared/contract/index.ts';
import { call, send } from './call.ts';
import { CallFailure } from './callFailure.ts';
import { onSessionExpired, setSessionParams, setToken } from './credentials.ts';
import { fileNameOf, fileOf } from './files.ts';

interface Answer {
  status: number;
  headers?: Record<string, string>;
  body: string;
}
let server: Server;
let answer: Answer;
let seen: { method?: string; url?: string; headers: IncomingMessage['headers']; body: string };
const realFetch = globalThis.fetch;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      seen = { method: request.method, url: request.url, headers: request.headers, body };
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  // a browser completes relative addresses, node does not
  globalThis.fetch = (input, init) => realFetch(`http://127.0.0.1:${port}${String(input)}`, init);
});
afterAll(() => {
  globalThis.fetch = realFetch;
  server.close();
});
beforeEach(() => {
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

it('stops with the signal, without calling that a failure', async () => {
  await expect(call(listCases, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: 'AbortError',
  });
});

const report = { params: { caseKey: 1, reportId: 'XML' } };
it('takes a file with the name the server gives', async () => {
  answer = {
    status: 200,
    headers: { 'content-type': 'application/xml', 'content-disposition': 'attachment; filename="a.xml"' },
    body: '<a/>',
  };
  const { name, blob } = await fileOf(await send(downloadReport, report));
  expect([name, await blob.text()]).toEqual(['a.xml', '<a/>']);
});

it.each<[string, Answer]>([
  [
    'without content-disposition',
    { status: 200, headers: { 'content-type': 'application/xml' }, body: '<a/>' },
  ],
  [
    'of JSON',
    {
      status: 200,
      headers: { 'content-type': 'application/json', 'content-disposition': 'attachment; filename=a' },
      body: refusal('X'),
    },
  ],
  [
    'with another status',
    { status: 500, headers: { 'content-disposition': 'attachment' }, body: refusal('Y') },
  ],
])('counts a download %s as failed', async (_what, failing) => {
  answer = failing;
  await expect(send(downloadReport, report).then(fileOf)).rejects.toBeInstanceOf(CallFailure);
});

it.each([
  ['attachment; filename="KR-1.xml"', 'KR-1.xml'],
  [`attachment; filename="a.xml"; filename*=UTF-8''%EC%82%AC%EB%A1%80.xml`, '사례.xml'],
  ['attachment', 'download'],
])('reads the file name of %s', (header, name) => {
  expect(fileNameOf(header)).toBe(name);
});
