import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { httpTranslator } from './translator.ts';

/** far more than an answer takes, on a loaded machine, too */
const PATIENT_MS = 20_000;

interface TranslationRequest {
  path: string;
  authorization: string | undefined;
  body: Record<string, unknown>;
}

let requests: TranslationRequest[] = [];
let answer: { status: number; body: unknown; delayMs?: number };
const server = createServer((request: IncomingMessage, response) => {
  let text = '';
  request.on('data', (piece: Buffer) => (text += piece.toString()));
  request.on('end', () => {
    const { url = '', headers } = request;
    requests.push({ path: url, authorization: headers.authorization, body: JSON.parse(text) });
    setTimeout(() => {
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer.body));
    }, answer.delayMs ?? 0);
  });
});
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
afterAll(() => new Promise((done) => server.close(done)));
beforeEach(() => (requests = []));

const translator = (more: { key?: string; model?: string; timeoutMs?: number } = {}, path = '') =>
  httpTranslator({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    key: null,
    model: null,
    timeoutMs: PATIENT_MS,
    ...more,
  });

describe('a translation service', () => {
  it('that speaks like LibreTranslate gets the text and the language, nothing else', async () => {
    answer = { status: 200, body: { translatedText: ' 발진 ' } };
    expect(await translator().translate('rash', 'ko')).toBe('발진');
    const body = { q: 'rash', source: 'auto', target: 'ko', format: 'text' };
    expect(requests).toEqual([{ path: '/translate', authorization: undefined, body }]);
  });

  it('with a model is asked as a chat, with its key, below the path it has', async () => {
    answer = { status: 200, body: { choices: [{ message: { content: '発疹' } }] } };
    expect(await translator({ key: 'k', model: 'm' }, '/v1').translate('rash', 'ja')).toBe('発疹');
    expect(requests[0]).toMatchObject({
      path: '/v1/chat/completions',
      authorization: 'Bearer k',
      body: { model: 'm', messages: [{ role: 'system' }, { role: 'user', content: 'rash' }] },
    });
  });

  it.each<[string, typeof answer, RegExp, number?]>([
    ['refuses', { status: 500, body: {} }, /answered 500/],
    ['answers something else', { status: 200, body: { text: 'x' } }, /without a translation/],
    ['answers nothing', { status: 200, body: { translatedText: ' ' } }, /without a translation/],
    [
      'answers more than any translation',
      { status: 200, body: { translatedText: 'x'.repeat(4 * 1024 * 1024) } },
      /more than \d+ bytes/,
    ],
    ['takes too long', { status: 200, body: { translatedText: 'x' }, delayMs: 500 }, /timeout/i, 100],
  ])('that %s is a failure', async (_what, given, why, timeoutMs = PATIENT_MS) => {
    answer = given;
    await expect(translator({ timeoutMs }).translate('rash', 'ko')).rejects.toThrow(why);
  });
});
