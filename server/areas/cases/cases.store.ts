/** Queries on cases as a list. They take the transaction they are part of, and decide nothing. */
import { sql, type RawBuilder } from 'kysely';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { Scope } from '../../../shared/access/scope.ts';
import { caseInScope } from '../../case-record/index.ts';
import { itemPasses, passes } from '../../lists/filterSql.ts';
import type { ListView } from '../../lists/listView.ts';
import type { Trx } from '../../storage/database.ts';
import { NULLIFICATION } from '../../../shared/case/nullification.ts';
import type { CaseListSort } from './caseList.ts';

export interface CaseFilter {
  sponsorKey: number;
  scope: Scope;
  /** null: both */
  deleted: boolean | null;
  /** folded words, all of which are to be found */
  words: readonly string[];
  /** those of the columns; items are those of the whole catalogue */
  columns: ListView['filters'];
  catalogue: Catalogue;
}

/** The flag tells columns that may be empty: their empty values come last in either direction. */
const SORT_COLUMNS = {
  caseNo: ['c.case_no', false],
  reportType: ['c.report_type', true],
  patientName: ['c.patient_name', true],
  productName: ['c.product_name', true],
  aeTerm: ['c.ae_term', true],
  country: ['c.country', true],
  firstReceived: ['c.first_received', true],
  mostRecent: ['c.most_recent', true],
  updatedAt: ['c.updated_at', false],
} as const satisfies Record<CaseListSort, readonly [column: string, mayBeEmpty: boolean]>;

/** What the filter of a column looks at where that is not the text it is sorted by. */
const FILTERED: Readonly<Record<string, RawBuilder<string | null>>> = {
  serious: sql`c.serious::text`,
  updatedAt: sql`to_char(c.updated_at, 'YYYYMMDDHH24MISS')`,
};

function textOf(columnId: string): RawBuilder<string | null> | null {
  const [sorted] = SORT_COLUMNS[columnId as CaseListSort] ?? [];
  return FILTERED[columnId] ?? (sorted ? sql`${sql.ref(sorted)}` : null);
}

/** The states a case may be in at the same time, each a question of its own. */
const STATES: Readonly<Record<string, RawBuilder<boolean>>> = {
  reviewed: sql`c.reviewed`,
  locked: sql`c.locked`,
  nullified: sql`c.nullification = ${sql.lit(NULLIFICATION)}`,
};

function columnPasses(catalogue: Catalogue, { column, entries }: ListView['filters'][number]) {
  if (column.item) return itemPasses(catalogue, column.item, entries);
  const text = textOf(column.columnId);
  if (text) return passes(text, entries);
  const states = entries.flatMap(({ valueCode }) => STATES[valueCode] ?? []);
  return states.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(states, sql` or `)})`;
}

/** Pairs of neighbouring characters, as the index keeps them: they find words of any script from two characters on. */
function pairsOf(word: string): string[] {
  const characters = [...word];
  return characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

const matching = (trx: Trx, { sponsorKey, scope, deleted, words, columns, catalogue }: CaseFilter) => {
  const all = trx
    .selectFrom('pv_case as c')
    .where('c.sponsor_key', '=', sponsorKey)
    .where('c.latest', '=', true)
    .where(caseInScope(scope))
    .$if(deleted !== null, (some) => some.where('c.del_flag', '=', deleted ? 'Y' : 'N'));
  const query = columns.reduce((some, filter) => some.where(columnPasses(catalogue, filter)), all);
  if (words.length === 0) return query;
  const pairs = [...new Set(words.flatMap(pairsOf))];
  return query.where(
    'c.case_key',
    'in',
    sql<number>`(select find_case_keys(${pairs}::text[], ${[...words]}::text[]))`,
  );
};

export interface Place {
  sort: CaseListSort;
  direction: 'asc' | 'desc';
  offset: number;
  limit: number;
}

/** One page of the list; cases that sort alike stay in the order of their keys. Only the page's rows are read whole. */
export function findCases(trx: Trx, filter: CaseFilter, { sort, direction, offset, limit }: Place) {
  const [column, mayBeEmpty] = SORT_COLUMNS[sort];
  const order = sql`${sql.ref(column)} ${sql.raw(direction)} ${sql.raw(mayBeEmpty ? 'nulls last' : '')}`;
  const page = matching(trx, filter)
    .select('c.case_key')
    .orderBy(order)
    .orderBy('c.case_key', 'desc')
    .offset(offset)
    .limit(limit);
  return trx
    .selectFrom('pv_case as c')
    .leftJoin('sender as s', (join) =>
      join.onRef('s.sponsor_key', '=', 'c.sponsor_key').onRef('s.sender_key', '=', 'c.sender_key'),
    )
    .selectAll('c')
    .select('s.organisation as sender_name')
    .where('c.sponsor_key', '=', filter.sponsorKey)
    .where('c.case_key', 'in', page)
    .orderBy(order)
    .orderBy('c.case_key', 'desc')
    .execute();
}

export type FoundCase = Awaited<ReturnType<typeof findCases>>[number];

export async function countCases(trx: Trx, filter: CaseFilter): Promise<number> {
  const { count } = await matching(trx, filter)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** Printed names by user id. */
export async function namesOfUsers(trx: Trx, userIds: readonly string[]): Promise<Map<string, string>> {
  const found = await trx
    .selectFrom('app_user')
    .select(['user_id', 'name'])
    .where('user_id', 'in', [...new Set(userIds)])
    .execute();
  return new Map(found.map(({ user_id, name }) => [user_id, name]));
}

export const setFlags = (
  trx: Trx,
  { sponsorKey, caseKey }: { sponsorKey: number; caseKey: number },
  flags: { reviewed: boolean; locked: boolean; deleted: boolean },
  { at, by }: { at: Date; by: string },
) =>
  trx
    .updateTable('pv_case')
    .set({
      reviewed: flags.reviewed,
      locked: flags.locked,
      del_flag: flags.deleted ? 'Y' : 'N',
      status_at: at,
      retrieved_at: at,
      updated_at: at,
      updated_by: by,
    })
    .where('sponsor_key', '=', sponsorKey)
    .where('case_key', '=', caseKey)
    .returningAll()
    .executeTakeFirstOrThrow();
