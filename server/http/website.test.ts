import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { protect } from './protection.ts';
import { routedBy, serveWebsite } from './website.ts';

const root = mkdtempSync(join(tmpdir(), 'casewright-site-'));
const app = fastify({ rewriteUrl: routedBy });
beforeAll(async () => {
  mkdirSync(join(root, 'assets'));
  writeFileSync(join(root, 'index.html'), 'first page');
  writeFileSync(join(root, '.built'), 'no business of yours');
  writeFileSync(join(root, 'assets', 'index-A1.js'), 'script');
  writeFileSync(join(root, 'assets', 'index-A1.js.br'), 'compressed script');
  await protect(app);
  await serveWebsite(app, root);
});
afterAll(async () => {
  await app.close();
  rmSync(root, { recursive: true });
});

const read = (url: string, method: 'GET' | 'POST' | 'HEAD' = 'GET') => app.inject({ method, url });

it.each([
  '/',
  '/home',
  '/login/en',
  '/1/-1/ko/KR/case/12/detail/DM',
  '/set-up/abc?x=1',
  '/1/1/en/ICH/mapping-rule/D.2.1',
])('gives the first page for a place in the product: %s', async (url) => {
  const answer = await read(url);
  expect([answer.statusCode, answer.body]).toEqual([200, 'first page']);
  expect(answer.headers['content-type']).toMatch(/^text\/html/);
});

it.each(['/1.0/cases', '/1.1/x', '/api/v1/x', '/open-api/x', '/assets/gone.js', '/gone.js', '/favicon.ico'])(
  'finds no page for %s',
  async (url) => {
    const answer = await read(url);
    expect([answer.statusCode, answer.json()]).toMatchObject([
      404,
      { success: false, errCode: 'CALL_NOT_FOUND' },
    ]);
  },
);

it.each([
  '//',
  '//home',
  '/1//ko',
  '/%00',
  '/a%00b',
  '/%zz',
  '/%E0%A4%A?x=1',
  '/%5chome',
  '/a%2F%2Fb',
  '/a/%2e',
])('gives the first page for an address that cannot be read: %s', async (url) => {
  const answer = await read(url);
  expect([answer.statusCode, answer.body]).toEqual([200, 'first page']);
  expect(answer.headers['content-security-policy']).toBeDefined();
});

it('gives the first page for an address that is too long for a file', async () => {
  expect((await read(`/${'환'.repeat(100)}`)).body).toBe('first page');
});

it.each([
  ['/1.0/%zz?language=ko', '호출'],
  ['/1.0//cases?language=en', 'call'],
  ['/assets/%zz', 'call'],
])('finds no call, in the language of the user, for %s', async (url, word) => {
  const answer = await read(url);
  const errMsg = expect.stringContaining(word) as string;
  expect([answer.statusCode, answer.json()]).toMatchObject([404, { errCode: 'CALL_NOT_FOUND', errMsg }]);
});

it.each(['/1.0/names/a%2F%2Fb', '/1.0/names/a%5cb', '/1.0/cases?x=//%zz', '/home?x=%zz'])(
  'leaves %s as it is',
  (url) => {
    expect(routedBy({ url })).toBe(url);
  },
);

it('finds nothing to post to', async () => {
  expect((await read('/home', 'POST')).statusCode).toBe(404);
});

it('never gives what lies outside, or hides', async () => {
  for (const url of ['/.built', '/..%2f..%2fetc/passwd', '/assets/..%2f.built']) {
    expect((await read(url)).body).not.toMatch(/business|root:/);
  }
});

it('lets a browser keep what is named by its content, and ask again for the rest', async () => {
  expect((await read('/assets/index-A1.js')).headers['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  );
  expect((await read('/')).headers['cache-control']).toBe('no-cache');
  expect((await read('/home')).headers['cache-control']).toBe('no-cache');
});

it('sends the compressed file where the browser takes one', async () => {
  const url = '/assets/index-A1.js';
  const compressed = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
  expect(compressed.body).toBe('compressed script');
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringMatching(/^application\/javascript/),
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect((await read(url)).body).toBe('script');
});
