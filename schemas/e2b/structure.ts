import containers from './containers.json' with { type: 'json' };
import elements from './elements.json' with { type: 'json' };
import order from './element-order.json' with { type: 'json' };
import type { SourceText } from '../compile/sources.types.ts';
import type { E2bContainer, E2bStructure } from './e2b.types.ts';

/** The message structure from the data files of this folder. */
export const e2bStructure: E2bStructure = {
  containers: containers.containers as E2bContainer[],
  attributes: elements.attributes,
  order,
};

const CONTAINERS = 'e2b/containers.json';

/** The structure with the containers of these sources, if they have any of their own. */
export function structureOf(sources: readonly SourceText[]): E2bStructure {
  const table = sources.find(({ file }) => file === CONTAINERS);
  if (!table) return e2bStructure;
  const { containers: own } = JSON.parse(table.text) as { containers: E2bContainer[] };
  return { ...e2bStructure, containers: own };
}
