/** Imports in two steps: files are sent and read, messages are decided about and imported. */
import type {
  BodyOf,
  DataOf,
  decideImportMessages,
  IMPORT_COMMANDS,
  ImportRun,
  listImportRuns,
} from '../../../shared/contract/index.ts';
import { MAX_IMPORT_FILES } from '../../../shared/contract/index.ts';
import type { CaseImportContext } from '../../../machines/case-import/caseImport.machine.ts';
import { storable } from '../../audit/storable.ts';
import { CASE_IMPORT, expiryOf } from '../../case-import/caseImport.process.ts';
import { endUnchosen, updateDecision } from '../../case-import/chosenMessages.store.ts';
import { earlierImport } from '../../case-import/earlierImport.ts';
import {
  findFiles,
  findOpenRuns,
  findRun,
  findSameFiles,
  insertFile,
  insertRun,
  updateFile,
  updateRun,
  type RunRef,
  type StoredMessage,
  type StoredRun,
} from '../../case-import/importRun.store.ts';
import { findByNumber } from '../../cases/record/caseByNumber.store.ts';
import { nextNumber } from '../../cases/record/case.store.ts';
import type { ConfigWorld } from '../../config.ts';
import type { FilesWorld } from '../../files/fileStore.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Upload } from '../../http/upload.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { UuidWorld } from '../../ports/uuid.ts';
import {
  decisionRefused,
  importGoneOn,
  importNotFound,
  notFound,
  nothingToImport,
  tooManyImportFiles,
} from '../../problems.ts';
import { applyEvent, startProcess } from '../../processes/applyEvent.ts';
import { findProcess } from '../../processes/process.store.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { senderFor } from './caseImport.service.ts';
import { choicesOf } from './importMessages.service.ts';
import { countMessages, findJobProgress, lockMessages } from './importRuns.store.ts';
import { ownRun } from './ownRun.ts';

type World = ClockWorld & ConfigWorld & DatabaseWorld & UuidWorld;

/** Throws 404 IMPORT_NOT_FOUND, 409 IMPORT_GONE_ON when the files are read already, 422 TOO_MANY_IMPORT_FILES. */
export async function addFile(
  deps: World & FilesWorld,
  { user, senderKey }: { user: SessionUser; senderKey: number | null },
  runKey: string,
  upload: Upload,
): Promise<ImportRun> {
  const { sponsorKey, userKey, userId, userName } = user;
  const sender_key = await senderFor(deps, { user, senderKey });
  const file_key = await deps.files.putFile(upload.path);
  const at = deps.clock.now();
  return inSponsor(deps.db, sponsorKey, async (trx) => {
    const { isNew } = await startProcess(trx, CASE_IMPORT, {
      sponsorKey,
      processKey: runKey,
      input: { expiresAt: expiryOf(deps) },
      at,
      userKey,
    });
    if (isNew)
      await insertRun(trx, {
        sponsor_key: sponsorKey,
        run_key: runKey,
        user_key: userKey,
        user_id: userId,
        user_name: userName,
        sender_key,
        state: 'receiving',
        at,
      });
    const run = await ownRun(trx, user, runKey);
    if (run.stored.state !== 'receiving') throw importGoneOn();
    const files = await findFiles(trx, run);
    if (files.length >= MAX_IMPORT_FILES) throw tooManyImportFiles(MAX_IMPORT_FILES);
    await insertFile(trx, {
      sponsor_key: sponsorKey,
      run_key: runKey,
      file_no: files.length + 1,
      file_name: storable(upload.fileName),
      file_key,
      size: upload.size,
    });
    return runOf(trx, run, run.stored);
  });
}

/** Throws 404 IMPORT_NOT_FOUND. */
export const detail = ({ db }: World, user: SessionUser, runKey: string): Promise<ImportRun> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const { stored, ...run } = await ownRun(trx, user, runKey);
    return runOf(trx, run, stored);
  });

