/** Runs work on files in a worker thread that is served over a port. */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Caller, ThreadsWorld } from '../threads/threads.ts';
import type { ThreadTask } from '../threads/threadTask.ts';
import type { TimeLimit } from '../threads/timeLimit.ts';
import { serveHost, type ImportHost } from './importHost.ts';

/** The time limit of the task applies to each step of progress. Throws what the threads throw, and what the host failed with. */
export async function runServed<Input extends object, Output, Progress>(
  { threads }: ThreadsWorld,
  task: ThreadTask<Input & { port: MessagePort }, Output>,
  input: Input,
  host: ImportHost<Progress>,
  caller: Caller,
): Promise<Output> {
  const { port1, port2 } = new MessageChannel();
  let time: TimeLimit | undefined;
  const served = serveHost<Progress>(port1, {
    ...host,
    begin: () => {
      time?.restart();
      return host.begin();
    },
    report: (progress) => {
      time?.restart();
      host.report(progress);
    },
  });
  try {
    return await threads.runServed(
      task,
      {
        input: { ...input, port: port2 },
        transfer: [port2],
        limit: (started) => {
          time = started;
        },
      },
      caller,
    );
  } catch (error) {
    throw served.failure() ?? error;
  } finally {
    port1.close();
  }
}
