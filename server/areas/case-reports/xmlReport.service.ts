/** A case as an E2B(R3) message. */
import { Readable } from 'node:stream';
import { attachmentText } from '../../../shared/e2b/index.ts';
import type { AttachedFile } from '../../../shared/e2b/index.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { findVisibleCase } from '../../cases/record/caseAccess.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ConfigWorld } from '../../config.ts';
import { nodeBytes } from '../../files/byteTools.ts';
import type { FilesWorld, FileStore } from '../../files/fileStore.ts';
import { findStoredFile } from '../../files/storedFile.store.ts';
import type { FileAnswer } from '../../http/fileAnswer.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { LogWorld } from '../../ports/log.ts';
import { notExportable } from '../../problems.ts';
import type { ProjectionsWorld } from '../../projections/projection.ts';
import { readInSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import type { ThreadsWorld } from '../../threads/threads.ts';
import { caseTask, onWholeCase, workOf } from '../../whole-case/wholeCaseWork.ts';
import { checkSchema } from './checkSchema.ts';
import type { ComposedMessage } from '../../messages/composeMessage.ts';
import type { compose } from './composeMessage.thread.ts';
import { composeReport, type ReportRequest } from './composeReport.ts';
import { recordDownload } from './recordDownload.ts';

/** What this module needs of the server. */
export type XmlReportWorld = AuditWorld &
  CatalogueWorld &
  ClockWorld &
  ConfigWorld &
  DatabaseWorld &
  FilesWorld &
  LogWorld &
  ProjectionsWorld &
  ThreadsWorld;

/** The E2B(R3) message among the reports. */
export const REPORT_ID = 'XML';

const composing = {
  run: composeReport,
  task: caseTask<typeof compose>(new URL('./composeMessage.thread.ts', import.meta.url), 'compose'),
};

export interface XmlRequest extends ReportRequest {
  requestId: string;
  /** aborted when the connection closes */
  signal: AbortSignal;
}

/**
 * The case with all its residue, in a batch of its own; blinded values only for users who may see them. Values that it
 * cannot hold are named beside it. The download is recorded in the audit trail and in the distributions. Attachments are
 * read while they are sent, since they can be larger than memory. Findings of the schema set are logged. Throws 422
 * NOT_EXPORTABLE where a file is missing.
 */
export async function xmlReport(deps: XmlReportWorld, request: XmlRequest): Promise<FileAnswer> {
  const { user, caseKey, receiver } = request;
  const { caseNo, text, omitted } = await xmlFile(deps, request);
  await recordDownload(deps, request, { reportId: REPORT_ID, receiver });
  const body = Readable.from(checkSchema(deps, { caseKey, userKey: user.userKey }, text));
  return { fileName: `${caseNo}.xml`, mediaType: 'application/xml', body, omitted };
}

/** The same without a record of it. */
export async function xmlFile(
  deps: XmlReportWorld,
  request: Composing,
): Promise<{ caseNo: string; text: AsyncGenerator<string>; omitted: string[] }> {
  const { user, caseKey } = request;
  const { parts, omitted } = await composedMessage(deps, request);
  const found = await readInSponsor(deps.db, user.sponsorKey, async (trx) => {
    for (const part of parts)
      if (typeof part !== 'string') await requireFile(trx, deps, user.sponsorKey, part);
    return findVisibleCase(trx, user, caseKey);
  });
  return {
    caseNo: found.case_no,
    text: textOf(deps.files, parts),
    omitted: [...new Set(omitted.map(({ value: { itemId } }) => itemId))],
  };
}

type Composing = Omit<XmlRequest, 'requestId'>;

/** The message of the case; the values that it cannot contain are logged. */
async function composedMessage(deps: XmlReportWorld, request: Composing): Promise<ComposedMessage> {
  const { user, caseKey, notation, receiver, senderKey } = request;
  const report = { user, caseKey, notation, receiver, senderKey };
  const message = await onWholeCase(deps, workOf(request, caseKey), composing, report);
  for (const { value, reason } of message.omitted) {
    const { itemId, rowNo, rowNo2, rowNo3 } = value;
    deps.log.warn({ caseKey, itemId, rowNo, rowNo2, rowNo3, reason }, 'a value was left out of a message');
  }
  return message;
}

async function requireFile(
  trx: Trx,
  { files }: FilesWorld,
  sponsorKey: number,
  { fileKey }: AttachedFile,
): Promise<void> {
  const found = await findStoredFile(trx, sponsorKey, fileKey);
  if (!found || !(await files.has(fileKey))) throw notExportable({ fileKey });
}

/** The text of the message with the contents of its files. */
async function* textOf(store: FileStore, parts: ComposedMessage['parts']): AsyncGenerator<string> {
  const ports = { bytes: nodeBytes, files: { read: (fileKey: string) => contentOf(store, fileKey) } };
  for (const part of parts)
    if (typeof part === 'string') yield part;
    else yield* attachmentText(part, ports);
}

async function* contentOf(files: FileStore, fileKey: string): AsyncGenerator<Uint8Array> {
  const content = await files.stream(fileKey);
  if (!content) throw new Error(`the file ${fileKey} disappeared while it was exported`);
  yield* content as AsyncIterable<Uint8Array>;
}
