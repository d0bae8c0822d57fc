/** What users do with a batch before it is answered: check, give reasons, confirm, retry, cancel, take cases out. */
import type {
  BodyOf,
  confirmSubmission,
  giveWarningReasons,
  noteHandOver,
} from '../../../shared/contract/index.ts';
import { timeAt } from '../../../shared/dates/zonedDay.ts';
import { provenMeaning } from '../../accounts/signing.ts';
import { appendChange } from '../../audit/appendChange.ts';
import type { AuditWorld } from '../../audit/auditKeys.ts';
import { caseChain, caseEntry } from '../../audit/auditEntry.ts';
import { signatureUnder } from '../../audit/readAudit.ts';
import { findCounted } from '../../obligations/dueReports.store.ts';
import { keysInScope } from '../../cases/record/caseScope.store.ts';
import { isSenderUsable } from '../../cases/record/senderOfNewCase.ts';
import { insertSignature } from '../../cases/record/signatures.store.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { SessionUser } from '../../http/session.ts';
import {
  caseNotFound,
  handOverTime,
  submissionChanged,
  submissionMasked,
  submissionRefused,
  submissionSenderGone,
  submissionStale,
} from '../../problems.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { UuidWorld } from '../../ports/uuid.ts';
import { lockProcess } from '../../processes/process.store.ts';
import { lockCases } from '../../projections/projectionState.store.ts';
import type { RefreshWorld } from '../../projections/refreshProjections.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import {
  appendEvent,
  deleteMessage,
  findMessages,
  updateBatch,
  type Batch,
} from '../../submissions/batch.store.ts';
import { putReason } from '../../submissions/check.store.ts';
import { findEarlier, receiverRefOf } from '../../submissions/earlier.store.ts';
import { isUnmasked } from '../../submissions/receiverOfBatch.ts';
import { refreshCases } from '../../submissions/refreshCases.ts';
import { appendRevision } from '../../submissions/revision.store.ts';
import { outgoingName } from '../../submissions/outgoingName.ts';
import { settingOf } from '../../sponsor-settings/sponsorSettings.ts';
import { isSigned, SUBMISSION } from '../../submissions/signing.ts';
import { sendEvent, visibleBatch } from './submissionAccess.ts';
import { findCasesOf } from './submissions.store.ts';

export type CommandWorld = AuditWorld &
  CatalogueWorld &
  ClockWorld &
  DatabaseWorld &
  RefreshWorld &
  UuidWorld;

export interface Commander {
  user: SessionUser;
  ip: string;
  requestId: string;
  batchKey: number;
}

interface Command {
  trx: Trx;
  batch: Batch;
  at: Date;
  send: (event: Parameters<typeof sendEvent>[2]) => ReturnType<typeof sendEvent>;
}

/** In one transaction, on the batch as the user may see it. */
export const command = (
  { db, clock, newUuid }: Pick<CommandWorld, 'db' | 'clock' | 'newUuid'>,
  { user, batchKey }: Pick<Commander, 'user' | 'batchKey'>,
  work: (command: Command) => Promise<void>,
): Promise<void> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const batch = await visibleBatch(trx, user, batchKey);
    const at = clock.now();
    const { userKey } = user;
    const send: Command['send'] = (event) =>
      sendEvent(trx, batch, event, { userKey, at, eventId: newUuid() });
    await work({ trx, batch, at, send });
  });

export const checkAgain = (deps: CommandWorld, commander: Commander): Promise<void> =>
  command(deps, commander, async ({ send }) => {
    await send({ type: 'check' });
  });

/** Throws 409 SUBMISSION_CHANGED where a case was deleted since, or the receiver has this or a later version of one, and SUBMISSION_MASKED. */
export const retry = (deps: CommandWorld, commander: Commander): Promise<void> =>
  command(deps, commander, async ({ send, trx, batch, at }) => {
    await lockProcess(trx, batch.sponsor_key, batch.process_key);
    await requireNewest(trx, deps, batch);
    await requireMasked(trx, deps, batch);
    await appendEvent(trx, batch, { type: 'retried', at, user_name: commander.user.userName });
    await send({ type: 'retry' });
  });

export const cancel = (deps: CommandWorld, commander: Commander, reason: string): Promise<void> =>
  command(deps, commander, async ({ send, trx, batch, at }) => {
    await appendEvent(trx, batch, {
      type: 'cancelled',
      text: reason,
      at,
      user_name: commander.user.userName,
    });
    await send({ type: 'cancel' });
  });

