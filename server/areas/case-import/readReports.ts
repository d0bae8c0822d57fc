/** Reads an upload in a worker thread and stores its messages here. */
import { MessageChannel } from 'node:worker_threads';
import { unreadableRequest, unreadableXml } from '../../problems.ts';
import type { SourceText } from '../../../schemas/compile/sources.types.ts';
import type { Upload } from '../../http/upload.ts';
import type { Caller, Threads } from '../../threads/threads.ts';
import { threadTask } from '../../threads/threadTask.ts';
import type { TimeLimit } from '../../threads/timeLimit.ts';
import type { Imported } from './importMessage.service.ts';
import type { read } from './readReports.thread.ts';
import { serveStorage, type Storage } from './storagePort.ts';

/** The time limit applies to each step of progress. */
const readTask = threadTask<typeof read>(new URL('./readReports.thread.ts', import.meta.url), 'read', {
  seconds: 180,
  threads: 2,
});

/**
 * What became of each message. Throws 422 UNREADABLE_XML where no file could be read, 400 UNREADABLE_REQUEST for an
 * archive that cannot be opened, and what the threads throw. Ends with the request, unless a message was stored.
 */
export async function readReports(
  threads: Threads,
  {
    upload: { fileName, path, size, folder },
    sources,
    now,
  }: { upload: Upload; sources: readonly SourceText[]; now: Date },
  storage: Storage,
  { userKey, signal }: Caller,
): Promise<Imported[]> {
  const { port1, port2 } = new MessageChannel();
  const unstored = new AbortController();
  const stop = () => unstored.abort();
  signal.addEventListener('abort', stop, { once: true });
  let time: TimeLimit | undefined;
  const served = serveStorage(port1, {
    store: async (message, batchResidue) => {
      signal.removeEventListener('abort', stop);
      const outcome = await storage.store(message, batchResidue);
      time?.restart();
      return outcome;
    },
    report: (progress) => {
      time?.restart();
      storage.report(progress);
    },
  });
  try {
    const output = await threads.runServed(
      readTask,
      {
        input: { upload: { fileName, path, size, folder }, sources, now, port: port2 },
        transfer: [port2],
        limit: (started) => {
          time = started;
        },
      },
      { userKey, signal: unstored.signal },
    );
    if ('unreadable' in output) throw unreadableRequest(output.unreadable);
    const { cases, refused } = output;
    if (refused) throw unreadableXml(refused.problem, { line: refused.line, column: refused.column });
    return cases;
  } catch (error) {
    throw served.failure() ?? error;
  } finally {
    port1.close();
  }
}
