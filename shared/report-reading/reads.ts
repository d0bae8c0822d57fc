/** How words and values are read at a position of a text. Costs below 0 favour what is certain. */
import type { CatalogueItem, CodeList } from '../../schemas/compile/catalogue.types.ts';
import type { DatePart } from '../../schemas/compile/reports.types.ts';
import { readCell } from '../entry/readCell.ts';
import type { ZonedNow } from '../dates/zonedDay.ts';
import { reportWords } from '../reports/reportWords.ts';
import type { ReportLanguage } from '../reports/report.types.ts';
import { breaksWithoutSpace } from './textLines.ts';

export interface ReadingWorld {
  items: Record<string, CatalogueItem>;
  codeLists: Record<string, CodeList>;
  language: ReportLanguage;
  now: ZonedNow;
}

/** A value in the form in which it is stored. */
export type StoredForm = { value: string } | { nullFlavor: string };

export interface ValueRead {
  length: number;
  cost: number;
  stored: StoredForm;
}

const CERTAIN = -5;
/** a word or code that may as well be a text */
const LIKELY = 2;
const CERTAIN_PER_CHARACTER = -0.2;
const WORD = -5;
/** a line break that the form makes; a little less than what a text costs */
const LINE_BREAK = -3.9;
const WORD_PER_CHARACTER = -0.25;
const MAX_COUNTED = 20;
/** a line that was wrapped, or was not */
const OTHER_SPACE = 3;

const isSpace = (character: string | undefined): boolean => character === ' ' || character === '\n';
const WORD_CHARACTER = /[\p{Script=Latin}\p{Nd}]/u;

/** Within a word of letters and digits nothing ends. */
const endsInside = (text: string, end: number): boolean =>
  WORD_CHARACTER.test(text[end - 1] ?? '') && WORD_CHARACTER.test(text[end] ?? '');

/** Reads words of the form, whatever their case and the breaks of their lines; none: no reading. */
export function readWords(words: string, text: string, start: number): { length: number; cost: number }[] {
  let at = start;
  let cost = 0;
  let visible = 0;
  for (let index = 0; index < words.length; index += 1) {
    const wanted = words[index];
    const found = text[at];
    if (isSpace(wanted)) {
      // the space behind a prefix is lost where a line ends, and that behind a comma before a character that needs none
      if (visible > 0 && wanted === ' ' && breaksWithoutSpace(found ?? '')) {
        cost += OTHER_SPACE;
        continue;
      }
      if (!isSpace(found) && at < text.length) return [];
      if (found !== wanted) cost += OTHER_SPACE;
      else if (found === '\n') cost += LINE_BREAK;
    } else {
      if (found?.toLowerCase() !== wanted?.toLowerCase()) return [];
      visible += 1;
    }
    if (at < text.length) at += 1;
  }
  if (visible > 0) cost += WORD + WORD_PER_CHARACTER * Math.min(visible, MAX_COUNTED);
  return [{ length: at - start, cost }];
}

