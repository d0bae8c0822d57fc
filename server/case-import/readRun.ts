/** Reads the files of a run, and proposes a decision for each message. Nothing is written to cases. */
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { UnreadableXml, type ReadEnvelope } from '../../shared/e2b/index.ts';
import { isSameContent, mergeSheets } from '../../shared/import/sheets/mergeSheets.ts';
import { maySee } from '../cases/record/caseAccess.ts';
import { findCase, findNewestVersion } from '../cases/record/case.store.ts';
import { readCaseContent } from '../cases/record/readCase.store.ts';
import type { SessionUser } from '../http/session.ts';
import { receivedEnvelope } from '../messages/envelope.ts';
import { inSponsor, readInSponsor, type Trx } from '../storage/database.ts';
import type { CaseWorld } from '../whole-case/caseThread.ts';
import { batchRow } from './batchRow.ts';
import { faultOf } from './faultOf.ts';
import {
  addBatchResidue,
  deleteMessages,
  insertBatch,
  insertMessages,
  updateBatch,
  type NewMessage,
  type RunRef,
} from './importRun.store.ts';
import { messageChecker, type MessageChecker } from './messageChecker.ts';
import { messageResult } from './messageResult.ts';
import { proposeDecision, type ProposalRow } from './proposeDecision.ts';
import { bareReports, envelopeOf, requireMessages } from './readBatch.ts';
import { runDuplicates } from './runDuplicates.ts';
import { runMemory } from './runMemory.ts';
import { eachReportFile, type RunFile, type RunReportFile } from './runFiles.ts';
import type { RunProgress } from './runProgress.ts';
import type { ReceivedMessage } from './receivedMessage.ts';
import type { BatchReader } from './batchReader.ts';

export interface RunWork {
  world: CaseWorld;
  user: SessionUser;
  run: RunRef;
  files: readonly RunFile[];
  receivedAt: Date;
  /** for what memory does not hold */
  folder: string;
  progress: RunProgress;
}

/** Messages of one transaction. */
const PORTION = 25;

/** Nothing of them was read before, or it was deleted. */
export async function readRun(work: RunWork): Promise<void> {
  const { world, user, files, progress } = work;
  const duplicates = runDuplicates((itemId) => maySee(world, user, itemId));
  const proposals = { world, user, memory: runMemory(), duplicates };
  const checker = messageChecker(world.catalogue, world.clock.now());
  let seq = 0;
  await eachReportFile({ files, progress }, async (file) => {
    if ('fault' in file) {
      await begin(work, file, null);
      seq += 1;
      await store(work, [unreadable(work, file, seq, file.fault)]);
      return;
    }
    const first = seq;
    try {
      seq = await readBatch(work, file, { proposals, checker }, seq);
    } catch (error) {
      if (!(error instanceof UnreadableXml)) throw error;
      proposals.memory.forget(file.batchNo);
      duplicates.forget(file.batchNo);
      seq = first + 1;
      const envelope = await envelopeOf(readerOf(work, file), file);
      await replaceByFault(work, file, { seq, fault: faultOf(file, error), envelope });
    }
  });
}

/** Returns the number of its last message. */
async function readBatch(
  work: RunWork,
  file: RunReportFile,
  { proposals, checker }: { proposals: Parameters<typeof proposeDecision>[1]; checker: MessageChecker },
  before: number,
): Promise<number> {
  const { world, run, progress } = work;
  const reports = bareReports(readerOf(work, file), file);
  const waiting: ReceivedMessage[] = [];
  let seq = before;
  const propose = async (): Promise<void> => {
    const messages = waiting.splice(0);
    const rows: NewMessage[] = [];
    // reading is not repeated, as a transaction that writes may be: each message is remembered once
    await readInSponsor(world.db, run.sponsorKey, async (trx) => {
      for (const message of messages) {
        seq += 1;
        const { content, proposed } = await asWhole(
          trx,
          work,
          message,
          await proposeDecision(trx, proposals, { message, seq, batchNo: file.batchNo }),
        );
        rows.push({
          ...keysOf(work, file, seq),
          ...messageResult(checker, message, content),
          ...proposed,
        });
      }
    });
    await store(work, rows);
    progress.endMessages(messages.length);
  };
  let next = await reports.next();
  await begin(work, file, next.done ? null : next.value);
  for (; !next.done; next = await reports.next()) {
    waiting.push(next.value);
    if (waiting.length === PORTION) await propose();
  }
  if (waiting.length > 0) await propose();
  const { residue, residueLines } = requireMessages(next.value);
  const batch = { ...run, batchNo: file.batchNo };
  await inSponsor(world.db, run.sponsorKey, async (trx) => {
    await updateBatch(trx, batch, { residue: JSON.stringify(residue) });
    if (residueLines.length > 0) await addBatchResidue(trx, batch, residueLines);
  });
  return seq;
}

