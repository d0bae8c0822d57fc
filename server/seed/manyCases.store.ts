/** Copies of cases, row for row, made by the database. */
import { sql, type RawBuilder } from 'kysely';
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { FIRST_SAVE_REASON } from '../../machines/save/save.machine.ts';
import { CHAIN_START, caseChain, caseEntry, headSeal, saveHash } from '../audit/auditEntry.ts';
import type { AuditKey } from '../audit/auditKeys.ts';
import { SEARCH_SEPARATOR } from '../cases/record/summary.ts';
import type { Trx } from '../storage/database.ts';

export interface Copy {
  of: { caseKey: number; caseNo: string };
  caseKey: number;
  caseNo: string;
  at: Date;
  reviewed: boolean;
  locked: boolean;
}

export interface CopyOptions {
  /** listed: only what lists show; the case is empty when it is opened */
  extent: 'whole' | 'listed';
  author: { userKey: number | null; userId: string; userName: string };
  catalogue: Pick<Catalogue, 'version'>;
  auditKey: AuditKey;
}

/** The first of so many keys of cases. */
export async function takeCaseKeys(trx: Trx, sponsorKey: number, count: number): Promise<number> {
  const { last_no } = await trx
    .updateTable('sponsor_seq')
    .set({ last_no: sql`last_no + ${count}` })
    .where('sponsor_key', '=', sponsorKey)
    .where('seq_name', '=', 'case')
    .returning('last_no')
    .executeTakeFirstOrThrow();
  return last_no - count + 1;
}

/** What is another one in a copy; `m` is the copy, `t` the row it is made of. */
const OTHER: Readonly<Record<string, RawBuilder<unknown>>> = {
  case_key: sql`m.case_key`,
  root_case_key: sql`m.case_key`,
  case_no: sql`m.case_no`,
  // what the sender and the world call it tells it from its original
  sender_case_id: sql`t.sender_case_id || '-' || m.case_key`,
  worldwide_id: sql`t.worldwide_id || '-' || m.case_key`,
  search: sql`lower(array_to_string(array[m.case_no, t.sender_case_id || '-' || m.case_key,
      t.worldwide_id || '-' || m.case_key, t.patient_name, t.product_name, t.ae_term], ${SEARCH_SEPARATOR}, ''))`,
  reviewed: sql`m.reviewed`,
  locked: sql`m.locked`,
  status_at: sql`m.at`,
  finished_at: sql`case when m.reviewed or m.locked then m.at end`,
  retrieved_at: sql`m.at`,
  created_at: sql`m.at`,
  updated_at: sql`m.at`,
};

/** In documents the numbers of the case stand as texts of their own. */
const ITEMS = sql`replace(replace(t.items::text, '"v": "' || c.sender_case_id || '"',
    '"v": "' || c.sender_case_id || '-' || m.case_key || '"'), '"v": "' || c.worldwide_id || '"',
    '"v": "' || c.worldwide_id || '-' || m.case_key || '"')::jsonb`;

