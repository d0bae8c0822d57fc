/** Queries on records by a name that they had. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import { recordChain } from '../records/saveRecord.ts';
import type { Trx } from '../storage/database.ts';
import { foldedSql } from '../storage/foldedSql.ts';

interface FormerName {
  sponsorKey: number;
  kind: string;
  /** the item with the name of the record */
  itemId: string;
  /** folded */
  named: string;
}

/** The record in any state that has the name, or else had it until a change of the item; the newest of several. */
export async function findFormerRecord(
  trx: Trx,
  { sponsorKey, kind, itemId, named }: FormerName,
): Promise<{ record_key: number; name: string } | undefined> {
  const { scope } = recordChain({ sponsorKey, kind, recordKey: 0 });
  const isNamed = sql<boolean>`(${foldedSql(sql`r.name`)} = ${named})`;
  const { rows } = await sql<{ record_key: number; name: string }>`
    select r.record_key, r.name from record r
    where r.sponsor_key = ${sponsorKey} and r.kind = ${kind} and (${isNamed} or exists (
      select from audit_entry e where e.sponsor_key = r.sponsor_key and e.scope = ${scope}
        and e.scope_key = r.record_key and e.item_id = ${itemId} and ${foldedSql(sql`e.old_value`)} = ${named}))
    order by ${isNamed} desc, r.record_key desc limit 1`.execute(trx);
  return rows[0];
}
