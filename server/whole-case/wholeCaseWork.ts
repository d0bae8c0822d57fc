/**
 * Work that reads or stores whole cases: of large ones in a worker thread with a connection of its own, so that other
 * requests are answered meanwhile.
 */
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { EncodedAnswer } from '../http/envelope.ts';
import type { SessionUser } from '../http/session.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { DatabaseWorld } from '../storage/database.ts';
import type { Caller, ThreadsWorld } from '../threads/threads.ts';
import { threadTask, type ThreadTask } from '../threads/threadTask.ts';
import { namesOfWork } from '../workContext.ts';
import type { CallerWorld, CaseFunction, CaseInput, CaseOutput } from './caseThread.ts';
import { caseSizes, type CaseSizes } from './caseSizes.ts';
import { errorOf } from './threadFailure.ts';

/** All of these tasks share their threads: each thread has a catalogue and a connection. */
const LIMITS = { seconds: 180, threads: 2, pool: 'cases', maxOfUser: 12 };

type CaseTask<Args extends readonly unknown[], Output> = ThreadTask<CaseInput<Args>, CaseOutput<Output>>;

/** The task of an export of a file `*.thread.ts`; with limits of its own it has a pool of its own. */
export const caseTask = <Run extends CaseFunction<never, unknown>>(
  file: URL,
  name: string,
  limits: Parameters<typeof threadTask>[2] = LIMITS,
): Run extends CaseFunction<infer Args, infer Output> ? CaseTask<Args, Output> : never =>
  threadTask(file, name, limits) as never;

type Here = CatalogueWorld & ClockWorld & DatabaseWorld & ThreadsWorld;

/** Whose work it is, and which cases it is about. */
export interface CaseWork {
  caller: Caller;
  sponsorKey: number;
  caseKeys: readonly number[];
  /** how much comes with the work, such as values and rows of unsaved edits */
  parts?: number;
  /** one case is in memory at a time, and others get their turn between two: only the largest one matters */
  oneByOne?: boolean;
}

/** The work of a call on these cases. */
export const workOf = (
  { user: { userKey, sponsorKey }, signal, body }: { user: SessionUser; signal: AbortSignal; body?: unknown },
  ...caseKeys: readonly number[]
): CaseWork => ({ caller: { userKey, signal }, sponsorKey, caseKeys, parts: partsOf(body) });

/** Working on so much takes some 20 ms. */
const MAX_PARTS = 1000;

/** Elements of the lists of a body; of a long one those inside its elements do not matter. */
function partsOf(body: unknown): number {
  if (typeof body !== 'object' || body === null) return 0;
  const own = Array.isArray(body) ? body.length : 0;
  return own > MAX_PARTS
    ? own
    : Object.values(body).reduce((sum: number, inner: unknown) => sum + partsOf(inner), own);
}

const sizes = new WeakMap<DatabaseWorld['db'], CaseSizes>();

/** Whether work has to leave the main thread. */
async function isLarge(
  { db }: DatabaseWorld,
  { sponsorKey, caseKeys, parts = 0, oneByOne = false }: CaseWork,
): Promise<boolean> {
  if (parts > MAX_PARTS) return true;
  const known = sizes.get(db) ?? caseSizes(db);
  sizes.set(db, known);
  return oneByOne ? known.isOneLarge(sponsorKey, caseKeys) : known.areLarge(sponsorKey, caseKeys);
}

/** Runs the task in a thread. Throws what it throws, and what `Threads.run` throws. */
export async function runCaseTask<Args extends readonly unknown[], Output>(
  here: Omit<Here, 'db'>,
  task: CaseTask<Args, Output>,
  args: Args,
  caller: Caller,
): Promise<Output> {
  const result = await here.threads.run(task, { world: callerWorld(here), args }, caller);
  if ('failure' in result) throw errorOf(result.failure);
  return result.output;
}

/** The world of the caller as a thread takes it. */
export const callerWorld = ({ catalogue, clock }: CatalogueWorld & ClockWorld): CallerWorld => ({
  sources: catalogue.sources,
  clockAheadMs: clock.now().getTime() - Date.now(),
  context: namesOfWork(),
});

/** The output of the work, which is run here for cases that are not large. */
export async function onWholeCase<World extends Here, Args extends readonly unknown[], Output>(
  here: World,
  work: CaseWork,
  { run, task }: { run: (world: World, ...args: Args) => Promise<Output>; task: CaseTask<Args, Output> },
  ...args: Args
): Promise<Output> {
  return (await isLarge(here, work)) ? runCaseTask(here, task, args, work.caller) : run(here, ...args);
}

interface TaskOfCall<World, Args extends readonly unknown[], Data> {
  run: (world: World, ...args: Args) => Promise<Data>;
  /** answers the same, serialised */
  task: CaseTask<Args, Uint8Array>;
}

/** The answer to a call, of which a thread serialises that about large cases. */
export async function answerOnWholeCase<World extends Here, Args extends readonly unknown[], Data>(
  here: World,
  work: CaseWork,
  { run, task }: TaskOfCall<World, Args, Data>,
  ...args: Args
): Promise<Data | EncodedAnswer> {
  return (await isLarge(here, work))
    ? new EncodedAnswer(await runCaseTask(here, task, args, work.caller))
    : run(here, ...args);
}

/** The same for a call whose address names one case. */
export const onCase = <World extends Here, Args extends readonly unknown[], Data>(
  call: { deps: World; user: SessionUser; signal: AbortSignal; params: { caseKey: number }; body: unknown },
  task: TaskOfCall<World, Args, Data>,
  ...args: Args
): Promise<Data | EncodedAnswer> =>
  answerOnWholeCase(call.deps, workOf(call, call.params.caseKey), task, ...args);
