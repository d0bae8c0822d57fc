/** Files of receivers: stored, matched to their batches and applied, each once. */
import type { Acknowledgement } from '../../shared/submission/acknowledgement.types.ts';
import { isUnsent } from '../../shared/submission/batchStates.ts';
import { readAcknowledgement } from '../../shared/submission/readAcknowledgement.ts';
import { UnreadableXml } from '../../shared/e2b/index.ts';
import { sponsorsWithCatalogue } from '../accounts/sponsors.store.ts';
import type { CataloguesWorld } from '../catalogue/catalogues.ts';
import type { FilesWorld } from '../files/fileStore.ts';
import { noteFiles } from '../files/storedFile.store.ts';
import type { RecurringJob } from '../jobs/job.types.ts';
import type { LogWorld } from '../ports/log.ts';
import type { RefreshWorld } from '../projections/refreshProjections.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../storage/database.ts';
import { applyAnswer } from './applyAnswer.ts';
import { appendEvent, findBatchesByNumber, updateBatch, type Batch } from './batch.store.ts';
import { insertInbox, updateInbox } from './inbox.store.ts';
import { refreshCases } from './refreshCases.ts';
import { sendToChart } from './sendToChart.ts';
import type { IncomingFile, TransportsWorld } from './transports/transport.ts';

export type AnswerWorld = RefreshWorld & DatabaseWorld & FilesWorld;

/** What became of a file. */
export type AnswerOutcome = 'applied' | 'known' | 'notMatched' | 'unreadable';

const POLL_MS = 2_000;
const ACK_TYPE = 'application/xml';

/** Looks for files of all sponsors. */
export const answerReader = (
  world: AnswerWorld & CataloguesWorld & LogWorld & TransportsWorld,
): RecurringJob => ({
  name: 'read-submission-answers',
  every: POLL_MS,
  run: async (signal) => {
    const { transports, clock, log } = world;
    for await (const { sponsorKey, catalogue } of sponsorsWithCatalogue(world))
      for (const transport of Object.values(transports)) {
        if (!transport) continue;
        for await (const file of transport.receive(sponsorKey, clock.now())) {
          signal.throwIfAborted();
          // one file that fails holds up no other; it comes again
          await receiveOne({ ...world, catalogue }, sponsorKey, file).catch((error: unknown) =>
            log.warn({ err: error, fileName: file.fileName }, 'an answer could not be taken'),
          );
        }
      }
  },
});

/** Takes one file and puts it away. */
async function receiveOne(
  world: AnswerWorld & LogWorld,
  sponsorKey: number,
  file: IncomingFile,
): Promise<void> {
  const outcome = await receive(world, sponsorKey, file);
  if (outcome === 'unreadable') world.log.warn({ fileName: file.fileName }, 'an answer cannot be read');
  await file.putAway(outcome === 'unreadable' ? 'unreadable' : 'read');
}

const receive = (world: AnswerWorld, sponsorKey: number, file: IncomingFile): Promise<AnswerOutcome> =>
  file.kind === 'receipt'
    ? takeReceipt(world, sponsorKey, file.fileName)
    : takeAnswer(world, { sponsorKey, ...file });

/** Stores the file, and applies it where its batch is known; otherwise it waits in the inbox for a user. */
export async function takeAnswer(
  world: AnswerWorld,
  {
    sponsorKey,
    fileName,
    bytes,
    userName,
  }: Pick<IncomingFile, 'fileName' | 'bytes'> & { sponsorKey: number; userName?: string },
): Promise<AnswerOutcome> {
  const { db, files, clock } = world;
  const fileKey = await files.put(bytes);
  const read = readBytes(bytes);
  return inSponsor(db, sponsorKey, async (trx) => {
    const at = clock.now();
    await noteFiles(trx, { sponsorKey, userId: userName ?? '', at }, [
      { fileKey, fileName, mediaType: ACK_TYPE, size: bytes.length },
    ]);
    const inboxKey = await insertInbox(trx, {
      sponsor_key: sponsorKey,
      at,
      file_key: fileKey,
      file_name: fileName,
      sender_id: read.ack?.sender ?? null,
      batch_number: read.ack?.batchNumber ?? null,
      code: read.ack?.code ?? null,
      problem: read.problem,
    });
    if (inboxKey === null) return 'known';
    if (!read.ack) return 'unreadable';
    const match = await matchedBatch(trx, sponsorKey, read.ack);
    if (typeof match === 'string') {
      await updateInbox(trx, sponsorKey, inboxKey, { problem: match });
      return 'notMatched';
    }
    await updateInbox(trx, sponsorKey, inboxKey, { batch_key: match.batch_key });
    await applyAnswer(trx, world, match, { ack: read.ack, fileKey, at });
    return 'applied';
  });
}

type Read = { ack: Acknowledgement; problem: null } | { ack: null; problem: string };

/** Reads the acknowledgement; a file that is none is kept with the reason. */
export function readBytes(bytes: Uint8Array): Read {
  try {
    return {
      ack: readAcknowledgement(new TextDecoder('utf-8', { fatal: true }).decode(bytes)),
      problem: null,
    };
  } catch (error) {
    if (error instanceof UnreadableXml || error instanceof TypeError)
      return { ack: null, problem: `unreadable: ${error.message}` };
    throw error;
  }
}

const neverSent = (state: string): boolean => isUnsent(state) || state === 'cancelled';

/** The batch that an acknowledgement answers, or why there is none. */
async function matchedBatch(
  trx: Trx,
  sponsorKey: number,
  { batchNumber, receiver }: Acknowledgement,
): Promise<Batch | 'unknownBatch' | 'otherSender' | 'notSent'> {
  const [batch, ...others] = (await findBatchesByNumber(trx, sponsorKey, batchNumber)).toSorted(
    (one, other) => Number(other.sender_id === receiver) - Number(one.sender_id === receiver),
  );
  if (!batch) return 'unknownBatch';
  if (batch.sender_id !== receiver && (receiver !== '' || others.length > 0)) return 'otherSender';
  return neverSent(batch.state) ? 'notSent' : batch;
}

/** A receipt names its batch by its file name. */
async function takeReceipt(world: AnswerWorld, sponsorKey: number, fileName: string): Promise<AnswerOutcome> {
  const batchNumber = fileName.replace(/\.[^.]*$/, '');
  return inSponsor(world.db, sponsorKey, async (trx) => {
    const [batch] = await findBatchesByNumber(trx, sponsorKey, batchNumber);
    if (!batch || neverSent(batch.state)) return 'unreadable';
    return (await noteReceipt(trx, world, batch, { eventId: `receipt ${fileName}`, text: fileName }))
      ? 'applied'
      : 'known';
  });
}

/** Raises the batch to transmitted; its due reports are provisionally met. */
async function noteReceipt(
  trx: Trx,
  world: RefreshWorld,
  batch: Batch,
  { eventId, text }: { eventId: string; text: string },
): Promise<boolean> {
  const at = world.clock.now();
  const outcome = await sendToChart(trx, batch, eventId, { type: 'receipt', at });
  if (outcome === 'known') return false;
  await appendEvent(trx, batch, { type: 'receipt', text, at });
  await updateBatch(trx, batch, { sent_at: batch.sent_at ?? at });
  await refreshCases(trx, world, batch, at);
  return true;
}
