import type { Catalogue, CatalogueGroup } from '../../schemas/compile/catalogue.types.ts';

/** The group, or an error that names it: rules and conditions are compiled against the same catalogue. */
export function catalogueGroup(catalogue: Catalogue, group: string): CatalogueGroup {
  const found = catalogue.groups[group];
  if (!found) throw new Error(`group ${group} is not in the catalogue`);
  return found;
}