/** Throws 409 SUBMISSION_REFUSED for the last case: cancel the batch instead. */
export const removeCase = (deps: CommandWorld, commander: Commander, caseKey: number): Promise<void> =>
  command(deps, commander, async ({ send, trx, batch, at }) => {
    await send({ type: 'case.removed' });
    await deleteMessage(trx, batch, caseKey);
    if ((await findMessages(trx, batch)).length === 0) throw submissionRefused(batch.state);
    await appendEvent(trx, batch, {
      type: 'caseRemoved',
      text: String(caseKey),
      at,
      user_name: commander.user.userName,
    });
    await send({ type: 'check' });
  });

/** Throws 409 SUBMISSION_STALE where the warnings are not open any more as the user saw them. */
export const giveReasons = (
  deps: CommandWorld,
  commander: Commander,
  { findingKeys, reason }: BodyOf<typeof giveWarningReasons>,
): Promise<void> =>
  command(deps, commander, async ({ send, trx, batch: seen, at }) => {
    await lockProcess(trx, seen.sponsor_key, seen.process_key);
    // another check may have ended while this waited
    const batch = await visibleBatch(trx, commander.user, commander.batchKey);
    const { userName } = commander.user;
    const openWarnings = await putReason(trx, batch, findingKeys, {
      reason: reason.trim(),
      name: userName,
      at,
    });
    if (openWarnings === null) throw submissionStale();
    await send({ type: 'warnings.answered', openWarnings });
    await appendEvent(trx, batch, {
      type: 'warningsAccepted',
      code: String(openWarnings),
      text: reason.trim(),
      at,
      user_name: userName,
    });
  });

/**
 * Sends the frozen bytes. Throws 409 SUBMISSION_CHANGED where a case is not as it was checked, SUBMISSION_STALE where a case was
 * taken out since the user saw the batch, SUBMISSION_MASKED where the receiver gets more masked than they have, SUBMISSION_SENDER_GONE, and SUBMISSION_REFUSED while an error or a warning without a reason is there; where the sponsor has batches signed, what `provenMeaning` throws.
 */
export async function confirm(
  deps: CommandWorld,
  commander: Commander,
  { comments, cases, signature }: BodyOf<typeof confirmSubmission>,
): Promise<void> {
  const { user } = commander;
  const needsSignature = await inSponsor(deps.db, user.sponsorKey, (trx) => isSigned(trx, user.sponsorKey));
  const meaning = needsSignature ? await provenMeaning(deps, commander, signature) : null;
  await command(deps, commander, async ({ send, trx, batch, at }) => {
    await requireUnchanged(trx, deps, user, { batch, cases });
    await requireMasked(trx, deps, batch);
    await requireSender(trx, user, batch);
    await send({ type: 'confirm' });
    const { timeZone } = (await settingOf(trx, user.sponsorKey, 'general')).value;
    await updateBatch(trx, batch, {
      // whatever the record of the receiver says later: it is what the receiver is asked by
      file_name: await outgoingName(trx, batch, timeAt(at.getTime(), timeZone)),
      confirmed_at: at,
      confirmed_name: user.userName,
      comment: comments.trim(),
    });
    await appendEvent(trx, batch, {
      type: 'confirmed',
      text: comments.trim() || null,
      at,
      user_name: user.userName,
    });
    await auditSubmission(trx, deps, commander, { batch, at, meaning });
  });
}

/** Locks the cases, so that two batches with one of them wait for each other, and finds what other batches brought. */
async function lockReports(trx: Trx, { catalogue }: CatalogueWorld, batch: Batch) {
  const { sponsor_key: sponsorKey, environment } = batch;
  const messages = await findMessages(trx, batch);
  const rootCaseKeys = messages.map(({ root_case_key }) => root_case_key);
  // the first version as well: other batches may have other versions
  const caseKeys = new Set([...messages.map(({ case_key }) => case_key), ...rootCaseKeys]);
  await lockCases(trx, sponsorKey, [...caseKeys], { wait: true });
  const found = await findCasesOf(trx, batch);
  const to = receiverRefOf(catalogue, batch);
  const sent = await findEarlier(trx, { sponsorKey, rootCaseKeys, environment, ...to });
  return found.map((one) => ({
    one,
    sent: (sent.get(one.root_case_key) ?? []).filter(
      ({ batchKey, state }) => batchKey !== batch.batch_key && state !== 'rejected',
    ),
  }));
}

type LockedReport = Awaited<ReturnType<typeof lockReports>>[number];

/** Throws 409 SUBMISSION_CHANGED with the numbers of the cases whose reports may not be sent any more. */
function refuseOutdated(
  reports: readonly LockedReport[],
  isOutdated: (report: LockedReport) => boolean,
): void {
  const outdated = reports.filter(isOutdated).map(({ one }) => one.case_no);
  if (outdated.length > 0) throw submissionChanged(outdated);
}

