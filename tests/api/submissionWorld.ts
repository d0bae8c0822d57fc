/** Batches to receivers, for the tests of submissions. */
import { mkdir, rename, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  addSubmission,
  confirmSubmission,
  giveWarningReasons,
  listCases,
  readSubmission,
  readSubmissionCheck,
  saveCaseReceivers,
  saveRecord,
  uploadAnswer,
} from '../../shared/contract/index.ts';
import type { DataOf } from '../../shared/contract/call.ts';
import type { Acknowledgement } from '../../shared/submission/acknowledgement.types.ts';
import { writeAcknowledgement } from '../../shared/submission/writeAcknowledgement.ts';
import { sponsorFolder } from '../../server/submissions/transports/folderTransport.ts';
import { itemValue, LATER, type SIGNATURE, startCaseWorld, type CaseWorld } from './caseWorld.ts';
import { eventually } from './harness.ts';

/** Demo cases for tests of due reports. */
export const DUE_TO_EMA = 17;
/** It came these days, and lacks what the FDA asks for beside ICH. */
export const INCOMPLETE_FOR_FDA = 5;
const RESERVED = new Set([DUE_TO_EMA, INCOMPLETE_FOR_FDA]);

export type Batch = DataOf<typeof readSubmission>;

export interface SubmissionWorld extends CaseWorld {
  /** a demo case that no batch to the partner has yet, complete for the partner; first those that no batch has */
  nextCase: () => number;
  /** chooses the receiver of a case */
  choose: (caseKey: number, receiver: string) => Promise<void>;
  /** without waiting for the check */
  put: (caseKeys: readonly number[], more?: Record<string, unknown>) => Promise<number>;
  read: (batchKey: number, token?: string) => Promise<Batch>;
  findings: (batchKey: number) => Promise<DataOf<typeof readSubmissionCheck>['findings']>;
  until: (batchKey: number, holds: (batch: Batch) => boolean) => Promise<Batch>;
  /** checked, with a reason for each warning */
  ready: (caseKeys: readonly number[], more?: Record<string, unknown>) => Promise<Batch>;
  confirm: (
    batch: Pick<Batch, 'batchKey' | 'messages'>,
    comments?: string,
    signature?: typeof SIGNATURE,
  ) => ReturnType<typeof confirmWith>;
  /** sent by the folder, without an answer */
  sent: (caseKeys: readonly number[], more?: Record<string, unknown>) => Promise<Batch>;
  /** an acknowledgement of the batch */
  textOf: typeof textOf;
  /** puts an acknowledgement into the folder */
  answer: (batch: Batch, ack: Partial<Acknowledgement>, fileName?: string) => Promise<void>;
  /** without the folder: the answer is uploaded */
  reject: (batch: Batch) => Promise<void>;
  folder: string;
  /** of the record of the partner */
  partnerKey: number;
}

const confirmWith = (
  world: CaseWorld,
  batchKey: number,
  body: { cases: number; comments: string; signature?: typeof SIGNATURE },
) =>
  world.server.call(confirmSubmission, {
    params: { batchKey },
    body,
    token: world.second,
  });

/** A partner without a region: the rules of ICH, which all demo cases keep. */
export const PARTNER = 'Partner of submissions';

/** Answers the key of its record. */
export async function addPartner(world: CaseWorld, name: string, batchId: string): Promise<number> {
  const changes = [
    itemValue('receiverName', [], name),
    itemValue('receiverType', [], 'partner'),
    itemValue('RECEIVER_BATCH_ID', [], batchId),
  ];
  const { status, errMsg, data } = await world.server.call(saveRecord, {
    params: { sponsorKey: 1, kind: 'receiver', recordKey: 0, page: 'RV' },
    body: { reason: 'Entered', retrievedAt: LATER, changes, rows: [] } as never,
    token: world.second,
  });
  if (status !== 200) throw new Error(errMsg ?? '');
  return data.recordKey;
}

