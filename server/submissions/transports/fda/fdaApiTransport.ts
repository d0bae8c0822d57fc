/**
 * The gateway of the FDA over its API. The core id is stored before the file is uploaded: after a lost answer it is what the
 * gateway is asked by, since nothing can be resumed between credentials and submission.
 */
import { buffer } from 'node:stream/consumers';
import { safeName, unreadContent } from '../fileNames.ts';
import {
  fromEach,
  TransportFailure,
  Unreachable,
  type IncomingFile,
  type RemoteConnection,
  type TransportProfile,
  type WaitingBatch,
} from '../transport.ts';
import { AnswerLost, AnswerTooLarge, fdaCalls, type FdaCalls } from './fdaCalls.ts';

/** Words of a status after a submission arrived; other ones say nothing certain. */
const ARRIVED = /submitted|received|accepted|processing|complete|success|delivered/i;

export function fdaApiTransport(profile: TransportProfile): RemoteConnection {
  const calls = fdaCalls(profile);
  return {
    stage: () => Promise.resolve(),
    send: async (batch) => {
      const { fileName } = batch;
      const credentials = await calls.credentials(fileName);
      await batch.noteRemoteId(credentials.coreId);
      const payloadId = await calls.payload();
      const content = new Blob([new Uint8Array(await buffer(await batch.read()))], {
        type: 'application/xml',
      });
      await calls.file(payloadId, fileName, content);
      try {
        await calls.submit(payloadId, credentials, batch.sha256);
        return 'handedOver';
      } catch (error) {
        if (error instanceof AnswerLost) return 'unknown';
        throw error;
      }
    },
    ask: async ({ remoteId }, question) => {
      // without a core id nothing was uploaded; one that came after the backup is not stored
      const without = question?.isRestored ? 'unknown' : 'notTaken';
      if (remoteId === null) return { known: without };
      const found = await calls.submission(remoteId);
      if (!found) return { known: without };
      const isTaken = found.acknowledgements.length > 0 || ARRIVED.test(found.status);
      return { known: isTaken ? 'taken' : 'unknown' };
    },
    receive: ({ waiting }) => fromEach(waiting, (batch) => answersTo(calls, batch), isOfGateway),
    probe: () => calls.probe(),
  };
}

/** Whether the gateway fails for every batch: it refuses who asks, cannot be reached, or wants a pause. */
const isOfGateway = (error: unknown): boolean =>
  error instanceof Unreachable ||
  (error instanceof TransportFailure && (error.fault === 'credentials' || error.waitMs > 0));

/** By the type of the acknowledgement; others are read as acknowledgements of ICH. */
const KINDS: Readonly<Record<string, IncomingFile['kind']>> = {
  ACK1: 'receipt',
  MDN: 'receipt',
  ACK2: 'centreReceipt',
};

async function* answersTo(
  calls: FdaCalls,
  { batchNumber, remoteId: coreId, seen }: WaitingBatch,
): AsyncGenerator<IncomingFile> {
  if (coreId === null) return;
  const found = await calls.submission(coreId);
  if (!found) return;
  const putAway = () => Promise.resolve();
  // the core id of a submission that arrived is the first proof
  const proof = `${safeName(coreId)}.txt`;
  if (ARRIVED.test(found.status) && !seen.has(proof)) {
    const bytes = Buffer.from(`CoreId: ${coreId}\nStatus: ${found.status}\n`);
    yield { fileName: proof, kind: 'receipt', batchNumber, bytes, refused: null, putAway };
  }
  yield* fromEach(
    found.acknowledgements,
    async function* ({ id, type }) {
      const kind = KINDS[type.toUpperCase()] ?? 'answer';
      const fileName = `${safeName(coreId)}-${safeName(id)}.${kind === 'answer' ? 'xml' : 'txt'}`;
      if (seen.has(fileName)) return;
      const content = await calls.acknowledgement(id).then(
        (text) => ({ bytes: Buffer.from(text), refused: null }),
        (error: unknown) => {
          if (error instanceof AnswerTooLarge) return unreadContent(fileName, error.message);
          throw error;
        },
      );
      yield { fileName, kind, batchNumber, ...content, putAway };
    },
    isOfGateway,
  );
}
