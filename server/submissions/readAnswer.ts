/** Answers of receivers: what a stranger sends must not hold up other requests. */
import { Problem } from '../problems.ts';
import { threadTask } from '../threads/threadTask.ts';
import type { Caller, ThreadsWorld } from '../threads/threads.ts';
import type { read } from './readAnswer.thread.ts';
import { readBytes, type ReadAnswer } from './readBytes.ts';

export type { ReadAnswer } from './readBytes.ts';

/** Bytes that are read sooner than a thread has started. */
const READ_HERE = 64 * 1024;

const task = threadTask<typeof read>(new URL('./readAnswer.thread.ts', import.meta.url), 'read', {
  seconds: 30,
  threads: 1,
});

/** Reads the acknowledgement, a large one in a thread; one that takes too long is as unreadable as one that is none. */
export async function readAnswer(
  { threads }: ThreadsWorld,
  bytes: Uint8Array,
  caller: Caller,
): Promise<ReadAnswer> {
  if (bytes.length <= READ_HERE) return readBytes(bytes);
  try {
    return await threads.run(task, bytes, caller);
  } catch (error) {
    if (error instanceof Problem && error.status === 422)
      return { ack: null, problem: `unreadable: ${error.message}` };
    throw error;
  }
}
