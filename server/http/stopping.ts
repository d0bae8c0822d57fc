/** How a server stops without cutting off a client, and without waiting for one that sends or reads nothing. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { stopping } from '../problems.ts';
import { whenClosed } from './whenClosed.ts';

/**
 * How long open connections may still bring requests, which are refused and end their connection. Closed at once, a
 * connection with a request on its way would break instead.
 */
const GRACE_MS = 250;
/** How long a client may send the rest of a request, and read its answer. */
const CLIENT_MS = 30_000;
/** Seconds until another process, or this one after its restart, answers. */
const RESTART_S = 2;

/**
 * While the server stops: answers requests under way, and refuses new ones with 503 STOPPING. A connection that waits for
 * its client for `clientMs` is ended: anybody can open one and send half of a request.
 */
export function refuseWhileStopping(app: FastifyInstance, clientMs = CLIENT_MS): void {
  const connections = new Set<Socket>();
  const underWay = new Set<IncomingMessage>();
  let isStopping = false;
  let ending: NodeJS.Timeout | undefined;
  app.server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
  });
  const endWaiting = (): void => {
    const working = new Set([...underWay].filter(({ complete }) => complete).map(({ socket }) => socket));
    for (const socket of connections) if (!working.has(socket) || socket.writableLength > 0) socket.destroy();
  };
  app.addHook('preClose', async () => {
    isStopping = true;
    ending = setInterval(endWaiting, clientMs);
    if (app.server.listening) await wait(GRACE_MS);
  });
  app.addHook('onClose', async () => clearInterval(ending));
  app.addHook('onRequest', ({ raw }, reply, done) => {
    underWay.add(raw);
    whenClosed(reply.raw, () => underWay.delete(raw));
    done(isStopping ? stopping(RESTART_S) : undefined);
  });
  // a connection that is kept would hold up the end
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done();
  });
}
