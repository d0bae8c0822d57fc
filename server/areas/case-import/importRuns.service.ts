/** Imports in two steps: files are sent, read, imported, stopped and continued. */
import type { DataOf, IMPORT_COMMANDS, ImportRun, listImportRuns } from '../../../shared/contract/index.ts';
import { MAX_IMPORT_FILES } from '../../../shared/contract/index.ts';
import { storable } from '../../../shared/text/storable.ts';
import { CASE_IMPORT, expiryOf } from '../../case-import/caseImport.process.ts';
import { endUnchosen } from '../../case-import/chosenMessages.store.ts';
import {
  findFiles,
  findOpenRuns,
  findRun,
  insertFile,
  insertRun,
  updateFile,
  updateRun,
} from '../../case-import/importRun.store.ts';
import { nextNumber } from '../../cases/record/case.store.ts';
import { isSenderUsable } from '../../cases/record/senderOfNewCase.ts';
import type { ConfigWorld } from '../../config.ts';
import type { FilesWorld } from '../../files/fileStore.ts';
import type { SessionUser } from '../../http/session.ts';
import type { Upload } from '../../http/upload.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { UuidWorld } from '../../ports/uuid.ts';
import {
  importGoneOn,
  importNotFound,
  importSenderGone,
  nothingToImport,
  tooManyImportFiles,
} from '../../problems.ts';
import { applyEvent, startProcess } from '../../processes/applyEvent.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import { senderFor } from './caseImport.service.ts';
import { countMessages } from './importRuns.store.ts';
import { ownRun } from './ownRun.ts';
import { runOf } from './shownRun.ts';

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

/** Throws 404 IMPORT_NOT_FOUND, 409 IMPORT_GONE_ON, IMPORT_SENDER_GONE, 422 NOTHING_TO_IMPORT. */
export const confirm = (deps: World, user: SessionUser, runKey: string): Promise<ImportRun> =>
  inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const { stored, ...run } = await ownRun(trx, user, runKey);
    if (stored.state !== 'deciding') throw importGoneOn();
    const { chosen, new_cases, open } = await countMessages(trx, run);
    // where nothing is left to decide, the senders are answered that nothing is stored
    if (chosen === 0 && open > 0) throw nothingToImport();
    if (new_cases > 0) await requireSender(trx, user, stored.sender_key);
    for (const file of await findFiles(trx, run))
      await updateFile(trx, file, { data_key: await nextNumber(trx, user.sponsorKey, 'data') });
    await updateRun(trx, run, { confirmed_at: deps.clock.now() });
    await endUnchosen(trx, run);
    return after(await tell(trx, deps, user, { runKey, type: 'import.confirmed' }));
  });

/** `senderKey`: null in an import that a former release began. Throws 409 IMPORT_SENDER_GONE. */
async function requireSender(trx: Trx, user: SessionUser, senderKey: number | null): Promise<void> {
  if (senderKey === null || !(await isSenderUsable(trx, user, senderKey))) throw importSenderGone();
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
