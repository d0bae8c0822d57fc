/** How ready a case is for its receivers, where someone decides to go on with it. */
import type { Static } from 'typebox';
import type { ReadinessSetting } from '../../shared/contract/settings.ts';
import { findingsFor } from '../../shared/rules/caseFindings.ts';
import type { CaseFinding } from '../../shared/rules/check.types.ts';
import type { Receiver } from '../../shared/rules/finding.types.ts';
import { NO_REGION, receiversOf, STANDARD } from '../../shared/rules/receivers.ts';
import type { CaseRecord } from '../cases/record/case.store.ts';
import { readCaseContent } from '../cases/record/readCase.store.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { SessionUser } from '../http/session.ts';
import type { ClockWorld } from '../ports/clock.ts';
import { caseHasErrors, overrideReasonRequired } from '../problems.ts';
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
 * The receivers that a decision about a version is about: those chosen for it, else the authority of the region on the
 * screen. A partner without rules of its own gets what the standard demands.
 */
export async function concernedReceivers(
  trx: Trx,
  { catalogue: { whole } }: CatalogueWorld,
  found: Pick<CaseRecord, 'sponsor_key' | 'case_key'>,
  appendix: string,
): Promise<Receiver[]> {
  const chosen = await findChosen(trx, found);
  const known = receiversOf(whole);
  const named = chosen.map(
    ({ receiver: name }) => known.find(({ receiver }) => receiver === name)?.receiver ?? STANDARD,
  );
  if (named.length > 0) return [...new Set(named)];
  const onScreen = known.find((one) => one.appendix === appendix && appendix !== NO_REGION);
  return [onScreen?.receiver ?? STANDARD];
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

/** What errors mean to a review or a lock, by the sponsor's setting. */
export const readinessSetting = async (trx: Trx, sponsorKey: number): Promise<ReadinessChoice> =>
  (await settingOf(trx, sponsorKey, 'editing')).value.readiness;

/**
 * The errors with which a version goes on, as text; null where there are none or the sponsor does not mind. Throws 409
 * CASE_HAS_ERRORS and, without a reason to override them, 422 OVERRIDE_REASON_REQUIRED.
 */
export async function overriddenErrors(
  trx: Trx,
  deps: CatalogueWorld & ClockWorld,
  decider: Decider,
  found: CaseRecord,
  overrideReason: string | undefined,
): Promise<string | null> {
  const setting = await readinessSetting(trx, found.sponsor_key);
  if (setting === 'show') return null;
  const { errors, refusal, needsOverride } = judgeErrors(
    setting,
    await caseReadiness(trx, deps, decider, found),
  );
  if (refusal) throw refusal;
  if (!needsOverride) return null;
  if (overrideReason === undefined) throw overrideReasonRequired(errors);
  return errors;
}

/** What the errors of a version mean by the setting: a refusal, a reason that is needed, or nothing. */
export function judgeErrors(setting: ReadinessChoice, readiness: readonly ReceiverReadiness[]) {
  const errors = errorsText(readiness);
  const hasErrors = errors !== '';
  return {
    errors,
    refusal: hasErrors && setting === 'block' ? caseHasErrors(errors) : null,
    needsOverride: hasErrors && setting === 'override',
  };
}

/** `FDA 5, EMA 2`: the same in every language, for messages and the audit trail. Empty without errors. */
const errorsText = (readiness: readonly ReceiverReadiness[]): string =>
  readiness
    .filter(({ errors }) => errors > 0)
    .map(({ receiver, errors }) => `${receiver} ${errors}`)
    .join(', ');
