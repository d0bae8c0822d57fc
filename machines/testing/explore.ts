/**
 * Explores everything a machine can do: each step in each situation, by the shortest path. XState's graph explores
 * only pure transitions and its test models reject timers and invoked actors, so this explores the running machine.
 */
import type { ActorLogic, AnyStateMachine, Snapshot, SnapshotFrom } from 'xstate';
import { adjacencyMapToArray, getAdjacencyMap } from 'xstate/graph';
import type { MachineModel, ModelPath } from './model.types.ts';
import { replay, type Trace } from './replay.ts';
import { watchTransitions } from './transitionCoverage.ts';

/** More situations than a tester would read: the model's `view` is too detailed. */
const MAX_VISITS = 5000;

type ExploredState = Snapshot<undefined> & { path: ModelPath; trace: Trace };

export interface ModelReport {
  /** distinct situations */
  situations: number;
  /** explored steps: each possible step in each situation */
  walked: number;
  /** together they take every reachable transition; none is a prefix of another */
  paths: readonly ModelPath[];
  /** transitions of the chart that no path takes */
  notTaken: readonly string[];
  /** paths that end in a situation without possible steps although the machine has not finished */
  deadEnds: readonly string[];
  /** violated invariants, each with its shortest path */
  broken: readonly string[];
  /** paths with another result when repeated */
  unsteady: readonly string[];
}

/** A path as a sentence: its start, then its steps. */
export const pathText = ({ start, steps }: ModelPath): string => [start, ...steps].join(' > ');

/** Explores the whole model. Deterministic. */
export function explore<TMachine extends AnyStateMachine, World>(
  model: MachineModel<TMachine, World>,
): ModelReport {
  const watch = watchTransitions(model.machine);
  const broken = new Map<string, string>();
  const unsteady = new Set<string>();
  const covering: ModelPath[] = [];
  const states = new Map<string, ExploredState>();
  let untakenBefore = watch.untaken().length;
  const visit = (path: ModelPath, known: readonly string[]): ExploredState => {
    const trace = replay(model, path, watch.inspect);
    const untakenNow = watch.untaken().length;
    if (untakenNow < untakenBefore) covering.push(path);
    untakenBefore = untakenNow;
    if (known.some((view, index) => trace.views[index] !== view)) unsteady.add(pathText(path));
    if (trace.broken && !broken.has(trace.broken.invariant))
      broken.set(
        trace.broken.invariant,
        pathText({ ...path, steps: path.steps.slice(0, trace.broken.afterSteps) }),
      );
    const state: ExploredState = { status: 'active', output: undefined, error: undefined, path, trace };
    if (!states.has(look(state))) states.set(look(state), state);
    return state;
  };
  const steps = Object.keys(model.starts).flatMap((start) => {
    const walker: ActorLogic<ExploredState, { type: string }> = {
      getInitialSnapshot: () => visit({ start, steps: [] }, []),
      getPersistedSnapshot: (state) => state,
      transition: ({ path, trace }, { type }) => visit({ start, steps: [...path.steps, type] }, trace.views),
    };
    const walk = getAdjacencyMap(walker, {
      events: ({ trace }) => trace.possible.map((type) => ({ type })),
      serializeState: look,
      limit: MAX_VISITS,
    });
    return adjacencyMapToArray(walk);
  });
  const progressing = new Set(
    steps.filter(({ state, nextState }) => look(state) !== look(nextState)).map(({ state }) => look(state)),
  );
  const deadEnds = [...states.values()]
    .filter(({ trace: { snapshot } }) => snapshot.status === 'active')
    .filter(({ trace: { snapshot } }) => !model.rests?.(snapshot as SnapshotFrom<TMachine>))
    .filter((state) => !progressing.has(look(state)));
  return {
    situations: states.size,
    walked: steps.length,
    paths: withoutBeginnings(covering),
    notTaken: watch.untaken(),
    deadEnds: deadEnds.map(({ path }) => pathText(path)),
    broken: [...broken].map(([invariant, path]) => `${invariant}: not after ${path}`),
    unsteady: [...unsteady],
  };
}

/** Fingerprint of the situation at the end of a path: equal ones are the same situation. */
const look = ({ trace }: ExploredState): string => trace.views.at(-1) ?? '';

/** Drops each path that is a prefix of another one. */
const withoutBeginnings = (paths: readonly ModelPath[]): ModelPath[] =>
  paths.filter((path) => !paths.some((other) => pathText(other).startsWith(`${pathText(path)} > `)));
