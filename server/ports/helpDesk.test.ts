import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpHelpDesk } from './helpDesk.ts';

const VISITOR = { userId: 'kim', userName: '김', language: 'ko' };
let received: { path: string; authorization: string | undefined; body: unknown };
let answer: { status: number; body: unknown; delayMs?: number; location?: string };
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (piece: Buffer) => (text += piece.toString()));
  request.on('end', () => {
    const { url = '', headers } = request;
    received = { path: url, authorization: headers.authorization, body: JSON.parse(text) };
    setTimeout(() => {
      const { status, location } = answer;
      response.writeHead(status, { 'content-type': 'application/json', ...(location && { location }) });
      response.end(JSON.stringify(answer.body));
    }, answer.delayMs ?? 0);
  });
});
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
afterAll(() => new Promise((done) => server.close(done)));

// far more than an answer takes, on a loaded machine, too
const wayIn = (key: string | null = null, withinMs = 20_000) =>
  httpHelpDesk(
    { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, key },
    withinMs,
  ).wayIn(VISITOR);

describe('a help center', () => {
  it('is told who comes, below the path it has and with its key', async () => {
    answer = { status: 200, body: { redirectUrl: 'https://help.example/in?t=1' } };
    expect(await wayIn('k')).toEqual({ policyAgreed: true, url: 'https://help.example/in?t=1' });
    expect(received).toEqual({ path: '/api/tokens', authorization: 'Bearer k', body: VISITOR });
  });

  it('may want a policy agreed to first', async () => {
    answer = { status: 200, body: { policyUrl: 'https://help.example/policy' } };
    expect(await wayIn()).toEqual({ policyAgreed: false, url: 'https://help.example/policy' });
    expect(received.authorization).toBeUndefined();
  });

  it.each([
    ['refuses', { status: 500, body: {} }, /answered 500/],
    ['names no address', { status: 200, body: null }, /without an address/],
    ['names a script', { status: 200, body: { redirectUrl: 'javascript:alert(1)' } }, /may be opened/],
    [
      'names a page that is not safe',
      { status: 200, body: { policyUrl: 'http://x.example' } },
      /may be opened/,
    ],
  ])('that %s is a failure', async (_what, given, why) => {
    answer = given;
    await expect(wayIn()).rejects.toThrow(why);
  });

  it('that sends on to somewhere else is a failure, and nobody is told of there', async () => {
    answer = { status: 307, body: {}, location: '/elsewhere' };
    await expect(wayIn()).rejects.toThrow();
    expect(received.path).toBe('/api/tokens');
  });

  it('that takes too long is a failure', async () => {
    answer = { status: 200, body: {}, delayMs: 2000 };
    await expect(wayIn(null, 50)).rejects.toThrow(/timeout/i);
  });
});
