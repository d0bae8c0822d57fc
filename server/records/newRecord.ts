/** Adds records with content: copies, imports and seeds. */
import type { CaseContent } from '../../shared/case/caseContent.ts';
import type { AuditSource, NewEntry } from '../audit/auditEntry.ts';
import { contentEntries } from '../audit/contentEntries.ts';
import { docsOf } from '../cases/record/pageDoc.ts';
import type { Trx } from '../storage/database.ts';
import { addRecord, storeRecord, type NewRecordOf, type RecordSave, type RecordWorld } from './saveRecord.ts';

interface NewRecordContent extends NewRecordOf {
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
  { kind, content, source, before = [], ...added }: NewRecordContent,
  save: RecordSave,
): Promise<number> {
  const found = await addRecord(trx, { kind, ...added }, save.change);
  await storeRecord(trx, deps, { kind, found }, save, {
    page: '',
    docs: docsOf(kind.catalogue, content, save.change),
    entries: [{ source, entries: [...before, ...contentEntries(kind.catalogue, NOTHING, content)] }],
  });
  return found.record_key;
}
