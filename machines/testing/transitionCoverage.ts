/** Test helper: reports which transitions of a chart the tests took. */
import type { AnyStateMachine, AnyStateNode, InspectionEvent } from 'xstate';

type Transitions = readonly { source: AnyStateNode; eventType: string }[];

const nameOf = (source: AnyStateNode, eventType: string, index: number): string =>
  `${source.id} -- ${eventType}${index > 0 ? ` [${index + 1}]` : ''}`;

function transitionsOf(node: AnyStateNode): { name: string; transition: object }[] {
  const own = [...node.transitions.values(), ...(node.always ? [node.always] : [])].flatMap((candidates) =>
    candidates.map((transition, index) => ({ name: nameOf(node, transition.eventType, index), transition })),
  );
  return [...own, ...Object.values(node.states).flatMap(transitionsOf)];
}

/**
 * Watches actors of a chart. Pass `inspect` to `createActor`; afterwards `untaken()` names each transition that no
 * watched actor took, as `state -- event [n-th candidate]`. Watch only actors of one `provide`d variant per watcher:
 * transitions are compared by their positions, which providing preserves.
 */
export function watchTransitions(machine: AnyStateMachine): {
  inspect: (event: InspectionEvent) => void;
  untaken: () => string[];
} {
  const covered = new Set<string>();
  const indexOf = (source: AnyStateNode, transition: object, eventType: string): number => {
    const candidates = source.transitions.get(eventType) ?? source.always ?? [];
    return candidates.findIndex((candidate) => candidate === transition);
  };
  return {
    inspect: (event) => {
      if (event.type !== '@xstate.microstep') return;
      for (const transition of event._transitions as unknown as Transitions) {
        const { source, eventType } = transition;
        covered.add(nameOf(source, eventType, indexOf(source, transition, eventType)));
      }
    },
    untaken: () =>
      transitionsOf(machine.root)
        .map(({ name }) => name)
        .filter((name) => !covered.has(name)),
  };
}
