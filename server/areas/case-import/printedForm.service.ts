/** The values of a printed form that is imported: shown beside its pages, and accepted or refused by a person. */
import { createWriteStream } from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BodyOf, checkPrintedForm, ImportRun, PrintedForm } from '../../../shared/contract/index.ts';
import { addressKey, rowPathOf } from '../../../shared/case/itemAddress.ts';
import { printedValue } from '../../../shared/reports/printedValue.ts';
import type { FormProposal } from '../../../shared/report-reading/sheet.types.ts';
import { updateChecked, updateDecision } from '../../case-import/chosenMessages.store.ts';
import { visibleDetails } from '../../case-import/importDetail.ts';
import { bytesOf } from '../../case-import/formReports.ts';
import { findBatches, findFiles, type RunRef } from '../../case-import/importRun.store.ts';
import { decisionOf, UNCHECKED } from '../../case-import/proposeDecision.ts';
import { withReportFiles } from '../../case-import/reportFiles.ts';
import { maySee } from '../../cases/record/caseAccess.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { FilesWorld } from '../../files/fileStore.ts';
import type { FileAnswer } from '../../http/fileAnswer.ts';
import type { SessionUser } from '../../http/session.ts';
import type { UploadsWorld } from '../../http/upload.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import { decisionRefused, importGoneOn, notFound } from '../../problems.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../../storage/database.ts';
import type { Reader } from './importMessages.service.ts';
import { findShownMessage, lockMessages } from './importRuns.store.ts';
import { ownRun } from './ownRun.ts';
import { runOf } from './shownRun.ts';

interface MessageRef {
  runKey: string;
  seq: number;
}

/** Throws 404 IMPORT_NOT_FOUND, NOT_FOUND. */
export const printedForm = (
  deps: CatalogueWorld & DatabaseWorld,
  reader: Reader,
  { runKey, seq }: MessageRef,
): Promise<PrintedForm> =>
  inSponsor(deps.db, reader.user.sponsorKey, async (trx) => {
    const run = await ownRun(trx, reader.user, runKey);
    const message = await findShownMessage(trx, run, seq);
    if (!message?.printed) throw notFound();
    const { printed, accepted, accepted_at: at, accepted_name: userName } = message;
    return {
      fileName: message.file_name,
      values: printed
        .filter(({ itemId }) => maySee(deps, reader.user, itemId))
        .map((proposal) => ({
          ...shownProposal(deps, reader, proposal),
          accepted: accepted && accepted.includes(addressKey(proposal)),
        })),
      unread: visibleDetails(deps, { ...reader, isImporter: true }, message).residue,
      checked: at && { userName: userName ?? '', at: at.toISOString() },
    };
  });

function shownProposal(
  { catalogue: { whole, codeLists } }: CatalogueWorld,
  { language }: Reader,
  proposal: FormProposal,
): Omit<PrintedForm['values'][number], 'accepted'> {
  const { itemId, box, text, spots, value, nullFlavor } = proposal;
  const item = whole.items[itemId];
  const world = { codeLists, termOf: () => undefined, options: { language, notation: false } };
  return {
    key: addressKey(proposal),
    itemId,
    label: item?.label[language] ?? itemId,
    rows: [...rowPathOf(proposal, item?.groups.length ?? 0)],
    box,
    text,
    shown: item ? printedValue(world, item, { value, nullFlavor, notation: null }) : '',
    spots: [...spots],
  };
}

/** Throws 404 IMPORT_NOT_FOUND, NOT_FOUND, 409 IMPORT_GONE_ON, 422 DECISION_REFUSED. */
export const check = (
  deps: CatalogueWorld & ClockWorld & DatabaseWorld,
  user: SessionUser,
  { runKey, seq }: MessageRef,
  body: BodyOf<typeof checkPrintedForm>,
): Promise<ImportRun> =>
  inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const { stored, ...run } = await ownRun(trx, user, runKey);
    if (stored.state !== 'deciding') throw importGoneOn();
    const [message] = await lockMessages(trx, run, [seq]);
    if (!message?.printed) throw notFound();
    const { proposal, target_root: root, target_seq: targetSeq, accepted, decided_at, why } = message;
    if (proposal === null || proposal === 'refused') throw decisionRefused('import.fixed');
    // what the user does not see cannot be accepted
    const seen = message.printed.filter(({ itemId }) => maySee(deps, user, itemId)).map(addressKey);
    await updateChecked(
      trx,
      { ...run, seq },
      {
        accepted: body.accepted.filter((key) => seen.includes(key)),
        at: deps.clock.now(),
        userName: user.userName,
        why: why === UNCHECKED ? null : why,
      },
    );
    // the proposal holds from now on; a decision of a user stays
    if (accepted === null && decided_at === null) {
      const decision = decisionOf(proposal, root !== null || targetSeq !== null);
      const target = decision === 'followUp' ? { root, seq: targetSeq } : { root: null, seq: null };
      await updateDecision(trx, { ...run, seq }, { decision, ...target, stays: [], decided: null });
    }
    return runOf(trx, run, stored);
  });

/** The PDF of a form, also one in an archive. Throws 404 IMPORT_NOT_FOUND, NOT_FOUND. */
export async function formFile(
  deps: DatabaseWorld & FilesWorld & UploadsWorld,
  user: SessionUser,
  { runKey, seq }: MessageRef,
): Promise<FileAnswer> {
  const found = await inSponsor(deps.db, user.sponsorKey, async (trx) => {
    const run = await ownRun(trx, user, runKey);
    return placeOf(trx, run, seq);
  });
  const content = found && (await deps.files.stream(found.file.file_key));
  if (!found || !content) throw notFound();
  return deps.uploads.folders.use(async (folder) => {
    const { file_name: fileName, size } = found.file;
    const path = join(folder, 'file');
    await pipeline(content, createWriteStream(path));
    return withReportFiles({ fileName, path, size: size ?? 0 }, async (entries) => {
      const form = entries[found.index];
      if (!form) throw notFound();
      const body = await bytesOf(form.source());
      return { fileName: basename(form.name), mediaType: 'application/pdf', body };
    });
  });
}

/** The file that was sent, and which of its files the form is: batches are numbered in their order. */
async function placeOf(trx: Trx, run: RunRef, seq: number) {
  const message = await findShownMessage(trx, run, seq);
  if (!message?.printed) throw notFound();
  const batches = await findBatches(trx, run);
  const fileNo = batches.find(({ batch_no }) => batch_no === message.batch_no)?.file_no;
  const index = batches
    .filter(({ file_no }) => file_no === fileNo)
    .findIndex(({ batch_no }) => batch_no === message.batch_no);
  const file = (await findFiles(trx, run)).find(({ file_no }) => file_no === fileNo);
  return file && { file, index };
}
