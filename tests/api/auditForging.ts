/** What an attacker who owns the database can do to a chain of the audit trail. */
import { sql } from 'kysely';
import { CHAIN_START, saveHash } from '../../server/audit/auditEntry.ts';
import { entryOf, headerOf } from '../../server/audit/storedSave.ts';
import type { Trx } from '../../server/storage/database.ts';

/** Computes all hashes of a chain again, as one that is older than keys. */
export async function rehash(trx: Trx, caseKey: number): Promise<void> {
  const saves = await trx
    .selectFrom('audit_save')
    .selectAll()
    .where('scope', '=', 'case')
    .where('scope_key', '=', caseKey)
    .orderBy('save_no')
    .execute();
  let previous = CHAIN_START;
  for (const save of saves) {
    const entries = await trx
      .selectFrom('audit_entry')
      .selectAll()
      .where('scope', '=', 'case')
      .where('scope_key', '=', caseKey)
      .where('save_no', '=', save.save_no)
      .orderBy('entry_no')
      .execute();
    const hash = saveHash(null, previous, headerOf(save), entries.map(entryOf));
    await sql`
      update audit_save set prev_hash = ${previous}, hash = ${hash}, key_id = null
      where scope = 'case' and scope_key = ${caseKey} and save_no = ${save.save_no}`.execute(trx);
    previous = hash;
  }
  await sql`
    update audit_head set hash = ${previous}, save_no = ${saves.length}
    where scope = 'case' and scope_key = ${caseKey}`.execute(trx);
}
