/** How a server stops listening without cutting off a client. */
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { stopping } from '../problems.ts';

/**
 * How long open connections may still bring requests, which are refused and end their connection. Closed at once, a
 * connection with a request on its way would break instead.
 */
const GRACE_MS = 250;
/** Seconds until another process, or this one after its restart, answers. */
const RESTART_S = 2;

/** While the server stops: answers requests under way, and refuses new ones with 503 STOPPING. */
export function refuseWhileStopping(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', async () => {
    isStopping = true;
    if (app.server.listening) await wait(GRACE_MS);
  });
  app.addHook('onRequest', (_request, _reply, done) => {
    done(isStopping ? stopping(RESTART_S) : undefined);
  });
  // a connection that is kept would hold up the end
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) reply.header('connection', 'close');
    done();
  });
}
