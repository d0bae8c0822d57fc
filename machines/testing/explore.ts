/**
 * Walks everything a machine can do: each step in each situation, by the shortest way there. XState's graph walks pure
 * transitions only and its test models refuse timers and invoked actors; so what it walks here is the running machine.
 */
import type { ActorLogic, AnyStateMachine, Snapshot, SnapshotFrom } from 'xstate';
import { adjacencyMapToArray, getAdjacencyMap } from 'xstate/graph';
import type { MachineModel, ModelPath } from './model.types.ts';
import { replay, type Trace } from './replay.ts';
import { watchTransitions } from './transitionCoverage.ts';

/** More situations than a tester would read: the model's `view` looks too closely. */
const MAX_VISITS = 5000;

type Place = Snapshot<undefined> & { path: ModelPath; trace: Trace };

export interface ModelReport {
  /** situations that differ */
  situations: number;
  /** steps walked: each possible step in each situation */
  walked: number;
  /** together they take every transition that can be taken; none is the beginning of another */
  paths: readonly ModelPath[];
  /** transitions of the chart that no path takes */
  notTaken: readonly string[];
  /** paths after which nothing can happen any more although the machine has not ended */
  deadEnds: readonly string[];
  /** promises not kept, each with the shortest path that shows it */
  broken: readonly string[];
  /** paths that went another way when walked again */
  unsteady: readonly string[];
}

/** A path as a sentence: its start, then its steps. */
export const pathText = ({ start, steps }: ModelPath): string => [start, ...steps].join(' > ');

/** Walks the whole model. The answer is the same each time. */
export function explore<TMachine extends AnyStateMachine, World>(
  model: MachineModel<TMachine, World>,
): ModelReport {
  const watch = watchTransitions(model.machine);
  const broken = new Map<string, string>();
  const unsteady = new Set<string>();
  const covering: ModelPath[] = [];
  const places = new Map<string, Place>();
  let left = watch.notTaken().length;
  const visit = (path: ModelPath, known: readonly string[]): Place => {
    const trace = replay(model, path, watch.inspect);
    const stillLeft = watch.notTaken().length;
    if (stillLeft < left) covering.push(path);
    left = stillLeft;
    if (known.some((view, index) => trace.views[index] !== view)) unsteady.add(pathText(path));
    if (trace.broken && !broken.has(trace.broken.invariant))
      broken.set(
        trace.broken.invariant,
        pathText({ ...path, steps: path.steps.slice(0, trace.broken.afterSteps) }),
      );
    const place: Place = { status: 'active', output: undefined, error: undefined, path, trace };
    if (!places.has(look(place))) places.set(look(place), place);
    return place;
  };
  const steps = Object.keys(model.starts).flatMap((start) => {
    const walker: ActorLogic<Place, { type: string }> = {
      getInitialSnapshot: () => visit({ start, steps: [] }, []),
      getPersistedSnapshot: (place) => place,
      transition: ({ path, trace }, { type }) => visit({ start, steps: [...path.steps, type] }, trace.views),
    };
    const walk = getAdjacencyMap(walker, {
      events: ({ trace }) => trace.possible.map((type) => ({ type })),
      serializeState: look,
      limit: MAX_VISITS,
    });
    return adjacencyMapToArray(walk);
  });
  const leads = new Set(
    steps.filter(({ state, nextState }) => look(state) !== look(nextState)).map(({ state }) => look(state)),
  );
  const deadEnds = [...places.values()]
    .filter(({ trace: { snapshot } }) => snapshot.status === 'active')
    .filter(({ trace: { snapshot } }) => !model.rests?.(snapshot as SnapshotFrom<TMachine>))
    .filter((place) => !leads.has(look(place)));
  return {
    situations: places.size,
    walked: steps.length,
    paths: withoutBeginnings(covering),
    notTaken: watch.notTaken(),
    deadEnds: deadEnds.map(({ path }) => pathText(path)),
    broken: [...broken].map(([invariant, path]) => `${invariant}: not after ${path}`),
    unsteady: [...unsteady],
  };
}

/** How the situation at the end of a path looks: two that look the same are one. */
const look = ({ trace }: Place): string => trace.views.at(-1) ?? '';

/** Leaves out each path that another one begins with: it is walked on the way. */
const withoutBeginnings = (paths: readonly ModelPath[]): ModelPath[] =>
  paths.filter((path) => !paths.some((other) => pathText(other).startsWith(`${pathText(path)} > `)));