export async function copyCases(
  trx: Trx,
  sponsorKey: number,
  copies: readonly Copy[],
  { extent, author, catalogue, auditKey }: CopyOptions,
): Promise<void> {
  const column = <T>(of: (copy: Copy) => T): T[] => copies.map(of);
  const made = sql`unnest(
    ${column(({ of }) => of.caseKey)}::bigint[], ${column(({ of }) => of.caseNo)}::text[],
    ${column(({ caseKey }) => caseKey)}::bigint[], ${column(({ caseNo }) => caseNo)}::text[],
    ${column(({ at }) => at.toISOString())}::timestamptz[], ${column(({ reviewed }) => reviewed)}::boolean[],
    ${column(({ locked }) => locked)}::boolean[]) as m (of_key, of_no, case_key, case_no, at, reviewed, locked)`;
  const copyRows = async (table: string, other: Readonly<Record<string, RawBuilder<unknown>>>) => {
    const names = await columnsOf(trx, table);
    const values = names.map((name) => other[name] ?? sql`${sql.ref(`t.${name}`)}`);
    await sql`insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      select ${sql.join(values)} from ${made}
      join ${sql.table(table)} t on t.sponsor_key = ${sponsorKey} and t.case_key = m.of_key
      join pv_case c on c.sponsor_key = ${sponsorKey} and c.case_key = m.of_key`.execute(trx);
  };
  // the tables are new and the planner knows nothing of their sizes: each original is looked up by its key
  await sql`set local enable_seqscan = off`.execute(trx);
  await copyRows('pv_case', OTHER);
  const key = { case_key: sql`m.case_key` };
  const root = { ...key, root_case_key: sql`m.case_key` };
  await copyRows('case_item_value', key);
  if (extent === 'listed') {
    await copyRows('case_obligation', { ...root, reason: sql`'[]'::jsonb` });
    return;
  }
  await copyRows('case_obligation', root);
  await copyRows('case_page_row', {
    ...key,
    row_id: sql`case when t.row_id is not null then gen_random_uuid() end`,
    items: ITEMS,
  });
  await copyRows('case_workflow', key);
  await insertSaves(trx, sponsorKey, copies, { author, catalogue, auditKey });
}

async function columnsOf(trx: Trx, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = ''
    order by attnum`.execute(trx);
  return rows.map(({ name }) => name);
}

/** The beginning of the audit trail of each copy. */
async function insertSaves(
  trx: Trx,
  sponsorKey: number,
  copies: readonly Copy[],
  { author, catalogue, auditKey }: Omit<CopyOptions, 'extent'>,
): Promise<void> {
  const saves = copies.map(({ of, caseKey, caseNo, at }) => {
    const header = {
      ...caseChain(sponsorKey, caseKey),
      saveNo: 1,
      caseKey,
      at,
      ...author,
      page: '',
      reason: FIRST_SAVE_REASON,
      source: 'system',
      requestId: '',
      catalogueVersion: catalogue.version,
    };
    const entry = caseEntry('copy', caseNo, '', of.caseNo);
    const hash = saveHash(auditKey, CHAIN_START, header, [entry]);
    return { header, entry, hash, seal: headSeal(auditKey, { ...header, hash, adoptedTo: 0 }) };
  });
  const keys = saves.map(({ header }) => header.caseKey);
  await sql`
    with s as (
      select * from unnest(${keys}::bigint[], ${saves.map(({ header }) => header.at.toISOString())}::timestamptz[],
        ${saves.map(({ hash }) => hash)}::text[], ${saves.map(({ seal }) => seal)}::text[]) as s (case_key, at, hash, seal)
    ), saved as (
      insert into audit_save (sponsor_key, scope, scope_key, save_no, case_key, at, user_key, user_id, user_name, page,
        reason, source, request_id, catalogue_version, entry_count, prev_hash, hash, key_id)
      select ${sponsorKey}::int, 'case', case_key, 1, case_key, at, ${author.userKey}::int, ${author.userId}::text,
        ${author.userName}::text, '', ${FIRST_SAVE_REASON}::text, 'system', '', ${catalogue.version}::text, 1,
        ${CHAIN_START}::text, hash, ${auditKey.id}::text from s
    )
    insert into audit_head (sponsor_key, scope, scope_key, save_no, hash, seal, key_id)
    select ${sponsorKey}::int, 'case', case_key, 1, hash, seal, ${auditKey.id}::text from s`.execute(trx);
  await sql`
    insert into audit_entry (sponsor_key, scope, scope_key, save_no, entry_no, page, item_id, row_no, row_no2, row_no3,
      action, old_value, value)
    select ${sponsorKey}::int, 'case', e.key, 1, 1, '', '', 0, 0, 0, 'copy', e.old, e.new
    from unnest(${keys}::bigint[], ${saves.map(({ entry }) => entry.before.value)}::text[],
      ${saves.map(({ entry }) => entry.after.value)}::text[]) as e (key, old, new)`.execute(trx);
}
