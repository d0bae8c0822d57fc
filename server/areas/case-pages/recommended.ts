/** Which entries of a save are codes that were recommended: told by the record of what was taken, never by the browser. */
import { sql } from 'kysely';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { addressKey, type ItemAddress } from '../../../shared/case/itemAddress.ts';
import type { AuditSource, NewEntry } from '../../audit/auditEntry.ts';
import type { CaseRecord } from '../../cases/record/case.store.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Trx } from '../../storage/database.ts';

/** The entries of a save, each under the source that says how its value came about; none of a source are left out. */
export async function bySource(
  trx: Trx,
  { items }: Catalogue,
  found: CaseRecord,
  user: SessionUser,
  entries: readonly NewEntry[],
): Promise<{ source: AuditSource; entries: NewEntry[] }[]> {
  const coded = entries.filter(
    ({ itemId, after }) => after.value !== null && items[itemId]?.coding?.recommended,
  );
  const taken = coded.length === 0 ? new Set() : await findTaken(trx, found, user, coded);
  const isTaken = (entry: NewEntry) => taken.has(keyOf(entry, entry.after.value));
  return (['screen', 'ai'] as const)
    .map((source) => ({ source, entries: entries.filter((entry) => isTaken(entry) === (source === 'ai')) }))
    .filter((of) => of.entries.length > 0);
}

const keyOf = (address: ItemAddress, code: string | null): string => `${addressKey(address)} ${code}`;

/** What this user took last of a recommendation at these addresses, since the value there was changed before. */
async function findTaken(
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
    )`.execute(trx);
  return new Set(rows.map(({ code, ...address }) => keyOf(address, code)));
}
