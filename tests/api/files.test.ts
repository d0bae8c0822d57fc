/** Files of attachment items. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFile, uploadFile } from '../../shared/contract/index.ts';
import { startTestServer } from './harness.ts';
import type { TestServer } from './harness.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.token('case.editor');
});
afterAll(() => server.stop());

const params = { sponsorKey: 1 };
const upload = (name: string, bytes: Uint8Array<ArrayBuffer> | string, type = 'text/plain') =>
  server.call(uploadFile, { token, params, file: { name, type, bytes } });

it('gives back what was stored, byte by byte, under its name', async () => {
  const bytes = new Uint8Array(70_000).map((_, at) => (at * 31) % 256);
  const { data } = await upload('보고서 1.pdf', bytes, 'application/pdf');
  expect(data).toEqual({
    fileKey: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    fileName: '보고서 1.pdf',
    mediaType: 'application/pdf',
    size: 70_000,
  });

  const answer = await server.call(readFile, { token, params: { ...params, fileKey: data.fileKey } });
  expect(answer.status).toBe(200);
  expect(answer.bytes.equals(bytes)).toBe(true);
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('보고서'));
});

it.each([
  ['text that begins as a zlib stream does', Buffer.from('80 mg twice daily')],
  ['a compressed file that is called a text', gzipSync('a compressed text')],
])('gives back %s to a browser that takes compressed answers', async (_what, content) => {
  const bytes = new Uint8Array(content);
  const { data } = await upload('dose.txt', bytes);
  const answer = await server.call(readFile, { token, params: { ...params, fileKey: data.fileKey } });
  expect(answer.bytes.equals(bytes)).toBe(true);
});

it('takes a file whose sender gives it no name', async () => {
  const body = [
    '--part',
    'content-disposition: form-data; name="file"',
    'content-type: application/octet-stream',
    '',
    'nameless',
    '--part--',
    '',
  ].join('\r\n');
  const answer = await fetch(`${server.url}/1.0/sponsors/1/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=part' },
    body,
  });
  expect([answer.status, await answer.json()]).toEqual([
    200,
    expect.objectContaining({ data: expect.objectContaining({ fileName: '', size: 8 }) as object }),
  ]);
});

it('keeps the same bytes once, and leaves nothing half written', async () => {
  const [one, two] = [await upload('one.txt', 'same'), await upload('two.txt', 'same')];
  expect(one.data.fileKey).toBe(two.data.fileKey);
  const folder = join(server.deps.config.dataDir, 'files');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.includes(one.data.fileKey),
  );
  expect(names).toEqual([join(one.data.fileKey.slice(0, 2), one.data.fileKey)]);
});

it('takes twenty uploads of the same bytes at once', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => upload('a.txt', 'at once')));
  expect(new Set(answers.map(({ status, data }) => `${status} ${data.fileKey}`)).size).toBe(1);
});

it('does not hand out a file of another sponsor', async () => {
  const fileKey = await server.deps.files.put(Buffer.from('of another sponsor'));
  const answer = await server.call(readFile, { token, params: { ...params, fileKey } });
  expect(answer).toMatchObject({ status: 404, errCode: 'FILE_NOT_FOUND' });
});

it.each(['..%2f..%2fpostgres', 'A'.repeat(64), '0'.repeat(64), 'x'])('knows no file %s', async (fileKey) => {
  const answer = await server.call(readFile, { token, params: { ...params, fileKey } });
  expect(answer).toMatchObject({ status: 404, errCode: 'FILE_NOT_FOUND' });
  expect(await server.deps.files.get(fileKey)).toBeNull();
});

it('refuses a file of more than 30 MB', async () => {
  const answer = await upload('large.bin', new Uint8Array(31 * 1024 * 1024));
  expect(answer).toMatchObject({ status: 413, errCode: 'FILE_TOO_LARGE' });
});

it('refuses an empty file', async () => {
  expect(await upload('scan.pdf', '')).toMatchObject({ status: 422, errCode: 'FILE_EMPTY' });
});

it('refuses an upload to a user who may only read', async () => {
  const reader = await server.token('case.reader');
  const answer = await server.call(uploadFile, {
    token: reader,
    params,
    file: { name: 'a.txt', bytes: 'a' },
  });
  expect(answer).toMatchObject({ status: 403, errCode: 'NO_PRIVILEGE' });
});
