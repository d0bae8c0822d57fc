/** How much the answers of one sender may take until they are read: who reads slowly, or not at all, takes nothing from others. */
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { outcomeUnknown, tooManyCalls } from '../problems.ts';
import { senderOf, type Sender } from './bodyQuotas.ts';
import { whenClosed } from './whenClosed.ts';

/** Characters or bytes of one sender, of answers that are in memory whole: some eighty of the catalogue. */
const QUOTA = 64 * 1024 * 1024;
/** Smaller ones are not counted: refusals, and most of the answers. */
const SMALL = 16 * 1024;
const RETRY_AFTER_S = 30;
/** without a byte that the client takes, or without a request */
const SILENCE_MS = 5 * 60_000;

/**
 * Counts the answers that the connection is not done with. Over the quota requests get 429 TOO_MANY_CALLS; a call that may have
 * changed something meanwhile gets 503 OUTCOME_UNKNOWN. To be called before answers are compressed. A connection whose client
 * takes nothing of an answer for `silenceMs` is ended.
 */
export function limitUnreadAnswers(
  app: FastifyInstance,
  { quota = QUOTA, silenceMs = SILENCE_MS }: { quota?: number; silenceMs?: number } = {},
): void {
  const unread = new Map<Sender, number>();
  const ofSender = (request: FastifyRequest): number => unread.get(senderOf(request)) ?? 0;
  // the user is known by then
  app.addHook('preValidation', (request, _reply, done) =>
    done(ofSender(request) >= quota ? tooManyCalls(RETRY_AFTER_S) : undefined),
  );
  app.addHook('onSend', (request, reply, payload, done) => {
    const size = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.length : 0;
    if (size < SMALL || reply.raw.closed) return done();
    const [sender, before] = [senderOf(request), ofSender(request)];
    // a single answer is limited by its call
    if (before > 0 && before + size > quota)
      return done(request.method === 'GET' ? tooManyCalls(RETRY_AFTER_S) : outcomeUnknown(RETRY_AFTER_S));
    unread.set(sender, before + size);
    whenClosed(reply.raw, () => {
      const rest = (unread.get(sender) ?? 0) - size;
      if (rest > 0) unread.set(sender, rest);
      else unread.delete(sender);
    });
    done();
  });
  endSilent(app, silenceMs);
}

/** Ends connections without traffic, but those whose client waits for an answer, or sends its request slowly. */
function endSilent(app: FastifyInstance, silenceMs: number): void {
  const underWay = new WeakMap<Socket, number>();
  app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1);
    whenClosed(reply.raw, () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
    done();
  });
  // with a function of ours the server ends no connection by itself
  app.server.setTimeout(silenceMs, (socket: Socket) => {
    const waits = (underWay.get(socket) ?? 0) > 0;
    if (!waits || socket.writableLength > 0) socket.destroy();
  });
}
