/** How ready a case is for its receivers, where someone decides to go on with it. */
import type { Static } from 'typebox';
import type { StatusId } from '../../machines/case-status/caseStatus.machine.ts';
import type { ReadinessSetting } from '../../shared/contract/settings.ts';
import { findingsFor } from '../../shared/rules/caseFindings.ts';
import type { CaseFinding } from '../../shared/rules/check.types.ts';
import type { Receiver } from '../../shared/rules/finding.types.ts';
import { receiverOfRegion, receiversOf, STANDARD } from '../../shared/rules/receivers.ts';
import type { CaseRecord } from '../cases/record/case.store.ts';
import { hiddenItems } from '../cases/record/caseAccess.ts';
import { readCaseContent } from '../cases/record/readCase.store.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { SessionUser } from '../http/session.ts';
import type { ClockWorld } from '../ports/clock.ts';
import {
  caseHasErrors,
  caseHasQuestions,
  overrideReasonRequired,
  type Problem,
  questionsOverrideRequired,
  reviewerIsAuthor,
} from '../problems.ts';
import { findDueReceivers } from '../obligations/dueReports.store.ts';
import { countOpenQuestions } from '../questions/questions.store.ts';
import { hasSavedValues } from '../audit/versionAuthors.store.ts';
import { findChosen } from '../receivers/chosenReceivers.store.ts';
import { settingOf } from '../sponsor-settings/sponsorSettings.ts';
import type { Trx } from '../storage/database.ts';
import { visibleFindings } from './visibleFindings.ts';

type ReadinessChoice = Static<typeof ReadinessSetting>;

/** Number of findings that a receiver's rules have. */
export interface ReceiverReadiness {
  receiver: Receiver;
  errors: number;
  warnings: number;
}

/** Who decides, and in which region. */
export interface Decider {
  user: SessionUser;
  appendix: string;
}

export const countFindings = (all: readonly CaseFinding[], receiver: Receiver): ReceiverReadiness => {
  const findings = findingsFor(all, receiver);
  const count = (wanted: string) => findings.filter(({ severity }) => severity === wanted).length;
  return { receiver, errors: count('error'), warnings: count('warning') };
};

/**
 * The receivers that a decision about a version is about: those chosen for it, else those that a report is due to, else
 * the authority of the region on the screen. A partner without rules of its own gets what the standard demands.
 */
export async function concernedReceivers(
  trx: Trx,
  { catalogue: { whole } }: CatalogueWorld,
  found: Pick<CaseRecord, 'sponsor_key' | 'case_key'>,
  appendix: string,
): Promise<Receiver[]> {
  const chosen = await findChosen(trx, found);
  const known = receiversOf(whole);
  const names =
    chosen.length > 0
      ? chosen.map(({ receiver }) => receiver)
      : await findDueReceivers(trx, found.sponsor_key, found.case_key);
  const named = names.map((name) => known.find(({ receiver }) => receiver === name)?.receiver ?? STANDARD);
  if (named.length > 0) return [...new Set(named)];
  return [receiverOfRegion(whole, appendix)];
}

/** The findings of a version that the user may see, counted for each receiver concerned. */
export async function caseReadiness(
  trx: Trx,
  deps: CatalogueWorld & ClockWorld,
  { user, appendix }: Decider,
  found: CaseRecord,
): Promise<ReceiverReadiness[]> {
  const receivers = await concernedReceivers(trx, deps, found, appendix);
  const content = await readCaseContent(trx, found.sponsor_key, found.case_key);
  const all = visibleFindings(deps.catalogue, { content, user, now: deps.clock.now() });
  return receivers.map((receiver) => countFindings(all, receiver));
}

/** What errors mean to a review or a lock, and open questions to a lock, by the sponsor's setting. */
export interface ReadinessSettings {
  readiness: ReadinessChoice;
  openQuestions: ReadinessChoice;
}

export const readinessSettings = async (trx: Trx, sponsorKey: number): Promise<ReadinessSettings> =>
  (await settingOf(trx, sponsorKey, 'editing')).value;

