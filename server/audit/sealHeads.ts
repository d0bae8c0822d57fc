/** Seals ends of chains under the current key. */
import { sql } from 'kysely';
import type { AuditScope } from '../storage/auditTables.ts';
import type { Trx } from '../storage/database.ts';
import { headSeal } from './auditEntry.ts';
import type { AuditKeys } from './auditKeys.ts';
import { MISSING_KEY_SEAL } from './sealedHead.ts';

const BATCH = 1000;

interface UnsealedHead {
  scope: AuditScope;
  scope_key: number;
  save_no: number;
  hash: string;
}

/**
 * Seals the ends that have no seal yet, or, given lost keys, those that were sealed with them. All saves of these chains count
 * as adopted: verified without a key or by a key that the server has; with a lost one only by their links.
 */
export async function sealHeads(
  trx: Trx,
  sponsorKey: number,
  { current }: AuditKeys,
  lostKeys: readonly string[] | null,
): Promise<void> {
  const isSealedNow = lostKeys
    ? sql`key_id = any(${lostKeys}::text[]) or seal = ${MISSING_KEY_SEAL}`
    : sql`seal is null`;
  let [scope, scopeKey] = ['', 0];
  for (;;) {
    const { rows } = await sql<UnsealedHead>`
      select scope, scope_key, save_no, hash from audit_head
      where sponsor_key = ${sponsorKey} and (scope, scope_key) > (${scope}, ${scopeKey}) and (${isSealedNow})
      order by scope, scope_key limit ${BATCH} for update`.execute(trx);
    const last = rows.at(-1);
    if (!last) return;
    [scope, scopeKey] = [last.scope, last.scope_key];
    const seals = rows.map((row) =>
      headSeal(current, {
        sponsorKey,
        scope: row.scope,
        scopeKey: row.scope_key,
        saveNo: row.save_no,
        hash: row.hash,
        adoptedTo: row.save_no,
      }),
    );
    await sql`
      update audit_head h set seal = s.seal, key_id = ${current.id}, adopted_to = h.save_no
      from unnest(${rows.map((row) => row.scope)}::text[], ${rows.map((row) => row.scope_key)}::bigint[],
        ${seals}::text[]) as s (scope, scope_key, seal)
      where h.sponsor_key = ${sponsorKey} and h.scope = s.scope and h.scope_key = s.scope_key`.execute(trx);
  }
}
