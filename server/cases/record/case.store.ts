/** Queries on cases and their page documents. They take the transaction they are part of, and decide nothing. */
import { sql, type Selectable, type Updateable } from 'kysely';
import type { Scope } from '../../../shared/access/scope.ts';
import type { Trx } from '../../storage/database.ts';
import type { CaseLinks, CaseSummary, CaseTable, PageRowTable } from '../../storage/tables.ts';
import type { PageDoc } from './pageDoc.ts';

/** The step of the workflow that a case is in; null where the sponsor uses no workflow, or has the step no longer. */
export interface CaseStep {
  name: Record<string, string>;
  editable: boolean;
}

export type CaseRecord = Selectable<CaseTable> & { step: CaseStep | null };

/** To be selected, or returned, beside the columns of `pv_case`. */
export const stepOfCase = sql<CaseStep | null>`(
  select jsonb_build_object('name', w.name, 'editable', w.editable)
  from workflow_step w join sponsor s on s.sponsor_key = w.sponsor_key and s.use_workflow
  where w.sponsor_key = pv_case.sponsor_key and w.workflow_key = pv_case.workflow_status and w.del_flag = 'N'
)`.as('step');

export const findCase = (trx: Trx, sponsorKey: number, caseKey: number): Promise<CaseRecord | undefined> =>
  caseQuery(trx, sponsorKey, caseKey).executeTakeFirst();

/** Several versions by their keys; what is not there is left out. */
export async function findCases(
  trx: Trx,
  sponsorKey: number,
  caseKeys: readonly number[],
): Promise<Map<number, CaseRecord>> {
  const found = await trx
    .selectFrom('pv_case')
    .selectAll()
    .select(stepOfCase)
    .where('sponsor_key', '=', sponsorKey)
    .where(isOneOf('case_key', caseKeys))
    .execute();
  return new Map(found.map((one) => [one.case_key, one]));
}

const isOneOf = (column: string, keys: readonly number[]) =>
  sql<boolean>`${sql.ref(column)} = any(${[...keys]}::bigint[])`;

/** Locks the case until the transaction ends. */
export const lockCase = (trx: Trx, sponsorKey: number, caseKey: number): Promise<CaseRecord | undefined> =>
  caseQuery(trx, sponsorKey, caseKey).forUpdate().executeTakeFirst();

const caseQuery = (trx: Trx, sponsorKey: number, caseKey: number) =>
  trx
    .selectFrom('pv_case')
    .selectAll()
    .select(stepOfCase)
    .where('sponsor_key', '=', sponsorKey)
    .where('case_key', '=', caseKey);

/** The newest version of the case that a version belongs to, locked. */
export async function lockNewestVersion(
  trx: Trx,
  sponsorKey: number,
  caseKey: number,
): Promise<CaseRecord | undefined> {
  const version = await findCase(trx, sponsorKey, caseKey);
  if (!version) return undefined;
  const newest = versionsOf(trx, version).where('latest', '=', true).forUpdate();
  // a concurrent transaction that we waited for may have added a version: the case that was newest is no longer, so
  // look again
  return (await newest.executeTakeFirst()) ?? newest.executeTakeFirst();
}

/** The keys of the newest versions of the cases that versions belong to, locked in their order. */
export async function lockNewestVersions(
  trx: Trx,
  sponsorKey: number,
  caseKeys: readonly number[],
): Promise<number[]> {
  const versions = await trx
    .selectFrom('pv_case')
    .select('root_case_key')
    .distinct()
    .where('sponsor_key', '=', sponsorKey)
    .where(isOneOf('case_key', caseKeys))
    .execute();
  const roots = versions.map(({ root_case_key }) => root_case_key);
  const newest = trx
    .selectFrom('pv_case')
    .select('case_key')
    .where('sponsor_key', '=', sponsorKey)
    .where(isOneOf('root_case_key', roots))
    .where('latest', '=', true)
    .orderBy('case_key')
    .forUpdate();
  const found = await newest.execute();
  // as above: a version that was added while we waited
  const all = found.length < roots.length ? await newest.execute() : found;
  return all.map(({ case_key }) => case_key);
}

