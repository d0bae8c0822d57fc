/** Tasks of worker threads in the one thread of the simulation. Those that work on whole cases only leave it for large ones. */
import type { Threads } from '../server/threads/threads.ts';
import type { Ended } from '../server/threads/threadTask.ts';

export function inlineThreads(): Threads {
  const run: Threads['run'] = async ({ file, name }, input) => {
    const module = (await import(file.href)) as Record<string, (task: object) => Promise<Ended<unknown>>>;
    const started = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const { output } = await taskOf(module, name)({ started, input, span: null });
    // a thread copies what it answers
    return structuredClone(output) as never;
  };
  return {
    run,
    runServed: () => Promise.reject(new Error('no task of a simulation is served')),
    close: () => Promise.resolve(),
  };
}

function taskOf<T>(module: Record<string, T>, name: string): T {
  const task = module[name];
  if (!task) throw new Error(`there is no task '${name}'`);
  return task;
}
