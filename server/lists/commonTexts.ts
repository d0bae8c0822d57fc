/** Which items have texts that many cases say, so that their distinct texts are stored (`0238_item_texts.sql`). */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { kindOf, operatorsOf } from '../../shared/query/itemKind.ts';

/** In the version of the projection that also stores them. */
const WITH_TEXTS = '+texts';
/** characters; narratives are longer, and each is another one */
const COMMON_LENGTH = 500;

/** Of items about persons no texts are stored, since what is forgotten in a case must not stay elsewhere. */
export function hasTexts(item: CatalogueItem): boolean {
  const isCommon = kindOf(item) === 'code' || (item.maxLength ?? Infinity) <= COMMON_LENGTH;
  return isCommon && !item.privacy && operatorsOf(item).includes('LIKE');
}

/** The version of the projection that stores the values of these items. */
export const valuesVersion = (
  { groups: all }: Pick<Catalogue, 'groups'>,
  items: readonly CatalogueItem[],
  withTexts: boolean,
): string => {
  // rows that are borrowed are entries, too
  const lenders = ({ groups }: CatalogueItem) => groups.flatMap((group) => all[group]?.rowsOf ?? []);
  const rows = items.flatMap((item) => [item.page, ...item.groups, ...lenders(item)]);
  return [...rows, ...(withTexts ? [WITH_TEXTS] : [])].join(' ');
};

/** Whether all distinct texts are stored with the values; `version` is that of their projection, undefined without one. */
export const storesTexts = (version: string | undefined): boolean =>
  version?.endsWith(` ${WITH_TEXTS}`) ?? false;
