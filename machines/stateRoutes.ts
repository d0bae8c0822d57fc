/** States and routes of a chart, to be drawn: what is inside a state counts as the state. */
import type { AnyStateMachine, AnyStateNode } from 'xstate';

export interface StateRoutes {
  /** in the order of the chart */
  states: string[];
  /** each once */
  routes: { from: string; to: string }[];
}

/** Of the top states; events that leave a state as it is are no routes. */
export function stateRoutes({ root }: AnyStateMachine): StateRoutes {
  const states = Object.values(root.states);
  const routes = states.flatMap((state) => {
    const targets = targetsIn(state).map((target) => topOf(target, root).key);
    return [...new Set(targets)].filter((to) => to !== state.key).map((to) => ({ from: state.key, to }));
  });
  return { states: states.map(({ key }) => key), routes };
}

const targetsIn = (node: AnyStateNode): AnyStateNode[] => [
  ...[...node.transitions.values()].flat().flatMap(({ target }) => target ?? []),
  ...Object.values(node.states).flatMap(targetsIn),
];

const topOf = (node: AnyStateNode, root: AnyStateNode): AnyStateNode =>
  !node.parent || node.parent === root ? node : topOf(node.parent, root);
