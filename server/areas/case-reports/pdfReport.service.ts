/** A case as a printed report. */
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { recordDistribution } from '../../cases/lifecycle/distribution.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { FileAnswer } from '../../http/fileAnswer.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { ProjectionsWorld } from '../../projections/projection.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import type { ThreadsWorld } from '../../threads/threads.ts';
import { caseTask, runCaseTask } from '../../whole-case/wholeCaseWork.ts';
import type { draw } from './composePdf.thread.ts';
import type { PdfRequest } from './composePdf.ts';

/** What this module needs of the server. */
type PdfReportWorld = AuditWorld &
  CatalogueWorld &
  ClockWorld &
  DatabaseWorld &
  ProjectionsWorld &
  ThreadsWorld;

const drawing = caseTask<typeof draw>(new URL('./composePdf.thread.ts', import.meta.url), 'draw');

export interface PdfDownload extends PdfRequest {
  requestId: string;
  receiver: string | null;
  /** aborted when the connection closes */
  signal: AbortSignal;
}

/**
 * The report of the case as it is stored, drawn in a thread. The download is recorded in the audit trail and in the
 * distributions.
 */
export async function pdfReport(deps: PdfReportWorld, download: PdfDownload): Promise<FileAnswer> {
  const { user, caseKey, reportId, printed, receiver, requestId, signal } = download;
  const { userKey, sponsorKey } = user;
  const request: PdfRequest = { user, caseKey, reportId, printed };
  const { bytes, caseNo, versionNo, day } = await runCaseTask(deps, drawing, [request], { userKey, signal });
  const at = deps.clock.now();
  await inSponsor(deps.db, sponsorKey, (trx) =>
    recordDistribution(trx, deps, { sponsorKey, caseKey, at, user, reportId, receiver, requestId }),
  );
  return {
    fileName: `${reportId}_${caseNo}_v${versionNo}_${day}.pdf`,
    mediaType: 'application/pdf',
    body: Buffer.from(bytes),
    isStored: true,
  };
}
