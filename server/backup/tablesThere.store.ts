/** Which of the tables that name files the database has. */
import { sql } from 'kysely';
import { NAMING_TABLES } from '../files/namingTables.ts';
import type { Db } from '../storage/database.ts';

/** The database may be of an older release, which is migrated when a server starts on it. */
export async function tablesThere(db: Db) {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${[...NAMING_TABLES]}::text[]) as name where to_regclass(name) is not null`.execute(
    db,
  );
  const there = new Set(rows.map(({ name }) => name));
  return NAMING_TABLES.filter((table) => there.has(table));
}
