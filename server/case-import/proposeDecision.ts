/** What is proposed for a message that was read. Nothing is written. */
import type { Comparison } from '../../shared/contract/caseHistory.ts';
import type { DuplicateDocument } from '../../shared/duplicates/index.ts';
import type { Decision, Proposal } from '../../shared/import/import.types.ts';
import { summaryOf } from '../cases/record/summary.ts';
import { findDuplicatesFor } from '../duplicates/findDuplicates.ts';
import { searchDocument } from '../duplicates/searchDocuments.ts';
import type { SessionUser } from '../http/session.ts';
import type { Trx } from '../storage/database.ts';
import type { CaseWorld } from '../whole-case/caseThread.ts';
import type { Outcome } from './outcome.ts';
import type { NewMessage, StoredMessage } from './importRun.store.ts';
import { caseOfNumber, identityOf, isNullification, obstacleOf, otherPatientIn } from './knownCase.ts';
import { differenceFromMessage, fingerprintOf, itemsOf } from './messageDifference.ts';
import type { Why } from './refusals.ts';
import { isLikely } from '../duplicates/isLikely.ts';
import type { RunDuplicates } from './runDuplicates.ts';
import type { RunMemory, SameTime } from './runMemory.ts';
import { disagreements, patientOf } from './samePatient.ts';
import type { ReceivedMessage } from './receivedMessage.ts';
import { outOfTurn, turnOf } from './turn.ts';
import { valueOf } from './valueOf.ts';

/** A case that is stored, by its first version, or a message of the run. */
interface Target {
  root?: number;
  seq?: number;
}

interface Proposed {
  proposal: Proposal;
  target?: Target;
  /** why it is refused or left to the user */
  why?: Why | null;
  whyItems?: readonly string[];
  difference?: Comparison;
}

export interface ProposalWorld {
  world: CaseWorld;
  user: SessionUser;
  memory: RunMemory;
  duplicates: RunDuplicates;
}

export interface NumberedMessage {
  message: ReceivedMessage;
  seq: number;
  batchNo: number;
}

/** The columns of a message that hold the proposal, and the decision that goes with it. */
export type ProposalRow = Pick<
  NewMessage,
  | 'document'
  | 'first_received'
  | 'most_recent'
  | 'proposal'
  | 'target_root'
  | 'target_seq'
  | 'decision'
  | 'decision_root'
  | 'decision_seq'
  | 'why'
  | 'why_items'
  | 'difference'
  | 'fingerprint'
>;

export async function proposeDecision(
  trx: Trx,
  { world, user, memory, duplicates }: ProposalWorld,
  { message, seq, batchNo }: NumberedMessage,
): Promise<ProposalRow> {
  const { catalogue } = world;
  const { content } = message;
  const document = await searchDocument(trx, catalogue, content);
  const identity = identityOf(catalogue, content);
  const fingerprint = fingerprintOf(catalogue.whole, message);
  const proposed = await proposalOf(trx, { world, user, memory, duplicates }, message, {
    document,
    fingerprint,
  });
  if (proposed.proposal !== 'refused') {
    const created = valueOf(content, catalogue.whole.roles['creationDate']);
    const [turn, patient] = [turnOf(catalogue.whole, content), patientOf(catalogue.whole, content)];
    const { residue } = message;
    memory.add(identity, { seq, batchNo, created, fingerprint, turn, patient, content, residue });
    // further messages of a case are compared with its first one
    if (proposed.target?.seq === undefined) duplicates.add({ seq, batchNo, document });
  }
  const { proposal, target, whyItems = [] } = proposed;
  const { why = message.printed ? UNCHECKED : null } = proposed;
  const decision = message.printed ? null : decisionOf(proposal, target !== undefined);
  const { first_received, most_recent } = summaryOf(catalogue.whole, content);
  return {
    document: JSON.stringify(document),
    first_received,
    most_recent,
    proposal,
    target_root: target?.root ?? null,
    target_seq: target?.seq ?? null,
    decision,
    decision_root: decision === 'followUp' ? (target?.root ?? null) : null,
    decision_seq: decision === 'followUp' ? (target?.seq ?? null) : null,
    why,
    why_items: [...whyItems],
    difference: proposed.difference ? JSON.stringify(proposed.difference) : null,
    fingerprint,
  };
}

