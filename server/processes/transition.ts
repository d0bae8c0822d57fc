/** One transition of a chart as a pure function: from the stored state to the next one, and its effects. */
import {
  initialTransition,
  transition,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  type StateValue,
} from 'xstate';
import { processStateUnknown } from '../problems.ts';
import type { Process, ProcessChart } from './process.types.ts';

/** What a transition asks the server for, in the order of the chart. */
type Effect =
  | { kind: 'start'; task: string; src: string; input: unknown }
  | { kind: 'stop'; task: string }
  | { kind: 'act'; action: string; params: unknown };

export interface Step {
  state: StateValue;
  context: object;
  status: Process['status'];
  effects: readonly Effect[];
}

/** The beginning of a process. */
export const firstStep = <Machine extends AnyStateMachine>(
  { machine }: ProcessChart<Machine>,
  input: object,
): Step => stepOf(...initialTransition(machine as AnyStateMachine, input));

/** Null: the state takes no such event. Throws 409 PROCESS_STATE_UNKNOWN where the chart no longer knows the state. */
export function nextStep(chart: ProcessChart, process: Process, event: EventObject): Step | null {
  const snapshot = restored(chart, process);
  if (!snapshot.can(event)) return null;
  return stepOf(...transition(chart.machine, snapshot, event));
}

/** The types of events that the state takes; what only the server sends is left out. */
export function takenBy(chart: ProcessChart, process: Process): string[] {
  const snapshot = restored(chart, process);
  const types = new Set(
    snapshot._nodes.flatMap((node) => node.ownEvents).filter((type) => !type.startsWith('xstate.')),
  );
  return [...types].filter((type) => snapshot.can({ type })).toSorted();
}

function restored({ name, machine }: ProcessChart, process: Process): AnyMachineSnapshot {
  const { state, context, status, tasks } = process;
  try {
    const snapshot = machine.resolveState({ value: state, context, status });
    // stand-ins: the chart only names them, to say which one is to be stopped
    snapshot.children = Object.fromEntries(Object.keys(tasks).map((id) => [id, { id }])) as never;
    return snapshot;
  } catch (cause) {
    throw processStateUnknown(name, JSON.stringify(state), cause);
  }
}

function stepOf(snapshot: AnyMachineSnapshot, actions: readonly { type: string; params?: unknown }[]): Step {
  const { value, context, status } = snapshot;
  const effects = actions.flatMap(effectsOf);
  return { state: value, context, status: status === 'stopped' ? 'done' : status, effects };
}

function effectsOf({ type, params }: { type: string; params?: unknown }): Effect[] {
  const {
    id = '',
    src,
    input,
    delay,
  } = (params ?? {}) as {
    id?: string;
    src?: unknown;
    input?: unknown;
    delay?: number;
  };
  if (type === 'xstate.spawnChild') return [{ kind: 'start', task: id, src: String(src), input }];
  // a task that ended by itself is no longer a child
  if (type === 'xstate.stopChild') return id === '' ? [] : [{ kind: 'stop', task: id }];
  if (type === 'xstate.raise' && delay === undefined) return [];
  if (type.startsWith('xstate.'))
    throw new Error(`a durable process cannot do ${type}: it would be lost when the server stops`);
  return [{ kind: 'act', action: type, params }];
}
