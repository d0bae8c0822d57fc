/** What holds for every request, whichever call it is. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSession, signIn } from '../../shared/contract/auth.ts';
import { defineCall } from '../../shared/contract/call.ts';
import { buildApp } from '../../server/app.ts';
import { CALLS } from '../../server/http/openApi.ts';
import { mount } from '../../server/http/mount.ts';
import { fileTooLarge } from '../../server/problems.ts';
import { makeCall, startTestServer } from './harness.ts';
import type { TestInput, TestServer } from './harness.ts';

const Address = { itemId: Type.String(), rowNo: Type.Integer() };
const change = defineCall({
  method: 'POST',
  path: '/1.0/test/sponsors/:sponsorKey/change',
  summary: '',
  access: 'session',
  params: Type.Object({ sponsorKey: Type.Integer() }),
  query: Type.Object({ count: Type.Optional(Type.Integer({ default: 20, maximum: 100 })) }),
  body: Type.Object({
    changes: Type.Array(Type.Object({ ...Address, value: Type.Union([Type.String(), Type.Null()]) })),
  }),
  data: Type.Object({
    count: Type.Integer(),
    sender: Type.Union([Type.Integer(), Type.Null()]),
    language: Type.String(),
  }),
});
const upload = defineCall({
  method: 'POST',
  path: '/1.0/test/upload',
  summary: '',
  access: 'session',
  carries: 'upload',
  maxUploadMb: 1,
  data: Type.Object({ fileName: Type.String(), mediaType: Type.String(), size: Type.Integer() }),
});
const download = defineCall({
  method: 'GET',
  path: '/1.0/test/file',
  summary: '',
  access: 'session',
  carries: 'file',
});
const breaks = defineCall({
  method: 'GET',
  path: '/1.0/test/breaks/:how',
  summary: '',
  access: 'public',
  params: Type.Object({ how: Type.String() }),
});

let server: TestServer;
let url: string;
let token: string;
let stopOwn: () => Promise<void>;
beforeAll(async () => {
  server = await startTestServer();
  const app = await buildApp(server.deps);
  mount(app, change, ({ query, senderKey, language }) => ({
    count: query.count ?? 0,
    sender: senderKey,
    language,
    notInTheContract: 'secret',
  }));
  mount(app, upload, ({ upload: { fileName, mediaType, size } }) => ({ fileName, mediaType, size }));
  mount(app, download, () => ({
    fileName: '사례 "1".xml',
    mediaType: 'application/xml',
    body: Buffer.from('<a/>'),
  }));
  mount(app, breaks, ({ params }) => {
    throw params.how === 'problem' ? fileTooLarge(2) : new Error('a secret reason');
  });
  url = await app.listen({ port: 0 });
  stopOwn = () => app.close();
  token = await server.token('case.editor');
});
afterAll(async () => {
  await stopOwn();
  await server.stop();
});

const send = (input: TestInput) => makeCall(url, change, { params: { sponsorKey: 1 }, token, ...input });

/** Sends a body of a size in portions, and resolves with the whole answer; rejects if the connection breaks before. */
function sendAll(port: number, size: number, portion: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (bytes) => (answer += bytes.toString()));
    socket.on('error', reject);
    socket.on('close', () => {
      resolve(answer);
    });
    socket.write(
      `POST /1.0/test/sponsors/1/change HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
        `content-type: application/json\r\ncontent-length: ${size}\r\n\r\n`,
    );
    const rest = (left: number): void => {
      if (left <= 0) socket.end();
      else socket.write(Buffer.alloc(Math.min(portion, left), 'x'), () => setImmediate(rest, left - portion));
    };
    rest(size);
  });
}
const one = { itemId: 'D.2.1', rowNo: 0, value: null };

describe('a request', () => {
  it('brings what the contract says, with the session around it', async () => {
    const { data } = await send({
      query: { count: '7', senderKey: 2, language: 'zh' },
      body: { changes: [one] },
    });
    expect(data).toEqual({ count: 7, sender: 2, language: 'zh' });
  });

  it('that reads may bring the page of a list, which a call without pages ignores', async () => {
    const read = (query: string) =>
      fetch(`${url}/1.0/test/file?${query}`, { headers: { authorization: `Bearer ${token}` } });
    expect((await read('pageNo=1&rowCount=20&language=ko')).status).toBe(200);
    expect((await read('pageNo=first')).status).toBe(400);
    expect((await read('page=1')).status).toBe(400);
  });

  it('falls back to the defaults of the contract and of the session', async () => {
    const { data } = await send({ query: { language: 'tlh' }, body: { changes: [] } });
    expect(data).toEqual({ count: 20, sender: 1, language: 'en' });
  });

  it.each<[string, TestInput, object]>([
    [
      'a number where a text belongs',
      { body: { changes: [one, { ...one, value: 5 }] } },
      { in: 'body', path: 'changes[1].value', address: { itemId: 'D.2.1', rowNo: 0 } },
    ],
    [
      'a text where a number belongs',
      { body: { changes: [{ ...one, rowNo: '1' }] } },
      { in: 'body', path: 'changes[0].rowNo' },
    ],
    [
      'an unknown property',
      { body: { changes: [{ ...one, extra: 1 }] } },
      { in: 'body', message: "has an unknown property 'extra'" },
    ],
    [
      'a missing property',
      { body: {} },
      { in: 'body', path: '', message: "must have required property 'changes'" },
    ],
    ['no body', {}, { in: 'body', message: 'must be object' }],
    [
      'an unknown query',
      { query: { pageNo: 1 }, body: { changes: [] } },
      { in: 'query', message: "has an unknown property 'pageNo'" },
    ],
    [
      'a query out of range',
      { query: { count: 101 }, body: { changes: [] } },
      { in: 'query', path: 'count' },
    ],
    [
      'a key that is none',
      { params: { sponsorKey: 'one' }, body: { changes: [] } },
      { in: 'path', path: 'sponsorKey' },
    ],
  ])('is refused with %s, and told where', async (_what, input, mistake) => {
    const answer = await send(input);
    expect(answer).toMatchObject({ status: 400, success: false, data: null, errCode: 'INVALID_REQUEST' });
    expect(answer.details).toContainEqual(expect.objectContaining(mistake));
  });

  it.each([
    ['a body that is no JSON', '{"changes": [', 'application/json', 400],
    ['another type of body', '<a/>', 'text/xml', 415],
    ['a body that is too large', `"${'x'.repeat(9 * 1024 * 1024)}"`, 'application/json', 413],
    ['a body that changes prototypes', '{"__proto__": {"admin": true}}', 'application/json', 400],
  ])('is refused with %s', async (_what, body, type, status) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    const response = await fetch(`${url}/1.0/test/sponsors/1/change`, { method: 'POST', headers, body });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ success: false, data: null });
  });

  it.each<[string, string, number, string]>([
    ['nests deeper than any call has', `${'['.repeat(65)}${']'.repeat(65)}`, 400, 'UNREADABLE_REQUEST'],
    ['is larger than those that need no session', `"${'x'.repeat(300 * 1024)}"`, 413, 'BODY_TOO_LARGE'],
  ])('of anybody is refused where its body %s', async (_what, body, status, errCode) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}${signIn.path}`, { method: 'POST', headers, body });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ success: false, data: null, errCode });
  });

  it('that is too large is told so before the connection ends, however slowly the rest arrives', async () => {
    const { port } = new URL(url);
    const size = 9 * 1024 * 1024;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => sendAll(Number(port), size, size / 144)),
    );
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*BODY_TOO_LARGE/);
  });

  it('is refused before its body is read when nobody is signed in', async () => {
    expect(await send({ token: undefined, body: 'x'.repeat(1000) })).toMatchObject({
      status: 401,
      errCode: 'UNAUTHENTICATED',
    });
  });

  it('takes the token with or without the word Bearer', async () => {
    const response = await fetch(`${url}/1.0/auth/me`, { headers: { authorization: token } });
    expect(response.status).toBe(200);
  });
});

