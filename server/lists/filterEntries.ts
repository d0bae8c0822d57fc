/** The valid entries of filters (specification 2 sections 4 and 5), and their text. */
import { ANY_VALUE } from '../../shared/contract/menus.ts';
import { displayDate, parseDate } from '../../shared/dates/partialDate.ts';
import type { FilterEntry } from '../storage/tables.ts';
import type { ListColumn } from './listColumns.ts';

/** Why a filter is refused: a key of http/obstacles.json. */
export type FilterFault =
  | 'otherFilterType'
  | 'oneEntry'
  | 'unknownOption'
  | 'noDate'
  | 'noSuchDay'
  | 'noWholeNumber'
  | 'fromAfterTo';

type Column = Pick<ListColumn, 'filterType'>;

const CHECKS: ReadonlySet<string> = new Set(['CHECK', 'LIKE_CHECK']);
export const isCheck = ({ filterType }: Column): boolean => CHECKS.has(filterType);

/** Drops the entries that filter nothing. */
export const nonEmptyEntries = (entries: readonly FilterEntry[]): FilterEntry[] =>
  entries.filter(({ valueCode, valueCode2 }) => valueCode || valueCode2);

/** The fault of a filter of the column; `codes`: its possible codes, null for an open set. */
export function faultOf(
  column: Column,
  entries: readonly FilterEntry[],
  codes: readonly string[] | null,
): FilterFault | null {
  const { filterType } = column;
  if (entries.some((entry) => entry.filterType !== filterType)) return 'otherFilterType';
  if (isCheck(column)) {
    const known = new Set(codes);
    const chosen = entries.map(({ valueCode }) => valueCode).filter(Boolean);
    return codes && chosen.some((code) => !known.has(code)) ? 'unknownOption' : null;
  }
  const [first] = entries;
  if (!first) return null;
  if (entries.length > 1) return 'oneEntry';
  const { valueCode: from, valueCode2: to = '' } = first;
  switch (filterType) {
    case 'BETWEEN_NUMERIC':
      return numbersFault(from, to);
    case 'BETWEEN_DATE':
    case 'BETWEEN_DATE_TIME':
      return datesFault(from, to, filterType === 'BETWEEN_DATE_TIME');
    default:
      return null;
  }
}

/** as the specification parses them */
const WHOLE_NUMBER = /^[-+]?\d{1,15}$/;

function numbersFault(from: string, to: string): FilterFault | null {
  const ends = [from, to].filter(Boolean);
  if (!ends.every((end) => WHOLE_NUMBER.test(end))) return 'noWholeNumber';
  return ends.length === 2 && Number(from) > Number(to) ? 'fromAfterTo' : null;
}

function datesFault(from: string, to: string, withTime: boolean): FilterFault | null {
  const form = withTime ? /^\d{4}(\d\d){0,5}$/ : /^\d{4}(\d\d){0,2}$/;
  const ends = [from, to].filter(Boolean);
  if (!ends.every((end) => form.test(end))) return 'noDate';
  if (!ends.every((end) => parseDate(end).ok)) return 'noSuchDay';
  // 202403 to 20240305 is a range: its end is not before its beginning
  return ends.length === 2 && from > to.padEnd(from.length, '9') ? 'fromAfterTo' : null;
}

/** `1 – 14`, `≥ 1` or `≤ 14`; an end may be empty. */
function rangeInWords(from: string, to: string): string {
  if (from === '') return `≤ ${to}`;
  return to === '' ? `≥ ${from}` : `${from} – ${to}`;
}

/** The text of a filter (`Korea, Japan`, `2024-01 – 2024-06`); `words`: labels of the codes of its column. */
export function filterInWords(entries: readonly FilterEntry[], words: ReadonlyMap<string, string>): string {
  return entries
    .map(({ filterType, valueCode, valueCode2 = '' }) => {
      switch (filterType) {
        case 'BETWEEN_NUMERIC':
          return rangeInWords(valueCode, valueCode2);
        case 'BETWEEN_DATE':
        case 'BETWEEN_DATE_TIME':
          return rangeInWords(displayDate(valueCode), displayDate(valueCode2));
        default:
          return valueCode === ANY_VALUE ? '*' : (words.get(valueCode) ?? (valueCode || `“${valueCode2}”`));
      }
    })
    .join(', ');
}