export const openRuns = ({ db }: World, user: SessionUser): Promise<DataOf<typeof listImportRuns>> =>
  inSponsor(db, user.sponsorKey, async (trx) => {
    const { sponsorKey, userKey } = user;
    const runs = [];
    for (const stored of await findOpenRuns(trx, sponsorKey, userKey))
      runs.push(await runOf(trx, { sponsorKey, runKey: stored.run_key }, stored));
    return { runs };
  });

/** Reads the files, or reads them again. Throws 404 IMPORT_NOT_FOUND, 409 IMPORT_GONE_ON. */
export const read = (deps: World, user: SessionUser, runKey: string): Promise<ImportRun> =>
  inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const { stored } = await ownRun(trx, user, runKey);
    const isAgain = stored.state === 'failed' || stored.state === 'deciding';
    if (!isAgain && stored.state !== 'receiving') throw importGoneOn();
    return after(await tell(trx, deps, user, { runKey, type: isAgain ? 'import.retried' : 'files.sent' }));
  });

const EVENTS = {
  cancel: 'import.cancelled',
  continue: 'import.retried',
  close: 'import.closed',
} as const satisfies Record<(typeof IMPORT_COMMANDS)[number], string>;

/** Null: nothing is left of the import. Throws 404 IMPORT_NOT_FOUND, 409 IMPORT_GONE_ON. */
export const command = (
  deps: World,
  user: SessionUser,
  { runKey, command: name }: { runKey: string; command: (typeof IMPORT_COMMANDS)[number] },
): Promise<ImportRun | null> =>
  inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const { stored } = await ownRun(trx, user, runKey);
    if (name === 'continue' && stored.state !== 'stopped') throw importGoneOn();
    return tell(trx, deps, user, { runKey, type: EVENTS[name] });
  });

/** Throws 404 IMPORT_NOT_FOUND, 409 IMPORT_GONE_ON, 422 NOTHING_TO_IMPORT. */
export const confirm = (deps: World, user: SessionUser, runKey: string): Promise<ImportRun> =>
  inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const { stored, ...run } = await ownRun(trx, user, runKey);
    if (stored.state !== 'deciding') throw importGoneOn();
    const { chosen } = await countMessages(trx, run);
    if (chosen === 0) throw nothingToImport();
    for (const file of await findFiles(trx, run))
      await updateFile(trx, file, { data_key: await nextNumber(trx, user.sponsorKey, 'data') });
    await updateRun(trx, run, { confirmed_at: deps.clock.now() });
    await endUnchosen(trx, run);
    return after(await tell(trx, deps, user, { runKey, type: 'import.confirmed' }));
  });

/** Throws 404 IMPORT_NOT_FOUND, NOT_FOUND, 409 IMPORT_GONE_ON, 422 DECISION_REFUSED. */
export const decide = (
  deps: World,
  user: SessionUser,
  runKey: string,
  body: BodyOf<typeof decideImportMessages>,
): Promise<ImportRun> =>
  inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const { stored, ...run } = await ownRun(trx, user, runKey);
    if (stored.state !== 'deciding') throw importGoneOn();
    const messages = await lockMessages(trx, run, body.seqs);
    if (messages.length < body.seqs.length) throw notFound();
    const chosenRoot = body.caseNo === undefined ? null : await rootOfNumber(trx, user, body.caseNo);
    const by = { at: deps.clock.now(), userId: user.userId, userName: user.userName };
    for (const message of messages) await decideAbout(trx, run, message, { ...body, root: chosenRoot, by });
    return runOf(trx, run, stored);
  });

interface Decided extends Pick<BodyOf<typeof decideImportMessages>, 'decision' | 'reason'> {
  /** of the case that the user names; null: of the one that the message is compared with */
  root: number | null;
  by: { at: Date; userId: string; userName: string };
}

