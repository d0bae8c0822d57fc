/** The program: starts the server, prints its address, and stops on a signal. Exit code 2: see stderr. */
import { setFlagsFromString } from 'node:v8';
import { readConfig, SetupProblem } from './config.ts';
import type { RunningServer } from './startServer.ts';

/** What garbage may add to the heap of a worker before it is collected: else it is three times what is in use, since nobody waits. */
const WORKER_GARBAGE_PERCENT = 30;

/** Objects that live shortly: V8 lets their space grow to 128 MB, which is half of the memory, and collects no faster for it. */
const SMALL_NURSERY = '--semi-space-growth-factor=1';

const starting = new AbortController();
let stopping: Promise<void> | undefined;
// a terminal and the parent process may both pass the same Ctrl+C on
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void (stopping ??= stop()));
const started = start();
started.catch(fail);

async function start(): Promise<RunningServer> {
  const config = readConfig(process.env, process.cwd());
  setFlagsFromString(SMALL_NURSERY);
  if (config.role === 'worker') setFlagsFromString(`--heap-growing-percent=${WORKER_GARBAGE_PERCENT}`);
  // wrong settings are refused, and signals heard, before the modules of the server are loaded
  const { startProgram } = await import('./startProgram.ts');
  return startProgram(config, starting.signal);
}

async function stop(): Promise<void> {
  starting.abort();
  try {
    await (await started).close();
    process.exit(0);
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): never {
  if (error === starting.signal.reason) process.exit(0);
  console.error(error instanceof SetupProblem ? `Casewright did not start: ${error.message}` : error);
  process.exit(error instanceof SetupProblem ? 2 : 1);
}
