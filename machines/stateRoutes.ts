/** States and routes of a chart, to be drawn: what is inside a state counts as the state. */
import type { AnyStateMachine, AnyStateNode } from 'xstate';

export interface StateRoutes {
  /** in the order of the chart */
  states: string[];
  /** each once */
  routes: { from: string; to: string }[];
}

/** Of the top states, or of those directly inside the one named; events that leave a state as it is are no routes. */
export function stateRoutes({ root }: AnyStateMachine, inside?: string): StateRoutes {
  const node = inside === undefined ? root : root.states[inside];
  if (!node) throw new Error(`the chart has no state ${inside}`);
  const states = Object.values(node.states);
  const routes = states.flatMap((state) => {
    const targets = targetsIn(state).flatMap((target) => childAround(target, node)?.key ?? []);
    return [...new Set(targets)].filter((to) => to !== state.key).map((to) => ({ from: state.key, to }));
  });
  return { states: states.map(({ key }) => key), routes };
}

const targetsIn = (node: AnyStateNode): AnyStateNode[] => [
  ...[...node.transitions.values()].flat().flatMap(({ target }) => target ?? []),
  ...Object.values(node.states).flatMap(targetsIn),
];

/** The child of `node` that a state is, or is in; null: it is elsewhere. */
const childAround = (state: AnyStateNode, node: AnyStateNode): AnyStateNode | null =>
  state.parent === node ? state : state.parent ? childAround(state.parent, node) : null;
