/** Definition of a model to explore: see docs/testing.md. */
import type { AnyStateMachine, EventFromLogic, InputFrom, SimulatedClock, SnapshotFrom } from 'xstate';

/** One possible step. */
export type ModelStep<TMachine extends AnyStateMachine, World> =
  | { send: EventFromLogic<TMachine> }
  /** milliseconds that pass */
  | { pass: number }
  /** an invoked actor of this name resolves or rejects; possible only while it runs */
  | { answer: string; output: unknown }
  | { answer: string; error: unknown }
  /** a change of the environment without an event */
  | { change: (world: World) => void };

/** An action that the machine executed. */
export interface Deed {
  action: string;
  params: unknown;
}

/** One step of a path, as an invariant sees it. */
interface Moment<TMachine extends AnyStateMachine, World> {
  step: string;
  before: SnapshotFrom<TMachine>;
  after: SnapshotFrom<TMachine>;
  /** executed in this step */
  did: readonly Deed[];
  /** executed since the start, including this step */
  history: readonly Deed[];
  world: World;
  /** milliseconds since the start */
  now: number;
}

export interface MachineModel<TMachine extends AnyStateMachine, World = undefined> {
  machine: TMachine;
  /** the environment of a machine, created for each path */
  world: (clock: SimulatedClock) => World;
  /** named initial situations; each is explored */
  starts: Record<string, (world: World) => InputFrom<TMachine>>;
  /** by the name shown in paths */
  steps: Record<string, ModelStep<TMachine, World>>;
  /** side effects of actions; all other actions are only recorded */
  actions?: Record<string, (world: World, params: unknown) => void>;
  /** what distinguishes situations besides the states of the chart */
  view?: (snapshot: SnapshotFrom<TMachine>, world: World) => unknown;
  /** situations in which it is correct that no step is possible although the machine has not finished */
  rests?: (snapshot: SnapshotFrom<TMachine>) => boolean;
  /** by the sentence that describes them */
  invariants: Record<string, (moment: Moment<TMachine, World>) => boolean>;
}

/** A path: the names of its start and its steps. */
export interface ModelPath {
  start: string;
  steps: readonly string[];
}
