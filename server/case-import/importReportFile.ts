/** Imports one file of reports in one step: reads it and stores its messages. */
import type { ImportProgress } from '../../shared/contract/caseImport.ts';
import type { Residue } from '../../shared/e2b/index.ts';
import { receivedEnvelope, type ReceivedEnvelope } from '../messages/envelope.ts';
import type { ImportHost } from './importHost.ts';
import { importMessage, type Importer } from './importMessage.ts';
import { judgeByNumber, type DecidedBefore } from './knownCase.ts';
import { messageChecker } from './messageChecker.ts';
import { fingerprintOf } from './messageDifference.ts';
import { messageResult, type MessageResult } from './messageResult.ts';
import { checkBatch, stagedReports } from './readBatch.ts';
import type { ReadingProgress } from './readingProgress.ts';
import { refused, type Outcome } from './outcome.ts';
import type { ReportFile } from './reportFiles.ts';
import type { ReceivedMessage } from './receivedMessage.ts';
import type { BatchReader } from './batchReader.ts';

export interface OneStepImporter extends Importer, DecidedBefore {
  /** in the audit trail */
  reason: string;
}

export interface Reading extends BatchReader {
  host: ImportHost<ImportProgress>;
  importer: OneStepImporter;
  progress: ReadingProgress;
}

export interface ImportedMessage extends MessageResult {
  fingerprint: string;
  outcome: Outcome;
}

/** What became of a file; `fault`: where and why it cannot be read. */
export type BatchResult = { fileName: string } & (
  | {
      form: ReceivedMessage['form'];
      envelope: ReceivedEnvelope;
      residue: readonly Residue[];
      messages: readonly ImportedMessage[];
    }
  | { fault: string }
);

/** Reads the file twice: to its end first, so that a mistake behind the last message leaves nothing behind. */
export async function importReportFile(reading: Reading, file: ReportFile): Promise<BatchResult> {
  const { world, host, progress } = reading;
  const { catalogue, clock } = world;
  const { residue, residueLines } = await checkBatch(reading, file);
  const checker = messageChecker(catalogue, clock.now());
  const messages: ImportedMessage[] = [];
  let first: ReceivedMessage | undefined;
  for await (const message of stagedReports(reading, file)) {
    first ??= message;
    await host.begin();
    const { content = message.content, ...outcome } = await outcomeOf(reading, message, residue);
    const fingerprint = fingerprintOf(catalogue.whole, message);
    const shown = {
      ...message,
      residueLines: [...message.residueLines, ...(message === first ? residueLines : [])],
    };
    messages.push({ ...messageResult(checker, shown, content), fingerprint, outcome });
    progress.endMessage();
  }
  return {
    fileName: file.name,
    form: first?.form ?? 'R3',
    envelope: receivedEnvelope(catalogue, first?.content ?? { values: [], rows: [] }),
    residue,
    messages,
  };
}

/** One message that cannot be stored does not keep the others out. */
async function outcomeOf(
  { world, host, importer }: Reading,
  message: ReceivedMessage,
  batchResidue: readonly Residue[],
): Promise<Outcome> {
  if (message.sheet && message.sheet.findings.length > 0) return refused('cells');
  // nobody has seen its values
  if (message.printed) return refused('unchecked');
  try {
    return await importMessage(world, importer, {
      message,
      batchResidue,
      reason: importer.reason,
      judge: (trx) => judgeByNumber(trx, world, importer, message),
    });
  } catch (error) {
    host.notStored(message.number, error instanceof Error ? (error.stack ?? error.message) : String(error));
    return refused('notStored');
  }
}
