/** Imports the messages of a run that were chosen, each in a transaction of its own with its outcome. */
import type { Residue } from '../../shared/e2b/index.ts';
import { inSponsor } from '../storage/database.ts';
import { Unavailable } from '../unavailable.ts';
import { isChosen, recordOutcome } from './chosenMessages.store.ts';
import type { ImportHost } from './importHost.ts';
import { acceptedPart } from './formReports.ts';
import { importMessage, type Importer } from './importMessage.ts';
import { findBatches, findMessages, isImporting, type StoredMessage } from './importRun.store.ts';
import { judgeDecision } from './judgeDecision.ts';
import { stagedReports } from './readBatch.ts';
import { readerOf, type RunWork } from './readRun.ts';
import { refused, type Outcome } from './outcome.ts';
import { eachReportFile } from './runFiles.ts';
import type { ReceivedMessage } from './receivedMessage.ts';

export interface ImportWork extends RunWork {
  senderKey: number;
  host: Pick<ImportHost, 'storeFiles' | 'notStored'>;
}

const keyOf = (batchNo: number, messageNo: number): string => `${batchNo} ${messageNo}`;

/** `schemasChanged`: others are in use by now; what is left is imported by them. */
export type ImportEnd = 'done' | 'schemasChanged';

/** Goes on behind the last message that has an outcome. */
export async function importRun(work: ImportWork): Promise<ImportEnd> {
  const { world, run, files, progress } = work;
  const { chosen, residues } = await inSponsor(world.db, run.sponsorKey, async (trx) => ({
    chosen: (await findMessages(trx, run)).filter(isChosen),
    residues: new Map((await findBatches(trx, run)).map(({ batch_no, residue }) => [batch_no, residue])),
  }));
  const waiting = new Map(
    chosen
      .filter(({ outcome }) => outcome === null)
      .map((message) => [keyOf(message.batch_no, message.message_no), message]),
  );
  progress.endMessages(chosen.length - waiting.size);
  const batches = new Set([...waiting.values()].map(({ batch_no }) => batch_no));
  let isOutdated = false;
  await eachReportFile({ files, progress }, async (file) => {
    if ('fault' in file || !batches.has(file.batchNo) || isOutdated) return;
    for await (const message of stagedReports(readerOf(work, file), file)) {
      const stored = waiting.get(keyOf(file.batchNo, message.number));
      if (!stored) continue;
      const residue = residues.get(file.batchNo) ?? [];
      isOutdated = !(await importStored(work, { stored, fileName: file.name }, message, residue));
      if (isOutdated) return;
      progress.endMessages(1);
    }
  });
  return isOutdated ? 'schemasChanged' : 'done';
}

class ImportStopped extends Error {}

/** One message that cannot be stored does not keep the others out. False: nothing became of it, other schema files are in use. */
async function importStored(
  work: ImportWork,
  { stored, fileName }: { stored: StoredMessage; fileName: string },
  message: ReceivedMessage,
  batchResidue: readonly Residue[],
): Promise<boolean> {
  const { world, user, run, senderKey, host } = work;
  const importer: Importer = { user, senderKey, requestId: run.runKey, storeFiles: host.storeFiles };
  const ref = { ...run, seq: stored.seq };
  const accepted = acceptedPart(world.catalogue.whole, message, {
    runKey: run.runKey,
    seq: stored.seq,
    accepted: stored.accepted,
  });
  try {
    const { why } = await importMessage(world, importer, {
      message: accepted,
      batchResidue,
      reason: stored.reason === null ? `Import ${fileName}` : `Import ${fileName}: ${stored.reason}`,
      judge: (trx) => judgeDecision(trx, world, user, stored, accepted),
      record: async (trx, outcome) => {
        if (outcome.why === 'schemasChanged') return;
        if (!(await isImporting(trx, run))) throw new ImportStopped('the import was stopped meanwhile');
        if (!(await recordOutcome(trx, ref, columnsOf(outcome))))
          throw new Error('another process has imported the message');
      },
    });
    return why !== 'schemasChanged';
  } catch (error) {
    // another attempt can help, or nobody wants it any more
    if (error instanceof Unavailable || error instanceof ImportStopped) throw error;
    host.notStored(message.number, error instanceof Error ? (error.stack ?? error.message) : String(error));
    await inSponsor(world.db, run.sponsorKey, (trx) =>
      recordOutcome(trx, ref, columnsOf(refused('notStored'))),
    );
    return true;
  }
}

const columnsOf = ({ outcome, caseKey, caseNo, why, whyItems }: Outcome) => ({
  outcome,
  case_key: caseKey,
  case_no: caseNo,
  why,
  why_items: [...whyItems],
});
