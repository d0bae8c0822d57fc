/** Ranges of dates and times as SQL (specification 2 section 4). Both ends belong to the range; an empty one is open. */
import { sql, type RawBuilder } from 'kysely';
import { endOf, firstOf } from '../../shared/dates/zonedDay.ts';

type Text = RawBuilder<string | null>;

/** `CCYYMMDDhhmmss`: how far a text is looked at. */
const MAX_DIGITS = 14;
const FIRST_DIGIT = '0';
/** sorts after every sign of a stored date */
const LAST_SIGN = '~';
/** sorts after the sign of a time zone (`+`, `-`) and before the point of a fraction and all digits */
const AFTER_ZONE = '.';

/**
 * Does a date as E2B stores it (text) lie in the range? A date that stops at the year or month lies in every range that its
 * year or month touches. Compared as texts sign by sign, so that an index of the column can find them. `known`: those of
 * `beginningsOf(from)` that dates of the column stop at, if that is known; where there are none, the index is read in one go.
 */
export function datesBetween(
  text: Text,
  from: string,
  to: string,
  known: readonly string[] = beginningsOf(from),
): RawBuilder<boolean> {
  const date = sql`(${text}) collate "C"`;
  if (from === '' && to === '') return sql<boolean>`true`;
  // what has no year lies in no range
  const ends = [sql`${date} >= ${FIRST_DIGIT}`];
  if (from !== '') {
    const shorter = beginningsOf(from)
      .filter((one) => known.includes(one))
      .map((one) => sql`or ${stopsAt(text, sql`${one}::text`)}`);
    ends.push(sql`(${date} >= ${from} ${sql.join(shorter, sql` `)})`);
  }
  if (to !== '') ends.push(sql`${date} <= ${to.padEnd(MAX_DIGITS, '9') + LAST_SIGN}`);
  return sql<boolean>`(${sql.join(ends, sql` and `)})`;
}

/** Does the date (text) stop where this one does? A time zone may follow. */
export const stopsAt = (text: Text, date: RawBuilder<string>): RawBuilder<boolean> =>
  sql<boolean>`((${text}) collate "C" >= ${date} and (${text}) collate "C" < ${date} || ${AFTER_ZONE}::text)`;

/** Shorter dates whose year or month the range begins in. */
export const beginningsOf = (from: string): string[] =>
  [4, 6, 8, 10, 12].filter((length) => length < from.length).map((length) => from.slice(0, length));

/**
 * Does a moment (timestamptz) lie in the range, whose ends are times as clocks in the zone show them? An hour that they show twice
 * belongs to it as a whole.
 */
export function momentsBetween(
  moment: RawBuilder<unknown>,
  from: string,
  to: string,
  timeZone: string,
): RawBuilder<boolean> {
  // a number: the text of a year of five digits is no time
  const at = (ms: number) => sql`to_timestamp(${ms / 1000}::float8)`;
  const ends = [
    ...(from === '' ? [] : [sql`${moment} >= ${at(firstOf(from, timeZone))}`]),
    ...(to === '' ? [] : [sql`${moment} < ${at(endOf(to, timeZone))}`]),
  ];
  return ends.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(ends, sql` and `)})`;
}
