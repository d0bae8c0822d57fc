/** Reads the files of a run, and proposes a decision for each message. Nothing is written to cases. */
import { UnreadableXml, type ReadMessage } from '../../shared/e2b/index.ts';
import type { SessionUser } from '../http/session.ts';
import { receivedEnvelope } from '../messages/envelope.ts';
import { inSponsor, readInSponsor } from '../storage/database.ts';
import type { CaseWorld } from '../whole-case/caseThread.ts';
import { batchRow } from './batchRow.ts';
import { faultOf } from './faultOf.ts';
import {
  deleteMessages,
  deleteReading,
  insertBatch,
  insertMessages,
  updateBatch,
  type NewMessage,
  type RunRef,
} from './importRun.store.ts';
import { messageResult } from './messageResult.ts';
import { proposeDecision } from './proposeDecision.ts';
import { bareReports, requireMessages } from './readBatch.ts';
import { runMemory } from './runMemory.ts';
import { eachXmlFile, type RunFile, type RunXmlFile } from './runFiles.ts';
import type { RunProgress } from './runProgress.ts';

export interface RunWork {
  world: CaseWorld;
  user: SessionUser;
  run: RunRef;
  files: readonly RunFile[];
  /** for what memory does not hold */
  folder: string;
  progress: RunProgress;
}

/** Messages of one transaction. */
const PORTION = 25;

/** An earlier attempt that ended with its process is replaced. */
export async function readRun(work: RunWork): Promise<void> {
  const { world, user, run, files, progress } = work;
  await inSponsor(world.db, run.sponsorKey, (trx) => deleteReading(trx, run));
  const proposals = { world, user, memory: runMemory() };
  let seq = 0;
  await eachXmlFile({ files, progress }, async (file) => {
    if ('fault' in file) {
      await begin(work, file, null);
      seq += 1;
      await store(work, [unreadable(work, file, seq, file.fault)]);
      return;
    }
    const first = seq;
    try {
      seq = await readBatch(work, file, proposals, seq);
    } catch (error) {
      if (!(error instanceof UnreadableXml)) throw error;
      proposals.memory.forget(file.batchNo);
      seq = first + 1;
      await replaceByFault(work, file, seq, faultOf(file, error));
    }
  });
}

/** Returns the number of its last message. */
async function readBatch(
  work: RunWork,
  file: RunXmlFile,
  proposals: Parameters<typeof proposeDecision>[1],
  before: number,
): Promise<number> {
  const { world, folder, run, progress } = work;
  const reports = bareReports({ world, folder, progress: file }, file);
  const waiting: ReadMessage[] = [];
  let seq = before;
  const propose = async (): Promise<void> => {
    const messages = waiting.splice(0);
    const rows: NewMessage[] = [];
    // reading is not repeated, as a transaction that writes may be: each message is remembered once
    await readInSponsor(world.db, run.sponsorKey, async (trx) => {
      for (const message of messages) {
        seq += 1;
        const numbered = { message, seq, batchNo: file.batchNo };
        rows.push({
          ...keysOf(work, file, seq),
          ...messageResult(world.catalogue, message, message.content, world.clock.now()),
          ...(await proposeDecision(trx, proposals, numbered)),
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
  const { residue } = requireMessages(next.value);
  await inSponsor(world.db, run.sponsorKey, (trx) =>
    updateBatch(trx, { ...run, batchNo: file.batchNo }, { residue: JSON.stringify(residue) }),
  );
  return seq;
}

/** Stores a batch by its first message, which has the envelope. */
const begin = (
  { world, run }: RunWork,
  { batchNo, fileNo, name }: Pick<RunXmlFile, 'batchNo' | 'fileNo' | 'name'>,
  first: ReadMessage | null,
): Promise<unknown> =>
  inSponsor(world.db, run.sponsorKey, (trx) =>
    insertBatch(trx, {
      sponsor_key: run.sponsorKey,
      run_key: run.runKey,
      batch_no: batchNo,
      file_no: fileNo,
      file_name: name,
      form: first?.form ?? null,
      ...(first && batchRow({ envelope: receivedEnvelope(world.catalogue, first.content), residue: [] })),
    }),
  );

const store = ({ world, run }: RunWork, rows: readonly NewMessage[]): Promise<void> =>
  inSponsor(world.db, run.sponsorKey, (trx) => insertMessages(trx, rows));

/** A file that cannot be read to its end brings nothing; its envelope stays, for the answer to its sender. */
const replaceByFault = (work: RunWork, file: RunXmlFile, seq: number, fault: string): Promise<void> =>
  inSponsor(work.world.db, work.run.sponsorKey, async (trx) => {
    await deleteMessages(trx, { ...work.run, batchNo: file.batchNo });
    await insertBatch(trx, {
      sponsor_key: work.run.sponsorKey,
      run_key: work.run.runKey,
      batch_no: file.batchNo,
      file_no: file.fileNo,
      file_name: file.name,
      form: null,
    });
    await insertMessages(trx, [unreadable(work, file, seq, fault)]);
  });

const keysOf = ({ run }: RunWork, { batchNo }: Pick<RunXmlFile, 'batchNo'>, seq: number) => ({
  sponsor_key: run.sponsorKey,
  run_key: run.runKey,
  batch_no: batchNo,
  seq,
});

const unreadable = (
  work: RunWork,
  file: Pick<RunXmlFile, 'batchNo'>,
  seq: number,
  fault: string,
): NewMessage => ({
  ...keysOf(work, file, seq),
  message_no: 0,
  proposal: 'refused',
  fault,
});
