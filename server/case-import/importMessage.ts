/** One message of a batch becomes a case, a further version of one, or is refused. */
import type { CaseContent } from '../../shared/case/caseContent.ts';
import type { Residue } from '../../shared/e2b/index.ts';
import { onceItems } from '../../shared/duplicates/index.ts';
import type { AuditWorld } from '../audit/auditKeys.ts';
import { insertCase } from '../cases/lifecycle/insertCase.ts';
import { lockNewestVersion, nextNumber, type CaseRecord } from '../cases/record/case.store.ts';
import { readCaseContent, readResidue } from '../cases/record/readCase.store.ts';
import { isSenderUsable } from '../cases/record/senderOfNewCase.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { noteFiles, type StoredFile } from '../files/storedFile.store.ts';
import type { SessionUser } from '../http/session.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import type { ProjectionsWorld } from '../projections/projection.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../storage/database.ts';
import { asVersion } from './asVersion.ts';
import { changedMeanwhile } from './changedMeanwhile.ts';
import type { MessageContent } from './followUpRows.ts';
import { underNumberOf, withNumbersOf } from './otherNumbers.ts';
import { refused, type Judgement, type Outcome } from './outcome.ts';
import type { ReceivedMessage } from './receivedMessage.ts';

/** What this module needs of the server. */
type ImportMessageWorld = AuditWorld &
  CatalogueWorld &
  ClockWorld &
  DatabaseWorld &
  ProjectionsWorld &
  UuidWorld;

export interface Importer {
  user: SessionUser;
  senderKey: number;
  requestId: string;
  /** stores the attachments of a message in the file store */
  storeFiles: (fileKeys: readonly string[]) => Promise<void>;
}

export interface MessageImport {
  message: ReceivedMessage;
  batchResidue: readonly Residue[];
  /** in the audit trail */
  reason: string;
  judge: (trx: Trx) => Promise<Judgement>;
  /** keeps the outcome in the same transaction */
  record?: (trx: Trx, outcome: Outcome) => Promise<void>;
}

/** Stores the message in a transaction of its own, with the rights that the user has by then. Throws only what is no fault of the message. */
export async function importMessage(
  deps: ImportMessageWorld,
  importer: Importer,
  { message, batchResidue, reason, judge, record = () => Promise.resolve() }: MessageImport,
): Promise<Outcome> {
  const { user } = importer;
  const { sponsorKey } = user;
  const judgeNow = async (trx: Trx): Promise<Judgement> => {
    const changed = await changedMeanwhile(trx, user, deps.clock.now());
    if (changed !== null) return { refusal: refused(changed) };
    const judgement = await judge(trx);
    if ('refusal' in judgement || judgement.known) return judgement;
    return (await isSenderUsable(trx, user, importer.senderKey))
      ? judgement
      : { refusal: refused('senderGone') };
  };
  const attached = filesOf(message.content);
  if (attached.length > 0) {
    // before the transaction, which makes other imports of the sponsor wait; files of a refused message are not stored
    const judgement = await inSponsor(deps.db, sponsorKey, judgeNow);
    if (!('refusal' in judgement)) await importer.storeFiles(attached.map(({ fileKey }) => fileKey));
  }
  return inSponsor(deps.db, sponsorKey, async (trx): Promise<Outcome> => {
    // an unused number, for its lock: of two imports of one report, the later one sees the earlier
    await nextNumber(trx, sponsorKey, 'import');
    const judgement = await judgeLocked(trx, sponsorKey, judgeNow);
    const outcome =
      'refusal' in judgement
        ? judgement.refusal
        : await store(trx, deps, importer, { ...judgement, message, batchResidue, reason });
    await record(trx, outcome);
    return outcome;
  });
}

/**
 * Judges the message about a case that nobody else can change until the end of the transaction: what a user saves meanwhile
 * would be missing in the version that the message becomes.
 */
async function judgeLocked(
  trx: Trx,
  sponsorKey: number,
  judge: (trx: Trx) => Promise<Judgement>,
): Promise<Judgement> {
  let locked: CaseRecord | undefined;
  for (;;) {
    const judgement = await judge(trx);
    const known = 'refusal' in judgement ? undefined : judgement.known;
    if (!known || known.case_key === locked?.case_key) return judgement;
    // what it was judged by may have changed while we waited
    locked = await lockNewestVersion(trx, sponsorKey, known.case_key);
  }
}

type Stored = Omit<MessageImport, 'judge' | 'record'> & Exclude<Judgement, { refusal: Outcome }>;

async function store(
  trx: Trx,
  deps: ImportMessageWorld,
  { user, senderKey, requestId }: Importer,
  { known, isOtherNumber = false, stays = [], message, batchResidue, reason }: Stored,
): Promise<Outcome> {
  const { sponsorKey, userId } = user;
  const { content, residue } = known
    ? await asFollowUp(trx, deps, known, { message, isOtherNumber, stays })
    : message;
  const at = deps.clock.now();
  const { caseKey, caseNo } = await insertCase(trx, deps, {
    sponsorKey,
    senderKey: known?.sender_key ?? senderKey,
    user,
    content,
    residue: [...residue, ...batchResidue],
    reason,
    source: 'import',
    ...(known && { followUpOf: known.case_key }),
    at,
    requestId,
  });
  await noteFiles(trx, { sponsorKey, userId, at }, filesOf(message.content));
  return { outcome: known ? 'followUp' : 'new', caseKey, caseNo, why: null, whyItems: [], content };
}

async function asFollowUp(
  trx: Trx,
  { catalogue, newUuid }: ImportMessageWorld,
  { sponsor_key: sponsorKey, case_key: caseKey }: CaseRecord,
  {
    message,
    isOtherNumber,
    stays,
  }: { message: ReceivedMessage; isOtherNumber: boolean; stays: readonly string[] },
): Promise<MessageContent> {
  const content = await readCaseContent(trx, sponsorKey, caseKey);
  const residue = await readResidue(trx, sponsorKey, caseKey);
  const renumbered = asVersion(catalogue, { content, residue }, message);
  const asNumbered = isOtherNumber ? withNumbersOf : underNumberOf;
  const numbered = asNumbered(catalogue.whole, content, renumbered.content, newUuid);
  const left = new Set(stays.flatMap((field) => onceItems(catalogue.whole, field)));
  return { ...renumbered, content: withValuesOf(content, numbered, left) };
}

/** The content of a message, but the items as the case has them. */
const withValuesOf = (
  before: CaseContent,
  { rows, values }: CaseContent,
  items: ReadonlySet<string>,
): CaseContent => ({
  rows,
  values: [
    ...values.filter(({ itemId }) => !items.has(itemId)),
    ...before.values.filter(({ itemId }) => items.has(itemId)),
  ],
});

const filesOf = ({ values }: CaseContent): StoredFile[] =>
  values.flatMap(({ properties }) => {
    const {
      fileKey,
      fileName = fileKey,
      mediaType = 'application/octet-stream',
      size = 0,
    } = properties ?? {};
    return fileKey && fileName ? [{ fileKey, fileName, mediaType, size }] : [];
  });
