/** The stored case that a message may be of. */
import { NULLIFICATION } from '../../shared/case/nullification.ts';
import { filterItems, type CaseContent } from '../../shared/case/caseContent.ts';
import { documentOf, DUPLICATE_CHECK, keysOf } from '../../shared/duplicates/index.ts';
import { findDocs, type CaseRecord } from '../cases/record/case.store.ts';
import { contentOf } from '../cases/record/pageDoc.ts';
import { maySee } from '../cases/record/caseAccess.ts';
import { inScope } from '../cases/record/caseScope.store.ts';
import type { CatalogueSource, CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { SessionUser } from '../http/session.ts';
import type { Trx } from '../storage/database.ts';
import {
  findCaseListing,
  findSameCase,
  isImported,
  versionsWithValue,
  type CaseIdentity,
} from './knownCase.store.ts';
import { differenceFromVersion, fingerprintOf, itemsOf, unseenIn } from './messageDifference.ts';
import { refused, type Judgement, type Outcome } from './outcome.ts';
import type { ReceivedMessage } from './receivedMessage.ts';
import { disagreements, patientPages } from './samePatient.ts';
import { outOfTurn, turnOf, turnPages } from './turn.ts';
import { valueOf } from './valueOf.ts';

export const identityOf = ({ whole: { roles } }: CatalogueSource, content: CaseContent): CaseIdentity => ({
  caseNumber: valueOf(content, roles['caseNumber']),
  worldwideId: valueOf(content, roles['worldwideId']),
});

/**
 * The newest version of the case with the number of the message: its own, or one of those that it has in transmissions of
 * others (C.1.9.1.r.2), where a follow-up of a partner leaves the number of the partner.
 */
export async function caseOfNumber(
  trx: Trx,
  { catalogue }: CatalogueWorld,
  { sponsorKey }: SessionUser,
  content: CaseContent,
): Promise<CaseRecord | undefined> {
  const identity = identityOf(catalogue, content);
  const known = await findSameCase(trx, sponsorKey, identity);
  const { caseNumber: number } = identity;
  if (known || number === null) return known;
  const { roles } = catalogue.whole;
  const itemId = roles['otherCaseId'] ?? '';
  const numberOnly = filterItems(content, (id) => id === roles['caseNumber']);
  const keys = keysOf(
    DUPLICATE_CHECK,
    documentOf(DUPLICATE_CHECK, catalogue.whole, numberOnly, () => []),
  );
  return keys.length === 0 ? undefined : findCaseListing(trx, sponsorKey, { keys, itemId, number });
}

/** Why a message cannot become a version of any case like this one; null: it can. */
export function obstacleOfCase(user: SessionUser, known: CaseRecord): Outcome | null {
  // the user must learn that the case exists, or it would be stored twice, but not which case it is
  if (!inScope(user, known)) return refused('outOfScope');
  const about = { caseKey: known.case_key, caseNo: known.case_no };
  return known.del_flag === 'Y' ? refused('deleted', about) : null;
}

/** The same, or why a message with its number is not its next version: the times of creation tell versions apart and order them. */
export async function obstacleOf(
  trx: Trx,
  deps: CatalogueWorld,
  user: SessionUser,
  known: CaseRecord,
  message: ReceivedMessage,
): Promise<Outcome | null> {
  const obstacle = obstacleOfCase(user, known);
  if (obstacle) return obstacle;
  const { whole } = deps.catalogue;
  const item = whole.items[whole.roles['creationDate'] ?? ''];
  if (!item)
    throw new Error(
      'the catalogue has no item with the role creationDate, which tells versions of a case apart',
    );
  const created = valueOf(message.content, item.itemId);
  // without a time of its own it cannot be known to be one of them
  const versions = created === null ? [] : await versionsWithValue(trx, known, item, created);
  const [newest] = versions;
  return newest === undefined
    ? outOfTurnIn(trx, deps, user, known, message)
    : storedAlready(trx, deps, user, known, { message, versions, newest });
}

/** What a message would undo as the next version of its case; null: it follows the newest one. */
async function outOfTurnIn(
  trx: Trx,
  deps: CatalogueWorld,
  user: SessionUser,
  known: CaseRecord,
  message: ReceivedMessage,
): Promise<Outcome | null> {
  const { whole } = deps.catalogue;
  const ours = contentOf(await findDocs(trx, known.sponsor_key, known.case_key, turnPages(whole)));
  const why = outOfTurn(turnOf(whole, ours), turnOf(whole, message.content));
  const difference = why && (await differenceFromVersion(trx, deps, user, known.case_key, message));
  return why && difference
    ? refused(why, { caseKey: known.case_key, caseNo: known.case_no, difference })
    : null;
}

/** Versions that have the time of a message, the newest first. */
interface SameTime {
  message: ReceivedMessage;
  versions: readonly number[];
  newest: number;
}

/**
 * The version may be another text: its sender has changed it and left its time as it was. A message with items that the user
 * does not see is never taken for a copy, which would tell that it guesses them.
 */
async function storedAlready(
  trx: Trx,
  deps: CatalogueWorld,
  user: SessionUser,
  known: CaseRecord,
  { message, versions, newest }: SameTime,
): Promise<Outcome> {
  const about = { caseKey: known.case_key, caseNo: known.case_no };
  const fingerprint = fingerprintOf(deps.catalogue.whole, message);
  const isCopy =
    unseenIn(deps, user, message).length === 0 &&
    (await isImported(trx, user.sponsorKey, { caseKeys: versions, fingerprint }));
  const difference = isCopy ? null : await differenceFromVersion(trx, deps, user, newest, message);
  if (!difference) return refused('alreadyImported', about);
  const whyItems = itemsOf(difference, deps.catalogue.whole);
  const why = difference.listInfo.length > 0 ? 'otherContent' : 'otherElements';
  return refused(why, { ...about, whyItems, difference });
}

/** Refuses a message whose patient is not that of the case; null: it may be. */
export async function otherPatientIn(
  trx: Trx,
  deps: CatalogueWorld,
  user: SessionUser,
  known: CaseRecord,
  content: CaseContent,
): Promise<Outcome | null> {
  const { catalogue } = deps;
  const pages = patientPages(catalogue.whole);
  const ours = contentOf(await findDocs(trx, known.sponsor_key, known.case_key, pages));
  const whyItems = disagreements(catalogue.whole, ours, content, (itemId) => maySee(deps, user, itemId));
  if (whyItems.length === 0) return null;
  return refused('otherPatient', { caseKey: known.case_key, caseNo: known.case_no, whyItems });
}

/** Whether the message withdraws its case. */
export const isNullification = ({ whole }: CatalogueSource, content: CaseContent): boolean =>
  valueOf(content, whole.roles['nullificationAmendment']) === NULLIFICATION;

/** What a program has decided about messages before it sends them. */
export interface DecidedBefore {
  /** what becomes of a report whose patient is not the one of the case with its number */
  otherPatient: 'refuse' | 'followUp';
  /** what becomes of a nullification of a case that is not stored */
  nothingToNullify: 'refuse' | 'new';
}

/** Judges a message that nobody has decided about: the number alone tells which case it is of. */
export async function judgeByNumber(
  trx: Trx,
  deps: CatalogueWorld,
  { user, otherPatient, nothingToNullify }: DecidedBefore & { user: SessionUser },
  message: ReceivedMessage,
): Promise<Judgement> {
  const { content } = message;
  const known = await caseOfNumber(trx, deps, user, content);
  if (!known)
    return nothingToNullify === 'refuse' && isNullification(deps.catalogue, content)
      ? { refusal: refused('nothingToNullify') }
      : { known };
  const refusal =
    (await obstacleOf(trx, deps, user, known, message)) ??
    (otherPatient === 'refuse' ? await otherPatientIn(trx, deps, user, known, content) : null);
  return refusal ? { refusal } : { known };
}
