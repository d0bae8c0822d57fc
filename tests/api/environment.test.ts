/** The settings of the installation that a browser reads, and the way into the help center: over HTTP, with a help center beside it. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readEnvironment, readHelpDeskToken } from '../../shared/contract/index.ts';
import { startTestServer } from './harness.ts';
import type { TestServer } from './harness.ts';

const visitors: unknown[] = [];
let status = 200;
const helpCenter = createServer((request, response) => {
  let text = '';
  request.on('data', (piece: Buffer) => (text += piece.toString()));
  request.on('end', () => {
    visitors.push(JSON.parse(text));
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ policyUrl: 'https://help.example/policy' }));
  });
});

let server: TestServer;
let url = '';
beforeAll(async () => {
  await new Promise<void>((done) => helpCenter.listen(0, '127.0.0.1', done));
  url = `http://127.0.0.1:${(helpCenter.address() as AddressInfo).port}`;
  server = await startTestServer({
    env: { CASEWRIGHT_HELP_CENTER_URL: url, CASEWRIGHT_MANUAL_URL: 'https://manual.example/v1.1' },
  });
});
afterAll(async () => {
  await server.stop();
  helpCenter.close();
});

describe('the environment', () => {
  it('is told to anybody, with what is set up and null for what is not', async () => {
    const { data, headers } = await server.call(readEnvironment);
    expect(data).toMatchObject({
      demo: true,
      links: {
        manual: 'https://manual.example/v1.1',
        manualV2: null,
        privacy: null,
        chatbot: null,
        helpCenter: url,
      },
    });
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
  });
});

describe('the help center', () => {
  it('lets nobody in who has not signed in', async () => {
    expect((await server.call(readHelpDeskToken)).status).toBe(401);
    expect(visitors).toEqual([]);
  });

  it('is told of the user no more than id, name and language', async () => {
    const token = await server.token('case.editor');
    const { data } = await server.call(readHelpDeskToken, { token, query: { language: 'ja' } });
    expect(data).toEqual({ policyAgreed: false, url: 'https://help.example/policy' });
    expect(visitors).toEqual([{ userId: 'case.editor', userName: expect.any(String), language: 'ja' }]);
  });

  it('that fails is said to have failed, in the language of the user', async () => {
    status = 500;
    const token = await server.token('case.editor');
    const answer = await server.call(readHelpDeskToken, { token, query: { language: 'zh' } });
    expect(answer).toMatchObject({
      status: 502,
      errCode: 'HELP_CENTER_FAILED',
      errMsg: expect.stringContaining('帮助中心'),
    });
  });
});
