/** The check of a batch: all checks of all cases run, and the bytes that were checked are frozen. */
import type { CheckResult } from '../../machines/submission-batch/submissionBatch.machine.ts';
import { predictAnswer } from '../../shared/submission/predictAnswer.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { CataloguesWorld } from '../catalogue/catalogues.ts';
import { noteFiles } from '../files/storedFile.store.ts';
import { findActingUser, type SessionUser } from '../http/session.ts';
import { FinalFailure, type JobHandler } from '../jobs/job.types.ts';
import type { TaskPayload } from '../processes/applyEvent.ts';
import type { ProcessChart } from '../processes/process.types.ts';
import { taskHandler } from '../processes/taskHandler.ts';
import { findReceivers, maskedFor } from '../receivers/receiverFacts.ts';
import { inSponsor, readInSponsor, type DatabaseWorld, type Trx } from '../storage/database.ts';
import { appendEvent, findBatchOfProcess, findMessages, updateBatch, updateMessage } from './batch.store.ts';
import type { Batch, Message } from './batch.store.ts';
import { findFindings, findVersions, insertFindings } from './check.store.ts';
import { batchChecks } from './checks/batchChecks.ts';
import { caseChecks, kindOf } from './checks/caseChecks.ts';
import { finding, type CheckFinding } from './checks/checkFinding.ts';
import { valueOfRole, type CheckContext } from './checks/subject.ts';
import { freezeBatch, type FreezeWorld, type FrozenFile } from './freezeBatch.ts';
import { readSubject, type ReadSubject } from './readSubject.ts';
import { SUBMISSION_BATCH } from './submission.process.ts';

export type CheckWorld = FreezeWorld & CataloguesWorld & DatabaseWorld;

/** A part of an insert statement. */
const PORTION = 500;

/** Checks with the privileges and the scope that the user who made the batch has now. */
export const batchChecker = (world: CheckWorld): JobHandler<TaskPayload> =>
  taskHandler(
    world,
    SUBMISSION_BATCH as ProcessChart,
    'checkBatch',
    async (_, { sponsorKey, processKey, createdBy, signal }): Promise<CheckResult> => {
      const acting = { userKey: createdBy ?? 0, sponsorKey, senderKey: null };
      const user = await findActingUser(world.db, acting, world.clock.now());
      if (!user) throw new FinalFailure('the user is no longer assigned to the sponsor');
      const catalogue = await world.catalogues.of(sponsorKey, user.schemaVersion);
      const read = await readBatch(world, { user, catalogue, processKey });
      const cases = read.subjects.flatMap(({ subject, toWrite }) => [{ seq: subject.seq, toWrite }]);
      const frozen =
        cases.length === 0
          ? null
          : await freezeBatch(world, { batch: read.batch, catalogue, cases, userKey: user.userKey, signal });
      const findings = [...findingsOf(read, frozen), ...(frozen?.findings ?? [])];
      return store(world, user, { ...read, catalogue, frozen, findings });
    },
    { concurrency: 2 },
  );

interface ReadBatch {
  batch: Batch;
  messages: Message[];
  subjects: ReadSubject[];
  context: CheckContext;
}

const readBatch = (
  world: CheckWorld,
  { user, catalogue, processKey }: { user: SessionUser; catalogue: CatalogueSource; processKey: string },
): Promise<ReadBatch> =>
  readInSponsor(world.db, user.sponsorKey, async (trx) => {
    const batch = await findBatchOfProcess(trx, user.sponsorKey, processKey);
    if (!batch) throw new FinalFailure(`the process ${processKey} has no batch`);
    const now = world.clock.now();
    const messages = await findMessages(trx, batch);
    const receivers = await findReceivers(trx, catalogue, {
      sponsorKey: user.sponsorKey,
      senderKey: batch.sender_key,
    });
    const receiver = receivers.find(({ name }) => name === batch.receiver);
    const masked = maskedFor(catalogue, receiver);
    const reader = { batch, catalogue, user, now, masked };
    const subjects: ReadSubject[] = [];
    for (const message of messages) {
      const subject = await readSubject(trx, world, reader, message);
      if (subject) subjects.push(subject);
    }
    const context = {
      batch,
      catalogue,
      now,
      masked,
      versions: await findVersions(trx),
    };
    return { batch, messages, subjects, context };
  });

function findingsOf(
  { batch, messages, subjects, context }: ReadBatch,
  frozen: FrozenFile | null,
): CheckFinding[] {
  const seen = new Set(subjects.map(({ subject }) => subject.seq));
  const unseen = messages.filter(({ seq }) => !seen.has(seq));
  const facts = subjects.map(({ subject }) => ({
    kind: kindOf(subject),
    typeOfReport: valueOfRole(context.catalogue, subject.content, 'typeOfReport'),
  }));
  return [
    ...unseen.map(({ seq }) => finding('access', 'error', 'noAccess', { seq })),
    ...subjects.flatMap(({ subject }) => caseChecks(subject, context)),
    ...batchChecks(batch, { size: frozen?.size ?? 0, messages: facts }),
  ];
}

