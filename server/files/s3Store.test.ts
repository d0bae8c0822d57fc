/** Object storage that answers anything, or breaks off. What storage does that works: `tests/api/objectStore.test.ts`. */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { guardedStore } from './guardedStore.ts';
import { FileStoreUnavailable, type ObjectStore } from './objectStore.ts';
import { s3Store } from './s3Store.ts';

/** More than a part of a large object. */
const LARGE_BYTES = 9 * 1024 * 1024;

let answer: RequestListener = () => {};
const server = createServer((request, response) => answer(request, response));
const reported: FileStoreUnavailable[] = [];
let objects: ObjectStore;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  const settings = {
    bucket: 'test',
    endpoint,
    region: 'us-east-1',
    prefix: '',
    pathStyle: true,
    credentials,
  };
  objects = guardedStore(s3Store(settings), (failure) => reported.push(failure));
});
afterAll(() => {
  objects.close();
  server.close();
  server.closeAllConnections();
});

const page: RequestListener = (request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/html' }).end('<html>log in<br></html>');
};
const elsewhere: RequestListener = (request, response) => {
  request.resume();
  response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
};
const breaksOff: RequestListener = (request, response) => {
  if (new URL(request.url ?? '', 'http://x').searchParams.has('uploads')) {
    request.resume();
    response.end('<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>');
  } else request.once('data', () => request.socket.destroy());
};
const half: RequestListener = (request, response) => {
  request.resume();
  response.writeHead(200, { 'content-length': 1000 }).write('x'.repeat(500), () => response.destroy());
};

const PIECE = Buffer.alloc(1024 * 1024, '<Contents></Contents>');
let sent = 0;
/** A list that goes on until the client leaves. */
const endless: RequestListener = (request, response) => {
  request.resume();
  response.writeHead(200).write('<ListBucketResult>');
  const send = (): void => {
    if (response.destroyed) return;
    sent += 1;
    response.write(PIECE, send);
  };
  send();
};

const put = (size: number) => objects.put('files/aa/one', Readable.from([Buffer.alloc(size)]));
const list = async () => {
  for await (const _ of objects.list('files'));
};
const read = async () => {
  const content = await objects.read('files/aa/one');
  return content && buffer(content);
};

it.each([
  ['a file is taken by a page of a proxy', page, () => put(10)],
  ['a list is a page of a proxy', page, list],
  ['a file is sent elsewhere', elsewhere, () => put(10)],
  ['a large file breaks off while it is sent', breaksOff, () => put(LARGE_BYTES)],
  ['a file breaks off while it is read', half, read],
])('the storage is unavailable where %s', async (_what, answered, work) => {
  answer = answered;
  reported.length = 0;
  await expect(work()).rejects.toBeInstanceOf(FileStoreUnavailable);
  expect(reported).toHaveLength(1);
});

it('an answer that does not end is left before it fills the memory', async () => {
  answer = endless;
  sent = 0;
  await expect(list()).rejects.toBeInstanceOf(FileStoreUnavailable);
  expect(sent).toBeLessThan(64);
});
