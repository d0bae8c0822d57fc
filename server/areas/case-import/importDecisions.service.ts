/** Decisions of users about messages, each with a reason. */
import { onceItems } from '../../../shared/duplicates/index.ts';
import type { BodyOf, decideImportMessages, ImportRun } from '../../../shared/contract/index.ts';
import { updateDecision } from '../../case-import/chosenMessages.store.ts';
import type { RunRef, StoredMessage } from '../../case-import/importRun.store.ts';
import { decisionOf, isUnchecked } from '../../case-import/proposeDecision.ts';
import { findByNumber } from '../../cases/record/caseByNumber.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { decisionRefused, importGoneOn, notFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { choicesOf } from './importMessages.service.ts';
import { lockMessages } from './importRuns.store.ts';
import { ownRun } from './ownRun.ts';
import { runOf } from './shownRun.ts';

/** Throws 404 IMPORT_NOT_FOUND, NOT_FOUND, 409 IMPORT_GONE_ON, 422 DECISION_REFUSED. */
export const decide = (
  deps: CatalogueWorld & ClockWorld & DatabaseWorld,
  user: SessionUser,
  runKey: string,
  body: BodyOf<typeof decideImportMessages>,
): Promise<ImportRun> =>
  inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const { stored, ...run } = await ownRun(trx, user, runKey);
    if (stored.state !== 'deciding') throw importGoneOn();
    const { whole } = deps.catalogue;
    if (body.stays?.some((field) => onceItems(whole, field).length === 0))
      throw decisionRefused('import.hasRows');
    const messages = await lockMessages(trx, run, body.seqs);
    if (messages.length < body.seqs.length) throw notFound();
    const chosenRoot = body.caseNo === undefined ? null : await rootOfNumber(trx, user, body.caseNo);
    const by = { at: deps.clock.now(), userId: user.userId, userName: user.userName };
    for (const message of messages) await decideAbout(trx, run, message, { ...body, root: chosenRoot, by });
    return runOf(trx, run, stored);
  });

interface Decided extends Pick<BodyOf<typeof decideImportMessages>, 'decision' | 'reason' | 'stays'> {
  /** of the case that the user names; null: of the one that the message is compared with */
  root: number | null;
  by: { at: Date; userId: string; userName: string };
}

async function decideAbout(
  trx: Trx,
  run: RunRef,
  message: StoredMessage,
  { decision, reason, root, by, stays = [] }: Decided,
): Promise<void> {
  const { proposal, target_root, target_seq, seq } = message;
  const choices = choicesOf(message);
  if (proposal === null || choices.length === 0) throw decisionRefused('import.fixed');
  if (decision !== 'proposal' && !choices.includes(decision)) throw decisionRefused('import.unchecked');
  const none = { root: null, seq: null };
  const compared = { root: target_root, seq: target_seq };
  const hasCompared = target_root !== null || target_seq !== null;
  if (decision === 'proposal') {
    const proposed = isUnchecked(message) ? null : decisionOf(proposal, hasCompared);
    const target = proposed === 'followUp' ? compared : none;
    await updateDecision(trx, { ...run, seq }, { decision: proposed, ...target, stays: [], decided: null });
    return;
  }
  const target = root === null ? compared : { root, seq: null };
  const hasTarget = root !== null || hasCompared;
  if (decision === 'followUp' && !hasTarget) throw decisionRefused('import.noTarget');
  await updateDecision(
    trx,
    { ...run, seq },
    {
      decision,
      ...(decision === 'followUp' ? { ...target, stays } : { ...none, stays: [] }),
      decided: { ...by, reason: reason.trim() },
    },
  );
}

async function rootOfNumber(trx: Trx, user: SessionUser, caseNo: string): Promise<number> {
  const found = await findByNumber(trx, user, caseNo);
  if (!found || found.del_flag === 'Y') throw decisionRefused('import.unknownCase');
  return found.root_case_key;
}
