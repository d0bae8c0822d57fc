/** The pictures of what a source answered; a large answer is read in a worker thread. */
import { Problem } from '../problems.ts';
import { threadTask } from '../threads/threadTask.ts';
import type { ThreadsWorld } from '../threads/threads.ts';
import type { read } from './pictures.thread.ts';
import { isCompressed, readAnswer, type Answer, type Picture, type ReadAnswer } from './readAnswer.ts';
import { SourceFailure } from './sources/source.ts';

/** Bytes that are read sooner than a thread has started. */
const READ_HERE = 32 * 1024;

const task = threadTask<typeof read>(new URL('./pictures.thread.ts', import.meta.url), 'read', {
  seconds: 300,
  threads: 1,
});

/** Throws `SourceFailure`. */
export async function picturesOf(
  { threads }: ThreadsWorld,
  answer: Answer,
  signal: AbortSignal,
): Promise<Picture[]> {
  const size = answer.content.length + (answer.definitions?.length ?? 0);
  const isShort = size <= READ_HERE && !isCompressed(answer.content);
  const read = isShort ? await readAnswer(answer) : await inThread(threads, answer, signal);
  if ('pictures' in read) return read.pictures;
  throw new SourceFailure(read.fault, read.detail, { line: read.line });
}

async function inThread(
  threads: ThreadsWorld['threads'],
  answer: Answer,
  signal: AbortSignal,
): Promise<ReadAnswer> {
  try {
    return await threads.run(task, answer, { userKey: 0, signal });
  } catch (error) {
    // a limit of time or memory
    if (error instanceof Problem && error.status === 422) throw new SourceFailure('tooLarge', error.errCode);
    throw error;
  }
}
