/** Walks one path on a real actor: real guards, real timers on a simulated clock, the world noted. */
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

/** Chained timers need a clock that moves in small steps. */
const CLOCK_STEP_MS = 100;

type Answer = { type: 'answer.output'; output: unknown } | { type: 'answer.error'; error: unknown };

/** Stands in for whatever the machine invokes: runs until the path says how it ends. */
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
  /** how each situation of the path looks, the start first */
  views: readonly string[];
  snapshot: AnyMachineSnapshot;
  /** the first promise not kept, and after how many steps */
  broken: { invariant: string; afterSteps: number } | null;
  /** names of steps that can happen next */
  possible: readonly string[];
}

const runningChild = (snapshot: AnyMachineSnapshot, src: string): AnyActorRef | undefined =>
  Object.values(snapshot.children as Record<string, AnyActorRef | undefined>).find(
    (child) => child?.src === src && child.getSnapshot().status === 'active',
  );

/** The machine with a world that only notes what it is asked for. */
function inWorld<TMachine extends AnyStateMachine, World>(
  { machine, actions = {} }: MachineModel<TMachine, World>,
  world: World,
  history: Deed[],
): AnyStateMachine {
  const given = machine.implementations;
  // what XState made itself (assign, raise) is part of the chart and stays
  const asked = Object.keys(given.actions).filter((name) => !('type' in Object(given.actions[name])));
  const noted = asked.map((action) => [
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
  // inside, any machine's snapshot; the model is told of its own
  const told = () => now() as SnapshotFrom<TMachine>;
  const view = () =>
    JSON.stringify([path.start, now().status, now().value, model.view?.(told(), world) ?? null]);
  const take = (step: ModelStep<TMachine, World>) => {
    if ('send' in step) actor.send(step.send);
    else if ('change' in step) step.change(world);
    else if ('pass' in step) {
      for (let left = step.pass; left > 0; left -= CLOCK_STEP_MS)
        clock.increment(Math.min(left, CLOCK_STEP_MS));
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
    const before = told();
    const asked = history.length;
    take(action);
    if (failure)
      throw new Error(`the chart "${model.machine.id}" failed at step "${step}"`, { cause: failure });
    views.push(view());
    const moment = {
      step,
      before,
      after: told(),
      did: history.slice(asked),
      history,
      world,
      now: clock.now(),
    };
    const unkept = Object.entries(model.invariants).find(([, holds]) => !holds(moment));
    if (unkept && !broken) broken = { invariant: unkept[0], afterSteps: index + 1 };
  }
  const snapshot = now();
  const possible = Object.entries(model.steps)
    .filter(([, step]) => !('answer' in step) || runningChild(snapshot, step.answer))
    .map(([name]) => name);
  actor.stop();
  return { views, snapshot, broken, possible: snapshot.status === 'active' ? possible : [] };
}
