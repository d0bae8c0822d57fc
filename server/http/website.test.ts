import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { protect } from './protection.ts';
import { serveWebsite } from './website.ts';

const root = mkdtempSync(join(tmpdir(), 'casewright-site-'));
const app = fastify();
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