async function decideAbout(
  trx: Trx,
  run: RunRef,
  message: StoredMessage,
  { decision, reason, root, by }: Decided,
): Promise<void> {
  const { proposal, target_root, target_seq, seq } = message;
  if (choicesOf(proposal).length === 0) throw decisionRefused('import.fixed');
  const target = root === null ? { root: target_root, seq: target_seq } : { root, seq: null };
  const none = { root: null, seq: null };
  const hasTarget = target.root !== null || target.seq !== null;
  if (decision === 'proposal') {
    const isFollowUp = proposal === 'followUp' || (proposal === 'nullification' && target_root !== null);
    const back = { root: target_root, seq: target_seq };
    const proposed =
      proposal === 'new'
        ? { decision: 'new' as const, ...none }
        : isFollowUp || (proposal === 'nullification' && target_seq !== null)
          ? { decision: 'followUp' as const, ...back }
          : { decision: null, ...none };
    return void (await updateDecision(trx, { ...run, seq }, { ...proposed, decided: null }));
  }
  if (decision === 'followUp' && !hasTarget) throw decisionRefused('import.noTarget');
  await updateDecision(
    trx,
    { ...run, seq },
    { decision, ...(decision === 'followUp' ? target : none), decided: { ...by, reason: reason.trim() } },
  );
}

async function rootOfNumber(trx: Trx, user: SessionUser, caseNo: string): Promise<number> {
  const found = await findByNumber(trx, user, caseNo.trim().toLowerCase());
  if (!found || found.del_flag === 'Y') throw decisionRefused('import.unknownCase');
  return found.root_case_key;
}

/** Sends an event to the chart. Null: the run is discarded. Throws 409 IMPORT_GONE_ON where its state takes none. */
async function tell(
  trx: Trx,
  { clock, newUuid }: World,
  { sponsorKey, userKey }: SessionUser,
  { runKey, type }: { runKey: string; type: string },
): Promise<ImportRun | null> {
  const { outcome } = await applyEvent(trx, CASE_IMPORT, {
    sponsorKey,
    processKey: runKey,
    eventId: newUuid(),
    event: { type },
    at: clock.now(),
    userKey,
  });
  if (outcome === 'refused') throw importGoneOn();
  const run = { sponsorKey, runKey };
  const stored = await findRun(trx, run);
  return stored ? runOf(trx, run, stored) : null;
}

function after(run: ImportRun | null): ImportRun {
  if (!run) throw importNotFound();
  return run;
}

/** Thousandths of a job. */
const shareOf = (done: number | null, total: number | null): number => (done ?? 0) / Math.max(1, total ?? 1);

async function runOf(trx: Trx, run: RunRef, stored: StoredRun): Promise<ImportRun> {
  const { sponsorKey, runKey } = run;
  const process = await findProcess(trx, sponsorKey, runKey);
  const { expiresAt = null, error = null } = (process?.context ?? {}) as Partial<CaseImportContext>;
  const [jobKey] = Object.values(process?.tasks ?? {});
  const job = jobKey === undefined ? undefined : await findJobProgress(trx, sponsorKey, jobKey);
  const files = [];
  for (const { file_no, file_name, file_key, size, data_key } of await findFiles(trx, run)) {
    const same = await findSameFiles(trx, sponsorKey, file_key);
    files.push({
      fileNo: file_no,
      fileName: file_name,
      size,
      hash: file_key,
      earlier: same.filter((other) => other.run_key !== runKey).map(earlierImport),
      dataKey: data_key,
    });
  }
  const { messages, chosen, open, imported, not_stored, ...proposals } = await countMessages(trx, run);
  return {
    runKey,
    state: stored.state,
    at: stored.at.toISOString(),
    expiresAt: process?.deadline ? expiresAt : null,
    files,
    progress: job
      ? { share: shareOf(job.progress_done, job.progress_total), messages: Number(job.progress_note ?? 0) }
      : null,
    error,
    messages,
    proposals,
    chosen,
    open,
    imported,
    refused: not_stored,
  };
}
