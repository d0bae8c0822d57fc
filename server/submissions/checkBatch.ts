/** The check of a batch: all checks of all cases run, and the bytes that were checked are frozen. */
import { join } from 'node:path';
import type { CheckResult } from '../../machines/submission-batch/submissionBatch.machine.ts';
import { predictAnswer } from '../../shared/submission/predictAnswer.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { CataloguesWorld } from '../catalogue/catalogues.ts';
import { noteFiles } from '../files/storedFile.store.ts';
import { findActingUser, type SessionUser } from '../http/session.ts';
import type { UploadsWorld } from '../http/upload.ts';
import { FinalFailure, type JobHandler } from '../jobs/job.types.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { UuidWorld } from '../ports/uuid.ts';
import type { TaskPayload } from '../processes/applyEvent.ts';
import type { ProcessChart } from '../processes/process.types.ts';
import { taskHandler, type TaskRun } from '../processes/taskHandler.ts';
import { inSponsor, readInSponsor, type DatabaseWorld, type Trx } from '../storage/database.ts';
import { caseTask, onWholeCase } from '../whole-case/wholeCaseWork.ts';
import { appendEvent, findBatchOfProcess, findMessages, updateBatch } from './batch.store.ts';
import type { Batch } from './batch.store.ts';
import { findFindings, insertFindings, putCheckedMessages } from './check.store.ts';
import { checkCases, type CheckedBatch } from './checkCases.ts';
import type { check } from './checkCases.thread.ts';
import type { CheckFinding } from './checks/checkFinding.ts';
import { freezeFile, type FreezeWorld, type FrozenFile } from './freezeBatch.ts';
import { numberChecks } from './checks/numberChecks.ts';
import { findNumbers, lockNumbers, receiverRefOf } from './earlier.store.ts';
import { SUBMISSION_BATCH } from './submission.process.ts';

type CheckWorld = FreezeWorld & CataloguesWorld & ClockWorld & DatabaseWorld & UploadsWorld & UuidWorld;

/** Findings that are stored in one statement. */
const PORTION = 1000;

/** A batch has up to 1,000 cases. */
const checking = {
  run: checkCases,
  task: caseTask<typeof check>(new URL('./checkCases.thread.ts', import.meta.url), 'check', {
    seconds: 1200,
    threads: 1,
    pool: 'batches',
    maxOfUser: 12,
  }),
};

/** Checks with the privileges and the scope that the user who made the batch has now. */
export const batchChecker = (world: CheckWorld): JobHandler<TaskPayload> =>
  taskHandler(
    world,
    SUBMISSION_BATCH as ProcessChart,
    'checkBatch',
    async (_, { sponsorKey, processKey, createdBy, signal, requireAwaited }): Promise<CheckResult> => {
      const acting = { userKey: createdBy ?? 0, sponsorKey, senderKey: null };
      const user = await findActingUser(world.db, acting, world.clock.now());
      if (!user) throw new FinalFailure('the user is no longer assigned to the sponsor');
      const catalogue = await world.catalogues.of(sponsorKey, user.schemaVersion);
      const caller = { userKey: user.userKey, signal };
      return world.uploads.folders.use(async (folder) => {
        const path = join(folder, 'batch.xml');
        const work = {
          caller,
          sponsorKey,
          caseKeys: await casesOf(world, sponsorKey, processKey),
          // who waits for a worker waits for a job, not for an answer
          oneByOne: world.config.role === 'worker',
        };
        const read = await onWholeCase({ ...world, catalogue }, work, checking, { user, processKey, path });
        const frozen = read.size === null ? null : await freezeFile(world, { path, size: read.size }, caller);
        const findings = [...read.findings, ...(frozen?.findings ?? [])];
        return store(world, user, { ...read, catalogue, frozen, findings }, requireAwaited);
      });
    },
    { concurrency: 2 },
  );

const casesOf = ({ db }: DatabaseWorld, sponsorKey: number, processKey: string): Promise<number[]> =>
  readInSponsor(db, sponsorKey, async (trx) => {
    const batch = await findBatchOfProcess(trx, sponsorKey, processKey);
    return batch ? (await findMessages(trx, batch)).map(({ case_key }) => case_key) : [];
  });

interface Checked extends CheckedBatch {
  catalogue: CatalogueSource;
  frozen: FrozenFile | null;
}

function store(
  { db, clock }: CheckWorld,
  user: SessionUser,
  checked: Checked,
  requireAwaited: TaskRun['requireAwaited'],
): Promise<CheckResult> {
  const { batch, cases, frozen, dictionaries, catalogue, masked } = checked;
  const at = clock.now();
  return inSponsor(db, user.sponsorKey, async (trx) => {
    // what is frozen is what was checked last
    await requireAwaited(trx);
    const findings = [...checked.findings, ...(await numberFindings(trx, checked))];
    const checkNo = batch.check_no + 1;
    const reasons = await reasonsBefore(trx, batch);
    const rows = findings.map((one) => rowOf(batch, checkNo, one, reasons.get(keyOf(one))));
    for (let from = 0; from < rows.length; from += PORTION)
      await insertFindings(trx, rows.slice(from, from + PORTION));
    const about = predicting(findings);
    const messages = cases.map(({ seq, kind, messageNumber, caseNumber, retrievedAt, serious }) => ({
      seq,
      kind,
      message_number: messageNumber,
      case_number: caseNumber,
      version_time: retrievedAt,
      serious,
      predicted: predictAnswer([...(about.get(seq) ?? []), ...(about.get(null) ?? [])]),
    }));
    await putCheckedMessages(trx, batch, messages);
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
      masked,
      file_key: frozen?.fileKey ?? null,
      file_size: frozen?.size ?? null,
      catalogue_version: catalogue.whole.version,
      dictionaries: JSON.stringify(dictionaries),
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

/** Of two batches that are checked at the same moment, the later one finds the numbers of the other. */
async function numberFindings(
  trx: Trx,
  { batch, cases, catalogue }: Pick<Checked, 'batch' | 'cases' | 'catalogue'>,
): Promise<CheckFinding[]> {
  const { sponsor_key: sponsorKey, batch_key: batchKey, environment, receiver } = batch;
  await lockNumbers(trx, sponsorKey);
  const numbers = cases.map(({ caseNumber }) => caseNumber);
  const to = receiverRefOf(catalogue, batch);
  const others = await findNumbers(trx, { sponsorKey, batchKey, numbers, environment, ...to });
  return numberChecks(catalogue, receiver, cases, others);
}

/** What answers are predicted from, by message; null: about the whole file. */
const predicting = (findings: readonly CheckFinding[]) =>
  Map.groupBy(
    findings.map(({ seq, checkId, severity, address }) => ({
      seq,
      checkId,
      severity,
      itemId: address?.itemId ?? null,
    })),
    ({ seq }) => seq,
  );

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
  message,
  reason: before?.reason ?? null,
  reason_name: before?.reason_name ?? null,
  reason_at: before?.reason_at ?? null,
});
