/** What stored values say, found before a question is asked of cases: distinct texts (`0238_item_texts.sql`), short dates. */
import { sql } from 'kysely';
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { ItemTest, RowCondition } from '../../shared/query/condition.types.ts';
import { kindOf } from '../../shared/query/itemKind.ts';
import { fold } from '../../shared/text/fold.ts';
import { stopsAt } from '../lists/dateRange.ts';
import { PAIR_SEPARATOR, pairHasTexts, pairOf, type ItemPair } from '../lists/itemPairs.ts';
import type { Trx } from '../storage/database.ts';

/** Beginnings of values (`short` of their entries). */
export interface KnownTexts {
  /** all entries with one of them pass */
  sure: readonly string[];
  /** whole values or notations of entries with one of them have to be looked at; empty: there is no value */
  unsure: readonly string[];
}

/** What is known of the stored values before a test is put into words of SQL. */
export interface KnownValues {
  /** beginnings of the values that a test of texts passes; undefined: not known, all values are compared */
  texts?: KnownTexts | undefined;
  /** of dates: those that a range begins in (`beginningsOf`) and that there are values of */
  beginnings?: readonly string[];
}

/** More texts than these are no condition that the database looks up quickly. */
const MAX_TEXTS = 2000;

/** Folded words, and whether they are whole texts or parts of them. */
interface Wanted {
  words: readonly string[];
  whole: boolean;
}

/** What a test compares texts with; null: it compares something else. */
export function wantedBy(item: CatalogueItem, { operator, values }: ItemTest): Wanted | null {
  const words = values.map(fold);
  // beside the text there are codes, which are no part of one
  if (operator === 'LIKE' || operator === 'NOT_LIKE')
    return words.length === 1 ? { words, whole: false } : null;
  const isEquality = operator === 'EQ' || operator === 'NOT_EQ' || operator === 'IN';
  return isEquality && kindOf(item) === 'text' ? { words, whole: true } : null;
}

/** The texts of the item that are one of the words, or contain one. Undefined: too many. */
export async function findKnownTexts(
  trx: Trx,
  itemId: string,
  { words, whole }: Wanted,
): Promise<KnownTexts | undefined> {
  const { rows } = await sql<{ short: string; sure: boolean }>`
    select short, sure from find_item_texts(${itemId}, ${[...words]}::text[], ${whole}) limit ${MAX_TEXTS + 1}`.execute(
    trx,
  );
  if (rows.length > MAX_TEXTS) return undefined;
  const { sure = [], unsure = [] } = Object.groupBy(rows, (row) => (row.sure ? 'sure' : 'unsure'));
  return { sure: sure.map(({ short }) => short), unsure: unsure.map(({ short }) => short) };
}

/** A condition on rows that entries of a pair of items answer. */
export interface KnownPair extends KnownTexts {
  /** of the pair */
  id: string;
}

/** Codes and text that a condition asks of the same row; null: it asks something else. */
export function pairWantedBy(
  { items }: Catalogue,
  { tests, rows }: RowCondition,
): { pair: ItemPair; codes: readonly string[]; wanted: Wanted } | null {
  const [one, other, ...more] = tests;
  const [item, second] = [items[one?.itemId ?? ''], items[other?.itemId ?? '']];
  const pair = item && second && more.length === 0 ? pairOf(item, second) : null;
  if (
    !pair ||
    !pairHasTexts(pair) ||
    rows.of !== 'any' ||
    tests.some(({ nullFlavors }) => nullFlavors.length > 0)
  )
    return null;
  const isPositive = tests.every(({ operator }) => ['EQ', 'IN', 'LIKE'].includes(operator));
  const ofCode = tests.find(({ itemId }) => itemId === pair.code.itemId);
  const ofText = tests.find(({ itemId }) => itemId === pair.text.itemId);
  const wanted = ofText && wantedBy(pair.text, ofText);
  if (!isPositive || !ofCode || ofCode.operator === 'LIKE' || !wanted) return null;
  return { pair, codes: ofCode.values, wanted };
}

/** The beginnings of the entries of the pair that pass. Undefined: too many. */
export async function findKnownPair(
  trx: Trx,
  { pair, codes, wanted }: NonNullable<ReturnType<typeof pairWantedBy>>,
): Promise<KnownPair | undefined> {
  const words = sql`${[...wanted.words]}::text[]`;
  const part = (no: number) => sql`split_part(short, ${PAIR_SEPARATOR}, ${sql.lit(no)})`;
  const text = sql`folded_text(${part(2)})`;
  // a word may also be in the code, and only a part of the text
  const passes = wanted.whole
    ? sql`btrim(${text}) = any(${words})`
    : sql`exists (select from unnest(${words}) word where strpos(${text}, word) > 0)`;
  const { rows } = await sql<{ short: string; sure: boolean; passes: boolean }>`
    select short, sure, ${passes} as passes from find_item_texts(${pair.id}, ${words}, false)
    where ${part(1)} = any(${[...codes]}::text[]) limit ${MAX_TEXTS + 1}`.execute(trx);
  if (rows.length > MAX_TEXTS) return undefined;
  const shortOf = (some: typeof rows) => some.map(({ short }) => short);
  return {
    id: pair.id,
    sure: shortOf(rows.filter((row) => row.sure && row.passes)),
    // by a notation, or behind the beginning
    unsure: shortOf(rows.filter((row) => !row.sure || (!row.passes && pair.text.notation))),
  };
}

/** The dates among these that values of the item stop at. */
export async function findShortDates(
  trx: Trx,
  sponsorKey: number,
  itemId: string,
  dates: readonly string[],
): Promise<string[]> {
  if (dates.length === 0) return [];
  const { rows } = await sql<{ date: string }>`
    select date from unnest(${[...dates]}::text[]) as date
    cross join lateral (select from case_item_value v where v.sponsor_key = ${sponsorKey} and v.item_id = ${itemId}
      and ${stopsAt(sql`v.short`, sql`date`)} limit 1) found`.execute(trx);
  return rows.map(({ date }) => date);
}
