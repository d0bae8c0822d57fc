/** Queries on records of case info. They take the transaction they are part of, and decide nothing. */
import { sql, type Selectable, type Updateable } from 'kysely';
import type { PageDoc } from '../cases/record/pageDoc.ts';
import type { Trx } from '../storage/database.ts';
import type { RecordTable } from '../storage/recordTables.ts';
import type { RecordSummary } from './recordSummary.ts';

export type RecordRow = Selectable<RecordTable>;

/** A record, by its kind and key. */
export interface RecordRef {
  sponsorKey: number;
  kind: string;
  recordKey: number;
}

/** The scope of the audit trails of records of a kind. */
export const auditScope = <Kind extends string>(kind: Kind): `record/${Kind}` => `record/${kind}`;

const select = (trx: Trx, { sponsorKey, kind, recordKey }: RecordRef) =>
  trx
    .selectFrom('record')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('kind', '=', kind)
    .where('record_key', '=', recordKey);

export const findRecord = (trx: Trx, ref: RecordRef): Promise<RecordRow | undefined> =>
  select(trx, ref).executeTakeFirst();

/** The same, locked for a change. */
export const lockRecord = (trx: Trx, ref: RecordRef): Promise<RecordRow | undefined> =>
  select(trx, ref).forUpdate().executeTakeFirst();

export interface NewRecord extends Pick<RecordRow, 'state' | 'retrieved_at' | 'updated_by'> {
  sponsorKey: number;
  kind: string;
  recordKey: number;
}

export const insertRecord = (
  trx: Trx,
  { sponsorKey, kind, recordKey, ...row }: NewRecord,
): Promise<RecordRow> =>
  trx
    .insertInto('record')
    .values({ sponsor_key: sponsorKey, kind, record_key: recordKey, columns: '{}', ...row })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Changes the row of a record; each change is a version. */
export const touchRecord = (
  trx: Trx,
  { sponsor_key, kind, record_key, version_no }: RecordRow,
  changes: Updateable<RecordTable>,
): Promise<unknown> =>
  trx
    .updateTable('record')
    .set({ ...changes, version_no: version_no + 1 })
    .where('sponsor_key', '=', sponsor_key)
    .where('kind', '=', kind)
    .where('record_key', '=', record_key)
    .execute();

/** A summary as the row of a record has it. */
export const summaryColumns = ({ name, columns, search, version }: RecordSummary) => ({
  name,
  columns: JSON.stringify(columns),
  search,
  summary_version: version,
});

/**
 * Keys of records of a kind whose summary was made otherwise, locked; without those that another transaction changes, and
 * those without pages, which a summary would be made of.
 */
export async function lockStaleSummaries(
  trx: Trx,
  { sponsorKey, kind, version, limit }: Omit<RecordRef, 'recordKey'> & { version: string; limit: number },
): Promise<number[]> {
  const found = await trx
    .selectFrom('record')
    .select('record_key')
    .where('sponsor_key', '=', sponsorKey)
    .where('kind', '=', kind)
    .where('summary_version', 'is distinct from', version)
    .where(
      sql<boolean>`exists (
        select from record_page p
        where (p.sponsor_key, p.kind, p.record_key) = (record.sponsor_key, record.kind, record.record_key))`,
    )
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return found.map(({ record_key }) => record_key);
}

/** The record stays the version it is. */
export const putSummary = (
  trx: Trx,
  { sponsorKey, kind, recordKey }: RecordRef,
  summary: RecordSummary,
): Promise<unknown> =>
  trx
    .updateTable('record')
    .set(summaryColumns(summary))
    .where('sponsor_key', '=', sponsorKey)
    .where('kind', '=', kind)
    .where('record_key', '=', recordKey)
    .execute();

/** The documents of its pages. */
export async function findRecordDocs(
  trx: Trx,
  { sponsorKey, kind, recordKey }: RecordRef,
): Promise<PageDoc[]> {
  const found = await trx
    .selectFrom('record_page')
    .select(['page', 'items', 'rows'])
    .where('sponsor_key', '=', sponsorKey)
    .where('kind', '=', kind)
    .where('record_key', '=', recordKey)
    .orderBy('page')
    .execute();
  return found.map((doc) => ({ ...FORM_DOC, ...doc }));
}

