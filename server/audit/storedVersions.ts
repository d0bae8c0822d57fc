/** What is stored of the versions of a case beside their content, compared with the audit trail. */
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import type { CaseRecord } from '../cases/record/case.store.ts';
import type { PageDoc } from '../cases/record/pageDoc.ts';
import { searchText, summaryOf } from '../cases/record/summary.ts';
import { recordedReason, UNKNOWN, type RecordedVersion } from './recordedVersions.ts';

export type StoredVersion = Omit<CaseRecord, 'step'>;

/** Names of the columns of a version that differ from what was recorded. `index`: among the versions, from 0. */
export function differingColumns(
  stored: StoredVersion,
  recorded: RecordedVersion,
  { index, count }: { index: number; count: number },
): string[] {
  const expected: [column: keyof StoredVersion, recorded: unknown, stored: unknown][] = [
    ['case_no', recorded.caseNo, stored.case_no],
    ['version_no', index + 1, stored.version_no],
    ['latest', index === count - 1, stored.latest],
    ['sender_key', recorded.senderKey, stored.sender_key],
    ['version_reason', recorded.reason, recordedReason(stored.version_reason)],
    ['catalogue_version', recorded.catalogueVersion, stored.catalogue_version],
    ['created_at', recorded.createdAt, stored.created_at.toISOString()],
    ['created_by', recorded.createdBy, stored.created_by],
    ['updated_at', recorded.updatedAt, stored.updated_at.toISOString()],
    ['updated_by', recorded.updatedBy, stored.updated_by],
    ['status_at', recorded.statusAt, stored.status_at.toISOString()],
    // a version that is the newest again has a time that is not recorded
    [
      'retrieved_at',
      recorded.statusAt === UNKNOWN ? UNKNOWN : recorded.updatedAt,
      stored.retrieved_at.toISOString(),
    ],
    ['reviewed', recorded.reviewed, stored.reviewed],
    ['locked', recorded.locked, stored.locked],
    ['workflow_status', recorded.step, stored.workflow_status],
    ['workflow_at', recorded.stepAt, stored.workflow_at?.toISOString() ?? null],
    ['workflow_role_id', recorded.roleId, stored.workflow_role_id ?? 0],
    ['workflow_user_key', recorded.ownerKey, stored.workflow_user_key ?? 0],
    ['del_flag', flagOf(recorded.deleted), stored.del_flag],
  ];
  return expected
    .filter(([, known, found]) => known !== UNKNOWN && known !== found)
    .map(([column]) => column);
}

const flagOf = (isSet: boolean | typeof UNKNOWN) => (isSet === UNKNOWN ? UNKNOWN : isSet ? 'Y' : 'N');

/** Pages that were saved in the version are marked as saved, and only pages that have documents are. */
export function arePagesRight(
  { saved_pages }: StoredVersion,
  { pages }: RecordedVersion,
  docs: readonly PageDoc[],
): boolean {
  const ofDocs = new Set(docs.map(({ page }) => page));
  return (
    [...pages].every((page) => saved_pages.includes(page)) && saved_pages.every((page) => ofDocs.has(page))
  );
}

/** Columns that name masters of the sponsor, which may be renamed. */
const OF_MASTERS: ReadonlySet<string> = new Set(['product_keys', 'study_keys']);

/**
 * Names of the list columns that differ from what the content gives. Only of a version that was stored under this
 * catalogue alone: another one may have derived them otherwise.
 */
export function differingSummary(
  stored: StoredVersion,
  { isOneCatalogue, catalogueVersion }: RecordedVersion,
  content: CaseContent,
  { whole }: CatalogueSource,
): string[] {
  if (!isOneCatalogue || catalogueVersion !== whole.version) return [];
  const summary = summaryOf(whole, content);
  const columns = Object.entries(summary).filter(([name]) => !OF_MASTERS.has(name));
  const differing = columns
    .filter(([name, value]) => stored[name as keyof StoredVersion] !== value)
    .map(([name]) => name);
  const isFound = stored.search === searchText(stored.case_no, summary);
  return [...differing, ...(isFound ? [] : ['search'])];
}
