/** The main thread stores what a worker thread reads, one message at a time, and hears of its progress. */
import type { MessagePort } from 'node:worker_threads';
import type { ImportProgress } from '../../../shared/contract/caseImport.ts';
import type { ReadMessage, Residue } from '../../../shared/e2b/index.ts';
import type { Outcome } from './importMessage.service.ts';

export interface Storage {
  /** stores a message as a case, or refuses it */
  store: (message: ReadMessage, batchResidue: Residue[]) => Promise<Outcome>;
  report: (progress: ImportProgress) => void;
}

type Request = { store: Parameters<Storage['store']> } | { progress: ImportProgress };
type Answer = { result: Outcome } | { failed: true };

/** The storage as a worker thread sees it. */
export function askStorage(port: MessagePort): Storage {
  let waiting: PromiseWithResolvers<Outcome> | undefined;
  port.on('message', (answer: Answer) => {
    if ('result' in answer) waiting?.resolve(answer.result);
    else waiting?.reject(new Error('the main thread could not store'));
  });
  return {
    store: (...message) => {
      waiting = Promise.withResolvers();
      port.postMessage({ store: message } satisfies Request);
      return waiting.promise;
    },
    report: (progress) => port.postMessage({ progress } satisfies Request),
  };
}

/** Answers the requests of a thread. `failure` returns the error that ended it, if storing failed. */
export function serveStorage(port: MessagePort, { store, report }: Storage): { failure: () => unknown } {
  let failure: unknown;
  port.on('message', (request: Request) => {
    if ('progress' in request) return report(request.progress);
    store(...request.store).then(
      (result) => port.postMessage({ result } satisfies Answer),
      (error: unknown) => {
        failure = error;
        port.postMessage({ failed: true } satisfies Answer);
      },
    );
  });
  return { failure: () => failure };
}
