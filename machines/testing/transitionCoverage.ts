/** Test help: which transitions of a chart did the tests take, and which not. */
import type { AnyStateMachine, AnyStateNode, InspectionEvent } from 'xstate';

type Transitions = readonly { source: AnyStateNode; eventType: string }[];

const nameOf = (source: AnyStateNode, eventType: string, place: number): string =>
  `${source.id} -- ${eventType}${place > 0 ? ` [${place + 1}]` : ''}`;

function transitionsOf(node: AnyStateNode): { name: string; transition: object }[] {
  const own = [...node.transitions.values(), ...(node.always ? [node.always] : [])].flatMap((candidates) =>
    candidates.map((transition, place) => ({ name: nameOf(node, transition.eventType, place), transition })),
  );
  return [...own, ...Object.values(node.states).flatMap(transitionsOf)];
}

/**
 * Watches actors of a chart. Pass `inspect` to `createActor`; afterwards `notTaken()` names each transition that no
 * watched actor took, as `state -- event [n-th candidate]`. Watch only actors of one `provide`d variant per watcher,
 * since providing keeps the transitions' places, which is what they are compared by.
 */
export function watchTransitions(machine: AnyStateMachine): {
  inspect: (event: InspectionEvent) => void;
  notTaken: () => string[];
} {
  const taken = new Set<string>();
  const placeOf = (source: AnyStateNode, transition: object, eventType: string): number => {
    const candidates = source.transitions.get(eventType) ?? source.always ?? [];
    return candidates.findIndex((candidate) => candidate === transition);
  };
  return {
    inspect: (event) => {
      if (event.type !== '@xstate.microstep') return;
      for (const transition of event._transitions as unknown as Transitions) {
        const { source, eventType } = transition;
        taken.add(nameOf(source, eventType, placeOf(source, transition, eventType)));
      }
    },
    notTaken: () =>
      transitionsOf(machine.root)
        .map(({ name }) => name)
        .filter((name) => !taken.has(name)),
  };
}
