/** Queries on second codings. They take the transaction they are part of, and decide nothing. */
import { sql, type Insertable } from 'kysely';
import { updateJudgements } from '../../coding/caseCodings.store.ts';
import { OPEN_DIFFERENCES } from '../../coding/secondCoding.store.ts';
import type { ListReading } from '../../lists/listSource.ts';
import type { SecondCodingTable } from '../../storage/codingTables.ts';
import type { Trx } from '../../storage/database.ts';
import { placeOf, type FoundTerm } from './coding.store.ts';
import { TERM_ROWS, visibleTerms } from './codingList.ts';
import type { QueueItem } from './codingQueue.store.ts';

export async function insertSecondCoding(trx: Trx, coding: Insertable<SecondCodingTable>): Promise<void> {
  await trx.insertInto('second_coding').values(coding).execute();
  await updateJudgements(trx, placeOf(coding));
}

/** A term with two codes. `code` is the first one. */
export interface FoundDifference extends Omit<FoundTerm, 'reviewed'> {
  secondKey: number;
  dictionary: string;
  place: string;
  firstCode: string;
  firstBy: string;
  secondCode: string;
  secondBy: string;
  remark: string | null;
}

/**
 * Differences at these items that wait for an adjudicator, the oldest first; `secondKey`: this one alone, `notOf`: none of this
 * coder's codes.
 */
export async function findDifferences(
  trx: Trx,
  reading: ListReading,
  items: readonly QueueItem[],
  { limit, secondKey, notOf }: { limit: number; secondKey?: number; notOf?: string },
): Promise<FoundDifference[]> {
  const { rows } = await sql<FoundDifference>`
    select s.second_key::int as "secondKey", s.dictionary, ${TERM_ROWS.key} as "rowKey", w.case_key as "caseKey",
      c.root_case_key as "rootCaseKey", c.case_no as "caseNo", w.page, w.page_row as "pageRow", w.item_id as "itemId",
      w.row_no as "rowNo", w.row_no2 as "rowNo2", w.row_no3 as "rowNo3", w.term, w.text_hash as "textHash", w.code, w.version,
      w.coded_by as "codedBy", w.place ->> ${reading.language} as place, s.first_code as "firstCode",
      s.first_by as "firstBy", s.second_code as "secondCode", s.second_by as "secondBy", s.remark
    from ${OPEN_DIFFERENCES}
    where ${visibleTerms(reading, items)}
      ${secondKey === undefined ? sql`` : sql`and s.second_key = ${secondKey}`}
      ${notOf === undefined ? sql`` : sql`and ${notOf} not in (s.first_by, s.second_by)`}
    order by s.second_at, s.second_key limit ${limit}::int`.execute(trx);
  return rows;
}

export const putDecision = (
  trx: Trx,
  { sponsorKey, secondKey }: { sponsorKey: number; secondKey: number },
  decision: { decided_code: string; decided_by: string; decided_at: Date; reason: string },
) =>
  trx
    .updateTable('second_coding')
    .set(decision)
    .where('sponsor_key', '=', sponsorKey)
    .where('second_key', '=', secondKey)
    .execute();
