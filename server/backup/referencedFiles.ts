/** Keys of all files that the database names. */
import { sql } from 'kysely';
import { inEverySponsor } from '../accounts/sponsors.store.ts';
import { NAMING_TABLES } from '../files/namingTables.ts';
import { openDatabase, type Db } from '../storage/database.ts';

export async function referencedFiles(ownerUrl: string): Promise<Set<string>> {
  const db = openDatabase(ownerUrl);
  try {
    return await readKeys(db);
  } finally {
    await db.destroy();
  }
}

async function readKeys(db: Db): Promise<Set<string>> {
  const fileKeys = new Set<string>();
  const tables = await tablesThere(db);
  await inEverySponsor(db, async (trx, sponsorKey) => {
    for (const table of tables) {
      const found = await trx
        .selectFrom(table)
        .select('file_key')
        .where('sponsor_key', '=', sponsorKey)
        .execute();
      for (const { file_key } of found) if (file_key !== null) fileKeys.add(file_key);
    }
  });
  return fileKeys;
}

/** The database may be of an older release, which is migrated when a server starts on it. */
async function tablesThere(db: Db) {
  const { rows } = await sql<{ name: string }>`
    select name from unnest(${[...NAMING_TABLES]}::text[]) as name where to_regclass(name) is not null`.execute(
    db,
  );
  const there = new Set(rows.map(({ name }) => name));
  return NAMING_TABLES.filter((table) => there.has(table));
}
