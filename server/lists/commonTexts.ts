/** Which items have texts that many cases say, so that their distinct texts are stored (`0238_item_texts.sql`). */
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { kindOf, operatorsOf } from '../../shared/query/itemKind.ts';

/** In the version of the projection that also stores them. */
export const WITH_TEXTS = '+texts';
/** characters; narratives are longer, and each is another one */
const COMMON_LENGTH = 500;

/** Of items about persons no texts are stored, since what is forgotten in a case must not stay elsewhere. */
export function hasTexts(item: CatalogueItem): boolean {
  const isCommon = kindOf(item) === 'code' || (item.maxLength ?? Infinity) <= COMMON_LENGTH;
  return isCommon && !item.privacy && operatorsOf(item).includes('LIKE');
}

/** Whether all distinct texts of the item are stored; `version` is that of its projection. */
export const knowsTexts = (item: CatalogueItem, version: string): boolean =>
  hasTexts(item) && version.endsWith(` ${WITH_TEXTS}`);
