/** Queries on the history of a case. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import { REMARKS } from '../../../shared/replay/replay.ts';
import type { ItemAddress } from '../../../shared/case/itemAddress.ts';
import { auditEntries } from '../../audit/auditEntries.store.ts';
import type { Chain } from '../../audit/auditEntry.ts';
import { CHANGES_CONTENT } from '../../audit/versionAuthors.store.ts';
import type { Trx } from '../../storage/database.ts';

export interface SaveRow {
  save_no: number;
  case_key: number;
  at: Date;
  user_id: string;
  user_name: string;
  reason: string;
  source: string;
  request_id: string;
  catalogue_version: string;
  /** changes of items and rows, and the pages they are on */
  changes: number;
  pages: string[];
  /** an entry about the case as a whole: made, followUp, import, disconnect */
  acts: string[];
}

/** All saves of the chain, in order. Changes of the withheld items are not counted. */
export async function findSaves(
  trx: Trx,
  { sponsorKey, scope, scopeKey }: Chain,
  withheld: readonly string[],
): Promise<SaveRow[]> {
  const isShown = sql`${CHANGES_CONTENT} and e.item_id <> all(${[...withheld]}::text[])`;
  const { rows } = await sql<SaveRow>`
    select s.save_no, s.case_key, s.at, s.user_id, s.user_name, s.reason, s.source, s.request_id, s.catalogue_version,
      count(e.page) filter (where ${isShown})::int as changes,
      coalesce(array_agg(distinct e.page) filter (where ${isShown}), '{}') as pages,
      coalesce(array_agg(distinct e.action) filter (where e.page = '' and e.item_id = ''), '{}') as acts
    from audit_save s
    join audit_entry e on e.sponsor_key = s.sponsor_key and e.scope = s.scope and e.scope_key = s.scope_key
      and e.save_no = s.save_no
    where s.sponsor_key = ${sponsorKey} and s.scope = ${scope} and s.scope_key = ${scopeKey}
    group by s.sponsor_key, s.scope, s.scope_key, s.save_no
    order by s.save_no`.execute(trx);
  return rows;
}

/** The newest entry of an address made in one of the versions, and how many there are. */
export async function findLastEntry(
  trx: Trx,
  { sponsorKey, scope, scopeKey }: Chain,
  { itemId, rowNo, rowNo2, rowNo3 }: ItemAddress,
  caseKeys: readonly number[],
) {
  return auditEntries(trx)
    .select(['e.old_value', 'e.old_null_flavor', 'e.old_notation', 'e.old_properties', 'e.value'])
    .select(['e.null_flavor', 'e.notation', 'e.properties', 'e.action', 's.save_no', 's.case_key', 's.at'])
    .select(['s.user_id', 's.user_name', 's.reason', 's.source'])
    .select(sql<number>`(count(*) over ())::int`.as('changes'))
    .where('e.sponsor_key', '=', sponsorKey)
    .where('e.scope', '=', scope)
    .where('e.scope_key', '=', scopeKey)
    .where('e.item_id', '=', itemId)
    .where('e.row_no', '=', rowNo)
    .where('e.row_no2', '=', rowNo2)
    .where('e.row_no3', '=', rowNo3)
    .where('s.case_key', 'in', caseKeys)
    .where('e.action', 'not in', REMARKS)
    .orderBy('e.save_no', 'desc')
    .orderBy('e.entry_no', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export type LastEntry = NonNullable<Awaited<ReturnType<typeof findLastEntry>>>;

/** The name of the file with the message that an import made the version from. */
export async function findImportedFile(
  trx: Trx,
  sponsorKey: number,
  { case_key }: LastEntry,
): Promise<string | undefined> {
  const { rows } = await sql<{ file_name: string }>`
    select f.file_name from import_message m
    join import_batch b on b.sponsor_key = m.sponsor_key and b.run_key = m.run_key and b.batch_no = m.batch_no
    join import_file f on f.sponsor_key = b.sponsor_key and f.run_key = b.run_key and f.file_no = b.file_no
    where m.sponsor_key = ${sponsorKey} and m.case_key = ${case_key} and m.outcome in ('new', 'followUp')
    order by f.data_key limit 1`.execute(trx);
  return rows[0]?.file_name;
}

/** The recommended code that the user accepted last at the address before it was stored. */
export async function findAcceptedCode(
  trx: Trx,
  sponsorKey: number,
  { itemId, rowNo, rowNo2, rowNo3 }: ItemAddress,
  { case_key, value, at }: LastEntry,
): Promise<{ engine: string; score: number | null } | undefined> {
  const { rows } = await sql<{ engine: string; score: string | null }>`
    select engine, score from ai_coding_choice
    where sponsor_key = ${sponsorKey} and case_key = ${case_key} and item_id = ${itemId} and row_no = ${rowNo}
      and row_no2 = ${rowNo2} and row_no3 = ${rowNo3} and code = ${value} and at <= ${at}
    order by choice_key desc limit 1`.execute(trx);
  return rows[0] && { ...rows[0], score: rows[0].score === null ? null : Number(rows[0].score) };
}
