/** Queries on recommended codes that users took. They take the transaction, and decide nothing. */
import { sql } from 'kysely';
import { addressKey, type ItemAddress } from '../../shared/case/itemAddress.ts';
import type { NewEntry } from '../audit/auditEntry.ts';
import { CHANGES_CONTENT } from '../audit/versionAuthors.store.ts';
import type { CaseRecord } from '../cases/record/case.store.ts';
import type { SessionUser } from '../http/session.ts';
import type { Trx } from '../storage/database.ts';

export const takenKey = (address: ItemAddress, code: string | null): string =>
  `${addressKey(address)} ${code}`;

/** Codes that the user took last of a recommendation at these addresses, after the last change of the value there. */
export async function findTaken(
  trx: Trx,
  { case_key, root_case_key }: CaseRecord,
  { sponsorKey, userKey }: SessionUser,
  entries: readonly NewEntry[],
): Promise<ReadonlySet<string>> {
  const itemIds = entries.map(({ itemId }) => itemId);
  const { rows } = await sql<ItemAddress & { code: string }>`
    select item_id as "itemId", row_no as "rowNo", row_no2 as "rowNo2", row_no3 as "rowNo3", code
    from (
      select distinct on (item_id, row_no, row_no2, row_no3) *
      from ai_coding_choice
      where sponsor_key = ${sponsorKey} and case_key = ${case_key} and user_key = ${userKey}
        and item_id = any(${itemIds}::text[])
      order by item_id, row_no, row_no2, row_no3, choice_key desc
    ) c
    where c.rank is not null and not exists (
      select from audit_entry e join audit_save s using (sponsor_key, scope, scope_key, save_no)
      where e.sponsor_key = ${sponsorKey} and e.scope = 'case' and e.scope_key = ${root_case_key}
        and s.case_key = ${case_key} and e.item_id = c.item_id
        and e.row_no = c.row_no and e.row_no2 = c.row_no2 and e.row_no3 = c.row_no3 and s.at >= c.at
        and ${CHANGES_CONTENT}
    )`.execute(trx);
  return new Set(rows.map(({ code, ...address }) => takenKey(address, code)));
}
