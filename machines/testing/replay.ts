/** Replays one path on a real actor: real guards, real timers on a simulated clock, recorded side effects. */
import {
  createActor,
  SimulatedClock,
  type ActorLogic,
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type InspectionEvent,
  type Snapshot,
  type SnapshotFrom,
} from 'xstate';
import type { Deed, MachineModel, ModelPath, ModelStep } from './model.types.ts';

/** Chained timers need a clock that advances in small steps. */
const CLOCK_STEP_MS = 100;

type Answer = { type: 'answer.output'; output: unknown } | { type: 'answer.error'; error: unknown };

/** Replaces every invoked actor: runs until the path ends it. */
const answerable: ActorLogic<Snapshot<unknown>, Answer> = {
  getInitialSnapshot: () => ({ status: 'active', output: undefined, error: undefined }),
  getPersistedSnapshot: (snapshot) => snapshot,
  transition: (snapshot, event) => {
    if (event.type === 'answer.output') return { status: 'done', output: event.output, error: undefined };
    if (event.type === 'answer.error') return { status: 'error', output: undefined, error: event.error };
    return snapshot;
  },
};

export interface Trace {
  /** fingerprint of each situation of the path, starting with the first */
  views: readonly string[];
  snapshot: AnyMachineSnapshot;
  /** the first violated invariant, and after how many steps */
  broken: { invariant: string; afterSteps: number } | null;
  /** names of the next possible steps */
  possible: readonly string[];
}

const runningChild = (snapshot: AnyMachineSnapshot, src: string): AnyActorRef | undefined =>
  Object.values(snapshot.children as Record<string, AnyActorRef | undefined>).find(
    (child) => child?.src === src && child.getSnapshot().status === 'active',
  );

/** The machine with recorded side effects. */
function inWorld<TMachine extends AnyStateMachine, World>(
  { machine, actions = {} }: MachineModel<TMachine, World>,
  world: World,
  history: Deed[],
): AnyStateMachine {
  const given = machine.implementations;
  // actions created by XState itself (assign, raise) are part of the chart and stay
  const promised = Object.keys(given.actions).filter((name) => !('type' in Object(given.actions[name])));
  const noted = promised.map((action) => [
    action,
    (_: unknown, params: unknown) => {
      history.push({ action, params });
      actions[action]?.(world, params);
    },
  ]);
  const actors = Object.keys(given.actors).map((name) => [name, answerable]);
  return machine.provide({ actions: Object.fromEntries(noted), actors: Object.fromEntries(actors) });
}

/** Replays a path from its start and checks every invariant after each step. */
export function replay<TMachine extends AnyStateMachine, World>(
  model: MachineModel<TMachine, World>,
  path: ModelPath,
  inspect?: (event: InspectionEvent) => void,
): Trace {
  const clock = new SimulatedClock();
  const world = model.world(clock);
  const history: Deed[] = [];
  let failure: unknown = null;
  const actor = createActor(inWorld(model, world, history), {
    clock,
    input: model.starts[path.start]?.(world),
    inspect,
  });
  actor.subscribe({ error: (error: unknown) => (failure = error) });
  actor.start();

  const now = (): AnyMachineSnapshot => actor.getSnapshot();
  // the type of any machine's snapshot; the model receives its own
  const typedSnapshot = () => now() as SnapshotFrom<TMachine>;
  const view = () =>
    JSON.stringify([path.start, now().status, now().value, model.view?.(typedSnapshot(), world) ?? null]);
  const runStep = (step: ModelStep<TMachine, World>) => {
    if ('send' in step) actor.send(step.send);
    else if ('change' in step) step.change(world);
    else if ('pass' in step) {
      for (let remaining = step.pass; remaining > 0; remaining -= CLOCK_STEP_MS)
        clock.increment(Math.min(remaining, CLOCK_STEP_MS));
    } else {
      const { answer, ...how } = step;
      const type = 'output' in how ? 'answer.output' : 'answer.error';
      runningChild(now(), answer)?.send({ type, ...how });
    }
  };

  const views = [view()];
  let broken: Trace['broken'] = null;
  for (const [index, step] of path.steps.entries()) {
    const action = model.steps[step];
    if (!action) throw new Error(`no step "${step}" in the model of "${model.machine.id}"`);
    const before = typedSnapshot();
    const promised = history.length;
    runStep(action);
    if (failure)
      throw new Error(`the chart "${model.machine.id}" failed at step "${step}"`, { cause: failure });
    views.push(view());
    const moment = {
      step,
      before,
      after: typedSnapshot(),
      did: history.slice(promised),
      history,
      world,
      now: clock.now(),
    };
    const violated = Object.entries(model.invariants).find(([, holds]) => !holds(moment));
    if (violated && !broken) broken = { invariant: violated[0], afterSteps: index + 1 };
  }
  const snapshot = now();
  const possible = Object.entries(model.steps)
    .filter(([, step]) => !('answer' in step) || runningChild(snapshot, step.answer))
    .map(([name]) => name);
  actor.stop();
  return { views, snapshot, broken, possible: snapshot.status === 'active' ? possible : [] };
}
