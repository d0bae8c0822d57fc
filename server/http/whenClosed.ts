import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** Node warns of more than ten; where a packed file is sent, Fastify and its plugins have eleven of their own. */
const MAX_LISTENERS = 20;

const waiting = new WeakMap<ServerResponse, (() => void)[]>();

/**
 * Does the work when the response is over, sent or not. One listener serves all of ours. For a response that is over
 * already nothing is done.
 */
export function whenClosed(response: ServerResponse, work: () => void): void {
  const before = waiting.get(response);
  if (before) {
    before.push(work);
    return;
  }
  const all = [work];
  waiting.set(response, all);
  response.setMaxListeners(MAX_LISTENERS);
  response.once('close', () => all.forEach((one) => one()));
}

/** Aborted when the response is over. The signal of the request itself is aborted as soon as its body was read. */
export function closeSignal({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController();
  whenClosed(raw, () => closed.abort());
  return closed.signal;
}
