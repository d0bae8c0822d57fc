/** The main thread stores what a worker thread reads: one request at a time over a port. */
import type { MessagePort } from 'node:worker_threads';
import type { ReadMessage, Residue } from '../../../shared/e2b/index.ts';
import type { Outcome } from './importMessage.service.ts';

export interface Storage {
  /** stores a message as a case, or refuses it */
  store: (message: ReadMessage, batchResidue: Residue[]) => Promise<Outcome>;
}

type Request = Parameters<Storage['store']>;
type Answer = { result: Outcome } | { failed: true };

/** The storage as a worker thread sees it. */
export function askStorage(port: MessagePort): Storage {
  let waiting: PromiseWithResolvers<Outcome> | undefined;
  port.on('message', (answer: Answer) => {
    if ('result' in answer) waiting?.resolve(answer.result);
    else waiting?.reject(new Error('the main thread could not store'));
  });
  return {
    store: (...request) => {
      waiting = Promise.withResolvers();
      port.postMessage(request satisfies Request);
      return waiting.promise;
    },
  };
}

/** Answers the requests of a thread. `failure` returns the error that ended it, if storing failed. */
export function serveStorage(port: MessagePort, { store }: Storage): { failure: () => unknown } {
  let failure: unknown;
  port.on('message', (request: Request) => {
    store(...request).then(
      (result) => port.postMessage({ result } satisfies Answer),
      (error: unknown) => {
        failure = error;
        port.postMessage({ failed: true } satisfies Answer);
      },
    );
  });
  return { failure: () => failure };
}
