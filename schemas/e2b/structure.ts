import containers from './containers.json' with { type: 'json' };
import elements from './elements.json' with { type: 'json' };
import order from './element-order.json' with { type: 'json' };
import type { E2bContainer, E2bStructure } from './e2b.types.ts';

/** The message structure as the data files of this folder say it. */
export const e2bStructure: E2bStructure = {
  containers: containers.containers as E2bContainer[],
  attributes: elements.attributes,
  order,
};
