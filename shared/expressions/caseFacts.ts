/** Facts derived from several items, found by role and metadata, independent of item ids. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { itemInScope } from './scope.ts';
import type { Scope } from './scope.ts';

/** Units of age in years (UCUM codes; a month and a week are those of the mean Gregorian year). */
const YEARS: Record<string, number> = {
  '10.a': 10,
  a: 1,
  mo: 1 / 12,
  wk: 7 / 365.2425,
  d: 1 / 365.2425,
  h: 1 / (24 * 365.2425),
};

/** Roles of the items that state the patient's age. */
export const AGE_ROLES = ['ageNumber', 'ageUnit'] as const;

/** The patient's reported age in a UCUM unit of time; NaN if number or unit is missing or unknown. */
export function statedAge(scope: Scope, unit: string): number {
  const [number, statedUnit] = AGE_ROLES.map((role) => valueOfRole(scope, role));
  if (!number || !statedUnit) return Number.NaN;
  return (Number(number) * (YEARS[statedUnit] ?? Number.NaN)) / (YEARS[unit] ?? Number.NaN);
}

const valueOfRole = (scope: Scope, role: string): string | null | undefined =>
  itemInScope(scope, scope.catalogue.roles[role] ?? '')?.value;

const itemsOfVersions = new WeakMap<Catalogue, Map<string, readonly CatalogueItem[]>>();

/** The version items that belong to the codes of a dictionary. */
export function versionItems(catalogue: Catalogue, dictionary: string): readonly CatalogueItem[] {
  const known = itemsOfVersions.get(catalogue) ?? new Map<string, readonly CatalogueItem[]>();
  itemsOfVersions.set(catalogue, known);
  const { items } = catalogue;
  const found =
    known.get(dictionary) ??
    Object.values(items).flatMap((item) => {
      const version = item.dictionary === dictionary && item.versionItem !== null && items[item.versionItem];
      return version ? [version] : [];
    });
  known.set(dictionary, found);
  return found;
}

/** The distinct versions given in the case for codes of a dictionary, in display order. */
export function dictionaryVersions({ catalogue, reader }: Scope, dictionary: string): string[] {
  const found = new Set<string>();
  for (const { itemId, groups } of versionItems(catalogue, dictionary)) {
    const group = groups.at(-1);
    for (const rows of group === undefined ? [[]] : reader.rows(group, [])) {
      const version = reader.item(itemId, rows)?.value;
      if (version) found.add(version);
    }
  }
  return [...found];
}
