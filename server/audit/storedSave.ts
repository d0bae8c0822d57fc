/** Saves and entries of the audit trail as the database has them, and what their hashes are computed of. */
import type { Selectable } from 'kysely';
import type { AuditEntryTable, AuditSaveTable } from '../storage/auditTables.ts';
import type { NewEntry, SaveHeader } from './auditEntry.ts';

export type StoredSave = Selectable<AuditSaveTable>;
export type StoredEntry = Selectable<AuditEntryTable>;

/** The part of a save that its hash covers beside its entries. */
export const headerOf = (save: StoredSave): SaveHeader => ({
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

export const entryOf = (row: StoredEntry): NewEntry => ({
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
