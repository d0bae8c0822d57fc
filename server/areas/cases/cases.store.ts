/** Queries on cases as a list. They take the transaction they are part of, and decide nothing. */
import { sql, type SqlBool } from 'kysely';
import type { Trx } from '../../storage/database.ts';
import type { CaseListSort } from './caseList.ts';

export interface CaseFilter {
  sponsorKey: number;
  /** empty: all senders */
  senderKeys: readonly number[];
  deleted: boolean;
  /** folded words, all of which are to be found */
  words: readonly string[];
}

/** Bigrams find words of two characters and more, in any script; a single character is looked for in every row. */
const MIN_INDEXED = 2;

const SORT_COLUMNS = {
  caseNo: 'c.case_no',
  reportType: 'c.report_type',
  patientName: 'c.patient_name',
  productName: 'c.product_name',
  aeTerm: 'c.ae_term',
  country: 'c.country',
  firstReceived: 'c.first_received',
  mostRecent: 'c.most_recent',
  updatedAt: 'c.updated_at',
} as const satisfies Record<CaseListSort, string>;

const matching = (trx: Trx, { sponsorKey, senderKeys, deleted, words }: CaseFilter) => {
  let query = trx
    .selectFrom('pv_case as c')
    .where('c.sponsor_key', '=', sponsorKey)
    .where('c.latest', '=', true)
    .where('c.del_flag', '=', deleted ? 'Y' : 'N');
  if (senderKeys.length > 0) query = query.where('c.sender_key', 'in', senderKeys);
  for (const word of words) {
    if ([...word].length >= MIN_INDEXED) query = query.where(sql<SqlBool>`bigrams(c.search) @> bigrams(${word})`);
    // the index knows pairs of characters, not their order
    query = query.where(sql<SqlBool>`strpos(c.search, ${word}) > 0`);
  }
  return query;
};

/** One page of the list; rows that sort alike stay in the order of their keys. */
export const findCases = (
  trx: Trx,
  filter: CaseFilter,
  { sort, direction, offset, limit }: { sort: CaseListSort; direction: 'asc' | 'desc'; offset: number; limit: number },
) =>
  matching(trx, filter)
    .leftJoin('sender as s', (join) =>
      join.onRef('s.sponsor_key', '=', 'c.sponsor_key').onRef('s.sender_key', '=', 'c.sender_key'),
    )
    .selectAll('c')
    .select('s.organisation as sender_name')
    .orderBy(SORT_COLUMNS[sort], (order) => (direction === 'asc' ? order.asc().nullsLast() : order.desc().nullsLast()))
    .orderBy('c.case_key', 'desc')
    .offset(offset)
    .limit(limit)
    .execute();

export type FoundCase = Awaited<ReturnType<typeof findCases>>[number];

export async function countCases(trx: Trx, filter: CaseFilter): Promise<number> {
  const { count } = await matching(trx, filter)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export const findVersions = (trx: Trx, sponsorKey: number, rootCaseKey: number) =>
  trx
    .selectFrom('pv_case')
    .select(['case_key', 'version_no', 'created_at', 'created_by', 'version_reason'])
    .where('sponsor_key', '=', sponsorKey)
    .where('root_case_key', '=', rootCaseKey)
    .orderBy('version_no', 'desc')
    .execute();

/** A sender of the sponsor that is not struck; without a key the first one. */
export const findSender = (trx: Trx, sponsorKey: number, senderKey: number | null) => {
  const senders = trx
    .selectFrom('sender')
    .select('sender_key')
    .where('sponsor_key', '=', sponsorKey)
    .where('del_flag', '=', 'N')
    .orderBy('sender_key')
    .limit(1);
  return (senderKey === null ? senders : senders.where('sender_key', '=', senderKey)).executeTakeFirst();
};

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
