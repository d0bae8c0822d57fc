/** What an attacker who owns the database can do to a chain of the audit trail. */
import { sql } from 'kysely';
import { CHAIN_START, caseChain, saveHash } from '../../server/audit/auditEntry.ts';
import type { Trx } from '../../server/storage/database.ts';

/** Computes all hashes of a chain again, as one that is older than keys. */
export async function rehash(trx: Trx, caseKey: number): Promise<void> {
  const chain = caseChain(1, caseKey);
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
    const hash = saveHash(
      null,
      previous,
      {
        ...chain,
        saveNo: save.save_no,
        caseKey: save.case_key,
        at: save.at,
        userKey: save.user_key,
        userId: save.user_id,
        userName: save.user_name,
        page: save.page,
        reason: save.reason,
        source: save.source,
        requestId: save.request_id,
        catalogueVersion: save.catalogue_version,
      },
      entries.map((entry) => ({
        page: entry.page,
        itemId: entry.item_id,
        rowNo: entry.row_no,
        rowNo2: entry.row_no2,
        rowNo3: entry.row_no3,
        action: entry.action as 'change',
        before: {
          value: entry.old_value,
          nullFlavor: entry.old_null_flavor,
          notation: entry.old_notation,
          properties: entry.old_properties,
        },
        after: {
          value: entry.value,
          nullFlavor: entry.null_flavor,
          notation: entry.notation,
          properties: entry.properties,
        },
      })),
    );
    await sql`
      update audit_save set prev_hash = ${previous}, hash = ${hash}, key_id = null
      where scope = 'case' and scope_key = ${caseKey} and save_no = ${save.save_no}`.execute(trx);
    previous = hash;
  }
  await sql`
    update audit_head set hash = ${previous}, save_no = ${saves.length}
    where scope = 'case' and scope_key = ${caseKey}`.execute(trx);
}
