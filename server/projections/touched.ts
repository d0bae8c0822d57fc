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

/** The groups whose rows the item belongs to: those around it, and those that lend them their rows. */
const rowGroupsOf = ({ groups: all }: Pick<Catalogue, 'groups'>, { groups }: CatalogueItem): string[] =>
  groups.flatMap((group) => [group, all[group]?.rowsOf ?? []].flat());

/** Was the item touched, or rows it belongs to? Without `touched` everything was. */
export const isTouched = (
  catalogue: Pick<Catalogue, 'groups'>,
  item: CatalogueItem,
  touched?: Touched,
): boolean =>
  !touched ||
  touched.items.has(item.itemId) ||
  rowGroupsOf(catalogue, item).some((group) => touched.groups.has(group));

/** The pages of the items with these roles (`serious*` names all that begin so), where any of it was touched. */
export const pagesOfRoles = (
  catalogue: Catalogue,
  names: readonly string[],
  touched?: Touched,
): readonly string[] =>
  pagesOf(
    catalogue,
    Object.entries(catalogue.roles)
      .filter(([role]) =>
        names.some((name) => (name.endsWith('*') ? role.startsWith(name.slice(0, -1)) : role === name)),
      )
      .flatMap(([, itemId]) => catalogue.items[itemId] ?? []),
    touched,
  );

/** The pages of these items, where any of it was touched. */
export const pagesOfItems = (
  catalogue: Catalogue,
  itemIds: readonly string[],
  touched?: Touched,
): readonly string[] =>
  pagesOf(
    catalogue,
    itemIds.flatMap((itemId) => catalogue.items[itemId] ?? []),
    touched,
  );

function pagesOf(catalogue: Catalogue, read: readonly CatalogueItem[], touched?: Touched): readonly string[] {
  if (touched && !read.some((item) => isTouched(catalogue, item, touched))) return [];
  const lenders = read.flatMap(({ groups }) =>
    groups.flatMap((group) => catalogue.groups[catalogue.groups[group]?.rowsOf ?? '']?.page ?? []),
  );
  return [...new Set([...read.map(({ page }) => page), ...lenders])];
}
