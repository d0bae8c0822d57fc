/** The id of the secret that the processes of the database use. */
import { sql } from 'kysely';
import type { Db } from './storage/database.ts';

/** Stores the id; returns the one before, null if there was none. */
export async function replaceSecretId(db: Db, secretId: string): Promise<string | null> {
  const { rows } = await sql<{ before: string | null }>`
    with before as (select secret_id from secret_in_use)
    insert into secret_in_use (secret_id) values (${secretId})
    on conflict (only_row) do update set secret_id = excluded.secret_id
    returning (select secret_id from before) as before`.execute(db);
  return rows[0]?.before ?? null;
}