async function requireNewest(trx: Trx, deps: CatalogueWorld, batch: Batch): Promise<void> {
  refuseOutdated(
    await lockReports(trx, deps, batch),
    ({ one, sent }) => one.del_flag === 'Y' || sent.some(({ versionNo }) => versionNo >= one.version_no),
  );
}

/** Nobody gets what is masked for them by now, whatever was frozen. */
async function requireMasked(trx: Trx, { catalogue }: CatalogueWorld, batch: Batch): Promise<void> {
  if (await isUnmasked(trx, catalogue, batch)) throw submissionMasked(batch.receiver);
}

/** A batch that was confirmed before is sent again whatever became of its sender since. */
async function requireSender(trx: Trx, user: SessionUser, { sender_key }: Batch): Promise<void> {
  if (!(await isSenderUsable(trx, user, sender_key))) throw submissionSenderGone();
}

async function requireUnchanged(
  trx: Trx,
  deps: CatalogueWorld,
  user: SessionUser,
  { batch, cases }: { batch: Batch; cases: number },
): Promise<void> {
  const reports = await lockReports(trx, deps, batch);
  const caseKeys = reports.map(({ one }) => one.case_key);
  const visible = await keysInScope(trx, batch.sponsor_key, user, caseKeys);
  const hidden = caseKeys.find((caseKey) => !visible.has(caseKey));
  if (hidden !== undefined) throw caseNotFound(hidden);
  if (reports.length !== cases) throw submissionStale();
  refuseOutdated(reports, ({ one, sent }) => {
    const isSame = one.version_time?.getTime() === one.retrieved_at.getTime();
    const isSentElsewhere = sent.some(({ caseKey }) => caseKey === one.case_key);
    return !isSame || !one.latest || one.del_flag === 'Y' || isSentElsewhere;
  });
}

async function auditSubmission(
  trx: Trx,
  deps: CommandWorld,
  author: Commander,
  { batch, at, meaning }: { batch: Batch; at: Date; meaning: string | null },
): Promise<void> {
  for (const message of await findMessages(trx, batch)) {
    const { case_key: caseKey, root_case_key: rootCaseKey, kind } = message;
    const chain = caseChain(batch.sponsor_key, rootCaseKey);
    const signature = meaning === null ? undefined : await signatureUnder(trx, chain, meaning);
    const saveNo = await appendChange(trx, deps, author, { ...chain, caseKey, at }, [
      caseEntry(
        'submitted',
        `${batch.receiver} (${kind}, ${batch.batch_number})`,
        signature ? SUBMISSION : '',
        null,
        signature,
      ),
    ]);
    if (signature)
      await insertSignature(trx, message, {
        ...signature,
        statusId: SUBMISSION,
        saveNo,
        user: author.user,
        at,
      });
  }
}

/**
 * For batches by hand, and where neither the product nor the receiver knows. Throws 422 HAND_OVER_TIME for a time at which the
 * file cannot have been handed over.
 */
export const decideHandOver = (
  deps: CommandWorld,
  commander: Commander,
  { handedOver, at: given, comments }: BodyOf<typeof noteHandOver>,
): Promise<void> =>
  command(deps, commander, async ({ send, trx, batch: seen, at }) => {
    await lockProcess(trx, seen.sponsor_key, seen.process_key);
    const batch = await visibleBatch(trx, commander.user, commander.batchKey);
    const sentAt = handedOver && given !== undefined ? requirePossible(batch, given, at) : null;
    const { userName } = commander.user;
    await appendEvent(trx, batch, {
      type: handedOver ? 'person.handedOver' : 'person.notHandedOver',
      text: comments.trim(),
      remote_at: sentAt?.toISOString() ?? null,
      at,
      user_name: userName,
    });
    const counted = await findCounted(trx, batch);
    // nobody but users knows: who was wrong corrects it
    if (sentAt !== null && batch.transport === 'byHand' && batch.sent_at !== null)
      await updateBatch(trx, batch, { sent_at: sentAt });
    else
      await send(
        handedOver
          ? { type: 'person.handedOver', ...(sentAt && { at: sentAt.toISOString() }) }
          : { type: 'person.notHandedOver' },
      );
    const status = { old_status: null, new_status: null };
    await appendRevision(trx, batch, { comment: comments.trim(), ...status, at, user_name: userName });
    await refreshCases(trx, deps, batch, { counted, at });
  });

/** Users tell minutes. */
const MINUTE_MS = 60_000;

/** What was not there yet cannot have been handed over, nor what the receiver has answered already. */
function requirePossible({ frozen_at, answered_at }: Batch, given: string, now: Date): Date {
  const time = new Date(given);
  if (time > (answered_at ?? now) || time.getTime() + MINUTE_MS <= (frozen_at?.getTime() ?? 0))
    throw handOverTime();
  return time;
}
