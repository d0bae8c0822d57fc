/** Queries on published versions and drafts of schema files. They take the transaction they are part of, and decide nothing. */
import { sql, type Selectable } from 'kysely';
import type { Scope } from '../../../shared/access/scope.ts';
import { caseInScope } from '../../cases/record/caseScope.store.ts';
import type { SchemaChange } from '../../../schemas/compile/sourceChanges.ts';
import { PRODUCT } from '../../catalogue/snapshots.store.ts';
import type { Trx } from '../../storage/database.ts';
import type { SchemaDraftTable, SchemaVersionTable } from '../../storage/tables.ts';

export type VersionRecord = Selectable<SchemaVersionTable>;
export type DraftRecord = Selectable<SchemaDraftTable>;

/** All versions of a sponsor, newest first. */
export const findVersions = (trx: Trx, sponsorKey: number): Promise<VersionRecord[]> =>
  trx
    .selectFrom('schema_version')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .orderBy('version_no', 'desc')
    .execute();

/** Stores a version and makes it the sponsor's active one. */
export async function insertVersion(
  trx: Trx,
  version: Omit<VersionRecord, 'changes'> & { changes: Record<string, string | null> },
): Promise<void> {
  await trx
    .insertInto('schema_version')
    .values({ ...version, changes: JSON.stringify(version.changes) })
    .execute();
  await trx
    .updateTable('sponsor')
    .set({ schema_version: version.version_no })
    .where('sponsor_key', '=', version.sponsor_key)
    .execute();
}

export const findDrafts = (trx: Trx, sponsorKey: number): Promise<DraftRecord[]> =>
  trx.selectFrom('schema_draft').selectAll().where('sponsor_key', '=', sponsorKey).execute();

/**
 * Hash of the text that each draft changes, by file: of the catalogue that was in use when the draft was stored. Null: it
 * had no such file. A draft is stored later than the catalogue it changes came into use (`latestUse`), and a version is
 * published no earlier than the last draft was stored (`latestDraft`).
 */
export async function findDraftBases(
  trx: Trx,
  sponsorKey: number,
): Promise<ReadonlyMap<string, string | null>> {
  const { rows } = await sql<{ file: string; hash: string | null }>`
    select d.file, s.files ->> d.file as hash
    from schema_draft d
    cross join lateral (
      select u.sponsor_key, u.catalogue_version from schema_use u
      where u.sponsor_key in (${PRODUCT}, d.sponsor_key) and u.at < d.at
      order by u.sponsor_key desc, u.use_no desc
      limit 1
    ) u
    join schema_snapshot s on s.sponsor_key = u.sponsor_key and s.catalogue_version = u.catalogue_version
    where d.sponsor_key = ${sponsorKey}`.execute(trx);
  return new Map(rows.map(({ file, hash }) => [file, hash]));
}

/** When the last catalogue of the sponsor or of the product came into use. */
export async function latestUse(trx: Trx, sponsorKey: number): Promise<Date> {
  const { at } = await trx
    .selectFrom('schema_use')
    .select('at')
    .where('sponsor_key', 'in', [PRODUCT, sponsorKey])
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return at;
}

/** When the last draft of the sponsor was stored; undefined: there is none. */
export async function latestDraft(trx: Trx, sponsorKey: number): Promise<Date | undefined> {
  const found = await trx
    .selectFrom('schema_draft')
    .select('at')
    .where('sponsor_key', '=', sponsorKey)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.at;
}

/** The draft of a file, locked until the transaction ends. */
export const lockDraft = (trx: Trx, sponsorKey: number, file: string): Promise<DraftRecord | undefined> =>
  trx
    .selectFrom('schema_draft')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('file', '=', file)
    .forUpdate()
    .executeTakeFirst();

/** Answers whether the draft was created; one that another user created at the same time stays. */
export async function insertDraft(trx: Trx, draft: DraftRecord): Promise<boolean> {
  const made = await trx
    .insertInto('schema_draft')
    .values(draft)
    .onConflict((conflict) => conflict.columns(['sponsor_key', 'file']).doNothing())
    .executeTakeFirst();
  return Number(made.numInsertedOrUpdatedRows) > 0;
}

export async function updateDraft(trx: Trx, { sponsor_key, file, ...values }: DraftRecord): Promise<void> {
  await trx
    .updateTable('schema_draft')
    .set(values)
    .where('sponsor_key', '=', sponsor_key)
    .where('file', '=', file)
    .execute();
}

export async function deleteDraft(trx: Trx, sponsorKey: number, file: string): Promise<void> {
  await trx
    .deleteFrom('schema_draft')
    .where('sponsor_key', '=', sponsorKey)
    .where('file', '=', file)
    .execute();
}

/** Deletes the drafts with exactly this text; others are still being edited. */
export async function deleteDraftsSaying(
  trx: Trx,
  sponsorKey: number,
  changes: readonly SchemaChange[],
): Promise<void> {
  await sql`
    delete from schema_draft d
    using unnest(
      ${changes.map(({ file }) => file)}::text[], ${changes.map(({ text }) => text)}::text[]
    ) as said (file, text)
    where d.sponsor_key = ${sponsorKey} and d.file = said.file and d.text is not distinct from said.text`.execute(
    trx,
  );
}

/** Newest, not deleted versions of the cases in a scope. */
const latestCases = (trx: Trx, sponsorKey: number, scope: Scope) =>
  trx
    .selectFrom('pv_case as c')
    .where('sponsor_key', '=', sponsorKey)
    .where('latest', '=', true)
    .where('del_flag', '=', 'N')
    .where(caseInScope(scope));

export async function countLatestCases(trx: Trx, sponsorKey: number, scope: Scope): Promise<number> {
  const { count } = await latestCases(trx, sponsorKey, scope)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** A portion of them behind a case key, by key. */
export const findLatestCases = (
  trx: Trx,
  sponsorKey: number,
  scope: Scope,
  { after, limit }: { after: number; limit: number },
) =>
  latestCases(trx, sponsorKey, scope)
    .select(['case_key', 'case_no', 'version_no'])
    .where('case_key', '>', after)
    .orderBy('case_key')
    .limit(limit)
    .execute();
