/** Filters of columns as SQL (specification 2 section 4, "Column filters"). */
import { sql, type RawBuilder } from 'kysely';
import { ANY_VALUE } from '../../shared/contract/menus.ts';
import { fold } from '../../shared/text/fold.ts';
import type { Trx } from '../storage/database.ts';
import { foldedSql } from '../storage/foldedSql.ts';
import type { FilterEntry } from '../storage/tables.ts';
import { datesBetween, momentsBetween } from './dateRange.ts';
import type { ListColumn } from './listColumns.ts';
import { at, type ListReading } from './listSource.ts';

type Condition = RawBuilder<boolean>;
type Text = RawBuilder<string | null>;

/** The condition of a filter, by kind of comparison. */
type Asked =
  | { kind: 'any' }
  | { kind: 'filled' }
  | { kind: 'holds'; text: string }
  | { kind: 'is'; values: string[]; text: string }
  | { kind: 'dates' | 'moments' | 'numbers'; from: string; to: string };

/** Entries of a check filter are alternatives; the others have one entry. */
function askedOf(entries: readonly FilterEntry[]): Asked {
  const [first] = entries;
  if (!first) return { kind: 'any' };
  const { filterType, valueCode: from, valueCode2: to = '' } = first;
  switch (filterType) {
    case 'CHECK':
    case 'LIKE_CHECK': {
      const text = entries.find((entry) => entry.valueCode === '')?.valueCode2 ?? '';
      return { kind: 'is', values: entries.map(({ valueCode }) => valueCode).filter(Boolean), text };
    }
    case 'LIKE_ALL':
    case 'LIKE':
      return from === ANY_VALUE ? { kind: 'filled' } : { kind: 'holds', text: from };
    case 'BETWEEN_NUMERIC':
      return { kind: 'numbers', from, to };
    case 'BETWEEN_DATE':
      return { kind: 'dates', from, to };
    case 'BETWEEN_DATE_TIME':
      return { kind: 'moments', from, to };
  }
}

/** The text (folded) that every row that passes holds; null: there is none such. */
export function heldText(entries: readonly FilterEntry[]): string | null {
  const asked = askedOf(entries);
  return asked.kind === 'holds' ? fold(asked.text) : null;
}

/** Does a column of the list's own pass the filter? */
export function columnPasses(
  { source, kind }: Pick<ListColumn, 'source' | 'kind'>,
  entries: readonly FilterEntry[],
  reading: ListReading,
): Condition {
  if (!source) return sql<boolean>`true`;
  const value = sql<never>`(${at(source.value, reading)})`;
  const { is, holds: holdsText = (text) => holds(sql`${value}::text`, text), within } = source;
  const asked = askedOf(entries);
  switch (asked.kind) {
    case 'any':
      return sql<boolean>`true`;
    case 'filled':
      return sql<boolean>`${value}::text <> ''`;
    case 'holds':
      return holdsText(fold(asked.text), reading);
    case 'is': {
      const chosen =
        asked.values.length === 0 ? [] : [is?.(asked.values, reading) ?? anyOf(value, asked.values)];
      const found = asked.text === '' ? [] : [holdsText(fold(asked.text), reading)];
      return sql<boolean>`(${sql.join([...chosen, ...found], sql` or `)})`;
    }
    case 'numbers': {
      const [from, to] = [wholeNumber(asked.from), wholeNumber(asked.to)];
      return within?.(from, to, reading) ?? between(value, from, to);
    }
    case 'dates':
    case 'moments':
      return kind === 'dateTime'
        ? momentsBetween(value, asked.from, asked.to, reading.user.timeZone)
        : datesBetween(value, asked.from, asked.to);
  }
}

/** Does a text that an item of a case says pass? */
export function textPasses(text: Text, entries: readonly FilterEntry[]): Condition {
  const asked = askedOf(entries);
  switch (asked.kind) {
    case 'any':
      return sql<boolean>`true`;
    case 'filled':
      return sql<boolean>`${text} <> ''`;
    case 'holds':
      return holds(text, fold(asked.text));
    case 'is':
      return sql<boolean>`(${anyOf(text, asked.values)} or ${asked.text === '' ? sql`false` : holds(text, fold(asked.text))})`;
    case 'numbers':
      return between(numberIn(text), wholeNumber(asked.from), wholeNumber(asked.to));
    case 'dates':
    case 'moments':
      return datesBetween(text, asked.from, asked.to);
  }
}

/** Said of one value alone, an index that goes on with something else keeps its order. */
const anyOf = (text: Text, values: readonly string[]): Condition =>
  values.length === 1
    ? sql<boolean>`${text} = ${values[0]}`
    : sql<boolean>`${text} = any(${[...values]}::text[])`;

/** nothing where the text is no number */
const numberIn = (text: Text) =>
  sql`case when ${text} ~ '^[-+]?[0-9]+([.][0-9]+)?$' then (${text})::numeric end`;

/** whole numbers, as the specification parses them */
const wholeNumber = (text: string): number | null => (text === '' ? null : Number.parseInt(text, 10));

/** How many rows there are after `from`. */
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

/** As searches compare; `folded` is the text looked for. */
export const holds = (text: Text, folded: string): Condition =>
  sql<boolean>`strpos(${foldedSql(text)}, ${folded}) > 0`;

/** An end that is null is open; no number lies in no range. */
function between(number: RawBuilder<unknown>, from: number | null, to: number | null): Condition {
  const ends = [
    ...(from === null ? [] : [sql`${number} >= ${from}`]),
    ...(to === null ? [] : [sql`${number} <= ${to}`]),
  ];
  return ends.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(ends, sql` and `)})`;
}
