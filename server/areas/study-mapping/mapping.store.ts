/** Queries on links of studies. They take the transaction they are part of, and decide nothing. */
import { sql, type Insertable, type Selectable } from 'kysely';
import { fold } from '../../../shared/text/fold.ts';
import type { PageOfRows } from '../../http/paging.ts';
import { holdsFolded } from '../../storage/foldedSql.ts';
import type { StudyLinkTable } from '../../storage/studyDataTables.ts';
import { foldedSql } from '../../storage/foldedSql.ts';
import type { Trx } from '../../storage/database.ts';

export type StoredLink = Selectable<StudyLinkTable>;

/** Names a link. */
export interface LinkRef {
  sponsorKey: number;
  studyKey: number;
}

export const lockLink = (trx: Trx, { sponsorKey, studyKey }: LinkRef): Promise<StoredLink | undefined> =>
  trx
    .selectFrom('study_link')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('study_key', '=', studyKey)
    .forUpdate()
    .executeTakeFirst();

/** The link with its source and what was read by it. */
export const findLinkRead = (trx: Trx, { sponsorKey, studyKey }: LinkRef) =>
  trx
    .selectFrom('study_link as l')
    .innerJoin('study_source as s', (on) =>
      on.onRef('s.sponsor_key', '=', 'l.sponsor_key').onRef('s.source_key', '=', 'l.source_key'),
    )
    .leftJoin('source_study as o', (on) =>
      on
        .onRef('o.sponsor_key', '=', 'l.sponsor_key')
        .onRef('o.source_key', '=', 'l.source_key')
        .onRef('o.study_oid', '=', 'l.study_oid'),
    )
    .select(['l.source_key', 'l.study_oid', 'l.protocol', 'l.linked_at', 's.name as source'])
    .select(['o.read_at', 'o.as_of', 'o.subjects'])
    .where('l.sponsor_key', '=', sponsorKey)
    .where('l.study_key', '=', studyKey)
    .executeTakeFirst();

export const putLink = (trx: Trx, link: Insertable<StudyLinkTable>) =>
  trx
    .insertInto('study_link')
    .values(link)
    .onConflict((same) => same.columns(['sponsor_key', 'study_key']).doUpdateSet(link))
    .execute();

export const deleteLink = (trx: Trx, { sponsorKey, studyKey }: LinkRef) =>
  trx
    .deleteFrom('study_link')
    .where('sponsor_key', '=', sponsorKey)
    .where('study_key', '=', studyKey)
    .execute();

interface InSource {
  sponsorKey: number;
  sourceKey: number;
  studyOid: string;
}

/** The study of case info that a study of a source is linked to. */
export async function findLinkedStudy(trx: Trx, { sponsorKey, sourceKey, studyOid }: InSource) {
  const found = await trx
    .selectFrom('study_link')
    .select('study_key')
    .where('sponsor_key', '=', sponsorKey)
    .where('source_key', '=', sourceKey)
    .where('study_oid', '=', studyOid)
    .executeTakeFirst();
  return found?.study_key ?? null;
}

export const findOffered = (trx: Trx, { sponsorKey, sourceKey, studyOid }: InSource) =>
  trx
    .selectFrom('source_study')
    .select('protocol')
    .where('sponsor_key', '=', sponsorKey)
    .where('source_key', '=', sourceKey)
    .where('study_oid', '=', studyOid)
    .executeTakeFirst();

interface OfferedRow {
  studyId: string;
  protocol: string;
  sourceKey: number;
  source: string;
}

/** A page of the studies that the sources of the sponsor have and that are linked to none. */
export async function findOfferedStudies(
  trx: Trx,
  sponsorKey: number,
  { keyword, page }: { keyword: string; page: PageOfRows },
): Promise<{ rows: OfferedRow[]; total: number }> {
  const folded = fold(keyword);
  const text = foldedSql(sql`o.study_oid || ' ' || o.protocol || ' ' || s.name`);
  const from = sql`from source_study o
    join study_source s on s.sponsor_key = o.sponsor_key and s.source_key = o.source_key
    where o.sponsor_key = ${sponsorKey} and not s.disabled
      and not exists (select from study_link l where l.sponsor_key = o.sponsor_key
        and l.source_key = o.source_key and l.study_oid = o.study_oid)
      and ${folded === '' ? sql`true` : holdsFolded(text, folded)}`;
  const counted = await sql<{ total: number }>`select count(*)::int as total ${from}`.execute(trx);
  const { rows } = await sql<OfferedRow>`
    select o.study_oid as "studyId", o.protocol, o.source_key as "sourceKey", s.name as source ${from}
    order by o.study_oid, s.name
    limit ${page.rowCount} offset ${page.offset}`.execute(trx);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/** Links of each source. */
export async function countLinks(trx: Trx, sponsorKey: number): Promise<ReadonlyMap<number, number>> {
  const found = await trx
    .selectFrom('study_link')
    .select(['source_key', (of) => of.fn.countAll<number>().as('links')])
    .where('sponsor_key', '=', sponsorKey)
    .groupBy('source_key')
    .execute();
  return new Map(found.map(({ source_key, links }) => [source_key, Number(links)]));
}
