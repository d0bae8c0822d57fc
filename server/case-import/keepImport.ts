/** Keeps what became of the messages of an import in one step. */
import { storable } from '../../shared/text/storable.ts';
import { nextNumber } from '../cases/record/case.store.ts';
import type { SessionUser } from '../http/session.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import { inSponsor, type DatabaseWorld } from '../storage/database.ts';
import {
  insertBatch,
  insertFile,
  insertMessages,
  insertRun,
  type NewBatch,
  type NewMessage,
} from './importRun.store.ts';
import type { BatchResult, ImportedMessage } from './importReportFile.ts';
import { batchRow } from './batchRow.ts';

export interface FinishedImport {
  user: SessionUser;
  senderKey: number;
  fileName: string;
  fileKey: string;
  size: number;
  batches: readonly BatchResult[];
}

/** Stores the result under the next number of the history, and returns that. */
export function keepImport(
  { db, clock, newUuid }: DatabaseWorld & ClockWorld & UuidWorld,
  { user, senderKey, fileName, fileKey, size, batches }: FinishedImport,
): Promise<number> {
  const { sponsorKey, userKey, userId, userName } = user;
  const runKey = newUuid();
  const run = { sponsor_key: sponsorKey, run_key: runKey };
  const at = clock.now();
  return inSponsor(db, sponsorKey, async (trx) => {
    const dataKey = await nextNumber(trx, sponsorKey, 'data');
    await insertRun(trx, {
      ...run,
      user_key: userKey,
      user_id: userId,
      user_name: userName,
      sender_key: senderKey,
      state: 'done',
      at,
      confirmed_at: at,
      ended_at: at,
    });
    const file = { file_no: 1, data_key: dataKey, file_name: storable(fileName), file_key: fileKey, size };
    await insertFile(trx, { ...run, ...file });
    const messages: NewMessage[] = [];
    for (const [index, batch] of batches.entries()) {
      const batch_no = index + 1;
      await insertBatch(trx, rowOf({ ...run, batch_no, file_no: 1, file_name: batch.fileName }, batch));
      const rows = 'fault' in batch ? [unreadable(batch.fault)] : batch.messages.map(messageRow);
      messages.push(...rows.map((row, at) => ({ ...run, batch_no, seq: messages.length + at + 1, ...row })));
    }
    await insertMessages(trx, messages);
    return dataKey;
  });
}

type BatchKeys = Pick<NewBatch, 'sponsor_key' | 'run_key' | 'batch_no' | 'file_no' | 'file_name'>;
const rowOf = (keys: BatchKeys, batch: BatchResult): NewBatch =>
  'fault' in batch ? { ...keys, form: null } : { ...keys, form: batch.form, ...batchRow(batch) };

/** A message that no user has decided about. */
const messageRow = ({
  outcome: { outcome, caseKey, caseNo, why, whyItems },
  ...result
}: ImportedMessage) => ({
  ...result,
  outcome,
  case_key: caseKey,
  case_no: caseNo,
  why,
  why_items: [...whyItems],
  fault: null,
});

const unreadable = (fault: string): Omit<NewMessage, 'sponsor_key' | 'run_key' | 'batch_no' | 'seq'> => ({
  message_no: 0,
  message_number: null,
  sent_at: null,
  case_number: null,
  errors: 0,
  warnings: 0,
  details: '{}',
  outcome: 'refused',
  case_key: null,
  case_no: null,
  why: null,
  why_items: [],
  fault,
});
