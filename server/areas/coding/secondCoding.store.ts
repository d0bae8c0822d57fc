/** Queries on second codings. They take the transaction they are part of, and decide nothing. */
import { sql, type Insertable, type Selectable } from 'kysely';
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

/** Whether this coder gave the code of the term this second code with this remark. */
export async function hasSecondCode(
  trx: Trx,
  { rootCaseKey, itemId, rowNo, rowNo2, rowNo3, textHash, code }: FoundTerm,
  given: Pick<Selectable<SecondCodingTable>, 'sponsor_key' | 'second_code' | 'second_by' | 'remark'>,
): Promise<boolean> {
  const found = await trx
    .selectFrom('second_coding')
    .select('second_key')
    .where((eb) =>
      eb.and({
        sponsor_key: given.sponsor_key,
        root_case_key: rootCaseKey,
        item_id: itemId,
        row_no: rowNo,
        row_no2: rowNo2,
        row_no3: rowNo3,
        first_code: code ?? '',
        second_code: given.second_code,
        second_by: given.second_by,
      }),
    )
    .where('text_hash', 'is not distinct from', textHash)
    .where('remark', 'is not distinct from', given.remark)
    .executeTakeFirst();
  return found !== undefined;
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

interface Decision {
  decided_code: string;
  decided_by: string;
  reason: string;
}

/** Whether the difference was decided so. */
export async function isDecidedSo(
  trx: Trx,
  { sponsorKey, secondKey }: { sponsorKey: number; secondKey: number },
  decision: Decision,
): Promise<boolean> {
  const found = await trx
    .selectFrom('second_coding')
    .select('second_key')
    .where((eb) => eb.and({ sponsor_key: sponsorKey, second_key: secondKey, ...decision }))
    .executeTakeFirst();
  return found !== undefined;
}

export const putDecision = (
  trx: Trx,
  { sponsorKey, secondKey }: { sponsorKey: number; secondKey: number },
  decision: Decision & { decided_at: Date },
) =>
  trx
    .updateTable('second_coding')
    .set(decision)
    .where('sponsor_key', '=', sponsorKey)
    .where('second_key', '=', secondKey)
    .execute();
