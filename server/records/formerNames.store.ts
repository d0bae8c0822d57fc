/** Queries on records by names that they have or had. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { RecordKind } from '../../schemas/compile/catalogue.types.ts';
import type { Trx } from '../storage/database.ts';
import { foldedSql } from '../storage/foldedSql.ts';
import { auditScope } from './record.store.ts';

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
  const isNamed = sql<boolean>`(${foldedSql(sql`r.name`)} = ${named})`;
  const { rows } = await sql<{ record_key: number; name: string }>`
    select r.record_key, r.name from record r
    where r.sponsor_key = ${sponsorKey} and r.kind = ${kind} and (${isNamed} or exists (
      select from audit_entry e where e.sponsor_key = r.sponsor_key and e.scope = ${auditScope(kind)}
        and e.scope_key = r.record_key and e.item_id = ${itemId} and ${foldedSql(sql`e.old_value`)} = ${named}))
    order by ${isNamed} desc, r.record_key desc limit 1`.execute(trx);
  return rows[0];
}

export interface NamedRecord {
  key: number;
  name: string;
}

type NamedKind = Pick<RecordKind, 'kind' | 'nameItem'>;

/** Records in any state, deleted ones too. */
export const findNames = (trx: Trx, sponsorKey: number, { kind }: NamedKind): Promise<NamedRecord[]> =>
  trx
    .selectFrom('record')
    .select(['record_key as key', 'name'])
    .where('sponsor_key', '=', sponsorKey)
    .where('kind', '=', kind)
    .where('name', '<>', '')
    .execute();

/** The names that they had until a change. */
export async function findFormerNames(
  trx: Trx,
  sponsorKey: number,
  { kind, nameItem }: NamedKind,
): Promise<NamedRecord[]> {
  const { rows } = await sql<NamedRecord>`
    select distinct r.record_key as key, e.old_value as name from record r
    join audit_entry e on e.sponsor_key = r.sponsor_key and e.scope = ${auditScope(kind)}
      and e.scope_key = r.record_key and e.item_id = ${nameItem}
    where r.sponsor_key = ${sponsorKey} and r.kind = ${kind} and e.old_value <> ''`.execute(trx);
  return rows;
}
