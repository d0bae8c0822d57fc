/** Filters of columns as SQL (specification 2 section 4, "Column filters"). */
import { sql, type RawBuilder } from 'kysely';
import { ANY_VALUE } from '../../shared/contract/menus.ts';
import { fold } from '../../shared/text/fold.ts';
import type { Trx } from '../storage/database.ts';
import { holdsFolded } from '../storage/foldedSql.ts';
import type { FilterEntry } from '../storage/tables.ts';
import { datesBetween, momentsBetween } from './dateRange.ts';
import type { ListColumn } from './listColumn.types.ts';
import { resolve, type ListReading } from './listSource.ts';

type Condition = RawBuilder<boolean>;
type Text = RawBuilder<string | null>;

/** The condition of a filter, by kind of comparison. */
type Comparison =
  | { kind: 'any' }
  | { kind: 'notEmpty' }
  | { kind: 'contains'; text: string }
  | { kind: 'oneOf'; values: string[]; text: string }
  | { kind: 'dates' | 'moments' | 'numbers'; from: string; to: string };

/** Entries of a check filter are alternatives; the others have one entry. */
function comparisonOf(entries: readonly FilterEntry[]): Comparison {
  const [first] = entries;
  if (!first) return { kind: 'any' };
  const { filterType, valueCode: from, valueCode2: to = '' } = first;
  switch (filterType) {
    case 'CHECK':
    case 'LIKE_CHECK': {
      const text = entries.find((entry) => entry.valueCode === '')?.valueCode2 ?? '';
      return { kind: 'oneOf', values: entries.map(({ valueCode }) => valueCode).filter(Boolean), text };
    }
    case 'LIKE_ALL':
    case 'LIKE':
      return from === ANY_VALUE ? { kind: 'notEmpty' } : { kind: 'contains', text: from };
    case 'BETWEEN_NUMERIC':
      return { kind: 'numbers', from, to };
    case 'BETWEEN_DATE':
      return { kind: 'dates', from, to };
    case 'BETWEEN_DATE_TIME':
      return { kind: 'moments', from, to };
  }
}

/** The folded text that every passing row contains; null if there is none. */
export function containedText(entries: readonly FilterEntry[]): string | null {
  const comparison = comparisonOf(entries);
  return comparison.kind === 'contains' ? fold(comparison.text) : null;
}

/** The text that was typed, which cells hold that pass; null: none was. */
export function typedText(entries: readonly FilterEntry[]): string | null {
  const comparison = comparisonOf(entries);
  return comparison.kind === 'contains' || (comparison.kind === 'oneOf' && comparison.text !== '')
    ? fold(comparison.text)
    : null;
}

/** The codes of a filter that nothing but codes passes; null for any other filter. */
export function chosenCodes(entries: readonly FilterEntry[]): string[] | null {
  const comparison = comparisonOf(entries);
  return comparison.kind === 'oneOf' && comparison.text === '' ? comparison.values : null;
}

/** The condition of a filter on a column of the list itself. */
export function columnPasses(
  { source, kind }: Pick<ListColumn, 'source' | 'kind'>,
  entries: readonly FilterEntry[],
  reading: ListReading,
): Condition {
  if (!source) return sql<boolean>`true`;
  const value = sql<never>`(${resolve(source.value, reading)})`;
  const { oneOf, contains = (text) => holdsFolded(sql`${value}::text`, text), between: inRange } = source;
  const comparison = comparisonOf(entries);
  switch (comparison.kind) {
    case 'any':
      return sql<boolean>`true`;
    case 'notEmpty':
      return sql<boolean>`${value}::text <> ''`;
    case 'contains':
      return contains(fold(comparison.text), reading);
    case 'oneOf': {
      const chosen =
        comparison.values.length === 0
          ? []
          : [oneOf?.(comparison.values, reading) ?? anyOf(value, comparison.values)];
      const found = comparison.text === '' ? [] : [contains(fold(comparison.text), reading)];
      return sql<boolean>`(${sql.join([...chosen, ...found], sql` or `)})`;
    }
    case 'numbers': {
      const [from, to] = [wholeNumber(comparison.from), wholeNumber(comparison.to)];
      return inRange?.(from, to, reading) ?? between(value, from, to);
    }
    case 'dates':
    case 'moments':
      return kind === 'dateTime'
        ? momentsBetween(value, comparison.from, comparison.to, reading.user.timeZone)
        : datesBetween(value, comparison.from, comparison.to);
  }
}

/** The condition of a filter on the text of an item. */
export function textPasses(text: Text, entries: readonly FilterEntry[]): Condition {
  const comparison = comparisonOf(entries);
  switch (comparison.kind) {
    case 'any':
      return sql<boolean>`true`;
    case 'notEmpty':
      return sql<boolean>`${text} <> ''`;
    case 'contains':
      return holdsFolded(text, fold(comparison.text));
    case 'oneOf':
      return sql<boolean>`(${anyOf(text, comparison.values)} or ${comparison.text === '' ? sql`false` : holdsFolded(text, fold(comparison.text))})`;
    case 'numbers':
      return between(numberIn(text), wholeNumber(comparison.from), wholeNumber(comparison.to));
    case 'dates':
    case 'moments':
      return datesBetween(text, comparison.from, comparison.to);
  }
}

/** Emits '=' for a single value so that the planner can keep index order. */
export const anyOf = (text: Text, values: readonly string[]): Condition =>
  values.length === 1
    ? sql<boolean>`${text} = ${values[0]}`
    : sql<boolean>`${text} = any(${[...values]}::text[])`;

/** null if the text is not a number */
export const numberIn = (text: Text) => ofNumber(text, (number) => number);

/** What `term` makes of the number in a text, looking at the text once; null if it is not a number. */
export const ofNumber = <T>(text: Text, term: (number: RawBuilder<unknown>) => RawBuilder<T>) =>
  sql<T>`case when ${text} ~ '^[-+]?[0-9]+([.][0-9]+)?$' then ${term(sql`(${text})::numeric`)} end`;

/** whole numbers, as the specification parses them */
const wholeNumber = (text: string): number | null => (text === '' ? null : Number.parseInt(text, 10));

/** Counts the rows after `from`. */
export async function countOf(trx: Trx, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${from}`.execute(trx);
  return rows[0]?.count ?? 0;
}

/** The sum of a column over the rows after `from`. */
export async function sumOf(
  trx: Trx,
  column: RawBuilder<number>,
  from: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(sum(${column}), 0) as sum from ${from}`.execute(trx);
  return rows[0]?.sum ?? 0;
}

/** Null ends are open; a null number is in no range. An end may be larger than the type of a column has numbers. */
function between(number: RawBuilder<unknown>, from: number | null, to: number | null): Condition {
  const ends = [
    ...(from === null ? [] : [sql`${number} >= ${from}::bigint`]),
    ...(to === null ? [] : [sql`${number} <= ${to}::bigint`]),
  ];
  return ends.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(ends, sql` and `)})`;
}
