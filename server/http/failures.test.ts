import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import fastify, { type FastifyReply } from 'fastify';
import { expect, it } from 'vitest';
import { tooBusy } from '../problems.ts';
import { answerFailure } from './failures.ts';

const ERROR = 50;

it.each<[string, (reply: FastifyReply) => Promise<void>]>([
  ['a stream', ({ raw }) => pipeline(new Readable({ read: () => {} }), raw)],
  [
    'the task of a thread',
    async ({ raw }) => {
      await once(raw, 'close');
      throw tooBusy(5);
    },
  ],
])('a client that leaves, and so ends %s, is no error of the server', async (_what, work) => {
  const lines: { level: number; errCode?: string }[] = [];
  const app = fastify({
    logger: { level: 'info', stream: { write: (line: string) => void lines.push(JSON.parse(line)) } },
  });
  app.setErrorHandler(answerFailure);
  app.get('/', (_request, reply) => work(reply));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const received = once(app.server, 'request');
  client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  await received;
  client.destroy();
  await expect.poll(() => lines).toContainEqual(expect.objectContaining({ msg: 'refused' }));
  expect(lines.filter(({ level }) => level >= ERROR)).toEqual([]);
  await app.close();
});
