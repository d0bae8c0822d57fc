/** The saves of a chain as a replay takes them. */
import { sql } from 'kysely';
import type { RecordedSave } from '../../shared/replay/replay.ts';
import type { Trx } from '../storage/database.ts';
import type { Chain } from './auditEntry.ts';

interface EntryRow {
  save_no: number;
  page: string;
  item_id: string;
  row_no: number;
  row_no2: number;
  row_no3: number;
  action: string;
  value: string | null;
  null_flavor: string | null;
  notation: string | null;
  properties: Record<string, string | number> | null;
}

/** All saves, in order, with what they say of the time after them; up to one of them, itself included, where asked. */
export async function readSaves(
  trx: Trx,
  { sponsorKey, scope, scopeKey }: Chain,
  upTo: number | null = null,
): Promise<RecordedSave[]> {
  let query = trx
    .selectFrom('audit_save')
    .select(['save_no', 'case_key'])
    .where('sponsor_key', '=', sponsorKey)
    .where('scope', '=', scope)
    .where('scope_key', '=', scopeKey)
    .orderBy('save_no');
  if (upTo !== null) query = query.where('save_no', '<=', upTo);
  const saves = await query.execute();
  const { rows } = await sql<EntryRow>`
    select save_no, page, item_id, row_no, row_no2, row_no3, action, value, null_flavor, notation, properties
    from audit_entry
    where sponsor_key = ${sponsorKey} and scope = ${scope} and scope_key = ${scopeKey}
      and (${upTo}::int is null or save_no <= ${upTo}::int)
    order by save_no, entry_no`.execute(trx);
  const bySave = Map.groupBy(rows, ({ save_no }) => save_no);
  return saves.map(({ save_no, case_key }) => ({
    saveNo: save_no,
    caseKey: case_key ?? 0,
    entries: (bySave.get(save_no) ?? []).map((row) => ({
      page: row.page,
      itemId: row.item_id,
      rowNo: row.row_no,
      rowNo2: row.row_no2,
      rowNo3: row.row_no3,
      action: row.action,
      value: row.value,
      nullFlavor: row.null_flavor,
      notation: row.notation,
      properties: row.properties,
    })),
  }));
}
