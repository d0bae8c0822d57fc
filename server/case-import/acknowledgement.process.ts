/** An acknowledgement to a partner as a durable process: the chart, its tasks, and what its actions store. */
import {
  acknowledgementSendingMachine,
  type AcknowledgementSendingContext,
} from '../../machines/acknowledgement-sending/acknowledgementSending.machine.ts';
import type {
  AttemptResult,
  RemoteQuestion,
  RemoteState,
  SendResult,
} from '../../machines/submission-batch/submissionBatch.machine.ts';
import type { JobHandler } from '../jobs/job.types.ts';
import type { TaskPayload } from '../processes/applyEvent.ts';
import type { ProcessChart } from '../processes/process.types.ts';
import { taskHandler } from '../processes/taskHandler.ts';
import { inSponsor } from '../storage/database.ts';
import { askReceiver, bytesOf, handOver, type Parcel, type SendWorld } from '../submissions/handOver.ts';
import {
  endAcknowledgementAttempt,
  findAcknowledgementOfProcess,
  findLastAttempt,
  insertAcknowledgementAttempt,
  updateAcknowledgement,
} from './acknowledgement.store.ts';

const refOf = ({ sponsorKey, processKey }: { sponsorKey: number; processKey: string }) => ({
  sponsor_key: sponsorKey,
  process_key: processKey,
});

export const ACKNOWLEDGEMENT_SENDING: ProcessChart<typeof acknowledgementSendingMachine> = {
  name: 'acknowledgement-sending',
  machine: acknowledgementSendingMachine,
  tasks: { handOver: { maxAttempts: 8 }, askRemote: { maxAttempts: 5 } },
  actions: {
    recordState: async (trx, process) => {
      const { fault } = process.context as AcknowledgementSendingContext;
      const state = String(process.state);
      const sent = state === 'sent' ? { sent_at: process.updatedAt } : {};
      await updateAcknowledgement(trx, refOf(process), { state, fault, ...sent });
    },
    recordAttempt: async (trx, process, params) => {
      const result = params as AttemptResult;
      await endAcknowledgementAttempt(trx, refOf(process), {
        ended_at: process.updatedAt,
        outcome: result.outcome,
        message: result.outcome === 'failed' ? result.message : null,
      });
    },
    recordRemote: async (trx, process, params) => {
      const { known } = params as RemoteState;
      const outcome = known === 'taken' ? 'handedOver' : 'notHandedOver';
      await endAcknowledgementAttempt(trx, refOf(process), { ended_at: process.updatedAt, outcome });
    },
  },
  deadlineOf: ({ state, context }) => {
    const { nextTryAt } = context as AcknowledgementSendingContext;
    return state === 'waiting' && nextTryAt !== null ? new Date(nextTryAt) : null;
  },
};

const CHART = ACKNOWLEDGEMENT_SENDING as ProcessChart;

/** Hands acknowledgements over to partners. */
export const acknowledgementSender = (world: SendWorld): JobHandler<TaskPayload> =>
  taskHandler(world, CHART, 'handOver', async (_, { sponsorKey, processKey }): Promise<SendResult> =>
    handOver(world, await parcelOf(world, sponsorKey, processKey)),
  );

/** Asks partners what became of attempts without an end. */
export const acknowledgementAsker = (world: SendWorld): JobHandler<TaskPayload<RemoteQuestion | undefined>> =>
  taskHandler(world, CHART, 'askRemote', async (question, { sponsorKey, processKey }): Promise<RemoteState> =>
    askReceiver(world, await parcelOf(world, sponsorKey, processKey), question),
  );

const parcelOf = (world: SendWorld, sponsorKey: number, processKey: string): Promise<Parcel> =>
  inSponsor(world.db, sponsorKey, async (trx) => {
    const found = await findAcknowledgementOfProcess(trx, sponsorKey, processKey);
    if (!found) throw new Error(`the process ${processKey} has no acknowledgement`);
    const { transport, receiver_key: receiverKey, receiver, environment, file_key, file_name } = found;
    return {
      transport,
      receiverKey,
      file: {
        kind: 'acknowledgement',
        sponsorKey,
        number: file_name.replace(/\.xml$/, ''),
        fileName: file_name,
        receiver,
        environment,
        sha256: file_key,
        pretend: null,
        remoteId: null,
        noteRemoteId: () => Promise.resolve(),
        read: () => bytesOf(world, file_key),
      },
      // nothing of a case is in it
      isUnmasked: () => Promise.resolve(false),
      last: await findLastAttempt(trx, found),
      begin: (of, attempt_no, started_at) =>
        insertAcknowledgementAttempt(of, { ...refOf({ sponsorKey, processKey }), attempt_no, started_at }),
    };
  });
