/** A case as a printed report. */
import type { ReportQuery } from '../../../shared/contract/index.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { findVisibleCase } from '../../cases/record/caseAccess.ts';
import { distributedAs } from '../../cases/lifecycle/distribution.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { FilesWorld } from '../../files/fileStore.ts';
import type { FileAnswer } from '../../http/fileAnswer.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { ProjectionsWorld } from '../../projections/projection.ts';
import { findReceiver } from '../../receivers/receiverFacts.ts';
import { logoOfSender } from '../../records/recordFile.ts';
import { settingOf } from '../../sponsor-settings/sponsorSettings.ts';
import { inSponsor, readInSponsor, type DatabaseWorld } from '../../storage/database.ts';
import type { ThreadsWorld } from '../../threads/threads.ts';
import { caseTask, runCaseTask } from '../../whole-case/wholeCaseWork.ts';
import type { draw } from './composePdf.thread.ts';
import type { PdfRequest } from './composePdf.ts';
import { recordDownload } from './recordDownload.ts';

/** What this module needs of the server. */
type PdfReportWorld = AuditWorld &
  CatalogueWorld &
  ClockWorld &
  DatabaseWorld &
  FilesWorld &
  ProjectionsWorld &
  ThreadsWorld;

const drawing = caseTask<typeof draw>(new URL('./composePdf.thread.ts', import.meta.url), 'draw');

export interface PdfDownload extends PdfRequest {
  requestId: string;
  /** aborted when the connection closes */
  signal: AbortSignal;
}

/**
 * The report of the case as it is stored, drawn in a thread. The download is recorded in the audit trail and in the
 * distributions.
 */
export async function pdfReport(deps: PdfReportWorld, download: PdfDownload): Promise<FileAnswer> {
  const { reportId, receiver } = download;
  const { isTest = false } = download.printed;
  const { fileName, bytes } = await pdfFile(deps, download);
  await recordDownload(deps, download, distributedAs(reportId, { receiver, isTest }));
  return { fileName, mediaType: 'application/pdf', body: Buffer.from(bytes), isStored: true };
}

const SUPPLEMENTS = ['findings', 'audit'] as const;

/** What a report is printed with: what the request leaves out is as receiver and sponsor have it. */
export async function printedAs(
  { db, catalogue }: CatalogueWorld & DatabaseWorld,
  { sponsorKey }: SessionUser,
  query: ReportQuery,
): Promise<PdfRequest['printed']> {
  const { value, receiver } = await inSponsor(db, sponsorKey, async (trx) => ({
    ...(await settingOf(trx, sponsorKey, 'reports')),
    receiver:
      query.receiver && query.language === undefined
        ? await findReceiver(trx, catalogue, { sponsorKey, senderKey: null, receiver: query.receiver })
        : undefined,
  }));
  return {
    notation: (query.notation ?? value.notation) === 'Y',
    language: query.language ?? receiver?.language ?? 'en',
    orientation: query.ciomsOrientation ?? value.orientation,
    ordering: query.ciomsDataOrdering ?? value.ordering,
    unblinded: query.unblindedValueApplicable === 'Y',
    isTest: query.test === 'Y',
    supplements: SUPPLEMENTS.filter((kind) => query[kind] === 'Y'),
  };
}

/** The same without a record of it. */
export async function pdfFile(
  deps: CatalogueWorld & ClockWorld & DatabaseWorld & FilesWorld & ThreadsWorld,
  {
    user,
    caseKey,
    reportId,
    receiver,
    printed,
    password = null,
    signal,
  }: PdfRequest & { signal: AbortSignal },
): Promise<{ fileName: string; bytes: Uint8Array }> {
  const logo = await logoOfCase(deps, user, caseKey);
  const request: PdfRequest = { user, caseKey, reportId, receiver, printed, password, logo };
  const caller = { userKey: user.userKey, signal };
  const { bytes, caseNo, versionNo, day } = await runCaseTask(deps, drawing, [request], caller);
  return { fileName: `${reportId}_${caseNo}_v${versionNo}_${day}.pdf`, bytes };
}

/** The logo of the sender of the case; null: it has none. Threads do not read the file store. */
async function logoOfCase(
  { db, catalogue, files }: CatalogueWorld & DatabaseWorld & FilesWorld,
  user: SessionUser,
  caseKey: number,
): Promise<Uint8Array | null> {
  const { sponsorKey } = user;
  const fileKey = await readInSponsor(db, sponsorKey, async (trx) => {
    const { sender_key: senderKey } = await findVisibleCase(trx, user, caseKey);
    return logoOfSender(trx, catalogue.whole, { sponsorKey, senderKey });
  });
  return fileKey ? files.get(fileKey) : null;
}
