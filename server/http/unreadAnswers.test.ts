import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, it } from 'vitest';
import { answerFailure } from './failures.ts';
import { limitUnreadAnswers } from './unreadAnswers.ts';

const MB = 1024 * 1024;
/** more than the buffers of a connection hold */
const BIG = 'x'.repeat(32 * MB);

let app: FastifyInstance;
let clients: Socket[] = [];
/** the server's ends of all connections, by the port of the client */
let accepted = new Map<number | undefined, Socket>();
afterEach(async () => {
  for (const client of clients) client.destroy();
  [clients, accepted] = [[], new Map()];
  await app.close();
});

async function start(
  limits: { quota?: number; silenceMs?: number },
  later: Promise<string> = Promise.resolve(''),
): Promise<string> {
  app = fastify();
  app.server.on('connection', (socket: Socket) => void accepted.set(socket.remotePort, socket));
  app.setErrorHandler(answerFailure);
  limitUnreadAnswers(app, limits);
  app.get('/big', () => BIG);
  app.post('/big', () => BIG);
  app.get('/small', () => 'small');
  app.get('/later', () => later);
  return app.listen();
}

/** Asks for an answer and reads none of it. Resolves with the server's end of the connection, which holds the rest. */
async function leaveUnread(): Promise<Socket> {
  const client = connect((app.server.address() as AddressInfo).port).pause();
  clients.push(client.on('error', () => {}));
  await once(client, 'connect');
  const port = client.localPort;
  client.write('GET /big HTTP/1.1\r\nhost: x\r\n\r\n');
  const socket = () => accepted.get(port);
  await expect.poll(() => (socket()?.writableLength ?? 0) > 0 || socket()?.destroyed).toBe(true);
  return socket() as Socket;
}

it('answers that nobody reads take no more than the quota', async () => {
  const url = await start({ quota: 40 * MB });
  await leaveUnread();
  const refused = await fetch(`${url}/big`);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
  expect(await refused.json()).toMatchObject({ errCode: 'TOO_MANY_CALLS' });
  // it was carried out
  const done = await fetch(`${url}/big`, { method: 'POST' });
  expect(await done.json()).toMatchObject({ errCode: 'OUTCOME_UNKNOWN' });
  expect((await fetch(`${url}/small`)).status).toBe(200);
  clients[0]?.destroy();
  await expect.poll(async () => (await fetch(`${url}/big`)).status).toBe(200);
});

it('nothing is begun for a sender over the quota', async () => {
  const url = await start({ quota: 16 * MB });
  // a single one is not refused for its size
  await leaveUnread();
  expect((await fetch(`${url}/small`)).status).toBe(429);
});

it('a connection that takes nothing of its answer ends, one that waits for it does not', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  const url = await start({ silenceMs: 300 }, answer);
  const waiting = fetch(`${url}/later`);
  const socket = await leaveUnread();
  await expect.poll(() => socket.destroyed).toBe(true);
  resolve('at last');
  expect(await (await waiting).text()).toBe('at last');
});