/** The open questions of the case that hold a change of status up, as far as the user may see them. */
export const questionsOf = async (
  trx: Trx,
  deps: CatalogueWorld,
  user: SessionUser,
  found: CaseRecord,
  statusId: StatusId,
): Promise<number> => (statusId === 'LOCK' ? countOpenQuestions(trx, found, hiddenItems(deps, user)) : 0);

/**
 * The refusal of a review or a lock by a user who saved values of the version, where the sponsor's setting wants another
 * one; null: the user may.
 */
export async function refusedToAuthor(
  trx: Trx,
  { userKey }: Pick<SessionUser, 'userKey'>,
  found: CaseRecord,
): Promise<Problem | null> {
  const { reviewer } = (await settingOf(trx, found.sponsor_key, 'editing')).value;
  if (reviewer === 'any') return null;
  return (await hasSavedValues(trx, found, userKey)) ? reviewerIsAuthor() : null;
}

/** With what a version goes on: errors by receiver, or the number of open questions, as text. */
interface Overridden {
  what: 'ERRORS.OVERRIDE' | 'QUESTIONS.OVERRIDE';
  found: string;
}

/**
 * With what a version goes on; nothing where the sponsor does not mind. Throws 409 REVIEWER_IS_AUTHOR, CASE_HAS_ERRORS and CASE_HAS_QUESTIONS
 * and, without a reason to override them, 422 OVERRIDE_REASON_REQUIRED and QUESTIONS_OVERRIDE_REQUIRED.
 */
export async function overridden(
  trx: Trx,
  deps: CatalogueWorld & ClockWorld,
  decider: Decider,
  found: CaseRecord,
  { statusId, overrideReason }: { statusId: StatusId; overrideReason?: string | undefined },
): Promise<Overridden[]> {
  const refusal = await refusedToAuthor(trx, decider.user, found);
  if (refusal) throw refusal;
  const settings = await readinessSettings(trx, found.sponsor_key);
  const { readiness, openQuestions } = settings;
  const judged = judgeReadiness(
    settings,
    readiness === 'show' ? [] : await caseReadiness(trx, deps, decider, found),
    openQuestions === 'show' ? 0 : await questionsOf(trx, deps, decider.user, found, statusId),
  );
  if (judged.refusal) throw judged.refusal;
  if (judged.needsOverride && overrideReason === undefined) throw judged.needsOverride;
  return judged.overrides;
}

/**
 * What errors and open questions mean by the settings: a refusal, the problem of a missing reason to override them, or
 * nothing; and what a reason overrides.
 */
export function judgeReadiness(
  { readiness: ofErrors, openQuestions: ofQuestions }: ReadinessSettings,
  readiness: readonly ReceiverReadiness[],
  questions: number,
): { refusal: Problem | null; needsOverride: Problem | null; overrides: Overridden[] } {
  const errors = errorsText(readiness);
  const obstacles = [
    ...(errors === ''
      ? []
      : [
          {
            setting: ofErrors,
            refusal: caseHasErrors(errors),
            missing: overrideReasonRequired(errors),
            overrides: { what: 'ERRORS.OVERRIDE' as const, found: errors },
          },
        ]),
    ...(questions === 0
      ? []
      : [
          {
            setting: ofQuestions,
            refusal: caseHasQuestions(questions),
            missing: questionsOverrideRequired(questions),
            overrides: { what: 'QUESTIONS.OVERRIDE' as const, found: String(questions) },
          },
        ]),
  ];
  const overridable = obstacles.filter(({ setting }) => setting === 'override');
  return {
    refusal: obstacles.find(({ setting }) => setting === 'block')?.refusal ?? null,
    needsOverride: overridable[0]?.missing ?? null,
    overrides: overridable.map(({ overrides }) => overrides),
  };
}

/** `FDA 5, EMA 2`: the same in every language, for messages and the audit trail. Empty without errors. */
const errorsText = (readiness: readonly ReceiverReadiness[]): string =>
  readiness
    .filter(({ errors }) => errors > 0)
    .map(({ receiver, errors }) => `${receiver} ${errors}`)
    .join(', ');
