/** Finds items whose E2B locations contradict the table of containers, or each other. */
import { getNodeValue } from 'jsonc-parser';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { findingIn, itemsOf } from '../../../schemas/compile/check/declarations.ts';
import type { Declarations } from '../../../schemas/compile/check/declarations.ts';
import { findingAt, property } from '../../../schemas/compile/check/sourceDocument.ts';
import type { SourceFinding } from '../../../schemas/compile/sources.types.ts';
import type { E2bMap } from '../../../schemas/e2b/e2bMap.types.ts';
import { compileE2b, isSide, RefusedE2bLocation } from '../../../schemas/e2b/compileE2b.ts';
import type { E2bContainer, E2bStructure } from '../../../schemas/e2b/e2b.types.ts';
import { e2bStructure } from '../../../schemas/e2b/structure.ts';

/** Runs the compiler, excluding refused items until it refuses none. */
export function e2bLocations(catalogue: Catalogue, declarations: Declarations): SourceFinding[] {
  const table = declarations.documents.find(({ kind }) => kind === 'containers');
  const structure: E2bStructure = table?.root
    ? { ...e2bStructure, containers: containersIn(getNodeValue(table.root)) }
    : e2bStructure;
  const found: SourceFinding[] = [];
  const items = { ...catalogue.items };
  for (;;) {
    try {
      const map = compileE2b({ ...catalogue, items }, structure);
      return [...found, ...leftOut(map, declarations)];
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const item =
        error instanceof RefusedE2bLocation
          ? itemsOf(declarations).find(({ name }) => name === error.itemId)
          : null;
      if (item) {
        found.push(findingIn(item, 'e2b', { rule: 'e2b-place', message: error.message }));
        delete items[item.name];
      } else {
        const bringing = declarations.documents.filter(({ root }) => property(root, 'containers'));
        return [
          ...found,
          ...bringing.slice(-1).map((document) => {
            const node = property(document.root, 'containers') ?? { offset: 0, length: 0 };
            return findingAt(document, node, { rule: 'e2b-containers', message: error.message });
          }),
        ];
      }
    }
  }
}

/**
 * What shares an element but not its type or code system excludes each other: a unit or version is then written only where
 * what it belongs to has no value.
 */
function leftOut({ nodes }: E2bMap, declarations: Declarations): SourceFinding[] {
  const slots = [...nodes.values()]
    .filter(({ owners }) => owners.length > 1)
    .flatMap(({ owners }) => owners.filter((owner) => owner.slots.every(isSide)))
    .flatMap((owner) => owner.slots);
  return itemsOf(declarations).flatMap((item) => {
    if (!slots.some(({ itemId }) => itemId === item.name)) return [];
    const message =
      'it is left out of messages where the value beside it is written: both need the same "type" and "system"';
    return [findingIn(item, 'e2b', { rule: 'e2b-place', message })];
  });
}

const containersIn = (table: unknown): E2bContainer[] => (table as { containers: E2bContainer[] }).containers;
