import type { Catalogue, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';

const STRICTNESS = { M: 2, C: 1, O: 0 } as const;

/**
 * How binding an item is for the region on the screen: the strictest level of its authority over all profiles, or
 * that of ICH where the authority has none. Null where neither has one.
 */
export function conformanceOf(
  catalogue: Catalogue,
  item: CatalogueItem,
  appendix: string | null,
): 'M' | 'C' | 'O' | null {
  const authority = catalogue.appendices.find((known) => known.appendix === appendix)?.authority;
  const levelsOf = (who: string) =>
    Object.entries(item.required).flatMap(([by, level]) => (by.split('/')[0] === who ? [level] : []));
  const own = authority ? levelsOf(authority) : [];
  const levels = own.length > 0 ? own : levelsOf('ICH');
  return levels.toSorted((a, b) => STRICTNESS[b] - STRICTNESS[a])[0] ?? null;
}
