/** A chart as plain data, for READMEs, test counts and the hash of the evidence pack. */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';

interface ChartTransition {
  from: string;
  /** an event of the machine's own, or what XState calls an answer or a timer */
  event: string;
  /** index among the candidates for this event, which are evaluated in order */
  place: number;
  guard: string | null;
  to: string[];
  actions: string[];
}

export interface Chart {
  id: string;
  states: { id: string; key: string; type: string; entry: string[]; exit: string[]; invokes: string[] }[];
  /** the machine's own events, sorted */
  events: string[];
  transitions: ChartTransition[];
}

const nodesBelow = (node: AnyStateNode): AnyStateNode[] =>
  Object.values(node.states).flatMap((child: AnyStateNode) => [child, ...nodesBelow(child)]);

/** The name of a guard or an action; an inline one has none. */
function nameOf(part: unknown): string {
  if (typeof part === 'string') return part;
  if (typeof part === 'object' && part !== null && 'type' in part) return String(part.type);
  if (typeof part === 'function' && 'type' in part) return String(part.type);
  return '(in place)';
}

const transitionsOf = (node: AnyStateNode): ChartTransition[] =>
  [...node.transitions.values(), ...(node.always ? [node.always] : [])].flatMap(
    (candidates: readonly AnyTransitionDefinition[]) =>
      candidates.map(({ eventType, guard, target, actions }, index) => ({
        from: node.id,
        event: eventType,
        place: index,
        guard: guard === undefined ? null : nameOf(guard),
        to: (target ?? []).map(({ id }) => id),
        actions: actions.map(nameOf),
      })),
  );

/** The chart of a machine, in source order. */
export function chartOf(machine: AnyStateMachine): Chart {
  const nodes = [machine.root, ...nodesBelow(machine.root)];
  const transitions = nodes.flatMap(transitionsOf);
  const own = transitions.map(({ event }) => event).filter((event) => event && !event.startsWith('xstate.'));
  return {
    id: machine.id,
    states: nodes.map(({ id, key, type, entry, exit, invoke }) => ({
      id,
      key,
      type,
      entry: entry.map(nameOf),
      exit: exit.map(nameOf),
      invokes: invoke.map(({ src }) => nameOf(src)),
    })),
    events: [...new Set(own)].sort(),
    transitions,
  };
}

/** The names of states and events of a chart that a text does not mention as separate words. */
export function notNamedIn(text: string, { states, events }: Chart): string[] {
  const mentioned = new Set(text.split(/[^\w.]+/).flatMap((word) => [word, ...word.split('.')]));
  const names = [...states.slice(1).map(({ key }) => key), ...events];
  return [...new Set(names)].filter((name) => !mentioned.has(name));
}
