/** What a tester writes down to have a machine walked: see docs/testing.md. */
import type { AnyStateMachine, EventFromLogic, InputFrom, SimulatedClock, SnapshotFrom } from 'xstate';

/** One thing that can happen to a machine. */
export type ModelStep<TMachine extends AnyStateMachine, World> =
  | { send: EventFromLogic<TMachine> }
  /** milliseconds that pass */
  | { pass: number }
  /** an invoked actor of this name ends well or badly; possible only while it runs */
  | { answer: string; output: unknown }
  | { answer: string; error: unknown }
  /** something outside moves without telling the machine */
  | { change: (world: World) => void };

/** An action the machine asked the world for. */
export interface Deed {
  action: string;
  params: unknown;
}

/** One step of a path, as an invariant sees it. */
interface Moment<TMachine extends AnyStateMachine, World> {
  step: string;
  before: SnapshotFrom<TMachine>;
  after: SnapshotFrom<TMachine>;
  /** asked for by this step */
  did: readonly Deed[];
  /** asked for since the start, this step included */
  history: readonly Deed[];
  world: World;
  /** milliseconds since the start */
  now: number;
}

export interface MachineModel<TMachine extends AnyStateMachine, World = undefined> {
  machine: TMachine;
  /** the world a machine is put into, made anew for each path */
  world: (clock: SimulatedClock) => World;
  /** named ways to begin; each is walked */
  starts: Record<string, (world: World) => InputFrom<TMachine>>;
  /** by the name that paths show */
  steps: Record<string, ModelStep<TMachine, World>>;
  /** what the world does when asked; all other actions are only noted */
  actions?: Record<string, (world: World, params: unknown) => void>;
  /** what, beside the states of the chart, makes two situations different */
  view?: (snapshot: SnapshotFrom<TMachine>, world: World) => unknown;
  /** situations in which it is right that nothing more can happen although the machine has not ended */
  rests?: (snapshot: SnapshotFrom<TMachine>) => boolean;
  /** by the sentence they stand for */
  invariants: Record<string, (moment: Moment<TMachine, World>) => boolean>;
}

/** A path by the names of its start and its steps. */
export interface ModelPath {
  start: string;
  steps: readonly string[];
}
