/** A case, or a further version of one, made from a whole content: by import, seed and "add case". */
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import { withComputed } from '../../../shared/derived/wholeCase.ts';
import type { Residue } from '../../../shared/e2b/index.ts';
import { appendAudit } from '../../audit/appendAudit.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import {
  caseChain,
  caseEntry,
  type AuditAction,
  type AuditSource,
  type NewEntry,
} from '../../audit/auditEntry.ts';
import { giveCaseNumber, keepNumber } from '../../case-number/giveNumbers.ts';
import { caseNotFound } from '../../problems.ts';
import type { Trx } from '../../storage/database.ts';
import { beginWorkflow } from '../../workflow/beginWorkflow.ts';
import { changeTime, lockNewestVersion, nextNumber, putDocs, type CaseRecord } from '../record/case.store.ts';
import { linked } from '../../records/caseLinks.ts';
import { insertVersion, markSuperseded, putResidue } from './versions.store.ts';
import { contentEntries } from '../../audit/contentEntries.ts';
import { refreshProjections, type RefreshWorld } from '../../projections/refreshProjections.ts';
import { docsOf, type PageDoc } from '../record/pageDoc.ts';
import { readCaseContent } from '../record/readCase.store.ts';
import { searchText, summaryOf } from '../record/summary.ts';

export interface NewCase {
  sponsorKey: number;
  senderKey: number;
  user: { userKey: number | null; userId: string; userName: string };
  content: CaseContent;
  /** what the content gets once the case has its number, and further entries of the same save */
  complete?: (
    content: CaseContent,
    numbered: { caseKey: number; caseNo: string; rootCaseKey: number },
  ) => Promise<{ content: CaseContent; entries: NewEntry[] }>;
  /** the content as documents, where it is a copy that keeps who said what when */
  docs?: readonly PageDoc[];
  /** what the message held that no item takes */
  residue: readonly Residue[];
  reason: string;
  source: AuditSource;
  /** without it the next number of the sponsor */
  caseNo?: string;
  /** number and version of the case that it was copied from */
  copyOf?: string;
  /** any version of the case that this is a further version of; number and chain go on, `caseNo` is not asked */
  followUpOf?: number;
  at: Date;
  requestId?: string;
}

const NOTHING: CaseContent = { values: [], rows: [] };

/**
 * Stores the content with its summary and its audit trail (an entry for every row and value that differs from the
 * version before), in the caller's transaction. Nothing of the content is refused: what is wrong with it are findings.
 */
export async function insertCase(
  trx: Trx,
  deps: RefreshWorld & AuditWorld,
  made: NewCase,
): Promise<{ caseKey: number; caseNo: string; versionNo: number }> {
  const { whole } = deps.catalogue;
  const { sponsorKey, user } = made;
  const before = made.followUpOf === undefined ? null : await supersede(trx, sponsorKey, made.followUpOf);
  const old = before ? await readCaseContent(trx, sponsorKey, before.case_key) : NOTHING;
  const at = before ? changeTime(made.at, before.retrieved_at) : made.at;
  const caseKey = await nextNumber(trx, sponsorKey, 'case');
  const caseNo =
    before?.case_no ??
    made.caseNo ??
    (await giveCaseNumber(trx, { sponsorKey, senderKey: made.senderKey, caseKey, at }));
  if (made.caseNo) await keepNumber(trx, { sponsorKey, caseKey, at, number: caseNo });
  const versionNo = (before?.version_no ?? 0) + 1;
  const rootCaseKey = before?.root_case_key ?? caseKey;
  const completed = await made.complete?.(made.content, { caseKey, caseNo, rootCaseKey });
  // a copy keeps its content, with authors and times
  const content = made.docs ? made.content : withComputed(whole, completed?.content ?? made.content);
  const docs = made.docs ?? docsOf(whole, content, { at, by: user.userId });
  const summary = await linked(trx, whole, sponsorKey, summaryOf(whole, content));
  await insertVersion(trx, {
    sponsor_key: sponsorKey,
    case_key: caseKey,
    case_no: caseNo,
    version_no: versionNo,
    root_case_key: rootCaseKey,
    version_reason: made.reason,
    catalogue_version: whole.version,
    sender_key: made.senderKey,
    status_at: at,
    saved_pages: [...new Set(docs.map(({ page }) => page))],
    retrieved_at: at,
    ...summary,
    search: searchText(caseNo, summary),
    created_at: at,
    created_by: user.userId,
    updated_at: at,
    updated_by: user.userId,
  });
  await putDocs(trx, sponsorKey, caseKey, docs);
  await putResidue(trx, sponsorKey, caseKey, made.residue);
  const step = await beginWorkflow(trx, { sponsorKey, caseKey, at, user, mostRecent: summary.most_recent });
  await refreshProjections(trx, deps, { sponsorKey, caseKey, at, docs });
  await appendAudit(
    trx,
    deps,
    {
      ...caseChain(sponsorKey, rootCaseKey),
      caseKey,
      at,
      user,
      page: '',
      reason: made.reason,
      source: made.source,
      requestId: made.requestId ?? '',
      catalogueVersion: whole.version,
    },
    [
      caseEntry(howMade(made), caseNo, '', made.copyOf, {
        senderKey: made.senderKey,
        ...(step !== null && { step }),
      }),
      ...(completed?.entries ?? []),
      ...contentEntries(whole, old, content, made.source === 'import' ? 'import' : null),
    ],
  );
  return { caseKey, caseNo, versionNo };
}

function howMade({ source, followUpOf, copyOf }: NewCase): AuditAction {
  if (source === 'import') return 'import';
  if (followUpOf !== undefined) return 'followUp';
  return copyOf === undefined ? 'add' : 'copy';
}

/** The newest version so far, which lists show no longer. */
async function supersede(trx: Trx, sponsorKey: number, caseKey: number): Promise<CaseRecord> {
  const newest = await lockNewestVersion(trx, sponsorKey, caseKey);
  if (!newest) throw caseNotFound(caseKey);
  await markSuperseded(trx, newest);
  return newest;
}
