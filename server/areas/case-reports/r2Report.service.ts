/** A case as an E2B(R2) message for partners, and what of it that message does not hold. */
import type { DataOf } from '../../../shared/contract/call.ts';
import type { readR2Losses } from '../../../shared/contract/caseReceivers.ts';
import { findVisibleCase } from '../../cases/record/caseAccess.ts';
import type { FileAnswer } from '../../http/fileAnswer.ts';
import { readInSponsor } from '../../storage/database.ts';
import { caseTask, onWholeCase, workOf } from '../../whole-case/wholeCaseWork.ts';
import type { composeOld } from './composeMessage.thread.ts';
import { composeR2Report, type ReportRequest } from './composeReport.ts';
import { recordDownload } from './recordDownload.ts';
import type { XmlReportWorld, XmlRequest } from './xmlReport.service.ts';

/** The E2B(R2) message among the reports. */
export const R2_REPORT_ID = 'R2';

/** Characters of a value that a loss repeats. */
const MAX_SHOWN = 300;

const composing = {
  run: composeR2Report,
  task: caseTask<typeof composeOld>(new URL('./composeMessage.thread.ts', import.meta.url), 'composeOld'),
};

/** The message; the download is recorded like one of E2B(R3). Attachments are left out. */
export async function r2Report(deps: XmlReportWorld, request: XmlRequest): Promise<FileAnswer> {
  const { user, caseKey, receiver } = request;
  const { text } = await onWholeCase(deps, workOf(request, caseKey), composing, plain(request));
  const { case_no: caseNo } = await readInSponsor(deps.db, user.sponsorKey, (trx) =>
    findVisibleCase(trx, user, caseKey),
  );
  await recordDownload(deps, request, { reportId: R2_REPORT_ID, receiver });
  return { fileName: `${caseNo}.r2.xml`, mediaType: 'application/xml', body: Buffer.from(text) };
}

/** What the message would not hold as the case has it. */
export async function r2Losses(
  deps: XmlReportWorld,
  request: Omit<XmlRequest, 'requestId'>,
): Promise<DataOf<typeof readR2Losses>> {
  const { losses } = await onWholeCase(deps, workOf(request, request.caseKey), composing, plain(request));
  return {
    losses: losses.map((loss) => ({
      ...loss,
      before: loss.before.slice(0, MAX_SHOWN),
      after: loss.after.slice(0, MAX_SHOWN),
    })),
  };
}

const plain = ({ user, caseKey, notation, receiver, senderKey }: ReportRequest): ReportRequest => ({
  user,
  caseKey,
  notation,
  receiver,
  senderKey,
});