interface Checked extends ReadBatch {
  catalogue: CatalogueSource;
  frozen: FrozenFile | null;
  findings: readonly CheckFinding[];
}

function store({ db, clock }: CheckWorld, user: SessionUser, checked: Checked): Promise<CheckResult> {
  const { batch, subjects, frozen, findings, context, catalogue } = checked;
  const at = clock.now();
  return inSponsor(db, user.sponsorKey, async (trx) => {
    const checkNo = batch.check_no + 1;
    const reasons = await reasonsBefore(trx, batch);
    const rows = findings.map((one) => rowOf(batch, checkNo, one, reasons.get(keyOf(one))));
    for (let from = 0; from < rows.length; from += PORTION)
      await insertFindings(trx, rows.slice(from, from + PORTION));
    for (const { subject, messageNumber } of subjects)
      await updateMessage(
        trx,
        { ...batch, seq: subject.seq },
        {
          kind: kindOf(subject),
          message_number: messageNumber,
          case_number: subject.caseNumber,
          version_time: subject.found.retrieved_at,
          serious: subject.found.serious,
          predicted: JSON.stringify(predictAnswer(predictingOf(findings, subject.seq))),
        },
      );
    if (frozen)
      await noteFiles(trx, { sponsorKey: user.sponsorKey, userId: user.userId, at }, [
        {
          fileKey: frozen.fileKey,
          fileName: `${batch.batch_number}.xml`,
          mediaType: 'application/xml',
          size: frozen.size,
        },
      ]);
    await updateBatch(trx, batch, {
      check_no: checkNo,
      checked_at: at,
      frozen_at: at,
      unblinded: user.unblind,
      file_key: frozen?.fileKey ?? null,
      file_size: frozen?.size ?? null,
      catalogue_version: catalogue.whole.version,
      dictionaries: JSON.stringify(
        Object.fromEntries(
          [...context.versions].flatMap(([name, [first]]) => (first ? [[name, first]] : [])),
        ),
      ),
    });
    const errors = rows.filter(({ severity }) => severity === 'error').length;
    const openWarnings = rows.filter(({ severity, reason }) => severity === 'warning' && !reason).length;
    await appendEvent(trx, batch, {
      type: 'checked',
      code: `${errors}/${openWarnings}`,
      at,
      user_name: user.userName,
    });
    return { errors, openWarnings };
  });
}

/** Findings about the message, and those about the whole file. */
const predictingOf = (findings: readonly CheckFinding[], seq: number) =>
  findings
    .filter((one) => one.seq === seq || one.seq === null)
    .map(({ checkId, severity, address }) => ({ checkId, severity, itemId: address?.itemId ?? null }));

interface Reason {
  reason: string | null;
  reason_name: string | null;
  reason_at: Date | null;
}

/** A warning that comes again keeps the reason that a user gave for it. */
async function reasonsBefore(trx: Trx, batch: Batch): Promise<Map<string, Reason>> {
  const before = await findFindings(trx, batch, batch.check_no);
  return new Map(
    before
      .filter(({ reason }) => reason !== null)
      .map((row) => [
        keyOf({
          seq: row.seq,
          ruleId: row.rule_id,
          message: row.message,
          address:
            row.item_id === null
              ? null
              : { itemId: row.item_id, rowNo: row.row_no, rowNo2: row.row_no2, rowNo3: row.row_no3 },
        }),
        { reason: row.reason, reason_name: row.reason_name, reason_at: row.reason_at },
      ]),
  );
}

const keyOf = ({
  seq,
  ruleId,
  address,
  message,
}: Pick<CheckFinding, 'seq' | 'ruleId' | 'address' | 'message'>) =>
  JSON.stringify([
    seq,
    ruleId,
    address?.itemId,
    address?.rowNo,
    address?.rowNo2,
    address?.rowNo3,
    message.en,
  ]);

const rowOf = (
  { sponsor_key, batch_key }: Batch,
  check_no: number,
  { seq, checkId, severity, ruleId, address, message }: CheckFinding,
  before: Reason | undefined,
) => ({
  sponsor_key,
  batch_key,
  check_no,
  seq,
  check_id: checkId,
  severity,
  rule_id: ruleId,
  item_id: address?.itemId ?? null,
  row_no: address?.rowNo ?? 0,
  row_no2: address?.rowNo2 ?? 0,
  row_no3: address?.rowNo3 ?? 0,
  message: JSON.stringify(message),
  reason: before?.reason ?? null,
  reason_name: before?.reason_name ?? null,
  reason_at: before?.reason_at ?? null,
});
