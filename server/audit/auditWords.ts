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

/** The codes that entries say by item id, where they are no values of the item of that id, or there is none. */
export type EntryCodes = ReadonlyMap<string, readonly ListCode[]>;

/** Of entries that are flags. */
export const FLAG_CODES: readonly ListCode[] = [
  { code: 'Y', label: flagWords.yes },
  { code: 'N', label: flagWords.no },
];

const CASE_FLAGS: readonly string[] = ['REVIEW', 'LOCK', 'DELETE', 'legalHold'];

/** What an entry about a case says, by its item id, where that is a code of no item. */
export const caseEntryCodes = (itemId: string): readonly ListCode[] | null =>
  CASE_FLAGS.includes(itemId) ? FLAG_CODES : null;

/** Reads what is needed for all of these entries at once. */
export async function entryTexts(
  trx: Trx,
  { catalogue: { whole, codeLists, dictionaries }, language }: ListReading,
  entries: readonly EntryContent[],
  codes: EntryCodes,
): Promise<(entry: EntryContent) => string> {
  const coded = entries.flatMap(({ itemId, value }) => {
    const dictionary = whole.items[itemId]?.dictionary;
    return dictionary && value !== null ? [{ dictionary, code: value }] : [];
  });
  const termOf = await codedTerms(trx, dictionaries, coded);
  return (entry) => {
    const own = codes.get(entry.itemId);
    if (own) return textOf(undefined, entry, (code) => own.find((one) => one.code === code)?.label[language]);
    const item = whole.items[entry.itemId];
    return textOf(item, entry, (code) => {
      const term = item?.dictionary ? termOf(item.dictionary, code)?.term : undefined;
      const label = item && codesOfItem(codeLists, item)?.find((one) => one.code === code)?.label;
      return term?.[language] ?? term?.en ?? label?.[language];
    });
  };
}

/** The codes of dictionaries among these entries, by item id: the words of such a code are its term. */
export async function codesOfTerms(
  trx: Trx,
  { catalogue: { whole, dictionaries } }: ListReading,
  entries: readonly { itemId: string; code: string }[],
): Promise<EntryCodes> {
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
  codes: EntryCodes,
): { items: string[]; codes: string[] } {
  const ofItems = Object.values(whole.items).map(
    (item) => [item.itemId, codesOfItem(codeLists, item) ?? []] as const,
  );
  const pairs = [...new Map([...ofItems, ...codes])].flatMap(([itemId, known]) =>
    known.flatMap(({ code, label }) =>
      fold(label[language]).includes(text) ? [[itemId, code] as const] : [],
    ),
  );
  return { items: pairs.map(([itemId]) => itemId), codes: pairs.map(([, code]) => code) };
}
