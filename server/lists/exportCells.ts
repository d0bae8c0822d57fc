/** Cells of a list as they stand in a file. */
import type { ListRow } from '../../shared/contract/lists.ts';
import { displayDate } from '../../shared/dates/partialDate.ts';
import type { XlsxCell } from '../files/xlsx.ts';
import type { ListColumn } from './listColumns.ts';

/** A number a spreadsheet shows with all its digits. */
const SHORT_NUMBER = /^-?(0|[1-9]\d{0,14})$/;

/** The cells of a row, in the order of the columns: numbers as such, dates as one reads them, moments in the time zone. */
export function cellReader(columns: readonly ListColumn[], timeZone: string): (row: ListRow) => XlsxCell[] {
  const readers: Readonly<Record<ListColumn['kind'], (text: string) => XlsxCell>> = {
    text: asItIs,
    code: asItIs,
    number: (text) => (SHORT_NUMBER.test(text) ? Number(text) : text),
    date: displayDate,
    dateTime: localTimes(timeZone),
  };
  const reads = columns.map(({ columnId, kind }) => ({ columnId, read: readers[kind] }));
  return ({ cells }) =>
    reads.map(({ columnId, read }) => {
      const text = cells[columnId];
      return text === undefined ? '' : read(text);
    });
}

const asItIs = (text: string): string => text;

/** where clocks are changed, they are at a quarter of an hour */
const QUARTER_MS = 900_000;

/** `2024-03-05 14:30:15` of moments in ISO 8601. How far the zone is from UTC is asked once for a quarter of an hour: asking is slow. */
function localTimes(timeZone: string): (moment: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const offsets = new Map<number, number>();
  const offsetAt = (moment: number): number => {
    const quarter = Math.floor(moment / QUARTER_MS);
    const known = offsets.get(quarter);
    if (known !== undefined) return known;
    const start = quarter * QUARTER_MS;
    const offset = Date.parse(`${format.format(start).replace(' ', 'T')}Z`) - start;
    offsets.set(quarter, offset);
    return offset;
  };
  return (text) => {
    const moment = Date.parse(text);
    return new Date(moment + offsetAt(moment)).toISOString().slice(0, 19).replace('T', ' ');
  };
}