const NUMBER = /[<>]?=?[-+]?\d+(?:[.,]\d+)?/y;
const ROW_NUMBER = /[#(]?\s?(\d{1,3})\s?[).:](?!\d)/y;
const TIME = String.raw`(?:[ T]\d{1,2}(?::\d\d){0,2}(?:\.\d+)?(?:Z|[+-]\d\d:?\d{0,2})?)?`;
const DATE = new RegExp(
  [
    String.raw`(?:\d{1,2}|UK)[-/. ]?[A-Za-z]{3,9}[-/., ]{1,2}\d{2,4}${TIME}`,
    String.raw`[A-Za-z]{3,9}[-/., ]{1,2}\d{4}`,
    String.raw`\d{4}\s?[-/.年년]\s?\d{1,2}(?:\s?[-/.月월]\s?\d{1,2}[日일]?)?${TIME}`,
    String.raw`\d{1,2}[-/.]\d{1,2}[-/.]\d{4}`,
    String.raw`\d{4}`,
  ].join('|'),
  'y',
);
const CODE = String.raw`[A-Za-z]{0,5}-?\d[\w.-]*`;
const CODED = new RegExp(String.raw`(?:[^()[\]\n]{1,250} \((?<inTerm>${CODE})\)|(?<bare>${CODE}))`, 'y');

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

const certain = (length: number, stored: StoredForm): ValueRead => ({
  length,
  cost: CERTAIN + CERTAIN_PER_CHARACTER * Math.min(length, MAX_COUNTED),
  stored,
});

const likely = (length: number, stored: StoredForm): ValueRead => ({ length, cost: LIKELY, stored });

/** The number of a row, as forms write it: `#1)`, `1.`, `(2)`. */
export function readRowNumber(text: string, at: number): { length: number; number: number }[] {
  const found = matchAt(ROW_NUMBER, text, at);
  return found ? [{ length: found[0].length, number: Number(found[1]) }] : [];
}

/** Length of a number or date that the form computes. */
export const computedLengths = (text: string, at: number): number[] =>
  [NUMBER, DATE].flatMap((pattern) => matchAt(pattern, text, at)?.[0].length ?? []);

/** Reads values of an item that have a form of their own: dates, numbers, codes, words for yes, null flavors. */
export function valueReader(
  world: ReadingWorld,
  item: CatalogueItem,
): (text: string, at: number) => ValueRead[] {
  const byWords = wordsOf(world, item);
  const pattern = patternOf(item);
  return (text, at) => {
    const reads = (byWords.get((text[at] ?? '').toLowerCase()) ?? []).flatMap(({ words, stored }) =>
      readWords(words, text, at)
        .filter(({ length }) => !endsInside(text, at + length))
        .map(({ length }) => ('value' in stored ? certain(length, stored) : likely(length, stored))),
    );
    const found = pattern && matchAt(pattern, text, at);
    if (!found || endsInside(text, at + found[0].length)) return reads;
    const { inTerm, bare } = found.groups ?? {};
    const result = readCell(inTerm ?? bare ?? found[0], item, { codes: null, now: world.now });
    if (result.kind !== 'value') return reads;
    const isLikely = bare !== undefined && bare.length !== item.maxLength;
    const read = isLikely ? likely : certain;
    return [...reads, read(found[0].length, { value: result.value })];
  };
}

function patternOf({ control, dictionary }: CatalogueItem): RegExp | null {
  if (control === 'date') return DATE;
  if (control === 'number') return NUMBER;
  return dictionary === null ? null : CODED;
}

interface KnownWords {
  words: string;
  stored: StoredForm;
}

const NULL_FLAVORS = 'null-flavors';

/** By their first character, the words that stand for values of the item. */
function wordsOf(
  { codeLists, language }: ReadingWorld,
  { control, codeList, nullFlavors }: CatalogueItem,
): Map<string, KnownWords[]> {
  const codes = codeLists[codeList ?? '']?.codes ?? [];
  const flavorWords: Record<string, string> = {
    MSK: reportWords('masked', language),
    UNK: reportWords('unknown', language),
  };
  const labels = codeLists[NULL_FLAVORS]?.codes ?? [];
  const known: KnownWords[] = [
    ...codes.flatMap(({ code, label }) =>
      [...new Set([label[language], label.en, code])].map((words) => ({ words, stored: { value: code } })),
    ),
    ...nullFlavors.flatMap((nullFlavor) => {
      const label = labels.find(({ code }) => code === nullFlavor)?.label[language];
      return [flavorWords[nullFlavor] ?? label ?? ''].map((words) => ({ words, stored: { nullFlavor } }));
    }),
    ...(control === 'yesNo' || control === 'trueOnly'
      ? [{ words: reportWords('yes', language), stored: { value: 'true' } }]
      : []),
    ...(control === 'yesNo' ? [{ words: reportWords('no', language), stored: { value: 'false' } }] : []),
  ];
  return Map.groupBy(
    known.filter(({ words }) => words !== ''),
    ({ words }) => (words[0] ?? '').toLowerCase(),
  );
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];
const PART = /\d{1,4}|[A-Za-z]{3,9}/y;

/** A day, month or year in a cell of its own, in digits. */
export function readDatePart(part: DatePart, text: string, at: number): { length: number; digits: string }[] {
  const found = matchAt(PART, text, at)?.[0];
  if (found === undefined) return [];
  const month = MONTHS.indexOf(found.slice(0, 3).toUpperCase()) + 1;
  const isNumber = /^\d+$/.test(found);
  if (part === 'year' ? found.length !== 4 || !isNumber : part === 'day' ? !isNumber : !isNumber && !month)
    return [];
  const digits = isNumber ? found : String(month);
  return [{ length: found.length, digits: part === 'year' ? digits : digits.padStart(2, '0') }];
}
