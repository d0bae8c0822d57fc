/** Judges a message by the decision about it, in the transaction that stores it: the cases may have changed since. */
import { findCase, findNewestVersion, type CaseRecord } from '../cases/record/case.store.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { SessionUser } from '../http/session.ts';
import type { Trx } from '../storage/database.ts';
import { findCaseOfMessage } from './chosenMessages.store.ts';
import type { StoredMessage } from './importRun.store.ts';
import { caseOfNumber, obstacleOf, obstacleOfCase, otherPatientIn } from './knownCase.ts';
import { refused, type Judgement, type Outcome } from './outcome.ts';
import type { ReceivedMessage } from './receivedMessage.ts';

/** What is proposed is imported only while it still holds; a user has seen more than a number, and is followed. */
export async function judgeDecision(
  trx: Trx,
  deps: CatalogueWorld,
  user: SessionUser,
  message: StoredMessage,
  received: ReceivedMessage,
): Promise<Judgement> {
  const { decision, decision_root, decision_seq, target_root, target_seq } = message;
  const { content } = received;
  const isByUser = message.decided_at !== null;
  const ofNumber = await caseOfNumber(trx, deps, user, content);
  const obstacleIn = async (known: CaseRecord): Promise<Outcome | null> => {
    const obstacle = await obstacleOf(trx, deps, user, known, received);
    return isByUser && obstacle?.difference ? null : obstacle;
  };
  if (decision === 'new') {
    if (!ofNumber) return { known: undefined };
    const shown = await caseOf(trx, message, target_root, target_seq);
    const isShown = isByUser && shown?.root_case_key === ofNumber.root_case_key;
    const obstacle = isShown ? await obstacleIn(ofNumber) : refused('changed');
    return obstacle ? { refusal: obstacle } : { known: undefined };
  }
  const known = await caseOf(trx, message, decision_root, decision_seq);
  if (!known) return { refusal: refused(decision_seq === null ? 'targetMissing' : 'earlierNotImported') };
  const isOtherNumber = ofNumber?.root_case_key !== known.root_case_key;
  const refusal =
    (isOtherNumber ? obstacleOfCase(user, known) : await obstacleIn(known)) ??
    (isByUser
      ? null
      : isOtherNumber
        ? refused('changed')
        : await otherPatientIn(trx, deps, user, known, content));
  return refusal ? { refusal } : { known, isOtherNumber, stays: message.stays };
}

/** The newest version of a case, or of the case that an earlier message of the run has become. */
async function caseOf(
  trx: Trx,
  { sponsor_key: sponsorKey, run_key: runKey }: StoredMessage,
  root: number | null,
  seq: number | null,
): Promise<CaseRecord | undefined> {
  const caseKey = root ?? (seq === null ? null : await findCaseOfMessage(trx, { sponsorKey, runKey, seq }));
  const found = caseKey === null ? undefined : await findCase(trx, sponsorKey, caseKey);
  return found && findNewestVersion(trx, found);
}
