/** Queries on the values that cases and records have of an item. They take the transaction they are part of, and decide nothing. */
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../storage/database.ts';
import type { MovedItem } from './rearranged.ts';

/** The documents of a page of stored cases, or of records of the kind: what follows `from`, with its conditions. */
const documentsOf = (
  sponsorKey: number,
  { kind, page }: Pick<MovedItem, 'kind' | 'page'>,
): RawBuilder<unknown> =>
  sql`${kind === null ? sql`case_page_row r where` : sql`record_page r where r.kind = ${kind} and`}
    r.sponsor_key = ${sponsorKey} and r.page = ${page}`;

/**
 * Whether a stored case, or record of the kind, has a value of this item in a document of this page, or rows of a group
 * that moves with it. An item that was emptied has none.
 */
export async function hasValues(
  trx: Trx,
  sponsorKey: number,
  { kind, page, itemId, groups }: Pick<MovedItem, 'kind' | 'page' | 'itemId' | 'groups'>,
): Promise<boolean> {
  const isRow = kind === null ? sql`r.row_group = any(${groups}::text[])` : sql`false`;
  const { rows } = await sql`
    select 1 from ${documentsOf(sponsorKey, { kind, page })} and (
      exists (select from jsonb_each(r.items) as i where split_part(i.key, '|', 1) = ${itemId}
        and (i.value ? 'p' or concat(i.value ->> 'v', i.value ->> 'nf', i.value ->> 'n') <> ''))
      or exists (select from jsonb_object_keys(r.rows) as key where split_part(key, '|', 1) = any(${groups}::text[]))
      or ${isRow})
    limit 1`.execute(trx);
  return rows.length > 0;
}

/** Characters of a value that tell what it is: no number, date or code has as many. */
const TELLING_CHARACTERS = 100;

/** The beginnings of the different values that stored cases, or records of the kind, have of an item. */
export async function differentValues(
  trx: Trx,
  sponsorKey: number,
  { kind, page, itemId }: Pick<MovedItem, 'kind' | 'page' | 'itemId'>,
): Promise<string[]> {
  const { rows } = await sql<{ value: string }>`
    select distinct left(i.value ->> 'v', ${TELLING_CHARACTERS}) as value
    from (select r.items from ${documentsOf(sponsorKey, { kind, page })}) as d
    cross join lateral jsonb_each(d.items) as i
    where split_part(i.key, '|', 1) = ${itemId} and i.value ->> 'v' <> ''`.execute(trx);
  return rows.map(({ value }) => value);
}
