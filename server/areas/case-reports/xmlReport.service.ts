/** A case as an E2B(R3) message. */
import { Readable } from 'node:stream';
import { contentToSend } from '../../../shared/derived/wholeCase.ts';
import { codeSystemsOf } from '../../../schemas/e2b/codeSystems.ts';
import type { CaseContent, CaseValue } from '../../../shared/case/caseContent.ts';
import type { CaseToWrite, E2bMap, Residue, WriteOptions, WritePorts } from '../../../shared/e2b/index.ts';
import { writeIcsrs } from '../../../shared/e2b/index.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { recordDistribution } from '../../cases/lifecycle/distribution.ts';
import { findVisibleCase, maySee } from '../../cases/record/caseAccess.ts';
import { readCaseContent, readResidue } from '../../cases/record/readCase.store.ts';
import type { CaseRecord } from '../../cases/record/case.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { ConfigWorld } from '../../config.ts';
import type { FilesWorld, FileStore } from '../../files/fileStore.ts';
import type { LogWorld } from '../../ports/log.ts';
import type { ThreadsWorld } from '../../threads/threads.ts';
import type { UuidWorld } from '../../ports/uuid.ts';
import type { ProjectionsWorld } from '../../projections/projection.ts';
import { nodeBytes } from '../../files/byteTools.ts';
import { findStoredFile } from '../../files/storedFile.store.ts';
import type { FileAnswer } from '../../http/fileAnswer.ts';
import type { SessionUser } from '../../http/session.ts';
import { notExportable } from '../../problems.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import type { Trx } from '../../storage/database.ts';
import { findSenderName } from './caseReports.store.ts';
import { envelopeFor } from './envelope.ts';
import { noInformationFor } from './noInformation.ts';
import { checkSchema } from './checkSchema.ts';
import { filterItems } from '../../../shared/case/caseContent.ts';

/** What this module needs of the server. */
type XmlReportWorld = AuditWorld &
  CatalogueWorld &
  ClockWorld &
  ConfigWorld &
  DatabaseWorld &
  FilesWorld &
  LogWorld &
  ThreadsWorld &
  UuidWorld &
  ProjectionsWorld;

const REPORT_ID = 'XML';

export interface XmlRequest {
  user: SessionUser;
  requestId: string;
  caseKey: number;
  notation: boolean;
  receiver: string | null;
}

/**
 * The case with all its residue, in a batch of its own; blinded values only for users who may see them. The download
 * is recorded in the audit trail and in the distributions, in the transaction that reads the case. The text is written
 * while it is sent, since attachments can be larger than memory. Findings of the schema set are logged.
 */
export async function xmlReport(deps: XmlReportWorld, request: XmlRequest): Promise<FileAnswer> {
  const { user, caseKey, receiver, requestId } = request;
  const { sponsorKey } = user;
  const { caseNo, message } = await inSponsor(deps.db, sponsorKey, async (trx) => {
    const found = await findVisibleCase(trx, user, caseKey);
    const message = await readMessage(trx, deps, found, request);
    const at = deps.clock.now();
    await recordDistribution(trx, deps, {
      sponsorKey,
      caseKey,
      at,
      user,
      reportId: REPORT_ID,
      receiver,
      requestId,
    });
    return { caseNo: found.case_no, message };
  });
  const checked = checkSchema(deps, { caseKey, userKey: user.userKey }, writeXml(deps, request, message));
  return { fileName: `${caseNo}.xml`, mediaType: 'application/xml', body: Readable.from(checked) };
}

/** What a message is written of. */
interface Message {
  content: CaseToWrite;
  options: WriteOptions;
}

async function readMessage(
  trx: Trx,
  deps: XmlReportWorld,
  { sponsor_key, case_key, case_no, sender_key }: CaseRecord,
  { user, notation, receiver }: XmlRequest,
): Promise<Message> {
  const { whole, e2b } = deps.catalogue;
  const saved = await readCaseContent(trx, sponsor_key, case_key);
  // before anything is decided by it: the authority, and what is hidden
  const stored = filterItems(saved, (itemId) => maySee(deps, user, itemId));
  const sender = await findSenderName(trx, sponsor_key, sender_key);
  const envelope = envelopeFor(deps.catalogue, stored, { caseNo: case_no, sender, receiver });
  const authority = deps.catalogue.receiverOf({ ...stored, values: [...stored.values, ...envelope] });
  const region = whole.appendices.find((appendix) => appendix.authority === authority)?.appendix;
  const seen = region === undefined ? whole : deps.catalogue.forAppendix(region);
  const content = contentToSend(whole, seen, stored);
  await requireFiles(trx, deps, sponsor_key, content);
  const residue = Map.groupBy(await readResidue(trx, sponsor_key, case_key), (part) =>
    isOfMessage(part, e2b),
  );
  // a copy without a receiver has the content of the case
  const unsaid = receiver === null ? [] : noInformationFor(whole, content, authority);
  return {
    content: { ...content, values: [...content.values, ...unsaid], residue: residue.get(true) },
    options: {
      envelope,
      codeSystems: codeSystemsOf(whole, authority),
      batchResidue: residue.get(false),
      notation: notation ? 'notation' : 'value',
      // a receiver gets no items of other regions; for an unknown receiver all are sent
      appendices: region === undefined ? undefined : [region],
    },
  };
}

function writeXml(
  { catalogue, clock, files, log, newUuid }: XmlReportWorld,
  { caseKey }: XmlRequest,
  { content, options }: Message,
): AsyncGenerator<string> {
  const ports: WritePorts = {
    bytes: nodeBytes,
    files: { open: (fileKey) => () => piecesOf(files, fileKey) },
    newUuid,
    now: () => clock.now(),
  };
  return writeIcsrs([content], catalogue.e2b, ports, {
    ...options,
    onOmitted: ({ value: { itemId, rowNo, rowNo2, rowNo3 }, reason }) =>
      log.warn({ caseKey, itemId, rowNo, rowNo2, rowNo3, reason }, 'a value was left out of a message'),
  });
}

/** Residue belongs to the message, or to the batch around it. */
function isOfMessage({ node }: Residue, { nodes, message }: E2bMap): boolean {
  let place = nodes.get(node) ?? null;
  while (place && place !== message) place = place.parent;
  return place === message;
}

/** Throws 422 NOT_EXPORTABLE where the file of an attachment is not among those of the sponsor, or is missing. */
async function requireFiles(
  trx: Trx,
  { catalogue, files }: XmlReportWorld,
  sponsorKey: number,
  { values }: CaseContent,
): Promise<void> {
  const { slotsByItem } = catalogue.e2b;
  const isFile = ({ itemId }: CaseValue): boolean =>
    slotsByItem.get(itemId)?.some(({ codec }) => codec === 'file') ?? false;
  for (const { properties, value } of values.filter(isFile)) {
    const fileKey = properties?.fileKey ?? value;
    if (fileKey === null) continue;
    const found = await findStoredFile(trx, sponsorKey, fileKey);
    if (!found || !(await files.has(fileKey))) throw notExportable({ fileKey });
  }
}

async function* piecesOf(files: FileStore, fileKey: string): AsyncGenerator<Uint8Array> {
  const content = await files.stream(fileKey);
  if (!content) throw new Error(`the file ${fileKey} disappeared while it was exported`);
  yield* content as AsyncIterable<Uint8Array>;
}