/** A page of a record is one form. */
export const FORM_DOC = {
  rowNo: 0,
  group: null,
  rowId: null,
  sort: 0,
  deleted: false,
  rowAt: new Date(0),
  rowBy: '',
};

export async function putRecordDocs(
  trx: Trx,
  { sponsorKey, kind, recordKey }: RecordRef,
  docs: readonly PageDoc[],
): Promise<void> {
  if (docs.length === 0) return;
  await trx
    .insertInto('record_page')
    .values(
      docs.map(({ page, items, rows }) => ({
        sponsor_key: sponsorKey,
        kind,
        record_key: recordKey,
        page,
        items: JSON.stringify(items),
        rows: JSON.stringify(rows),
      })),
    )
    .onConflict((same) =>
      same.columns(['sponsor_key', 'kind', 'record_key', 'page']).doUpdateSet((excluded) => ({
        items: excluded.ref('excluded.items'),
        rows: excluded.ref('excluded.rows'),
      })),
    )
    .execute();
}

/** Whether another record of the kind that is not deleted has the name, folded; `search` begins with the name. */
export async function hasOtherOfName(trx: Trx, ref: RecordRef, folded: string): Promise<boolean> {
  await lockKind(trx, ref.sponsorKey, ref.kind);
  const found = selectOther(trx, ref).where(sql<boolean>`split_part(search, ${'\n'}, 1) = ${folded}`);
  return (await found.executeTakeFirst()) !== undefined;
}

/** Whether there is another record of the kind that can be selected. */
export async function hasOtherInUse(trx: Trx, ref: RecordRef): Promise<boolean> {
  await lockKind(trx, ref.sponsorKey, ref.kind);
  return (await selectOther(trx, ref).where('state', '=', 'active').executeTakeFirst()) !== undefined;
}

/** One of the other records of the kind that are not deleted. */
const selectOther = (trx: Trx, { sponsorKey, kind, recordKey }: RecordRef) =>
  trx
    .selectFrom('record')
    .select('record_key')
    .where('sponsor_key', '=', sponsorKey)
    .where('kind', '=', kind)
    .where('record_key', '<>', recordKey)
    .where('del_flag', '=', 'N')
    .limit(1);

/** Until the end of the transaction no other one changes what all records of the kind share, e.g. unique names. */
export const lockKind = (trx: Trx, sponsorKey: number, kind: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext(${`record/${kind}`}), ${sponsorKey}::int)`.execute(trx);

/** Keys before and after a record in the order of the list, of those that are not deleted. `within`: null for all. */
export async function findNeighbours(
  trx: Trx,
  { sponsor_key, kind, record_key, name }: RecordRow,
  within: readonly number[] | null,
): Promise<{ previousKey: number | null; nextKey: number | null }> {
  const beside = async (isBefore: boolean): Promise<number | null> => {
    const { rows } = await sql<{ record_key: number }>`
      select record_key from record
      where sponsor_key = ${sponsor_key} and kind = ${kind} and del_flag = 'N'
        and (name, record_key) ${isBefore ? sql`<` : sql`>`} (${name}, ${record_key}::int)
        and ${within === null ? sql`true` : sql`record_key = any(${[...within]}::int[])`}
      order by name ${isBefore ? sql`desc` : sql`asc`}, record_key ${isBefore ? sql`desc` : sql`asc`}
      limit 1`.execute(trx);
    return rows[0]?.record_key ?? null;
  };
  return { previousKey: await beside(true), nextKey: await beside(false) };
}

/** The records of which an item outside of rows holds the file. */
export async function findHolders(
  trx: Trx,
  sponsorKey: number,
  fileKey: string,
): Promise<{ kind: string; record_key: number }[]> {
  const { rows } = await sql<{ kind: string; record_key: number }>`
    select kind, record_key from record_page
    where sponsor_key = ${sponsorKey}
      and jsonb_path_exists(items, '$.*.v ? (@ == $file)', jsonb_build_object('file', ${fileKey}::text))`.execute(
    trx,
  );
  return rows;
}
