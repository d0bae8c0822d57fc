/** Reads a case of a batch as the receiver gets it, with what the checks compare it with. */
import type { CaseToWrite } from '../../shared/e2b/index.ts';
import type { CaseRecord } from '../cases/record/case.store.ts';
import { findVisibleCase, maySee } from '../cases/record/caseAccess.ts';
import { readCaseContent, readResidue } from '../cases/record/readCase.store.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { ReadableFiles } from '../files/fileStore.ts';
import type { SessionUser } from '../http/session.ts';
import { prepareCase } from '../messages/composeBatch.ts';
import { findEditors } from '../presence/editors.store.ts';
import { Problem } from '../problems.ts';
import type { Trx } from '../storage/database.ts';
import type { Batch, Message } from './batch.store.ts';
import type { CheckSubject } from './checks/subject.ts';
import { hasApproval } from './check.store.ts';
import { findEarlier, findUnsentBatches } from './earlier.store.ts';

export interface SubjectReader {
  batch: Batch;
  catalogue: CatalogueSource;
  user: SessionUser;
  now: Date;
  /** items that the receiver gets masked */
  masked: ReadonlySet<string>;
}

export interface ReadSubject {
  subject: CheckSubject;
  toWrite: CaseToWrite;
  messageNumber: string;
}

/** Null: the user may not see the case. */
export async function readSubject(
  trx: Trx,
  { files }: { files: ReadableFiles },
  reader: SubjectReader,
  { seq, case_key: caseKey }: Message,
): Promise<ReadSubject | null> {
  const { batch, catalogue, user, now, masked } = reader;
  const found = await visibleCase(trx, user, caseKey);
  if (!found) return null;
  const { sponsor_key: sponsorKey } = found;
  const { receiver, environment } = batch;
  const stored = {
    caseNo: found.case_no,
    content: await readCaseContent(trx, sponsorKey, caseKey),
    residue: await readResidue(trx, sponsorKey, caseKey),
  };
  const { toWrite, messageNumber, withheld } = prepareCase(catalogue, stored, {
    region: batch.region,
    notation: batch.notation,
    masked,
    may: (itemId) => maySee({ catalogue }, user, itemId),
    envelope: {
      batchNumber: batch.batch_number,
      batchSender: batch.sender_id,
      messageSender: batch.sender_id,
      batchReceiver: batch.batch_receiver,
      messageReceiver: batch.message_receiver,
    },
  });
  const unsent = await findUnsentBatches(trx, { sponsorKey, caseKey, receiver });
  return {
    toWrite,
    messageNumber,
    subject: {
      seq,
      found,
      content: toWrite,
      caseNumber: messageNumber,
      earlier: (
        await findEarlier(trx, { sponsorKey, rootCaseKey: found.root_case_key, receiver, environment })
      ).filter(({ batchKey }) => batchKey !== batch.batch_key),
      otherBatches: unsent.map(({ batchKey }) => batchKey).filter((key) => key !== batch.batch_key),
      editors: await findEditors(trx, { sponsorKey, caseKey, userKey: user.userKey }, now),
      isApproved: await hasApproval(trx, sponsorKey, caseKey),
      withheld,
      missingFiles: await missingFiles(files, toWrite),
    },
  };
}

async function visibleCase(trx: Trx, user: SessionUser, caseKey: number): Promise<CaseRecord | null> {
  try {
    return await findVisibleCase(trx, user, caseKey);
  } catch (error) {
    if (error instanceof Problem && error.errCode === 'CASE_NOT_FOUND') return null;
    throw error;
  }
}

async function missingFiles(files: ReadableFiles, { values }: CaseToWrite): Promise<string[]> {
  const missing: string[] = [];
  for (const { properties } of values)
    if (properties?.fileKey !== undefined && !(await files.has(properties.fileKey)))
      missing.push(properties.fileName ?? properties.fileKey);
  return missing;
}