export const readerOf = (
  { world, user, folder, receivedAt }: Pick<RunWork, 'world' | 'user' | 'folder' | 'receivedAt'>,
  progress: Pick<RunReportFile, 'count'>,
): BatchReader => ({ world, folder, progress, receivedAt, timeZone: user.timeZone });

/** A follow-up from a spreadsheet is a part of a case: what the rules check is the whole, and what changes nothing is none. */
async function asWhole(
  trx: Trx,
  { world: { catalogue }, run }: RunWork,
  { sheet, content }: ReceivedMessage,
  proposed: ProposalRow,
): Promise<{ content: CaseContent; proposed: ProposalRow }> {
  const { decision, target_root: root } = proposed;
  const first =
    sheet && decision === 'followUp' && typeof root === 'number'
      ? await findCase(trx, run.sponsorKey, root)
      : undefined;
  const newest = first && (await findNewestVersion(trx, first));
  if (!sheet || !newest) return { content, proposed };
  const known = await readCaseContent(trx, run.sponsorKey, newest.case_key);
  const merged = mergeSheets(catalogue.whole, known, { content, cleared: sheet.cleared });
  // the date of a version is that of the file
  return isSameContent(known, merged, catalogue.whole.roles['creationDate'])
    ? { content: merged, proposed: { ...proposed, ...ALREADY_IMPORTED } }
    : { content: merged, proposed };
}

const ALREADY_IMPORTED = {
  proposal: 'refused',
  why: 'alreadyImported',
  decision: null,
  decision_root: null,
} satisfies Partial<ProposalRow>;

/** Stores a batch by its first message, which has the envelope. */
const begin = (
  work: RunWork,
  file: Pick<RunReportFile, 'batchNo' | 'fileNo' | 'name'>,
  first: ReceivedMessage | null,
): Promise<unknown> =>
  inSponsor(work.world.db, work.run.sponsorKey, (trx) =>
    insertBatch(trx, newBatch(work, file, first && { form: first.form, ...first.content })),
  );

const store = ({ world, run }: RunWork, rows: readonly NewMessage[]): Promise<void> =>
  inSponsor(world.db, run.sponsorKey, (trx) => insertMessages(trx, rows));

/** A file that cannot be read to its end brings nothing; its envelope stays, for the answer to its sender. */
const replaceByFault = (
  work: RunWork,
  file: RunReportFile,
  { seq, fault, envelope }: { seq: number; fault: string; envelope: ReadEnvelope | null },
): Promise<void> =>
  inSponsor(work.world.db, work.run.sponsorKey, async (trx) => {
    await deleteMessages(trx, { ...work.run, batchNo: file.batchNo });
    await insertBatch(trx, newBatch(work, file, envelope && { ...envelope, rows: [] }));
    await insertMessages(trx, [unreadable(work, file, seq, fault)]);
  });

/** A batch with the envelope of its first message, or what is known of it. */
const newBatch = (
  { world, run }: RunWork,
  { batchNo, fileNo, name }: Pick<RunReportFile, 'batchNo' | 'fileNo' | 'name'>,
  first: ({ form: ReceivedMessage['form'] } & CaseContent) | null,
) => ({
  sponsor_key: run.sponsorKey,
  run_key: run.runKey,
  batch_no: batchNo,
  file_no: fileNo,
  file_name: name,
  form: first?.form ?? null,
  ...(first && batchRow({ envelope: receivedEnvelope(world.catalogue, first), residue: [] })),
});

const keysOf = ({ run }: RunWork, { batchNo }: Pick<RunReportFile, 'batchNo'>, seq: number) => ({
  sponsor_key: run.sponsorKey,
  run_key: run.runKey,
  batch_no: batchNo,
  seq,
});

const unreadable = (
  work: RunWork,
  file: Pick<RunReportFile, 'batchNo'>,
  seq: number,
  fault: string,
): NewMessage => ({
  ...keysOf(work, file, seq),
  message_no: 0,
  proposal: 'refused',
  fault,
});
