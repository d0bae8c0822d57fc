/** Files of questions about cases: who had them made, and what became of them. Queries decide nothing. */
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Database } from '../storage/tables.ts';
import type { Trx } from '../storage/database.ts';

type DataExportTable = Database['data_export'];
export type StoredExport = Selectable<DataExportTable>;

/** An export that was requested before under this process key stays as it is. */
export const insertExport = (trx: Trx, row: Insertable<DataExportTable>) =>
  trx
    .insertInto('data_export')
    .values(row)
    .onConflict((same) => same.columns(['sponsor_key', 'process_key']).doNothing())
    .execute();

export const updateExport = (
  trx: Trx,
  sponsorKey: number,
  processKey: string,
  change: Updateable<DataExportTable>,
) =>
  trx
    .updateTable('data_export')
    .set(change)
    .where('sponsor_key', '=', sponsorKey)
    .where('process_key', '=', processKey)
    .execute();

export const noteFetch = (trx: Trx, sponsorKey: number, dataKey: number) =>
  trx
    .updateTable('data_export')
    .set({ fetches: sql`fetches + 1` })
    .where('sponsor_key', '=', sponsorKey)
    .where('data_key', '=', dataKey)
    .execute();

const exportsOf = (trx: Trx, sponsorKey: number) =>
  trx.selectFrom('data_export').selectAll().where('sponsor_key', '=', sponsorKey);

export const findExport = (
  trx: Trx,
  sponsorKey: number,
  dataKey: number,
): Promise<StoredExport | undefined> =>
  exportsOf(trx, sponsorKey).where('data_key', '=', dataKey).executeTakeFirst();

export const findExportOfProcess = (
  trx: Trx,
  sponsorKey: number,
  processKey: string,
): Promise<StoredExport | undefined> =>
  exportsOf(trx, sponsorKey).where('process_key', '=', processKey).executeTakeFirst();

const MAX_RECENT = 5;

export const findRecentExports = (
  trx: Trx,
  { sponsorKey, userKey }: { sponsorKey: number; userKey: number },
): Promise<StoredExport[]> =>
  exportsOf(trx, sponsorKey)
    .where('user_key', '=', userKey)
    .orderBy('data_key', 'desc')
    .limit(MAX_RECENT)
    .execute();
