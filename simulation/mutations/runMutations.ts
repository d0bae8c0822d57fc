/** Plants mutations, each in a process of its own, and tells which of them the seeds find. */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { CODE_CACHE } from '../codeCache.ts';
import { startCluster } from '../template.ts';
import type { Mutation } from './mutation.ts';
import type { Found, Trial } from './tryMutation.ts';

/** A mutation may make an endless loop; on a busy machine the seeds take a tenth of it. */
const MAX_MS = 900_000;

interface Campaign extends Pick<Trial, 'seed' | 'seeds' | 'steps'> {
  /** the folder of the template */
  template: string;
  mutations: readonly Mutation[];
  /** processes that run at the same time */
  atOnce: number;
}

/** Answers how many were found. */
export async function runMutations(
  { template, mutations, atOnce, ...seeds }: Campaign,
  onTried: (mutation: Mutation, found: Found) => void,
): Promise<number> {
  const cluster = await startCluster(template);
  const waiting = [...mutations];
  let count = 0;
  const work = async (): Promise<void> => {
    for (let mutation = waiting.shift(); mutation; mutation = waiting.shift()) {
      const found = await attempt({ mutation, cluster: cluster.place, ...seeds });
      if (found) count += 1;
      onTried(mutation, found);
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, work));
    return count;
  } finally {
    await cluster.stop();
  }
}

/** A process that fails has found the mutation before the first step. */
function attempt(trial: Trial): Promise<Found> {
  const child = fork(join(import.meta.dirname, 'tryMutation.ts'), {
    env: { ...process.env, NODE_COMPILE_CACHE: CODE_CACHE },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    timeout: MAX_MS,
  });
  let errors = '';
  child.stderr?.on('data', (part: Buffer) => (errors += part.toString()));
  child.send(trial);
  return new Promise((resolve) => {
    let answer: Found | undefined;
    child.on('message', (found: Found) => (answer = found));
    child.on('exit', () => {
      const why = errors.split('\n').find((line) => line.includes('Error')) ?? 'it does not end';
      resolve(answer === undefined ? { seed: trial.seed, step: 0, message: why } : answer);
    });
  });
}
