/** Who wrote the values of a version, by the audit trail. */
import { sql } from 'kysely';
import { REMARKS } from '../../shared/replay/replay.ts';
import type { CaseRecord } from '../cases/record/case.store.ts';
import type { Trx } from '../storage/database.ts';

type Version = Pick<CaseRecord, 'sponsor_key' | 'root_case_key' | 'case_key'>;

/** Whether an entry (`e`) of the trail of a case changes a value or a row: a remark at an item, such as a question, does not. */
export const CHANGES_CONTENT = sql<boolean>`e.page <> '' and e.action <> all(${[...REMARKS]}::text[])`;

/** Whether a save has such an entry; `save`: its table. */
export const hasChangedContent = (save: string) => sql<boolean>`exists (select 1 from audit_entry e
  where e.sponsor_key = ${sql.ref(`${save}.sponsor_key`)} and e.scope = ${sql.ref(`${save}.scope`)}
    and e.scope_key = ${sql.ref(`${save}.scope_key`)} and e.save_no = ${sql.ref(`${save}.save_no`)}
    and ${CHANGES_CONTENT})`;

/** Saves of values or rows of the version, also those in the chain that it was disconnected from. */
const contentSaves = (trx: Trx, { sponsor_key, root_case_key, case_key }: Version) =>
  trx
    .selectFrom('audit_save as s')
    .where('s.sponsor_key', '=', sponsor_key)
    .where('s.scope', '=', 'case')
    .where(
      sql<boolean>`s.scope_key = any(array[${root_case_key}::bigint, (
        select (d.properties ->> 'fromKey')::bigint from audit_entry d where d.sponsor_key = ${sponsor_key}
          and d.scope = 'case' and d.scope_key = ${root_case_key} and d.save_no = 1 and d.entry_no = 1
          and d.action = 'disconnect')])`,
    )
    .where('s.case_key', '=', case_key)
    .where(hasChangedContent('s'));

/** Whether the user saved values or rows of the version. Status, routings, questions and numbers of a case are no values of it. */
export async function hasSavedValues(trx: Trx, version: Version, userKey: number): Promise<boolean> {
  const found = await contentSaves(trx, version)
    .select(sql`1`.as('one'))
    .where('s.user_key', '=', userKey)
    .executeTakeFirst();
  return found !== undefined;
}

/** The user who saved a page of the version last; null: no page was saved yet. */
export async function findLastEditor(trx: Trx, version: Version): Promise<number | null> {
  const found = await contentSaves(trx, version)
    .select('s.user_key')
    .where('s.page', '<>', '')
    .orderBy('s.at', 'desc')
    .orderBy('s.save_no', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.user_key ?? null;
}
