/** Whether a chain of the audit trail is the one that was written. */
import { sql, type Selectable } from 'kysely';
import type { Trx } from '../storage/database.ts';
import type { AuditEntryTable, AuditSaveTable } from '../storage/tables.ts';
import { CHAIN_START, saveHash, type Chain, type NewEntry } from './auditEntry.ts';

export interface ChainReport {
  whole: boolean;
  saves: number;
  /** number of the first save that is not as it was written, or is missing */
  brokenAt: number | null;
  /** hash of the last save */
  head: string | null;
}

/** Saves looked at together: a case of many years must not be held in memory whole. */
const CHUNK = 200;

type Save = Selectable<AuditSaveTable>;

/** Walks a chain from its first save and computes every hash again; then checks that its end is present. */
export async function verifyChain(trx: Trx, chain: Chain): Promise<ChainReport> {
  let [previous, saveNo] = [CHAIN_START, 0];
  for (;;) {
    const chunk = await readSaves(trx, chain, saveNo);
    const entries = await readEntries(trx, chain, chunk);
    for (const save of chunk) {
      const good =
        save.prev_hash === previous &&
        save.hash === saveHash(previous, headerOf(save), entries.get(save.save_no) ?? []) &&
        save.entry_count === (entries.get(save.save_no)?.length ?? 0);
      if (!good) return { whole: false, saves: saveNo, brokenAt: saveNo + 1, head: previous };
      [previous, saveNo] = [save.hash, save.save_no];
    }
    if (chunk.length < CHUNK) break;
  }
  const head = await readHead(trx, chain);
  const whole = saveNo > 0 && head?.save_no === saveNo && head.hash === previous;
  return { whole, saves: saveNo, brokenAt: whole ? null : saveNo + 1, head: saveNo > 0 ? previous : null };
}

const readSaves = (trx: Trx, { sponsorKey, scope, scopeKey }: Chain, after: number): Promise<Save[]> =>
  trx
    .selectFrom('audit_save')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('scope', '=', scope)
    .where('scope_key', '=', scopeKey)
    .where('save_no', '>', after)
    .orderBy('save_no')
    .limit(CHUNK)
    .execute();

const readHead = (trx: Trx, { sponsorKey, scope, scopeKey }: Chain) =>
  trx
    .selectFrom('audit_head')
    .select(['save_no', 'hash'])
    .where('sponsor_key', '=', sponsorKey)
    .where('scope', '=', scope)
    .where('scope_key', '=', scopeKey)
    .executeTakeFirst();

async function readEntries(
  trx: Trx,
  { sponsorKey, scope, scopeKey }: Chain,
  saves: readonly Save[],
): Promise<Map<number, NewEntry[]>> {
  const { rows } = await sql<Selectable<AuditEntryTable>>`
    select * from audit_entry
    where sponsor_key = ${sponsorKey} and scope = ${scope} and scope_key = ${scopeKey}
      and save_no = any(${saves.map(({ save_no }) => save_no)}::int[])
    order by save_no, entry_no`.execute(trx);
  const bySave = new Map<number, NewEntry[]>();
  for (const [saveNo, found] of Map.groupBy(rows, (row) => row.save_no))
    bySave.set(saveNo, found.map(entryOf));
  return bySave;
}

const headerOf = (save: Save) => ({
  sponsorKey: save.sponsor_key,
  scope: save.scope,
  scopeKey: save.scope_key,
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
});

const entryOf = (row: Selectable<AuditEntryTable>): NewEntry => ({
  page: row.page,
  itemId: row.item_id,
  rowNo: row.row_no,
  rowNo2: row.row_no2,
  rowNo3: row.row_no3,
  action: row.action as NewEntry['action'],
  before: {
    value: row.old_value,
    nullFlavor: row.old_null_flavor,
    notation: row.old_notation,
    properties: row.old_properties,
  },
  after: {
    value: row.value,
    nullFlavor: row.null_flavor,
    notation: row.notation,
    properties: row.properties,
  },
});
