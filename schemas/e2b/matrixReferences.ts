import type { Catalogue } from '../compile/catalogue.types.ts';
import type { E2bMap } from './e2bMap.types.ts';

/** The items that only refer to a row of another group, and what creates such a pair of rows. */
export const references = (catalogue: Catalogue): E2bMap['references'] =>
  Object.values(catalogue.items).flatMap(({ itemId, control, groups }) => {
    const level = groups.findLastIndex((group) => catalogue.groups[group]?.rowsOf);
    const matrix = groups[level] ?? '';
    const of = catalogue.groups[matrix]?.rowsOf;
    if (control !== 'rowReference' || !of) return [];
    const inside = ({ groups: around }: { groups: string[] }): boolean => around.includes(matrix);
    const items = new Set(
      Object.values(catalogue.items)
        .filter(inside)
        .map((item) => item.itemId),
    );
    const within = new Set(
      Object.values(catalogue.groups)
        .filter(inside)
        .map(({ group }) => group),
    );
    return [{ itemId, of, level, about: { items, groups: within } }];
  });
