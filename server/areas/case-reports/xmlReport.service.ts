/** A case as an E2B(R3) message. */
import { contentToSend } from '../../../shared/derived/wholeCase.ts';
import { codeSystemsOf } from '../../../schemas/e2b/codeSystems.ts';
import type { E2bMap, Residue, WritePorts } from '../../../shared/e2b/index.ts';
import { writeIcsrText } from '../../../shared/e2b/index.ts';
import { recordDistribution } from '../../cases/lifecycle/distribution.ts';
import { findVisibleCase, maySee } from '../../cases/record/caseAccess.ts';
import { readCaseContent, readResidue } from '../../cases/record/readCase.store.ts';
import type { CaseRecord } from '../../cases/record/case.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { ConfigWorld } from '../../config.ts';
import type { FilesWorld } from '../../files/fileStore.ts';
import type { LogWorld } from '../../ports/log.ts';
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
import { schemaCheckIn } from './schemaCheck.ts';
import { filterItems } from '../../../shared/case/caseContent.ts';

/** What this module needs of the server. */
type XmlReportWorld = CatalogueWorld &
  ClockWorld &
  ConfigWorld &
  DatabaseWorld &
  FilesWorld &
  LogWorld &
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
 * is recorded in the audit trail and in the distributions, in the same transaction. Findings of the schema set are
 * logged and do not prevent it.
 */
export function xmlReport(deps: XmlReportWorld, request: XmlRequest): Promise<FileAnswer> {
  const { user, caseKey, receiver, requestId } = request;
  const { sponsorKey } = user;
  return inSponsor(deps.db, sponsorKey, async (trx): Promise<FileAnswer> => {
    const found = await findVisibleCase(trx, user, caseKey);
    const xml = await writeXml(trx, deps, found, request);
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
    logSchemaFindings(deps, caseKey, xml);
    return { fileName: `${found.case_no}.xml`, mediaType: 'application/xml', body: Buffer.from(xml) };
  });
}

async function writeXml(
  trx: Trx,
  deps: XmlReportWorld,
  { sponsor_key, case_key, case_no, sender_key }: CaseRecord,
  { user, notation, receiver }: XmlRequest,
): Promise<string> {
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
  const residue = Map.groupBy(await readResidue(trx, sponsor_key, case_key), (part) =>
    isOfMessage(part, e2b),
  );
  const ports: WritePorts = {
    bytes: nodeBytes,
    files: { get: (fileKey) => bytesOf(trx, deps, sponsor_key, fileKey) },
    newUuid: deps.newUuid,
    now: () => deps.clock.now(),
  };
  // a copy without a receiver has the content of the case
  const unsaid = receiver === null ? [] : noInformationFor(whole, content, authority);
  const message = { ...content, values: [...content.values, ...unsaid], residue: residue.get(true) };
  return writeIcsrText([message], e2b, ports, {
    envelope,
    codeSystems: codeSystemsOf(whole, authority),
    batchResidue: residue.get(false),
    notation: notation ? 'notation' : 'value',
    // a receiver gets no items of other regions; for an unknown receiver all are sent
    appendices: region === undefined ? undefined : [region],
    onOmitted: ({ value: { itemId, rowNo, rowNo2, rowNo3 }, reason }) =>
      deps.log.warn(
        { caseKey: case_key, itemId, rowNo, rowNo2, rowNo3, reason },
        'a value was left out of a message',
      ),
  });
}

/** Residue belongs to the message, or to the batch around it. */
function isOfMessage({ node }: Residue, { nodes, message }: E2bMap): boolean {
  let place = nodes.get(node) ?? null;
  while (place && place !== message) place = place.parent;
  return place === message;
}

/** Throws 422 NOT_EXPORTABLE where an attachment's file is not among those of the sponsor. */
async function bytesOf(
  trx: Trx,
  { files }: XmlReportWorld,
  sponsorKey: number,
  fileKey: string,
): Promise<Uint8Array> {
  const found = await findStoredFile(trx, sponsorKey, fileKey);
  const bytes = found && (await files.get(fileKey));
  if (!bytes) throw notExportable({ fileKey });
  return bytes;
}

function logSchemaFindings({ config, log }: XmlReportWorld, caseKey: number, xml: string): void {
  const check = config.xsdDir === null ? null : schemaCheckIn(config.xsdDir);
  if (config.xsdDir !== null && !check)
    log.warn({ dir: config.xsdDir }, 'CASEWRIGHT_XSD_DIR holds no ICH schema set');
  const findings = check?.(xml) ?? [];
  if (findings.length > 0) log.warn({ caseKey, findings }, 'the schema set refuses a message');
}
