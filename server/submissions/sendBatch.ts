/** Attempts to hand a batch over, and the question after one without an end. */
import {
  type RemoteState,
  type SendResult,
} from '../../machines/submission-batch/submissionBatch.machine.ts';
import { waitBeforeNext } from '../../machines/submission-batch/sendAttempts.ts';
import { isRemote } from '../../shared/submission/transports.ts';
import type { ConfigWorld } from '../config.ts';
import type { FilesWorld } from '../files/fileStore.ts';
import type { JobHandler } from '../jobs/job.types.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { TaskPayload } from '../processes/applyEvent.ts';
import type { ProcessChart } from '../processes/process.types.ts';
import { taskHandler } from '../processes/taskHandler.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../storage/database.ts';
import { findAttempts, findBatchOfProcess, insertAttempt, updateBatch, type Batch } from './batch.store.ts';
import { fileNameOf } from './outgoingName.ts';
import { SUBMISSION_BATCH } from './submission.process.ts';
import { connectionOf, noteAttempt, profileInUse, restUntil } from './transports/profiles.ts';
import {
  TransportFailure,
  type OutgoingBatch,
  type Transport,
  type TransportsWorld,
} from './transports/transport.ts';

type SendWorld = DatabaseWorld & ClockWorld & ConfigWorld & FilesWorld & TransportsWorld;

const CHART = SUBMISSION_BATCH as ProcessChart;
/** Batches that a process of the server hands over at the same time. */
const CONCURRENCY = 4;

/** Hands over. An attempt is stored before its first byte, so that a killed one is never repeated blindly. */
export const batchSender = (world: SendWorld): JobHandler<TaskPayload> =>
  taskHandler(
    world,
    CHART,
    'handOver',
    async (_, { sponsorKey, processKey }): Promise<SendResult> => {
      const { batch, last } = await readBatch(world, sponsorKey, processKey);
      if (last && last.ended_at === null) return { outcome: 'unknown' };
      const attemptNo = (last?.attempt_no ?? 0) + 1;
      return attempt(world, batch, attemptNo);
    },
    { concurrency: CONCURRENCY },
  );

/** Asks the receiver what became of an attempt without an end. */
export const remoteAsker = (world: SendWorld): JobHandler<TaskPayload> =>
  taskHandler(world, CHART, 'askRemote', async (_, { sponsorKey, processKey }): Promise<RemoteState> => {
    const { batch } = await readBatch(world, sponsorKey, processKey);
    return (await transportOf(world, batch)).ask(outgoing(world, batch));
  });

async function attempt(world: SendWorld, batch: Batch, attemptNo: number): Promise<SendResult> {
  const { db, clock } = world;
  const profile = profileOf(batch);
  const inTrx = <T>(work: (trx: Trx) => Promise<T>) => inSponsor(db, batch.sponsor_key, work);
  const rest = profile && (await inTrx((trx) => restUntil(trx, profile, clock.now())));
  if (rest)
    return {
      outcome: 'paused',
      message: 'the transport rests after several faults',
      nextTryAt: rest.toISOString(),
    };
  const noted = async (result: SendResult, isPassing: boolean): Promise<SendResult> => {
    if (profile) await inTrx((trx) => noteAttempt(trx, profile, isPassing, clock.now()));
    return result;
  };
  try {
    const transport = await transportOf(world, batch);
    const file = outgoing(world, batch);
    await transport.stage(file);
    await inTrx((trx) =>
      insertAttempt(trx, {
        sponsor_key: batch.sponsor_key,
        batch_key: batch.batch_key,
        attempt_no: attemptNo,
        started_at: clock.now(),
      }),
    );
    return await noted({ outcome: await transport.send(file) }, false);
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    const wait = Math.max(waitBeforeNext(attemptNo, Math.random()), error.waitMs);
    const nextTryAt = new Date(clock.now().getTime() + wait).toISOString();
    const { fault, message } = error;
    return noted({ outcome: 'failed', fault, message, nextTryAt }, fault === 'passing');
  }
}

/** The profile that the batch is sent with; null: it needs none. */
const profileOf = ({ sponsor_key: sponsorKey, receiver_key: receiverKey, transport }: Batch) =>
  isRemote(transport) && receiverKey !== null ? { sponsorKey, receiverKey, transport } : null;

const readBatch = ({ db }: DatabaseWorld, sponsorKey: number, processKey: string) =>
  inSponsor(db, sponsorKey, async (trx) => {
    const batch = await findBatchOfProcess(trx, sponsorKey, processKey);
    if (!batch) throw new Error(`the process ${processKey} has no batch`);
    return { batch, last: (await findAttempts(trx, batch)).at(-1) };
  });

async function transportOf(world: SendWorld, batch: Batch): Promise<Transport> {
  const { transport } = batch;
  const profile = profileOf(batch);
  if (profile) {
    const stored = await inSponsor(world.db, batch.sponsor_key, (trx) => profileInUse(trx, profile));
    return connectionOf(world, stored, batch.environment);
  }
  const found = isRemote(transport) ? null : world.transports[transport];
  if (!found) throw new TransportFailure('settings', `the transport '${transport}' is not set up`);
  return found;
}

function outgoing({ db, files }: SendWorld, batch: Batch): OutgoingBatch {
  const { file_key: fileKey } = batch;
  if (fileKey === null) throw new Error(`the batch ${batch.batch_key} is not frozen`);
  return {
    sponsorKey: batch.sponsor_key,
    batchNumber: batch.batch_number,
    fileName: fileNameOf(batch),
    receiver: batch.receiver,
    environment: batch.environment,
    sha256: fileKey,
    pretend: batch.pretend,
    remoteId: batch.remote_id,
    noteRemoteId: async (remoteId) => {
      await inSponsor(db, batch.sponsor_key, (trx) => updateBatch(trx, batch, { remote_id: remoteId }));
    },
    read: async () => {
      const content = await files.stream(fileKey);
      if (!content) throw new TransportFailure('content', 'the frozen file is missing');
      return content;
    },
  };
}
