/** Starts the import of an upload in a worker thread, and serves it. */
import type { ImportProgress } from '../../shared/contract/caseImport.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { unreadableRequest, unreadableXml } from '../problems.ts';
import type { Upload } from '../http/upload.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { Caller, ThreadsWorld } from '../threads/threads.ts';
import { threadTask } from '../threads/threadTask.ts';
import { callerWorld } from '../whole-case/wholeCaseWork.ts';
import { errorOf } from '../whole-case/threadFailure.ts';
import type { importFiles, ImportInput, ImportOutput } from './importFiles.thread.ts';
import type { ImportHost } from './importHost.ts';
import { runServed } from './runServed.ts';

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
  { importer, language, upload }: Pick<ImportInput, 'importer' | 'language'> & { upload: Upload },
  host: Omit<ImportHost<ImportProgress>, 'begin'>,
  { userKey, signal }: Caller,
): Promise<Uint8Array> {
  const unstored = new AbortController();
  const stop = () => unstored.abort();
  signal.addEventListener('abort', stop, { once: true });
  const begin = () => Promise.resolve(signal.removeEventListener('abort', stop));
  const { fileName, path, size, folder } = upload;
  const input = { world: callerWorld(deps), importer, language, upload: { fileName, path, size, folder } };
  return answerOf(
    await runServed(deps, importTask, input, { ...host, begin }, { userKey, signal: unstored.signal }),
  );
}

function answerOf(output: ImportOutput): Uint8Array {
  if ('answer' in output) return output.answer;
  if ('unreadable' in output) throw unreadableRequest(output.unreadable);
  if ('failure' in output) throw errorOf(output.failure);
  const { line, column, problem } = output.refused;
  throw unreadableXml(problem, { line, column });
}