describe('a failure', () => {
  it('that has a name keeps it', async () => {
    const answer = await makeCall(url, breaks, { params: { how: 'problem' } });
    expect(answer).toMatchObject({
      status: 413,
      errCode: 'FILE_TOO_LARGE',
      errMsg: 'The file is too large. Allowed maximum size is 2 MB.',
      details: { megabytes: 2 },
    });
  });

  it('that nobody foresaw tells nothing of itself', async () => {
    const answer = await makeCall(url, breaks, { params: { how: 'other' } });
    expect(answer).toMatchObject({ status: 500, errCode: 'UNEXPECTED' });
    expect(answer.bytes.toString()).not.toContain('secret');
  });
});

describe('an upload', () => {
  const bytes = (size: number) => new Uint8Array(size).fill(65);

  it('brings one file, its name in any script', async () => {
    const file = { name: '사례.xml', type: 'application/xml', bytes: bytes(10) };
    expect((await makeCall(url, upload, { token, file })).data).toEqual({
      fileName: '사례.xml',
      mediaType: 'application/xml',
      size: 10,
    });
  });

  it('says how large it may be', async () => {
    const answer = await makeCall(url, upload, { token, file: { name: 'a', bytes: bytes(1024 * 1024 + 1) } });
    expect(answer).toMatchObject({
      status: 413,
      errCode: 'FILE_TOO_LARGE',
      errMsg: 'The file is too large. Allowed maximum size is 1 MB.',
    });
    expect(
      (await makeCall(url, upload, { token, file: { name: 'a', bytes: bytes(1024 * 1024) } })).status,
    ).toBe(200);
  });

  it('is refused if all up to the limit was read before the rest arrives', async () => {
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' };
    const sent = request(`${url}/1.0/test/upload`, { method: 'POST', headers });
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    sent.write(Buffer.concat([Buffer.from(head), bytes(1024 * 1024)]));
    await setTimeout(200);
    sent.end('A\r\n--b--\r\n');
    const [response] = await answered;
    expect([response.statusCode, await json(response)]).toMatchObject([413, { errCode: 'FILE_TOO_LARGE' }]);
  });

  it.each([
    ['JSON', { 'content-type': 'application/json' }, '{}'],
    [
      'a form without a file',
      { 'content-type': 'multipart/form-data; boundary=b' },
      '--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n1\r\n--b--\r\n',
    ],
    [
      'a form that breaks off',
      { 'content-type': 'multipart/form-data; boundary=b' },
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n1',
    ],
  ])('is refused as %s', async (_what, type, body) => {
    const headers = { authorization: `Bearer ${token}`, ...type };
    const response = await fetch(`${url}/1.0/test/upload`, { method: 'POST', headers, body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ success: false });
  });
});

