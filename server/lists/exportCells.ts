/** Cells of a list in a file. */
import { displayDate } from '../../shared/dates/partialDate.ts';
import { memoize } from '../../shared/text/memoize.ts';
import { numberCell } from '../files/numberCell.ts';
import type { XlsxCell } from '../files/xlsx.ts';
import type { ListColumn } from './listColumns.ts';
import type { Cell, FoundRow } from './listQuery.ts';
import { textOf, type LoadedCells, type Wordings } from './listRows.ts';

type Reads = (cell: Cell) => XlsxCell;

/** The cells of a row, in the order of the columns: numbers as numbers, dates formatted, times in the time zone. */
export function cellReader(
  { columns, wordings }: Wordings,
  timeZone: string,
): (row: FoundRow, loaded: LoadedCells) => XlsxCell[] {
  const readers: Readonly<Record<ListColumn['kind'], (text: string) => XlsxCell>> = {
    text: asItIs,
    code: asItIs,
    number: numberCell,
    daysLeft: numberCell,
    date: memoize(displayDate),
    dateTime: asItIs,
  };
  const timeOf = localTimes(timeZone);
  const reads = columns.map(({ columnId, kind, item }, index): { columnId: string | null; read: Reads } => {
    const read = readers[kind];
    return {
      columnId: item && columnId,
      read: (cell) => {
        if (cell instanceof Date) return timeOf(cell.getTime());
        const text = textOf(cell, wordings[index]);
        return text === '' ? '' : read(text);
      },
    };
  });
  return ({ key, caseKey, cells }, { items, cells: cellsByColumn }) => {
    const ofItems = caseKey === null ? undefined : items.get(caseKey);
    return reads.map(({ columnId, read }, index) =>
      columnId === null
        ? read(cellsByColumn[index]?.get(key)?.text ?? cells[index] ?? null)
        : (ofItems?.[columnId] ?? ''),
    );
  };
}

const asItIs = (text: string): string => text;

/** clocks change at a multiple of a quarter of an hour */
const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;

/**
 * Formats times in milliseconds as `2024-03-05 14:30:15`. Computing the offset of the zone is slow: it is done once for a
 * day, or for a quarter of an hour of a day on which clocks change.
 */
function localTimes(timeZone: string): (moment: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const offsets = new Map<number, number>();
  const offsetOf = (start: number): number => {
    const known = offsets.get(start);
    if (known !== undefined) return known;
    const offset = Date.parse(`${format.format(start).replace(' ', 'T')}Z`) - start;
    offsets.set(start, offset);
    return offset;
  };
  const offsetAt = (moment: number): number => {
    const day = moment - modulo(moment, DAY_MS);
    const offset = offsetOf(day);
    return offset === offsetOf(day + DAY_MS) ? offset : offsetOf(moment - modulo(moment, QUARTER_MS));
  };
  const days = new Map<number, string>();
  const dayOf = (day: number): string => {
    const known = days.get(day);
    if (known !== undefined) return known;
    const text = new Date(day).toISOString().slice(0, 10);
    days.set(day, text);
    return text;
  };
  return (moment) => {
    const local = moment + offsetAt(moment);
    const time = modulo(local, DAY_MS);
    return `${dayOf(local - time)} ${timeText(Math.floor(time / 1000))}`;
  };
}

/** of moments before 1970, too */
const modulo = (moment: number, unit: number): number => ((moment % unit) + unit) % unit;

const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

const timeText = (seconds: number): string =>
  `${TWO_DIGITS[Math.floor(seconds / 3600)]}:${TWO_DIGITS[Math.floor(seconds / 60) % 60]}:${TWO_DIGITS[seconds % 60]}`;
