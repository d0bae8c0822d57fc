/**
 * Two items of one row whose values are stored together, as if they were one: "a suspect drug by name" is then found by one
 * index, where a million entries of the role would have to be compared with those of the name.
 */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { kindOf } from '../../shared/query/itemKind.ts';
import { hasTexts } from './commonTexts.ts';

/** Between the ids of the items, the code first. */
const WITH = '+';
/** Between their values; the whole code is in the beginning that an index has. */
export const PAIR_SEPARATOR = '\u001e';

export interface ItemPair {
  /** in place of an item id */
  id: string;
  code: CatalogueItem;
  text: CatalogueItem;
}

/** Null where the items are not a code and a text of the same row. */
export function pairOf(one: CatalogueItem, other: CatalogueItem): ItemPair | null {
  const [code, text] = kindOf(one) === 'code' ? [one, other] : [other, one];
  const group = code.groups.at(-1);
  const isPair = kindOf(code) === 'code' && kindOf(text) === 'text' && group === text.groups.at(-1);
  return isPair && group !== undefined ? { id: `${code.itemId}${WITH}${text.itemId}`, code, text } : null;
}

/** Whether the texts of the pair are stored with it. A pair about persons is only kept current, so that it forgets them. */
export const pairHasTexts = ({ code, text }: ItemPair): boolean => !code.privacy && hasTexts(text);

/** The pair with this id; null: it is that of an item, or the catalogue has none of them any more. */
export function pairById({ items }: Catalogue, id: string): ItemPair | null {
  const [code, text] = id.split(WITH).map((itemId) => items[itemId]);
  return code && text ? pairOf(code, text) : null;
}