/** Why a printed form is not decided about: its values have to be checked before. */
export const UNCHECKED = 'unchecked';

/** A printed form whose values nobody has checked. */
export const isUnchecked = ({ printed, accepted }: Pick<StoredMessage, 'printed' | 'accepted'>): boolean =>
  printed !== null && accepted === null;

/** The decision that goes with a proposal; null: the user has to decide. */
export function decisionOf(proposal: Proposal, hasTarget: boolean): Decision | null {
  if (proposal === 'new' || proposal === 'followUp') return proposal;
  return proposal === 'nullification' && hasTarget ? 'followUp' : null;
}

async function proposalOf(
  trx: Trx,
  { world, user, memory, duplicates }: ProposalWorld,
  message: ReceivedMessage,
  { document, fingerprint }: { document: DuplicateDocument; fingerprint: string },
): Promise<Proposed> {
  const { catalogue } = world;
  const { content, sheet } = message;
  if (sheet && sheet.findings.length > 0) return { proposal: 'refused', why: 'cells' };
  const { roles } = catalogue.whole;
  const withdraws = isNullification(catalogue, content);
  const further = withdraws ? 'nullification' : 'followUp';
  const earlier = memory.find(identityOf(catalogue, content));
  const sameTime = earlier?.created.get(valueOf(content, roles['creationDate']));
  if (earlier && sameTime)
    return {
      target: { seq: earlier.seq },
      ...ofSameTime(world, user, sameTime, { message, fingerprint }),
    };
  const known = await caseOfNumber(trx, world, user, content);
  const obstacle = known && (await obstacleOf(trx, world, user, known, message));
  if (known && obstacle) {
    const { why, whyItems, difference } = obstacle;
    const proposal = difference ? 'otherContent' : 'refused';
    return { proposal, ...targetOf(obstacle, known), why, whyItems, difference };
  }
  const why = earlier && outOfTurn(earlier.turn, turnOf(catalogue.whole, content));
  if (earlier && why) return { proposal: 'otherContent', target: { seq: earlier.seq }, why };
  if (known) {
    const target = { root: known.root_case_key };
    const other = await otherPatientIn(trx, world, user, known, content);
    return other
      ? { proposal: 'otherPatient', target, why: other.why, whyItems: other.whyItems }
      : { proposal: further, target };
  }
  if (earlier) {
    const target = { seq: earlier.seq };
    const whyItems = disagreements(catalogue.whole, earlier.patient, content);
    return whyItems.length > 0
      ? { proposal: 'otherPatient', target, why: 'otherPatient', whyItems }
      : { proposal: further, target };
  }
  if (withdraws) return { proposal: 'nullification', why: 'nothingToNullify' };
  const [likely] = await findDuplicatesFor(trx, world, user, document);
  if (likely && isLikely(likely.score))
    return { proposal: 'duplicate', target: { root: likely.root_case_key }, why: 'duplicate' };
  const seq = duplicates.find(document);
  return seq === undefined
    ? { proposal: 'new' }
    : { proposal: 'duplicate', target: { seq }, why: 'duplicate' };
}

/** A message with the time of an earlier one is its copy, or another text. */
function ofSameTime(
  world: CaseWorld,
  user: SessionUser,
  { fingerprints, first }: SameTime,
  { message, fingerprint }: { message: ReceivedMessage; fingerprint: string },
): Proposed {
  const copy = { proposal: 'refused', why: 'alreadyImported' } as const;
  if (fingerprints.has(fingerprint)) return copy;
  if (first === null) return { proposal: 'otherContent', why: 'otherMessage' };
  const difference = differenceFromMessage(world, user, first, message);
  if (difference === null) return copy;
  const whyItems = itemsOf(difference, world.catalogue.whole);
  const why = whyItems.length > 0 ? 'otherMessageItems' : 'otherMessage';
  return { proposal: 'otherContent', why, whyItems, difference };
}

/** Does not name a case that the user may not see. */
const targetOf = ({ caseKey }: Outcome, known: { root_case_key: number }): Pick<Proposed, 'target'> =>
  caseKey === null ? {} : { target: { root: known.root_case_key } };
