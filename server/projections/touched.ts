/** Which pages a projection reads, where something that it reads was touched. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';

/** What a case has beside its content, and what projections read. */
export type CaseFact = 'deleted' | 'distributed';

export interface Touched {
  /** ids of items */
  items: ReadonlySet<string>;
  /** ids of groups whose rows were added, deleted or moved */
  groups: ReadonlySet<string>;
  facts?: ReadonlySet<CaseFact>;
}

/** A change of something else than the content. */
export const touchedFact = (fact: CaseFact): Touched => ({
  items: new Set(),
  groups: new Set(),
  facts: new Set([fact]),
});

/** Was the item touched, or rows it belongs to? Without `touched` everything was. */
export const isTouched = ({ itemId, groups }: CatalogueItem, touched?: Touched): boolean =>
  !touched || touched.items.has(itemId) || groups.some((group) => touched.groups.has(group));

/** The pages of the items with these roles (`serious*` names all that begin so), where any of it was touched. */
export const pagesOfRoles = (
  { roles, items }: Catalogue,
  names: readonly string[],
  touched?: Touched,
): readonly string[] =>
  pagesOf(
    Object.entries(roles)
      .filter(([role]) =>
        names.some((name) => (name.endsWith('*') ? role.startsWith(name.slice(0, -1)) : role === name)),
      )
      .flatMap(([, itemId]) => items[itemId] ?? []),
    touched,
  );

/** The pages of these items, where any of it was touched. */
export const pagesOfItems = (
  { items }: Catalogue,
  itemIds: readonly string[],
  touched?: Touched,
): readonly string[] =>
  pagesOf(
    itemIds.flatMap((itemId) => items[itemId] ?? []),
    touched,
  );

function pagesOf(read: readonly CatalogueItem[], touched?: Touched): readonly string[] {
  return !touched || read.some((item) => isTouched(item, touched))
    ? [...new Set(read.map(({ page }) => page))]
    : [];
}
