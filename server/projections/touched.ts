/** The pages that a follower of cases reads, where what it reads was touched. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';

/** Ids of items, and of groups whose rows came, went or moved. */
export interface Touched {
  items: ReadonlySet<string>;
  groups: ReadonlySet<string>;
}

/** Was the item touched, or rows it stands in? Without `touched` everything was. */
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

function pagesOf(meant: readonly CatalogueItem[], touched?: Touched): readonly string[] {
  return !touched || meant.some((item) => isTouched(item, touched))
    ? [...new Set(meant.map(({ page }) => page))]
    : [];
}
