/** One message of a batch becomes a case, a further version of one, or is refused. */
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import type { ImportedCase } from '../../../shared/contract/caseImport.ts';
import type { Residue, ReadMessage } from '../../../shared/e2b/index.ts';
import type { Static } from 'typebox';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { insertCase } from '../../cases/lifecycle/insertCase.ts';
import { nextNumber } from '../../cases/record/case.store.ts';
import { inScope } from '../../cases/record/caseScope.store.ts';
import { readCaseContent, readResidue } from '../../cases/record/readCase.store.ts';
import type { CaseRecord } from '../../cases/record/case.store.ts';
import type { CatalogueSource, CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { ProjectionsWorld } from '../../projections/projection.ts';
import { noteFiles } from '../../files/storedFile.store.ts';
import type { StoredFile } from '../../files/storedFile.store.ts';
import type { Language } from '../../http/language.ts';
import type { SessionUser } from '../../http/session.ts';
import { inSponsor, type DatabaseWorld } from '../../storage/database.ts';
import type { Trx } from '../../storage/database.ts';
import { findSameCase, valuesInVersions } from './caseImport.store.ts';
import { withRowsOf } from './followUpRows.ts';
import { disagreements } from './samePatient.ts';
import refusals from './refusals.json' with { type: 'json' };

/** What this module needs of the server. */
type ImportMessageWorld = AuditWorld & CatalogueWorld & ClockWorld & DatabaseWorld & ProjectionsWorld;

export type Imported = Static<typeof ImportedCase>;

export interface Importer {
  user: SessionUser;
  senderKey: number;
  language: Language;
  requestId: string;
  /** what becomes of a report whose patient is not the one of the case with its number */
  otherPatient: 'refuse' | 'followUp';
  /** the reason in the audit trail */
  reason: string;
  /** stores the attachments of a message in the file store */
  storeFiles: (fileKeys: readonly string[]) => Promise<void>;
}

export interface Outcome extends Pick<Imported, 'caseKey' | 'caseNo' | 'decision' | 'problem'> {
  /** what was stored, where it differs from the message: rows of a follow-up have the numbers of the case */
  content?: CaseContent;
}

/** Stores the message in a transaction of its own. Throws only what is no fault of the message. */
export async function importMessage(
  deps: ImportMessageWorld,
  importer: Importer,
  message: ReadMessage,
  batchResidue: readonly Residue[],
): Promise<Outcome> {
  const { sponsorKey } = importer.user;
  const attached = filesOf(message.content);
  if (attached.length > 0) {
    // before the transaction, which makes other imports of the sponsor wait; files of a refused message are not stored
    const found = await inSponsor(deps.db, sponsorKey, (trx) => findKnown(trx, deps, importer, message));
    if ('refusal' in found) return found.refusal;
    await importer.storeFiles(attached.map(({ fileKey }) => fileKey));
  }
  return inSponsor(deps.db, sponsorKey, async (trx): Promise<Outcome> => {
    // an unused number, for its lock: of two imports of one report, the later one sees the earlier
    await nextNumber(trx, sponsorKey, 'import');
    const found = await findKnown(trx, deps, importer, message);
    if ('refusal' in found) return found.refusal;
    const { known } = found;
    const { content, residue } = known ? await asFollowUp(trx, deps, known, message) : message;
    const at = deps.clock.now();
    const { caseKey, caseNo } = await insertCase(trx, deps, {
      sponsorKey,
      senderKey: known?.sender_key ?? importer.senderKey,
      user: importer.user,
      content,
      residue: [...residue, ...batchResidue],
      reason: importer.reason,
      source: 'import',
      ...(known && { followUpOf: known.case_key }),
      at,
      requestId: importer.requestId,
    });
    await noteFiles(trx, { sponsorKey, userId: importer.user.userId, at }, attached);
    return { caseKey, caseNo, decision: known ? 'followUp' : 'new', problem: null, content };
  });
}

/** The case that the message is a follow-up of, if there is one; or why the message is refused. */
async function findKnown(
  trx: Trx,
  { catalogue }: CatalogueWorld,
  { user, language, otherPatient }: Importer,
  { content }: ReadMessage,
): Promise<{ known: CaseRecord | undefined } | { refusal: Outcome }> {
  const known = await findSameCase(trx, user.sponsorKey, identityOf(catalogue, content));
  // the user must learn that the case exists, or it would be stored twice, but not which case it is
  if (known && !inScope(user, known)) return { refusal: refused('outOfScope', language) };
  const why = known && (await refusalOf(trx, catalogue, known, content));
  if (!known) return { known };
  const ofCase = { caseKey: known.case_key, caseNo: known.case_no };
  if (why) return { refusal: { ...refused(why, language), ...ofCase } };
  if (otherPatient === 'followUp') return { known };
  const ours = await readCaseContent(trx, user.sponsorKey, known.case_key);
  const items = disagreements(catalogue.whole, ours, content);
  if (items.length === 0) return { known };
  const refusal = refused('otherPatient', language);
  const labels = items.map((itemId) => catalogue.whole.items[itemId]?.label[language] ?? itemId);
  return { refusal: { ...refusal, ...ofCase, problem: `${refusal.problem}: ${labels.join(', ')}` } };
}

async function asFollowUp(
  trx: Trx,
  { catalogue }: ImportMessageWorld,
  known: CaseRecord,
  message: ReadMessage,
) {
  const { sponsor_key: sponsorKey, case_key: caseKey } = known;
  const content = await readCaseContent(trx, sponsorKey, caseKey);
  const residue = await readResidue(trx, sponsorKey, caseKey);
  return withRowsOf({ content, residue }, message, catalogue.whole, catalogue);
}

/** Why a message was refused, in the user's language. */
export const refused = (why: keyof typeof refusals, language: Language): Outcome => ({
  caseKey: null,
  caseNo: null,
  decision: 'refused',
  problem: refusals[why][language],
});

async function refusalOf(
  trx: Trx,
  { whole }: CatalogueSource,
  known: CaseRecord,
  content: CaseContent,
): Promise<keyof typeof refusals | null> {
  if (known.del_flag === 'Y') return 'deleted';
  const item = whole.items[whole.roles['creationDate'] ?? ''];
  if (!item)
    throw new Error(
      'the catalogue has no item with the role creationDate, which tells versions of a case apart',
    );
  const created = await valuesInVersions(trx, known, item);
  return created.includes(valueOf(content, item.itemId)) ? 'alreadyImported' : null;
}

const identityOf = ({ whole: { roles } }: CatalogueSource, content: CaseContent) => ({
  caseNumber: valueOf(content, roles['caseNumber'] ?? ''),
  worldwideId: valueOf(content, roles['worldwideId'] ?? ''),
});

const valueOf = ({ values }: CaseContent, itemId: string): string | null =>
  values.find((value) => value.itemId === itemId)?.value ?? null;

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
