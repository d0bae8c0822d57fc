/** The value of an item in a cell of a table, pasted or imported, or why the item cannot take it. */
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { exceedsLength } from '../case/itemValue.ts';
import { isRelativeEntry } from '../dates/dateEntry.ts';
import { displayDate } from '../dates/partialDate.ts';
import { fold } from '../text/fold.ts';
import { codeInText, codeNamed, type CodeChoices } from './codeSearch.ts';
import { dateTyped, type DateRefusal } from './dateTyped.ts';
import { numberEntry } from './numberEntry.ts';
import type { ZonedNow } from '../dates/zonedDay.ts';

export type CellProblem =
  | { kind: 'date'; why: DateRefusal }
  /** by the day of its writing, which nobody knows any more */
  | { kind: 'relativeDate' }
  | { kind: 'notInList' }
  | { kind: 'noTerm' }
  | { kind: 'noNumber' }
  /** thousands or decimals */
  | { kind: 'ambiguousNumber' }
  | { kind: 'tooLong'; max: number }
  | { kind: 'noYesOrNo' }
  | { kind: 'trueOnly' }
  /** `allowed`: those of the item */
  | { kind: 'nullFlavor'; allowed: readonly string[] };

export type CellResult =
  | { kind: 'empty' }
  /** `shown`: the value in words; `version`: that of the dictionary which a code was found in */
  | { kind: 'value'; value: string; shown: string; version?: string | null }
  | { kind: 'nullFlavor'; nullFlavor: string }
  | { kind: 'refused'; problem: CellProblem };

/** A term of a dictionary; `version`: null where it has none. */
interface NamedTerm {
  code: string;
  term: string;
  version: string | null;
}

/** What the reading of a cell needs of the world. */
export interface CellWorld {
  /** of the item; null while it is not there */
  codes: CodeChoices | null;
  /** of a coded item: what the dictionary has for the cell; null: nothing, or several; undefined: it was not searched */
  term?: NamedTerm | null | undefined;
  now: ZonedNow;
}

/** Without `x`, which is a mark for yes to some and, beside `o`, for no to others. */
const TRUE_WORDS = ['true', 'yes', 'y', '1', '예', '네', 'はい', '是', '○', '✓', '✔'];
const FALSE_WORDS = ['false', 'no', 'n', '0', '아니오', '아니요', 'いいえ', '否'];

const ANY_NUMBER = {};
/** the stored form of these is not what was typed */
const MEASURED_OTHERWISE: readonly CatalogueItem['control'][] = ['date', 'yesNo', 'trueOnly'];

const value = (text: string, shown: string = text): CellResult => ({ kind: 'value', value: text, shown });
const refused = (problem: CellProblem): CellResult => ({ kind: 'refused', problem });

/**
 * Reads a cell as if it had been typed into the item's field, but for days relative to today, since a table may be older.
 * Nothing is cut or guessed: what does not fit is refused.
 */
export function readCell(text: string, item: CatalogueItem, world: CellWorld): CellResult {
  const cell = text.trim();
  if (cell === '') return { kind: 'empty' };
  const nullFlavor = nullFlavorIn(cell, item);
  if (nullFlavor) return { kind: 'nullFlavor', nullFlavor };
  const { control, nullFlavors: allowed } = item;
  // where there are none, brackets may be a part of a text
  if (isOtherFlavor(cell) && (allowed.length > 0 || !isText(control)))
    return refused({ kind: 'nullFlavor', allowed });
  return fitting(contentOf(cell, item, world), item);
}

/** `[UNK]`; without brackets only where no text could be meant. */
function nullFlavorIn(cell: string, { control, nullFlavors }: CatalogueItem): string | undefined {
  const wanted = (bracketed(cell) ?? (isText(control) ? '' : cell)).toUpperCase();
  return nullFlavors.find((known) => known === wanted);
}

const bracketed = (cell: string): string | undefined => /^\[(\w+)\]$/.exec(cell)?.[1];
const isText = (control: CatalogueItem['control']): boolean => control === 'text' || control === 'longText';

/** Those of E2B(R3). */
const NULL_FLAVORS = ['NI', 'MSK', 'UNK', 'NA', 'ASKU', 'NASK', 'OTH', 'NINF', 'PINF'];
const isOtherFlavor = (cell: string): boolean => NULL_FLAVORS.includes(bracketed(cell)?.toUpperCase() ?? '');

/** An unknown code may belong to a dictionary that is not loaded, a word is none. */
const LOOKS_LIKE_CODE = /^\S*\d\S*$/;

function contentOf(cell: string, item: CatalogueItem, { codes, term, now }: CellWorld): CellResult {
  const { control, number } = item;
  if (term)
    return {
      kind: 'value',
      value: term.code,
      shown: codeInText({ code: term.code, label: term.term }),
      version: term.version,
    };
  if (term === null && (codes?.open === false || !LOOKS_LIKE_CODE.test(cell)))
    return refused({ kind: 'noTerm' });
  if (control === 'date') {
    if (isRelativeEntry(cell, now)) return refused({ kind: 'relativeDate' });
    const typed = dateTyped(cell, item, now);
    if (!typed.ok) return refused({ kind: 'date', why: typed.problem });
    if ('nullFlavor' in typed) return { kind: 'nullFlavor', nullFlavor: typed.nullFlavor };
    return value(typed.value, displayDate(typed.value));
  }
  if (control === 'codeList' || control === 'radio') {
    const meant = codes && codeNamed(codes.codes, cell, codes.open);
    if (meant) return value(meant.code, codeInText(meant, codes.shown));
    return codes?.open ? value(cell) : refused({ kind: 'notInList' });
  }
  if (control === 'number') {
    const entry = numberEntry(cell, number ?? ANY_NUMBER);
    if (entry.ok && entry.unit === '') return value(entry.value);
    const isAmbiguous = !entry.ok && entry.problem.startsWith('ambiguous');
    return refused({ kind: isAmbiguous ? 'ambiguousNumber' : 'noNumber' });
  }
  if (control === 'yesNo' || control === 'trueOnly') {
    if (TRUE_WORDS.includes(fold(cell))) return value('true');
    if (!FALSE_WORDS.includes(fold(cell))) return refused({ kind: 'noYesOrNo' });
    return control === 'trueOnly' ? refused({ kind: 'trueOnly' }) : value('false');
  }
  return value(cell);
}

function fitting(result: CellResult, { control, maxLength }: CatalogueItem): CellResult {
  const counts = !MEASURED_OTHERWISE.includes(control);
  if (result.kind !== 'value' || maxLength === null || !counts || !exceedsLength(result.value, maxLength))
    return result;
  return refused({ kind: 'tooLong', max: maxLength });
}