/** With a folder that only the test reads. */
export async function startSubmissionWorld(env: Record<string, string> = {}): Promise<SubmissionWorld> {
  const world = await startCaseWorld(env);
  const { server, second: submitter } = world;
  const root = server.deps.config.submissionDir;
  if (root === null) throw new Error('there is no folder for submissions');
  const folder = sponsorFolder(root, 1);
  const partnerKey = await addPartner(world, PARTNER, 'PARTNER-ID');
  // the first ones have owners in the workflow
  const query = { rowCount: 100, sort: 'caseNo', direction: 'desc' };
  const rows = (await server.call(listCases, { query, token: submitter })).data.listInfo;
  const sent = await world.query((trx) => trx.selectFrom('submission_message').select('case_key').execute());
  const inBatches = new Set(sent.map(({ case_key }) => case_key));
  const free = rows
    .map(({ rowKey }) => Number(rowKey))
    .filter((key) => !RESERVED.has(key))
    // first those of which the demo has sent nothing
    .toSorted((one, other) => Number(inBatches.has(one)) - Number(inBatches.has(other)));
  const read: SubmissionWorld['read'] = async (batchKey, token = submitter) =>
    (await server.call(readSubmission, { params: { batchKey }, token })).data;
  const until: SubmissionWorld['until'] = (batchKey, holds) =>
    eventually(async () => {
      const batch = await read(batchKey);
      if (!holds(batch))
        throw new Error(`the batch is ${batch.state}: ${JSON.stringify(batch.events.at(-1))}`);
      return batch;
    });
  const findings: SubmissionWorld['findings'] = async (batchKey) =>
    (await server.call(readSubmissionCheck, { params: { batchKey }, token: submitter })).data.findings;
  const put: SubmissionWorld['put'] = async (caseKeys, more = {}) => {
    const body = {
      caseKeys,
      receiver: PARTNER,
      senderKey: 1,
      notation: false,
      transport: 'folder',
      pretend: 'silent',
      ...more,
    };
    const answer = await server.call(addSubmission, { body, token: submitter });
    if (!answer.success) throw new Error(`${answer.errCode}: ${answer.errMsg}`);
    return answer.data.batchKey;
  };
  const ready: SubmissionWorld['ready'] = async (caseKeys, more) => {
    const batchKey = await put(caseKeys, more);
    const batch = await until(batchKey, ({ state }) => state === 'ready' || state === 'checkFailed');
    const found = await findings(batchKey);
    if (batch.state !== 'ready')
      throw new Error(
        JSON.stringify(
          found.filter(({ severity }) => severity === 'error'),
          null,
          1,
        ),
      );
    const warnings = found
      .filter(({ severity }) => severity === 'warning')
      .map(({ findingKey }) => findingKey);
    if (warnings.length > 0)
      await server.call(giveWarningReasons, {
        params: { batchKey },
        body: { findingKeys: warnings, reason: 'Known' },
        token: submitter,
      });
    return batch;
  };
  const confirm: SubmissionWorld['confirm'] = (
    { batchKey, messages },
    comments = '',
    signature = undefined,
  ) => confirmWith(world, batchKey, { cases: messages.length, comments, ...(signature && { signature }) });
  return {
    ...world,
    folder,
    partnerKey,
    textOf,
    read,
    until,
    findings,
    put,
    ready,
    confirm,
    nextCase: () => {
      const caseKey = free.shift();
      if (caseKey === undefined) throw new Error('there is no further demo case');
      return caseKey;
    },
    sent: async (caseKeys, more) => {
      const batch = await ready(caseKeys, more);
      const { status, errMsg } = await confirm(batch);
      if (status !== 200) throw new Error(errMsg ?? '');
      return until(batch.batchKey, ({ state }) => ['sent', 'transmitted'].includes(state));
    },
    choose: async (caseKey, receiver) => {
      const { status, errMsg } = await server.call(saveCaseReceivers, {
        params: { caseKey },
        body: { reason: 'Agreement', retrievedAt: LATER, receivers: [{ receiver, format: 'XML' }] },
        token: submitter,
      });
      if (status !== 200) throw new Error(errMsg ?? '');
    },
    reject: async (batch) => {
      const bytes = textOf(batch, { code: 'AR' });
      const { success } = await server.call(uploadAnswer, {
        file: { name: 'ack.xml', bytes },
        token: submitter,
      });
      if (!success) throw new Error('the answer was not taken');
    },
    answer: async (batch, ack, fileName = `${crypto.randomUUID()}.xml`) => {
      await putFile(join(folder, 'ack'), fileName, textOf(batch, ack));
    },
  };
}

const textOf = (batch: Batch, ack: Partial<Acknowledgement>): string =>
  writeAcknowledgement({
    number: crypto.randomUUID(),
    sender: batch.receiver,
    receiver: batch.sender,
    sentAt: '20260102030405+0000',
    batchNumber: batch.batchNumber,
    code: 'AA',
    text: null,
    messages: [],
    ...ack,
  });

/** Puts a whole file into a folder, one that nobody has written to for a minute. */
export async function putFile(folder: string, fileName: string, text: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const part = join(folder, `${fileName}.part`);
  await writeFile(part, text);
  // whatever its end is, it is not being written any more
  const hoursAgo = new Date(Date.now() - 2 * 60 * 60_000);
  await utimes(part, hoursAgo, hoursAgo);
  await rename(part, join(folder, fileName));
}
