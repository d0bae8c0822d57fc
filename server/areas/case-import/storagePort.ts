/** The main thread stores what a worker thread reads: one request at a time over a port. */
import type { MessagePort } from 'node:worker_threads';
import type { ReadMessage, Residue } from '../../../shared/e2b/index.ts';
import type { Outcome } from './importMessage.service.ts';

export interface Storage {
  /** stores the bytes of an attachment and returns their file key */
  put: (bytes: Uint8Array) => Promise<string>;
  /** stores a message as a case, or refuses it */
  store: (message: ReadMessage, batchResidue: Residue[]) => Promise<Outcome>;
}

type Request = { [Name in keyof Storage]: { name: Name; values: Parameters<Storage[Name]> } }[keyof Storage];
type Answer = { result: unknown } | { failed: true };

/** The storage as a worker thread sees it. */
export function askStorage(port: MessagePort): Storage {
  let waiting: PromiseWithResolvers<unknown> | undefined;
  port.on('message', (answer: Answer) => {
    if ('result' in answer) waiting?.resolve(answer.result);
    else waiting?.reject(new Error('the main thread could not store'));
  });
  const ask = (request: Request): Promise<never> => {
    waiting = Promise.withResolvers();
    port.postMessage(request);
    return waiting.promise as Promise<never>;
  };
  return {
    put: (bytes) => ask({ name: 'put', values: [bytes] }),
    store: (message, batchResidue) => ask({ name: 'store', values: [message, batchResidue] }),
  };
}

/** Answers the requests of a thread. `failure` returns the error that ended it, if storing failed. */
export function serveStorage(port: MessagePort, { put, store }: Storage): { failure: () => unknown } {
  let failure: unknown;
  port.on('message', (request: Request) => {
    const work = request.name === 'put' ? put(...request.values) : store(...request.values);
    work.then(
      (result) => port.postMessage({ result } satisfies Answer),
      (error: unknown) => {
        failure = error;
        port.postMessage({ failed: true } satisfies Answer);
      },
    );
  });
  return { failure: () => failure };
}
