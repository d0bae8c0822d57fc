/** Saves of records: documents, audit trail and row in one transaction. */
import type { RecordKind } from '../../schemas/compile/catalogue.types.ts';
import { caseEntry, type AuditSource, type Chain, type NewEntry } from '../audit/auditEntry.ts';
import { appendAudit, type NewSave } from '../audit/appendAudit.ts';
import type { AuditWorld } from '../audit/auditKeys.ts';
import { nextNumber } from '../cases/record/case.store.ts';
import type { Change, PageDoc } from '../cases/record/pageDoc.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { Trx } from '../storage/database.ts';
import { keyOfNew } from './consequences.ts';
import {
  auditScope,
  findRecordDocs,
  insertRecord,
  putRecordDocs,
  summaryColumns,
  touchRecord,
  type RecordRef,
  type RecordRow,
} from './record.store.ts';
import { enqueueLinking } from './linkJob.ts';
import { summaryOfRecord } from './recordSummary.ts';

/** Who saves, and why. */
export interface RecordSave {
  user: NewSave['user'];
  reason: string;
  requestId: string;
  change: Change;
}

export type RecordWorld = AuditWorld & CatalogueWorld;

/** The audit trail of a record. */
export const recordChain = ({ sponsorKey, kind, recordKey }: RecordRef): Chain => ({
  sponsorKey,
  scope: auditScope(kind),
  scopeKey: recordKey,
});

export const refOf = ({ sponsor_key, kind, record_key }: RecordRow): RecordRef => ({
  sponsorKey: sponsor_key,
  kind,
  recordKey: record_key,
});

export interface NewRecordOf {
  kind: RecordKind;
  sponsorKey: number;
  state: RecordRow['state'];
  /** of what the record describes where that is there already; default: the next one of the kind */
  recordKey?: number | undefined;
}

/** Adds a record without content. */
export async function addRecord(
  trx: Trx,
  { kind, sponsorKey, state, recordKey: given }: NewRecordOf,
  change: Change,
): Promise<RecordRow> {
  const recordKey =
    given ?? (await keyOfNew(trx, kind.kind)) ?? (await nextNumber(trx, sponsorKey, `record/${kind.kind}`));
  return insertRecord(trx, {
    sponsorKey,
    kind: kind.kind,
    recordKey,
    state,
    retrieved_at: change.at,
    updated_by: change.by,
  });
}

/** A record that needs an approval is a draft until then. */
export const stateOfNew = ({ approval }: RecordKind): RecordRow['state'] => (approval ? 'draft' : 'active');

/** Documents that a save changes, and the entries for them by source. */
export interface RecordChange {
  /** empty: the save is about the record itself */
  page: string;
  docs: readonly PageDoc[];
  entries: readonly { source: AuditSource; entries: readonly NewEntry[] }[];
  /** further changes of the row */
  row?: Partial<Pick<RecordRow, 'state' | 'del_flag' | 'approved_by' | 'approved_at'>>;
}

/** What is written waits for another user: an approved record is a draft again. */
function toBeApproved(found: RecordRow, { by }: Change) {
  // what was approved needs no approval again, what is still to be approved does
  const authors = found.approved_at === null ? [...new Set([...found.authors, by])] : [by];
  const row = { authors, approved_by: null, approved_at: null };
  return found.state === 'active'
    ? {
        row: { ...row, state: 'draft' as const },
        entries: [lifeEntry(LIFE_ENTRIES.state, found.state, 'draft')],
      }
    : { row, entries: [] };
}

/** Stores a change of a record as its next version. */
export async function storeRecord(
  trx: Trx,
  deps: RecordWorld,
  { kind, found }: { kind: RecordKind; found: RecordRow },
  save: RecordSave,
  { page, docs, entries, row = {} }: RecordChange,
): Promise<void> {
  const ref = refOf(found);
  const { user, reason, requestId, change } = save;
  await putRecordDocs(trx, ref, docs);
  const header = { ...recordChain(ref), caseKey: null, at: change.at, user, page, reason, requestId };
  const waits = kind.approval && docs.length > 0 ? toBeApproved(found, change) : { row: {}, entries: [] };
  const all =
    waits.entries.length > 0 ? [...entries, { source: 'system' as const, entries: waits.entries }] : entries;
  for (const { source, entries: ofSource } of all)
    await appendAudit(
      trx,
      deps,
      { ...header, source, catalogueVersion: deps.catalogue.whole.version },
      ofSource,
    );
  const summary = summaryOfRecord(kind, await findRecordDocs(trx, ref));
  const pages = docs.map((doc) => doc.page);
  await touchRecord(trx, found, {
    ...row,
    ...waits.row,
    ...summaryColumns(summary),
    saved_pages: [...new Set([...found.saved_pages, ...pages])],
    retrieved_at: change.at,
    updated_by: change.by,
  });
  const { sponsorKey } = ref;
  await enqueueLinking(trx, { kind, sponsorKey, before: found.name, after: summary.name, at: change.at });
}

/** Names of what the audit trail tells of a record as a whole. */
export const LIFE_ENTRIES = { state: 'recordState', deleted: 'recordDeleted' } as const;

/** The entries of another state. */
export const lifeEntry = (
  itemId: (typeof LIFE_ENTRIES)[keyof typeof LIFE_ENTRIES],
  before: string,
  after: string,
): NewEntry => caseEntry('status', after, itemId, before);
