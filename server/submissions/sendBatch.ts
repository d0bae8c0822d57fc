/** Attempts to hand a batch over, and the question after one without an end. */
import type {
  RemoteQuestion,
  RemoteState,
  SendResult,
} from '../../machines/submission-batch/submissionBatch.machine.ts';
import { catalogueOfSponsor } from '../accounts/sponsors.store.ts';
import type { JobHandler } from '../jobs/job.types.ts';
import type { TaskPayload } from '../processes/applyEvent.ts';
import type { ProcessChart } from '../processes/process.types.ts';
import { taskHandler } from '../processes/taskHandler.ts';
import { inSponsor } from '../storage/database.ts';
import { findAttempts, findBatchOfProcess, insertAttempt, updateBatch, type Batch } from './batch.store.ts';
import { askReceiver, bytesOf, handOver, type Parcel, type SendWorld } from './handOver.ts';
import { fileNameOf } from './outgoingName.ts';
import { isUnmasked } from './receiverOfBatch.ts';
import { SUBMISSION_BATCH } from './submission.process.ts';
import type { OutgoingFile } from './transports/transport.ts';

const CHART = SUBMISSION_BATCH as ProcessChart;
/** Batches that a process of the server hands over at the same time. */
const CONCURRENCY = 4;

/** Hands over. An attempt is stored before its first byte, so that a killed one is never repeated blindly. */
export const batchSender = (world: SendWorld): JobHandler<TaskPayload> =>
  taskHandler(
    world,
    CHART,
    'handOver',
    async (_, { sponsorKey, processKey }): Promise<SendResult> =>
      handOver(world, await parcelOf(world, sponsorKey, processKey)),
    { concurrency: CONCURRENCY },
  );

/** Asks the receiver what became of an attempt without an end. Jobs of earlier releases have no question. */
export const remoteAsker = (world: SendWorld): JobHandler<TaskPayload<RemoteQuestion | undefined>> =>
  taskHandler(world, CHART, 'askRemote', async (question, { sponsorKey, processKey }): Promise<RemoteState> =>
    askReceiver(world, await parcelOf(world, sponsorKey, processKey), question),
  );

const parcelOf = (world: SendWorld, sponsorKey: number, processKey: string): Promise<Parcel> =>
  inSponsor(world.db, sponsorKey, async (trx) => {
    const batch = await findBatchOfProcess(trx, sponsorKey, processKey);
    if (!batch) throw new Error(`the process ${processKey} has no batch`);
    const { batch_key, transport, receiver_key: receiverKey } = batch;
    return {
      transport,
      receiverKey,
      file: outgoing(world, batch),
      isUnmasked: async (of) =>
        isUnmasked(of, await catalogueOfSponsor({ ...world, db: of }, sponsorKey), batch),
      last: (await findAttempts(trx, batch)).at(-1),
      begin: (of, attempt_no, started_at) =>
        insertAttempt(of, { sponsor_key: sponsorKey, batch_key, attempt_no, started_at }),
    };
  });

function outgoing(world: SendWorld, batch: Batch): OutgoingFile {
  const { file_key: fileKey } = batch;
  if (fileKey === null) throw new Error(`the batch ${batch.batch_key} is not frozen`);
  return {
    kind: 'batch',
    sponsorKey: batch.sponsor_key,
    number: batch.batch_number,
    fileName: fileNameOf(batch),
    receiver: batch.receiver,
    environment: batch.environment,
    sha256: fileKey,
    pretend: batch.pretend,
    remoteId: batch.remote_id,
    noteRemoteId: async (remoteId) => {
      await inSponsor(world.db, batch.sponsor_key, (trx) => updateBatch(trx, batch, { remote_id: remoteId }));
    },
    read: () => bytesOf(world, fileKey),
  };
}
