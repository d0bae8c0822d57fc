/** What entries of an audit trail say, as one reads it: labels of codes, terms of dictionaries, dates. */
import type { ListCode } from '../../schemas/compile/lists.ts';
import type { ItemValue } from '../../shared/case/itemValue.ts';
import { fold } from '../../shared/text/fold.ts';
import { codedTerms } from '../dictionaries/codedTerms.ts';
import { textOf } from '../lists/itemTexts.ts';
import { codesOfItem } from '../lists/listColumns.ts';
import flagWords from '../lists/words.json' with { type: 'json' };
import type { ListReading } from '../lists/listSource.ts';
import type { Trx } from '../storage/database.ts';

export interface EntryContent extends Pick<ItemValue, 'value' | 'nullFlavor' | 'notation'> {
  /** also of what is no item: that reads as it is stored */
  itemId: string;
}

type CodesByItem = ReadonlyMap<string, readonly ListCode[]>;

/** The codes that the entries of a trail say, by item id. */
export interface EntryCodes {
  /** that are no values of the item of that id, or there is none */
  own: CodesByItem;
  /** of dictionaries: the words of such a code are its term */
  terms: CodesByItem;
}

/** Of entries that are flags. */
export const FLAG_CODES: readonly ListCode[] = [
  { code: 'Y', label: flagWords.yes },
  { code: 'N', label: flagWords.no },
];

const CASE_FLAGS: readonly string[] = ['REVIEW', 'LOCK', 'DELETE', 'legalHold'];

/** What an entry about a case says, by its item id, where that is a code of no item. */
export const caseEntryCodes = (itemId: string): readonly ListCode[] | null =>
  CASE_FLAGS.includes(itemId) ? FLAG_CODES : null;

/** What an entry says. */
export function entryText(
  { catalogue: { whole, codeLists }, language }: ListReading,
  { own, terms }: EntryCodes,
  entry: EntryContent,
): string {
  const { itemId } = entry;
  const ownCodes = own.get(itemId);
  const item = ownCodes ? undefined : whole.items[itemId];
  const known = ownCodes ?? [...(terms.get(itemId) ?? []), ...((item && codesOfItem(codeLists, item)) ?? [])];
  return textOf(item, entry, (code) => known.find((one) => one.code === code)?.label[language]);
}

/** The codes of dictionaries among these entries, with their terms. */
export async function codesOfTerms(
  trx: Trx,
  { catalogue: { whole, dictionaries } }: ListReading,
  entries: readonly { itemId: string; code: string }[],
): Promise<CodesByItem> {
  const coded = entries.flatMap(({ itemId, code }) => {
    const dictionary = whole.items[itemId]?.dictionary;
    return dictionary ? [{ itemId, dictionary, code }] : [];
  });
  const termOf = await codedTerms(trx, dictionaries, coded);
  const ofItems = new Map<string, ListCode[]>();
  for (const { itemId, dictionary, code } of coded) {
    const term = termOf(dictionary, code)?.term;
    if (!term) continue;
    const { en, ko = en, ja = en, zh = en } = term;
    ofItems.set(itemId, [...(ofItems.get(itemId) ?? []), { code, label: { en, ko, ja, zh } }]);
  }
  return ofItems;
}

/** A date, or a part of one, as it is displayed (`displayDate`). */
const DATE_TEXT = /^\d+(?:[-: ]+\d+)+$/;

/** Of a text that is part of a date as it is displayed: the same as dates are stored, and which items are dates. */
export const dateHolding = (
  { catalogue: { whole } }: ListReading,
  text: string,
): { items: string[]; part: string } | null =>
  DATE_TEXT.test(text)
    ? {
        items: Object.values(whole.items).flatMap(({ itemId, control }) =>
          control === 'date' ? itemId : [],
        ),
        part: text.replaceAll(/\D/g, ''),
      }
    : null;

/** Codes of entries whose words hold the text (folded), in pairs. */
export function codesHolding(
  { catalogue: { whole, codeLists }, language }: ListReading,
  text: string,
  { own, terms }: EntryCodes,
): { items: string[]; codes: string[] } {
  const ofItems = Object.values(whole.items).map(
    (item) => [item.itemId, codesOfItem(codeLists, item) ?? []] as const,
  );
  const pairs = [...new Map([...ofItems, ...own]), ...terms].flatMap(([itemId, known]) =>
    known.flatMap(({ code, label }) =>
      fold(label[language]).includes(text) ? [[itemId, code] as const] : [],
    ),
  );
  return { items: pairs.map(([itemId]) => itemId), codes: pairs.map(([, code]) => code) };
}
