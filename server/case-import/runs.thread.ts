/** Reads and imports the files of a run in a worker thread. */
import type { MessagePort } from 'node:worker_threads';
import type { SessionUser } from '../http/session.ts';
import { threadFunction } from '../threads/threadTask.ts';
import { caseWorld, type CallerWorld } from '../whole-case/caseThread.ts';
import { failureOf, type ThreadFailure } from '../whole-case/threadFailure.ts';
import { inNamedContext } from '../workContext.ts';
import { remoteHost } from './importHost.ts';
import { importRun, type ImportEnd } from './importRun.ts';
import type { RunRef } from './importRun.store.ts';
import { readRun } from './readRun.ts';
import type { RunFile } from './runFiles.ts';
import { runProgress, type RunReport } from './runProgress.ts';

export interface RunInput {
  world: CallerWorld;
  user: SessionUser;
  run: RunRef;
  senderKey: number;
  receivedAt: Date;
  files: readonly RunFile[];
  folder: string;
  step: 'read' | 'import';
  /** to the main thread */
  port: MessagePort;
}

export const workOnRun = threadFunction(
  (
    { world: caller, step, port, ...input }: RunInput,
    settings,
  ): Promise<{ failure: ThreadFailure } | { end: ImportEnd }> =>
    inNamedContext(caller.context, async () => {
      const host = remoteHost<RunReport>(port);
      const work = { ...input, world: caseWorld(caller, settings), host, progress: runProgress(host.report) };
      try {
        let end: ImportEnd = 'done';
        if (step === 'import') end = await importRun(work);
        else await readRun(work);
        return { end };
      } catch (error) {
        return { failure: failureOf(error) };
      } finally {
        port.close();
      }
    }),
);