it('gives a file to be saved, its name in any script', async () => {
  const answer = await makeCall(url, download, { token });
  expect(answer.bytes.toString()).toBe('<a/>');
  expect(answer.headers.get('content-type')).toBe('application/xml');
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="__ _1_.xml"; filename*=UTF-8''%EC%82%AC%EB%A1%80%20%221%22.xml`,
  );
});

describe('the addresses of the server itself', () => {
  const read = (path: string, init?: RequestInit) => fetch(server.url + path, init);

  it('tell that it works', async () => {
    expect(await (await read('/healthz')).json()).toMatchObject({ success: true, data: { status: 'ok' } });
  });

  it('tell the version, never from a cache', async () => {
    const response = await read('/version.json?at=1');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+/) });
  });

  it('list every call of the contract', async () => {
    const document = (await (await read('/openapi.json')).json()) as { paths: Record<string, object> };
    const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
    expect(operations.map(({ operationId }) => operationId).toSorted()).toEqual(
      CALLS.map(([name]) => name).toSorted(),
    );
  });

  it('are mounted, all of the contract', () => {
    const missing = CALLS.filter(([, { method, path }]) => !server.app.hasRoute({ method, url: path }));
    expect(missing.map(([name]) => name)).toEqual([]);
  });

  it.each([
    '/1.0/nothing',
    '/1.1/nothing?language=en',
    '/open-api/v2/nothing',
    '/api/v1/nothing',
    '/assets/nothing.js',
    '/nothing.js',
  ])('are no page: %s', async (path) => {
    const response = await read(path, { headers: { accept: 'text/html' } });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ success: false, errCode: 'CALL_NOT_FOUND' });
  });

  it('let nothing foreign run, and keep plain http working', async () => {
    const { headers } = await read('/healthz');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self' 'unsafe-inline';");
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    // the same as `frame-ancestors`, for browsers that do not read it
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('permissions-policy')).toContain('camera=()');
  });
});

it('packs large answers', async () => {
  const response = await fetch(`${server.url}/openapi.json`, { headers: { 'accept-encoding': 'gzip' } });
  expect(response.headers.get('content-encoding')).toBe('gzip');
});

it('never lets a case be kept on the way', async () => {
  const answers = [
    await server.call(checkSession, { params: { id: 'me' }, token }),
    await server.call(signIn, { body: { userId: 'x', password: 'y' } }),
  ];
  expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(['no-store', 'no-store']);
});
