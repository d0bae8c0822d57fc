/** The terms behind the words in the columns of coded items. */
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { EngineServices, Term } from '../services.ts';
import type { Mapping } from './columns.ts';
import type { CopiedTable } from './readTable.ts';

export type PasteServices = Pick<EngineServices, 'codes' | 'lookUp' | 'termsNamed'>;

/** By `termKey`; null: the dictionary has no such term, or several. */
export type KnownTerms = ReadonlyMap<string, Term | null>;

/** A text in the column of a coded item. */
export interface WantedTerm {
  item: CatalogueItem;
  dictionary: string;
  text: string;
}

export const termKey = ({ itemId }: CatalogueItem, text: string): string => `${itemId}|${text.trim()}`;

/** Each text of the columns of coded items once. */
export function wantedTerms(
  { table, hasHeading, mapping }: { table: CopiedTable; hasHeading: boolean; mapping: Mapping },
  items: readonly CatalogueItem[],
): WantedTerm[] {
  const wanted = new Map<string, WantedTerm>();
  for (const [column, itemId] of mapping.entries()) {
    const item = items.find((one) => one.itemId === itemId);
    if (!item?.dictionary || item.control !== 'codedTerm') continue;
    for (const row of table.slice(hasHeading ? 1 : 0)) {
      const text = (row[column] ?? '').trim();
      if (text !== '') wanted.set(termKey(item, text), { item, dictionary: item.dictionary, text });
    }
  }
  return [...wanted.values()];
}
