/** Keys of all files that the database names. */
import { inEverySponsor } from '../accounts/sponsors.store.ts';
import { openDatabase, type Db } from '../storage/database.ts';
import { tablesThere } from './tablesThere.store.ts';

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
