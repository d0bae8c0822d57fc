/** Queries of imports of records. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { PageDoc } from '../../../cases/record/pageDoc.ts';
import { FORM_DOC, type RecordRow } from '../../../records/record.store.ts';
import type { Trx } from '../../../storage/database.ts';

export interface StoredRecord {
  found: RecordRow;
  docs: PageDoc[];
}

export interface RecordsWanted {
  sponsorKey: number;
  kind: string;
  /** null: all records that are not deleted */
  named: { keys: readonly number[]; names: readonly string[] } | null;
  /** keys that the user is limited to; null: no limit */
  within: readonly number[] | null;
  limit: number;
}

const selected = ({ sponsorKey, kind, named, within, limit }: RecordsWanted) => sql`
  from record where sponsor_key = ${sponsorKey} and kind = ${kind}
    and ${
      named === null
        ? sql`del_flag = 'N'`
        : sql`(record_key = any(${[...named.keys]}::int[])
          or del_flag = 'N' and split_part(search, ${'\n'}, 1) = any(${[...named.names]}::text[]))`
    }
    and ${within === null ? sql`true` : sql`record_key = any(${[...within]}::int[])`}
  order by name, record_key limit ${limit}`;

/** Records with these keys or, if they are not deleted, with these folded names; in the order of names. */
export async function findRecords(trx: Trx, wanted: RecordsWanted): Promise<StoredRecord[]> {
  const { rows } = await sql<RecordRow>`select * ${selected(wanted)}`.execute(trx);
  const { sponsorKey, kind } = wanted;
  const docs = await findDocs(trx, { sponsorKey, kind, keys: rows.map(({ record_key }) => record_key) });
  return rows.map((found) => ({ found, docs: docs.get(found.record_key) ?? [] }));
}

/** Nobody else changes the same ones until the transaction ends. */
export const lockRecords = (trx: Trx, wanted: RecordsWanted): Promise<unknown> =>
  sql`select ${selected(wanted)} for update`.execute(trx);

async function findDocs(
  trx: Trx,
  { sponsorKey, kind, keys }: { sponsorKey: number; kind: string; keys: readonly number[] },
): Promise<Map<number, PageDoc[]>> {
  const found = await trx
    .selectFrom('record_page')
    .select(['record_key', 'page', 'items', 'rows'])
    .where('sponsor_key', '=', sponsorKey)
    .where('kind', '=', kind)
    .where(sql<boolean>`record_key = any(${[...keys]}::int[])`)
    .orderBy('page')
    .execute();
  const docs = new Map<number, PageDoc[]>();
  for (const { record_key, ...doc } of found)
    docs.set(record_key, [...(docs.get(record_key) ?? []), { ...FORM_DOC, ...doc }]);
  return docs;
}
