/** What the thread of an import needs of the main thread, which has the connection and the file store. */
import type { MessagePort } from 'node:worker_threads';

/** `Progress`: what is reported of the work. */
export interface ImportHost<Progress = never> {
  /** Resolves before the first message is stored: from then on the import goes on without its connection. */
  begin: () => Promise<void>;
  /** stores staged attachments of the upload in the file store */
  storeFiles: (fileKeys: readonly string[]) => Promise<void>;
  /** stores the uploaded file, and answers its key */
  keepUpload: () => Promise<string>;
  report: (progress: Progress) => void;
  /** logs that a message could not be stored */
  notStored: (message: number, why: string) => void;
}

type Question = { ask: 'begin' } | { ask: 'storeFiles'; fileKeys: readonly string[] } | { ask: 'keepUpload' };
type Notice<Progress> =
  | { tell: 'report'; progress: Progress }
  | { tell: 'notStored'; message: number; why: string };
type Answer = { result: string } | { failed: string };

/** The host as a worker thread sees it. */
export function remoteHost<Progress>(port: MessagePort): ImportHost<Progress> {
  let waiting: PromiseWithResolvers<string> | undefined;
  port.on('message', (answer: Answer) => {
    if ('result' in answer) waiting?.resolve(answer.result);
    else waiting?.reject(new Error(answer.failed));
  });
  const send = (request: Question | Notice<Progress>): void => port.postMessage(request);
  const ask = (request: Question): Promise<string> => {
    waiting = Promise.withResolvers();
    send(request);
    return waiting.promise;
  };
  return {
    begin: async () => void (await ask({ ask: 'begin' })),
    storeFiles: async (fileKeys) => void (await ask({ ask: 'storeFiles', fileKeys })),
    keepUpload: () => ask({ ask: 'keepUpload' }),
    report: (progress) => send({ tell: 'report', progress }),
    notStored: (message, why) => send({ tell: 'notStored', message, why }),
  };
}

/** Answers the requests of a thread. `failure` returns the error that kept the upload from being stored, if any. */
export function serveHost<Progress>(
  port: MessagePort,
  host: ImportHost<Progress>,
): { failure: () => unknown } {
  let failure: unknown;
  const answer = async (request: Question): Promise<string> => {
    switch (request.ask) {
      case 'begin':
        await host.begin();
        return '';
      case 'storeFiles':
        await host.storeFiles(request.fileKeys);
        return '';
      case 'keepUpload':
        return host.keepUpload().catch((error: unknown) => {
          failure = error;
          throw error;
        });
    }
  };
  port.on('message', (request: Question | Notice<Progress>) => {
    if ('ask' in request)
      answer(request).then(
        (result) => port.postMessage({ result } satisfies Answer),
        (error: unknown) => port.postMessage({ failed: String(error) } satisfies Answer),
      );
    else if (request.tell === 'report') host.report(request.progress);
    else host.notStored(request.message, request.why);
  });
  return { failure: () => failure };
}
