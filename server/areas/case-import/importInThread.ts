/** Starts the import of an upload in a worker thread, and serves it. */
import { MessageChannel } from 'node:worker_threads';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import { unreadableRequest, unreadableXml } from '../../problems.ts';
import type { Upload } from '../../http/upload.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { Caller, ThreadsWorld } from '../../threads/threads.ts';
import { threadTask } from '../../threads/threadTask.ts';
import type { TimeLimit } from '../../threads/timeLimit.ts';
import { callerWorld } from '../../whole-case/wholeCaseWork.ts';
import { errorOf } from '../../whole-case/threadFailure.ts';
import type { importFiles, ImportInput, ImportOutput } from './importFiles.thread.ts';
import { serveHost, type ImportHost } from './importHost.ts';

/** The time limit applies to each step of progress. */
const importTask = threadTask<typeof importFiles>(
  new URL('./importFiles.thread.ts', import.meta.url),
  'importFiles',
  { seconds: 180, threads: 2 },
);

/**
 * The answer to the import. Throws 422 UNREADABLE_XML where no file could be read, 400 UNREADABLE_REQUEST for an
 * archive that cannot be opened, and what the threads throw. Ends with the request, unless a message was stored.
 */
export async function importInThread(
  deps: CatalogueWorld & ClockWorld & ThreadsWorld,
  { importer, upload }: Pick<ImportInput, 'importer'> & { upload: Upload },
  host: Omit<ImportHost, 'begin'>,
  { userKey, signal }: Caller,
): Promise<Uint8Array> {
  const { port1, port2 } = new MessageChannel();
  const unstored = new AbortController();
  const stop = () => unstored.abort();
  signal.addEventListener('abort', stop, { once: true });
  let time: TimeLimit | undefined;
  const served = serveHost(port1, {
    ...host,
    begin: () => {
      signal.removeEventListener('abort', stop);
      time?.restart();
      return Promise.resolve();
    },
    report: (progress) => {
      time?.restart();
      host.report(progress);
    },
  });
  const { fileName, path, size, folder } = upload;
  try {
    const output = await deps.threads.runServed(
      importTask,
      {
        input: {
          world: callerWorld(deps),
          importer,
          upload: { fileName, path, size, folder },
          port: port2,
        },
        transfer: [port2],
        limit: (started) => {
          time = started;
        },
      },
      { userKey, signal: unstored.signal },
    );
    return answerOf(output);
  } catch (error) {
    throw served.failure() ?? error;
  } finally {
    port1.close();
  }
}

function answerOf(output: ImportOutput): Uint8Array {
  if ('answer' in output) return output.answer;
  if ('unreadable' in output) throw unreadableRequest(output.unreadable);
  if ('failure' in output) throw errorOf(output.failure);
  const { line, column, problem } = output.refused;
  throw unreadableXml(problem, { line, column });
}
