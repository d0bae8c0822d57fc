import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { protect } from './protection.ts';
import { serveStorybook } from './storybook.ts';
import { serveWebsite } from './website.ts';

const folder = mkdtempSync(join(tmpdir(), 'casewright-storybook-'));
const site = join(folder, 'dist');
const root = join(folder, 'dist-storybook');
const INLINE = "\n window['REFS'] = {};\n";
let demo: FastifyInstance;
let real: FastifyInstance;

beforeAll(async () => {
  mkdirSync(site);
  writeFileSync(join(site, 'index.html'), 'first page');
  [demo, real] = [fastify(), fastify()];
  for (const app of [demo, real]) await protect(app);
  await serveStorybook(demo, root);
  for (const app of [demo, real]) await serveWebsite(app, site);
});
afterAll(async () => {
  await demo.close();
  await real.close();
  rmSync(folder, { recursive: true });
});

const policy = async (url: string) => (await demo.inject(url)).headers['content-security-policy'];

it('says that it is being built, in four languages, and looks again', async () => {
  const { statusCode, body, headers } = await demo.inject('/storybook/');
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(body).toContain('http-equiv="refresh"');
  expect(body.match(/<p lang="(en|ko|ja|zh)">/g)).toHaveLength(4);
});

it('serves what was built meanwhile, without a restart', async () => {
  mkdirSync(join(root, 'assets'), { recursive: true });
  writeFileSync(join(root, 'index.html'), `<script>${INLINE}</script><script src="./a.js"></script>`);
  writeFileSync(join(root, 'iframe.html'), '<script type="module" src="./a.js"></script>');
  writeFileSync(join(root, 'assets', 'a.js'), 'script');
  expect((await demo.inject('/storybook/')).body).toContain('being built');
  writeFileSync(join(root, '.built'), '');
  expect((await demo.inject('/storybook/')).body).toContain(INLINE);
  expect((await demo.inject('/storybook/assets/a.js')).body).toBe('script');
  const { statusCode, headers } = await demo.inject('/storybook');
  expect([statusCode, headers.location]).toEqual([302, '/storybook/']);
});

it('lets only the scripts of the build run, and only our own pages frame it', async () => {
  const hash = createHash('sha256').update(INLINE).digest('base64');
  expect(await policy('/storybook/')).toContain(`script-src 'self' 'sha256-${hash}';`);
  expect(await policy('/storybook/iframe.html')).toContain("script-src 'self';");
  for (const page of ['/storybook/', '/storybook/iframe.html']) {
    expect((await demo.inject(page)).headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(await policy(page)).toContain("frame-ancestors 'self'");
    expect(await policy(page)).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/);
  }
});

it("never loosens the application's policy", async () => {
  const pure = (await real.inject('/')).headers['content-security-policy'];
  expect(pure).toContain("script-src 'self';");
  expect(pure).toContain("frame-ancestors 'none'");
  for (const url of ['/', '/home', '/1.0/x', '/storybook/assets/a.js', '/storybook/gone.js'])
    expect(await policy(url)).toBe(pure);
});

it('finds nothing that is not there, and nothing that hides', async () => {
  for (const url of ['/storybook/gone.js', '/storybook/.built', '/storybook/..%2fdist/index.html']) {
    const answer = await demo.inject(url);
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { errCode: 'CALL_NOT_FOUND' }]);
  }
});

it.each(['/storybook', '/storybook/', '/storybook/iframe.html', '/storybook/assets/a.js'])(
  'does not exist outside demo mode: %s',
  async (url) => {
    const answer = await real.inject(url);
    expect([answer.statusCode, answer.json()]).toMatchObject([404, { errCode: 'CALL_NOT_FOUND' }]);
  },
);
