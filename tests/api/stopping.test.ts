/** A server that stops while requests arrive: each one is answered. */
import { Agent, request } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { json } from 'node:stream/consumers';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { refuseWhileStopping } from '../../server/http/stopping.ts';
import { eventually, startTestServer, type TestServer } from './harness.ts';

const USERS = 16;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

interface Answer {
  status: number;
  body: unknown;
  retryAfter: string | undefined;
}

/** Rejects if the connection ends before the answer. */
const get = (url: string, agent: Agent): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request(url, { agent }, (response) => {
      json(response).then((body) => {
        resolve({ status: response.statusCode ?? 0, body, retryAfter: response.headers['retry-after'] });
      }, reject);
    })
      .on('error', reject)
      .end();
  });

it('answers what is under way, and what arrives later with 503 and the envelope', async () => {
  const app = await buildApp(server.deps);
  const started = Promise.withResolvers<void>();
  app.get('/slow', async () => {
    started.resolve();
    await wait(600);
    return { slow: true };
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const agent = new Agent({ keepAlive: true });
  const answers: Answer[] = [];
  const cut: unknown[] = [];
  /** Asks again and again, as a page does that polls, until the server sends it away. */
  const ask = async (): Promise<void> => {
    for (let status = 200; status === 200;)
      try {
        const answer = await get(`${url}/version.json`, agent);
        answers.push(answer);
        status = answer.status;
      } catch (error) {
        cut.push(error);
        return;
      }
  };
  const users = Array.from({ length: USERS }, ask);
  const slow = get(`${url}/slow`, new Agent({ keepAlive: true }));
  await started.promise;
  const before = Date.now();
  await app.close();
  const seconds = (Date.now() - before) / 1000;
  await Promise.all(users);
  agent.destroy();

  expect((await slow).body).toEqual({ slow: true });
  // not the minute for which an open connection is kept
  expect(seconds).toBeLessThan(20);
  expect(cut).toEqual([]);
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.length).toBeGreaterThan(0);
  for (const { status, body, retryAfter } of refused) {
    expect([status, body]).toMatchObject([503, { success: false, data: null, errCode: 'STOPPING' }]);
    expect(Number(retryAfter)).toBeGreaterThan(0);
  }
});

it('waits for no client that sends half of a request, or does not read its answer', async () => {
  const app = fastify();
  refuseWhileStopping(app, 500);
  app.post('/echo', () => 'all');
  app.get('/large', () => 'x'.repeat(64 * 1024 * 1024));
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  app.get('/slow', () => {
    begun.resolve();
    return end.promise;
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const port = Number(new URL(url).port);
  const texts = [
    'GET /slow HTTP/1.1\r\nhost: a\r\nx: ',
    'POST /echo HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
    'GET /large HTTP/1.1\r\nhost: a\r\n\r\n',
  ];
  const clients = texts.map((text) => {
    const socket = connect(port, '127.0.0.1').pause();
    socket.on('error', () => {}).write(text);
    return socket;
  });
  const slow = fetch(`${url}/slow`);
  await begun.promise;
  await eventually(async () => expect(await connectionsOf(app)).toBe(texts.length + 1));
  const closed = app.close();
  await eventually(async () => expect(await connectionsOf(app)).toBe(1));
  end.resolve('answered');
  expect(await (await slow).text()).toBe('answered');
  await closed;
  for (const client of clients) client.destroy();
});

const connectionsOf = (app: FastifyInstance): Promise<number> =>
  new Promise((resolve, reject) => {
    app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