/** The newest version of the case that a version belongs to. */
export const findNewestVersion = (trx: Trx, version: CaseRecord): Promise<CaseRecord | undefined> =>
  versionsOf(trx, version).where('latest', '=', true).executeTakeFirst();

/** Whether the sponsor has any case. */
export const hasCase = async (trx: Trx, sponsorKey: number): Promise<boolean> =>
  (await trx
    .selectFrom('pv_case')
    .select('case_key')
    .where('sponsor_key', '=', sponsorKey)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** All versions of a case, newest first. */
export const findVersions = (trx: Trx, version: CaseRecord): Promise<CaseRecord[]> =>
  versionsOf(trx, version).orderBy('version_no', 'desc').execute();

const versionsOf = (
  trx: Trx,
  { sponsor_key, root_case_key }: Pick<CaseRecord, 'sponsor_key' | 'root_case_key'>,
) =>
  trx
    .selectFrom('pv_case')
    .selectAll()
    .select(stepOfCase)
    .where('sponsor_key', '=', sponsor_key)
    .where('root_case_key', '=', root_case_key);

/** All documents of a case, or those of whole pages and that of one row of any page. */
export async function findDocs(
  trx: Trx,
  sponsorKey: number,
  caseKey: number,
  pages: readonly string[] | null = null,
  row: { page: string; rowNo: number } | null = null,
): Promise<PageDoc[]> {
  if (pages?.length === 0 && !row) return [];
  const all = trx
    .selectFrom('case_page_row')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('case_key', '=', caseKey)
    .orderBy('page')
    .orderBy('sort')
    .orderBy('row_no');
  if (!pages) return (await all.execute()).map(docOf);
  const selected = all.where(({ or, and, eb }) =>
    or([
      ...(pages.length > 0 ? [eb('page', 'in', pages)] : []),
      ...(row ? [and([eb('page', '=', row.page), eb('row_no', '=', row.rowNo)])] : []),
    ]),
  );
  return (await selected.execute()).map(docOf);
}

/** Documents of some pages of several cases, by case. */
export async function findDocsOfCases(
  trx: Trx,
  sponsorKey: number,
  caseKeys: readonly number[],
  pages: readonly string[],
): Promise<Map<number, PageDoc[]>> {
  const rows = await trx
    .selectFrom('case_page_row')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where(isOneOf('case_key', caseKeys))
    .where(sql<boolean>`page = any(${[...pages]}::text[])`)
    .orderBy('page')
    .orderBy('sort')
    .orderBy('row_no')
    .execute();
  const docs = Map.groupBy(rows, ({ case_key }) => case_key);
  return new Map([...docs].map(([caseKey, ofCase]) => [caseKey, ofCase.map(docOf)]));
}

export async function findDoc(
  trx: Trx,
  sponsorKey: number,
  caseKey: number,
  page: string,
  rowNo: number,
): Promise<PageDoc | null> {
  const row = await trx
    .selectFrom('case_page_row')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('case_key', '=', caseKey)
    .where('page', '=', page)
    .where('row_no', '=', rowNo)
    .executeTakeFirst();
  return row ? docOf(row) : null;
}

const docOf = (row: Omit<Selectable<PageRowTable>, 'sponsor_key' | 'case_key'>): PageDoc => ({
  page: row.page,
  rowNo: row.row_no,
  group: row.row_group,
  rowId: row.row_id,
  sort: row.sort,
  deleted: row.deleted,
  rowAt: row.row_at,
  rowBy: row.row_by,
  items: row.items,
  rows: row.rows,
});

/** Writes documents whole, in one statement. */
export async function putDocs(
  trx: Trx,
  sponsorKey: number,
  caseKey: number,
  docs: readonly PageDoc[],
): Promise<void> {
  if (docs.length === 0) return;
  await sql`
    insert into case_page_row (sponsor_key, case_key, page, row_no, row_group, row_id, sort, deleted, row_at, row_by, items, rows)
    select ${sponsorKey}::int, ${caseKey}::bigint, d.*
    from unnest(
      ${docs.map(({ page }) => page)}::text[], ${docs.map(({ rowNo }) => rowNo)}::int[],
      ${docs.map(({ group }) => group)}::text[], ${docs.map(({ rowId }) => rowId)}::uuid[], ${docs.map(({ sort }) => sort)}::float8[],
      ${docs.map(({ deleted }) => deleted)}::boolean[], ${docs.map(({ rowAt }) => rowAt.toISOString())}::timestamptz[],
      ${docs.map(({ rowBy }) => rowBy)}::text[], ${docs.map(({ items }) => JSON.stringify(items))}::jsonb[],
      ${docs.map(({ rows }) => JSON.stringify(rows))}::jsonb[]
    ) as d
    on conflict (sponsor_key, case_key, page, row_no) do update set sort = excluded.sort, deleted = excluded.deleted,
      row_at = excluded.row_at, row_by = excluded.row_by, items = excluded.items, rows = excluded.rows`.execute(
    trx,
  );
}

export interface CaseTouch {
  at: Date;
  by: string;
  /** added to the pages saved so far */
  pages?: readonly string[];
  summary?: Partial<CaseSummary & Updateable<CaseLinks>> & { search?: string };
  /** of the catalogue the change was made with */
  catalogueVersion: string;
}

/** Notes a change of the case in its own row. */
export async function touchCase(
  trx: Trx,
  { sponsor_key, case_key, saved_pages }: CaseRecord,
  { at, by, pages = [], summary, catalogueVersion }: CaseTouch,
): Promise<void> {
  const newPages = [...new Set(pages)].filter((page) => !saved_pages.includes(page));
  await trx
    .updateTable('pv_case')
    .set({
      retrieved_at: at,
      updated_at: at,
      updated_by: by,
      ...(newPages.length > 0 && { saved_pages: [...saved_pages, ...newPages] }),
      ...summary,
      catalogue_version: catalogueVersion,
    })
    .where('sponsor_key', '=', sponsor_key)
    .where('case_key', '=', case_key)
    .execute();
}

/** The next number of a sequence of the sponsor: no gap is left and none is given twice. `by`: those before it are passed over. */
export async function nextNumber(
  trx: Trx,
  sponsorKey: number,
  sequence: string,
  period = '',
  by = 1,
): Promise<number> {
  const { last_no } = await trx
    .insertInto('sponsor_seq')
    .values({ sponsor_key: sponsorKey, seq_name: sequence, period, last_no: by })
    .onConflict((conflict) =>
      conflict
        .columns(['sponsor_key', 'seq_name', 'period'])
        .doUpdateSet({ last_no: sql`sponsor_seq.last_no + ${by}` }),
    )
    .returning('last_no')
    .executeTakeFirstOrThrow();
  return last_no;
}

/** The time of a change: now, but always later than the last one, so that times order the changes of a case. */
export const changeTime = (now: Date, last: Date): Date =>
  new Date(Math.max(now.getTime(), last.getTime() + 1));

/** The requested sender, or the first one that the user is not kept from; undefined where none can be chosen. */
export async function findSenderKey(
  trx: Trx,
  { sponsorKey, senderKeys }: { sponsorKey: number } & Pick<Scope, 'senderKeys'>,
  requested: number | null,
): Promise<number | undefined> {
  const among = requested === null ? senderKeys : [requested];
  const found = await trx
    .selectFrom('sender')
    .select('sender_key')
    .where('sponsor_key', '=', sponsorKey)
    .where('del_flag', '=', 'N')
    .$if(among.length > 0, (query) => query.where('sender_key', 'in', among))
    .orderBy('sender_key')
    .limit(1)
    .executeTakeFirst();
  return found?.sender_key;
}
