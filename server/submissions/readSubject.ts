/** Reads a case of a batch as the receiver gets it, with what the checks compare it with. */
import type { ReceiverRoute } from '../../schemas/compile/sources.types.ts';
import type { CaseToWrite } from '../../shared/e2b/index.ts';
import type { CaseRecord } from '../cases/record/case.store.ts';
import { findVisibleCases } from '../cases/record/caseAccess.ts';
import { readCaseContent, readResidue } from '../cases/record/readCase.store.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { ReadableFiles } from '../files/fileStore.ts';
import type { SessionUser } from '../http/session.ts';
import { prepareCase } from '../messages/composeBatch.ts';
import { findEditors } from '../presence/editors.store.ts';
import { addressOfCase } from '../receivers/addressOfCase.ts';
import type { Trx } from '../storage/database.ts';
import type { Batch, Message } from './batch.store.ts';
import type { CheckSubject } from './checks/subject.ts';
import { findApproved } from './check.store.ts';
import { findEarlier, findUnsentBatches, receiverRefOf } from './earlier.store.ts';

export interface SubjectReader {
  batch: Batch;
  catalogue: CatalogueSource;
  user: SessionUser;
  now: Date;
  /** items that the receiver gets masked */
  masked: ReadonlySet<string>;
  /** to the receiver, where its record does not name it */
  routes: readonly ReceiverRoute[];
}

export interface ReadSubject {
  subject: CheckSubject;
  /** receiver of the batch that the case is for */
  batchReceiver: string;
  toWrite: CaseToWrite;
  messageNumber: string;
}

/** What is known of all cases of a batch, each read at once. */
export interface Surroundings {
  visible: ReadonlyMap<number, CaseRecord>;
  earlier: Awaited<ReturnType<typeof findEarlier>>;
  unsent: ReadonlyMap<number, readonly number[]>;
  editors: ReadonlyMap<number, readonly string[]>;
  approved: ReadonlySet<number>;
}

/** Reads it. */
export async function readSurroundings(
  trx: Trx,
  { catalogue, batch, user, now }: Pick<SubjectReader, 'catalogue' | 'batch' | 'user' | 'now'>,
  messages: readonly Message[],
): Promise<Surroundings> {
  const { sponsor_key: sponsorKey, environment } = batch;
  const to = receiverRefOf(catalogue, batch);
  const caseKeys = messages.map(({ case_key }) => case_key);
  const visible = await findVisibleCases(trx, user, caseKeys);
  const rootCaseKeys = [...visible.values()].map(({ root_case_key }) => root_case_key);
  return {
    visible,
    earlier: await findEarlier(trx, { sponsorKey, rootCaseKeys, environment, ...to }),
    unsent: await findUnsentBatches(trx, { sponsorKey, caseKeys, environment, ...to }),
    editors: await findEditors(trx, { sponsorKey, caseKeys, userKey: user.userKey }, now),
    approved: await findApproved(trx, sponsorKey, caseKeys),
  };
}

/** Null: the user may not see the case. */
export async function readSubject(
  trx: Trx,
  { files }: { files: ReadableFiles },
  { reader, around }: { reader: SubjectReader; around: Surroundings },
  { seq, case_key: caseKey }: Message,
): Promise<ReadSubject | null> {
  const { batch, catalogue, user, masked, routes } = reader;
  const found = around.visible.get(caseKey);
  if (!found) return null;
  const { sponsor_key: sponsorKey } = found;
  const stored = {
    caseNo: found.case_no,
    content: await readCaseContent(trx, sponsorKey, caseKey),
    residue: await readResidue(trx, sponsorKey, caseKey),
  };
  const address = addressOfCase(
    catalogue,
    {
      ...batch,
      name: batch.receiver,
      batchId: batch.batch_receiver,
      messageId: batch.message_receiver,
      routes,
    },
    stored.content,
  );
  const { toWrite, messageNumber, withheld, withheldElements } = prepareCase(catalogue, stored, {
    region: batch.region,
    notation: batch.notation,
    masked,
    user,
    envelope: {
      batchNumber: batch.batch_number,
      batchSender: batch.sender_id,
      messageSender: batch.sender_id,
      batchReceiver: address.batch,
      messageReceiver: address.message,
    },
  });
  const isOther = (batchKey: number) => batchKey !== batch.batch_key;
  return {
    toWrite,
    messageNumber,
    batchReceiver: address.batch,
    subject: {
      seq,
      found,
      content: toWrite,
      caseNumber: messageNumber,
      earlier: (around.earlier.get(found.root_case_key) ?? []).filter(({ batchKey }) => isOther(batchKey)),
      otherBatches: (around.unsent.get(caseKey) ?? []).filter(isOther),
      editors: around.editors.get(caseKey) ?? [],
      isApproved: around.approved.has(caseKey),
      withheld,
      withheldElements,
      missingFiles: await missingFiles(files, toWrite),
    },
  };
}

async function missingFiles(files: ReadableFiles, { values }: CaseToWrite): Promise<string[]> {
  const missing: string[] = [];
  for (const { properties } of values)
    if (properties?.fileKey !== undefined && !(await files.has(properties.fileKey)))
      missing.push(properties.fileName ?? properties.fileKey);
  return missing;
}
