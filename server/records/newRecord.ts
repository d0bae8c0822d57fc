/** Adds records with content: copies, imports and seeds. */
import type { RecordKind } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import type { AuditSource, NewEntry } from '../audit/auditEntry.ts';
import { contentEntries } from '../audit/contentEntries.ts';
import { docsOf } from '../cases/record/pageDoc.ts';
import type { Trx } from '../storage/database.ts';
import type { RecordRow } from './record.store.ts';
import { addRecord, storeRecord, type RecordSave, type RecordWorld } from './saveRecord.ts';

interface NewRecordContent {
  kind: RecordKind;
  sponsorKey: number;
  state: RecordRow['state'];
  content: CaseContent;
  source: AuditSource;
  /** entries before those of the content */
  before?: readonly NewEntry[];
}

const NOTHING: CaseContent = { values: [], rows: [] };

/** Answers the key of the new record. */
export async function addRecordWith(
  trx: Trx,
  deps: RecordWorld,
  { kind, sponsorKey, state, content, source, before = [] }: NewRecordContent,
  save: RecordSave,
): Promise<number> {
  const found = await addRecord(trx, { kind, sponsorKey, state }, save.change);
  await storeRecord(trx, deps, { kind, found }, save, {
    page: '',
    docs: docsOf(kind.catalogue, content, save.change),
    entries: [{ source, entries: [...before, ...contentEntries(kind.catalogue, NOTHING, content)] }],
  });
  return found.record_key;
}
