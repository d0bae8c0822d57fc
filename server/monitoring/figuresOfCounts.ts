/** Figures of rows that the database has counted. */
import type { MonitoringMeasure } from '../../schemas/compile/monitoring.ts';

/** So many rows that are alike in everything that figures count. */
export interface CountedRows {
  groups: readonly string[];
  /** whether they are rows of each measure */
  passes: readonly boolean[];
  /** of each measure with a column; null: they have no number */
  numbers: readonly (number | null)[];
  rows: number;
}

export interface GroupOfFigures {
  groups: readonly string[];
  values: (number | null)[];
}

type Measure = Pick<MonitoringMeasure, 'column' | 'percentile'>;

/** The figures of all rows, and those of each group. */
export function figuresOfCounts(
  counted: readonly CountedRows[],
  measures: readonly Measure[],
): { total: (number | null)[]; rows: GroupOfFigures[] } {
  const groups = new Map<string, CountedRows[]>();
  for (const one of counted) {
    const name = JSON.stringify(one.groups);
    const known = groups.get(name);
    if (known) known.push(one);
    else groups.set(name, [one]);
  }
  const figuresIn = (rows: readonly CountedRows[]) =>
    measures.map((measure, at) =>
      figureOf(
        measure,
        rows.filter(({ passes }) => passes[at]),
        at,
      ),
    );
  return {
    total: figuresIn(counted),
    rows: [...groups].map(([name, rows]) => ({
      groups: JSON.parse(name) as string[],
      values: figuresIn(rows),
    })),
  };
}

function figureOf(
  { column, percentile }: Measure,
  counted: readonly CountedRows[],
  at: number,
): number | null {
  if (column === undefined) return counted.reduce((sum, { rows }) => sum + rows, 0);
  const numbers = counted.flatMap(({ numbers: { [at]: value }, rows }) =>
    value === null || value === undefined ? [] : { value, rows },
  );
  const count = numbers.reduce((sum, { rows }) => sum + rows, 0);
  if (count === 0) return null;
  if (percentile === undefined)
    return rounded(numbers.reduce((sum, { value, rows }) => sum + value * rows, 0) / count);
  return rounded(percentileOf(numbers, ((count - 1) * percentile) / 100));
}

/** Between the numbers before and after the place, as `percentile_cont` of the database. */
function percentileOf(numbers: readonly { value: number; rows: number }[], place: number): number {
  const ordered = numbers.toSorted((a, b) => a.value - b.value);
  const valueAt = (index: number): number => {
    let passed = 0;
    for (const { value, rows } of ordered) {
      passed += rows;
      if (index < passed) return value;
    }
    return ordered.at(-1)?.value ?? 0;
  };
  const before = valueAt(Math.floor(place));
  return before + (valueAt(Math.ceil(place)) - before) * (place - Math.floor(place));
}

/** Digits of a number that are not an error of its computation. */
const EXACT_DIGITS = 15;

/** To one digit, a half away from zero. */
function rounded(number: number): number {
  const tenths = Number(Math.abs(number * 10).toPrecision(EXACT_DIGITS));
  return (Math.sign(number) * Math.round(tenths)) / 10;
}
