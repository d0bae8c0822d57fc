import type { ServerResponse } from 'node:http';

const waiting = new WeakMap<ServerResponse, (() => void)[]>();

/**
 * Does the work when the response is over, sent or not. One listener serves all of ours: plugins have theirs, and Node warns
 * of more than ten. For a response that is over already nothing is done.
 */
export function whenClosed(response: ServerResponse, work: () => void): void {
  const before = waiting.get(response);
  if (before) {
    before.push(work);
    return;
  }
  const all = [work];
  waiting.set(response, all);
  response.once('close', () => all.forEach((one) => one()));
}
