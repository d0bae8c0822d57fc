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

/** A code in words, as it is read and as it is found. */
interface CodeText {
  text: string;
  folded: string;
}

/** Of a trail. */
export interface EntryCodes {
  /** by item id: codes that are no values of the item of that id, or there is none */
  own: ReadonlyMap<string, readonly ListCode[]>;
  /** the codes that its entries say, by item id and code; those that they do not say would be looked for with every word */
  texts: ReadonlyMap<string, ReadonlyMap<string, CodeText>>;
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
  { catalogue: { whole } }: ListReading,
  { own, texts }: EntryCodes,
  entry: EntryContent,
): string {
  const { itemId } = entry;
  const item = own.has(itemId) ? undefined : whole.items[itemId];
  return textOf(item, entry, (code) => texts.get(itemId)?.get(code)?.text);
}

/** Whether entries of that item id hold codes. */
export const isCoded = (
  { catalogue: { whole, codeLists } }: ListReading,
  own: EntryCodes['own'],
  itemId: string,
): boolean => {
  const item = whole.items[itemId];
  return (
    own.has(itemId) ||
    (item !== undefined && (item.dictionary !== null || codesOfItem(codeLists, item) !== null))
  );
};

/** The codes among what these entries say, in the language of the reader; codes of dictionaries by their terms. */
export async function codeTexts(
  trx: Trx,
  { catalogue: { whole, codeLists, dictionaries }, language }: ListReading,
  own: EntryCodes['own'],
  entries: readonly { itemId: string; code: string }[],
): Promise<EntryCodes['texts']> {
  const coded = entries.flatMap(({ itemId, code }) => {
    const dictionary = whole.items[itemId]?.dictionary;
    return dictionary ? [{ itemId, dictionary, code }] : [];
  });
  const termOf = await codedTerms(trx, dictionaries, coded);
  const wordsOf = (itemId: string, code: string): string | undefined => {
    const item = whole.items[itemId];
    const term = item?.dictionary && !own.has(itemId) ? termOf(item.dictionary, code)?.term : undefined;
    const listed = own.get(itemId) ?? (item && codesOfItem(codeLists, item)) ?? [];
    return term ? (term[language] ?? term.en) : listed.find((one) => one.code === code)?.label[language];
  };
  const texts = new Map<string, Map<string, CodeText>>();
  for (const { itemId, code } of entries) {
    const text = wordsOf(itemId, code);
    if (text === undefined) continue;
    const ofItem = texts.get(itemId) ?? new Map<string, CodeText>();
    texts.set(itemId, ofItem.set(code, { text, folded: fold(text) }));
  }
  return texts;
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
export function codesHolding({ texts }: EntryCodes, text: string): { items: string[]; codes: string[] } {
  const pairs = [...texts].flatMap(([itemId, codes]) =>
    [...codes].flatMap(([code, { folded }]) => (folded.includes(text) ? [[itemId, code] as const] : [])),
  );
  return { items: pairs.map(([itemId]) => itemId), codes: pairs.map(([, code]) => code) };
}
