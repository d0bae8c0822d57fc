/** Who wrote the values of a version, by the audit trail. */
import { sql } from 'kysely';
import type { CaseRecord } from '../cases/record/case.store.ts';
import type { Trx } from '../storage/database.ts';

/** Whether the user saved values or rows of the version. Status, routings and numbers of a case are no values of it. */
export async function hasSavedValues(
  trx: Trx,
  { sponsor_key, root_case_key, case_key }: CaseRecord,
  userKey: number,
): Promise<boolean> {
  const found = await trx
    .selectFrom('audit_save as s')
    .select(sql`1`.as('one'))
    .where('s.sponsor_key', '=', sponsor_key)
    .where('s.scope', '=', 'case')
    .where('s.scope_key', '=', root_case_key)
    .where('s.case_key', '=', case_key)
    .where('s.user_key', '=', userKey)
    .where(
      sql<boolean>`exists (select 1 from audit_entry e where e.sponsor_key = s.sponsor_key and e.scope = s.scope
        and e.scope_key = s.scope_key and e.save_no = s.save_no and e.page <> '')`,
    )
    .executeTakeFirst();
  return found !== undefined;
}
