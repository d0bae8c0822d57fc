/** Files that an audit trail names. */
import { REMARKS } from '../../shared/replay/replay.ts';
import type { Trx } from '../storage/database.ts';
import type { Chain } from './auditEntry.ts';

/**
 * Those of the files that the subject of the trail has had at some time in these items: a case in any version, or a record.
 * A text of another item that reads like the key of a file is what a user typed.
 */
export async function filesOfChain(
  trx: Trx,
  { sponsorKey, scope, scopeKey }: Chain,
  { fileKeys, itemIds }: { fileKeys: readonly string[]; itemIds: readonly string[] },
): Promise<Set<string | null>> {
  const found = await trx
    .selectFrom('audit_entry')
    .select('value')
    .distinct()
    .where('sponsor_key', '=', sponsorKey)
    .where('scope', '=', scope)
    .where('scope_key', '=', scopeKey)
    .where('value', 'in', fileKeys)
    .where('item_id', 'in', itemIds)
    // words of a user are no file: of questions, and of what is about the subject as a whole
    .where('page', '<>', '')
    .where('action', 'not in', REMARKS)
    .execute();
  return new Set(found.map(({ value }) => value));
}
