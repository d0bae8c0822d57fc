/**
 * Files that were put into the file store and may have no row that refers to them yet. A file is noted before it is
 * stored, so that one whose transaction never ended is found.
 */
import { sql } from 'kysely';
import type { Db, Trx } from '../storage/database.ts';
import { NAMING_TABLES } from './namingTables.ts';

/** Longer than any request or job takes from storing a file to the end of its transaction. */
const KEEP = '1 day';

/** Notes the files, committed at once. Waits while the same file is being removed. */
export async function noteArrivals(db: Db, fileKeys: readonly string[]): Promise<void> {
  await db
    .insertInto('file_arrival')
    .values(fileKeys.map((fileKey) => ({ file_key: fileKey })))
    .onConflict((conflict) => conflict.column('file_key').doUpdateSet({ at: sql<Date>`now()` }))
    .execute();
}

/** Locks old arrivals that no other process works on. */
export async function lockOldArrivals(trx: Trx, limit: number): Promise<string[]> {
  const found = await trx
    .selectFrom('file_arrival')
    .select('file_key')
    .where('at', '<', sql<Date>`now() - ${KEEP}::interval`)
    .orderBy('file_key')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return found.map(({ file_key }) => file_key);
}

export async function deleteArrivals(trx: Trx, fileKeys: readonly string[]): Promise<void> {
  await trx.deleteFrom('file_arrival').where('file_key', 'in', fileKeys).execute();
}

/** The files among the keys that rows of the transaction's sponsor refer to. */
export async function findReferred(trx: Trx, fileKeys: readonly string[]): Promise<string[]> {
  const named = NAMING_TABLES.map(
    (table) => sql`select file_key from ${sql.table(table)} where file_key = any(${fileKeys}::text[])`,
  );
  const { rows } = await sql<{ file_key: string }>`${sql.join(named, sql` union `)}`.execute(trx);
  return rows.map(({ file_key }) => file_key);
}
