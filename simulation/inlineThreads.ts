/** Tasks of worker threads in the one thread of the simulation, and in the world of its server. */
import type { Deps } from '../server/deps.ts';
import type { Threads } from '../server/threads/threads.ts';
import type { Ended } from '../server/threads/threadTask.ts';
import { newFlags } from '../server/threads/timeLimit.ts';
import { WorldOfServer } from '../server/whole-case/caseThread.ts';

export function inlineThreads(deps: () => Deps): Threads {
  const settings = new WorldOfServer(({ sources }) => ({
    ...deps(),
    catalogue: deps().catalogues.compiled([...sources]),
  }));
  const run: Threads['run'] = async ({ file, name }, input) => {
    const module = (await import(file.href)) as Record<string, (task: object) => Promise<Ended<unknown>>>;
    const { output } = await taskOf(module, name)({ flags: newFlags(), input, settings, span: null });
    // a thread copies what it answers
    return structuredClone(output) as never;
  };
  return {
    run,
    // real time, which a time limit is of, does not pass here
    runServed: (task, { input }, caller) => run(task, input, caller),
    close: () => Promise.resolve(),
  };
}

function taskOf<T>(module: Record<string, T>, name: string): T {
  const task = module[name];
  if (!task) throw new Error(`there is no task '${name}'`);
  return task;
}
