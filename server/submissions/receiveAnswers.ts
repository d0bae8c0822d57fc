/** Files of receivers: stored, matched to their batches and applied, each once. */
import { isSameDestination } from '../../shared/connections/destination.ts';
import type { Acknowledgement } from '../../shared/submission/acknowledgement.types.ts';
import { isNeverSent } from '../../shared/submission/batchStates.ts';
import { isNamedBy } from '../../shared/submission/fileNames.ts';
import { readReceipt } from '../../shared/submission/readReceipt.ts';
import { eachSponsorsCatalogue, inEverySponsor } from '../accounts/sponsors.store.ts';
import type { AuditWorld } from '../audit/auditKeys.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { CataloguesWorld } from '../catalogue/catalogues.ts';
import type { ConfigWorld } from '../config.ts';
import type { FilesWorld } from '../files/fileStore.ts';
import { noteFiles } from '../files/storedFile.store.ts';
import type { RecurringJob } from '../jobs/job.types.ts';
import { findCounted } from '../obligations/dueReports.store.ts';
import type { LogWorld } from '../ports/log.ts';
import type { RefreshWorld } from '../projections/refreshProjections.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../storage/database.ts';
import type { ThreadsWorld } from '../threads/threads.ts';
import { applyAnswer } from './applyAnswer.ts';
import { appendEvent, findBatchesNamed, hasEvent, updateBatch, type Batch } from './batch.store.ts';
import { insertInbox, lockWaiting, updateInbox } from './inbox.store.ts';
import { lockBatch } from './lockBatch.ts';
import { endManualStatus } from './manualStatus.ts';
import { readAnswer, type ReadAnswer } from './readAnswer.ts';
import { refreshCases } from './refreshCases.ts';
import { sendToChart } from './sendToChart.ts';
import { receiptText } from './transports/fileNames.ts';
import { findActiveProfiles, findWaiting, type StoredProfile } from './transports/profile.store.ts';
import { connectionOf } from './transports/profiles.ts';
import type { IncomingFile, Transport, TransportsWorld, WaitingBatch } from './transports/transport.ts';

export type AnswerWorld = AuditWorld & RefreshWorld & DatabaseWorld & FilesWorld & ThreadsWorld;

/** What became of a file. */
export type AnswerOutcome = 'applied' | 'known' | 'notMatched' | 'unreadable';

const POLL_MS = 2_000;
/** Servers of others are asked less often. */
const REMOTE_POLL_MS = 30_000;
const ACK_TYPE = 'application/xml';
const RECEIPT_TYPE = 'text/plain';

type ReaderWorld = AnswerWorld & CataloguesWorld & ConfigWorld & LogWorld & TransportsWorld;
type SponsorWorld = ReaderWorld & { sponsorKey: number };

/** Looks for files of all sponsors in the folder. */
export const answerReader = (world: ReaderWorld): RecurringJob => ({
  name: 'read-submission-answers',
  every: POLL_MS,
  run: async (signal) => {
    const { folder } = world.transports;
    if (!folder) return;
    await eachSponsorsCatalogue(
      world,
      (sponsor) =>
        receiveAll({ ...world, ...sponsor }, folder, [], { others: [], signal }).catch((error: unknown) =>
          world.log.warn(
            { err: error, sponsorKey: sponsor.sponsorKey },
            'not all answers of the folder could be read',
          ),
        ),
      signal,
    );
  },
});

/** Asks the receivers that have a profile. One that does not answer holds up no other for longer than its time-out. */
export const remoteAnswerReader = (world: ReaderWorld): RecurringJob => ({
  name: 'read-remote-answers',
  every: REMOTE_POLL_MS,
  run: async (signal) => {
    const profiles: StoredProfile[] = [];
    const read = async (trx: Trx, sponsorKey: number) =>
      profiles.push(...(await findActiveProfiles(trx, sponsorKey)));
    await inEverySponsor(world.db, read, signal);
    await eachSponsorsCatalogue(
      world,
      async (sponsor) => {
        for (const profile of profiles.filter((one) => one.sponsor_key === sponsor.sponsorKey)) {
          signal.throwIfAborted();
          const others = sponsorsBeside(profile, profiles);
          await receiveFrom({ ...world, ...sponsor }, profile, { others, signal }).catch((error: unknown) =>
            world.log.warn(
              { err: error, sponsorKey: sponsor.sponsorKey, receiverKey: profile.receiver_key },
              'a receiver could not be asked for answers',
            ),
          );
        }
      },
      signal,
    );
  },
});

/** Other sponsors for whom a receiver puts answers down at the same place: they have one account with a gateway. */
function sponsorsBeside(profile: StoredProfile, profiles: readonly StoredProfile[]): number[] {
  const connectionTo = ({ adapter, settings }: StoredProfile) => ({ kind: adapter, settings });
  const beside = profiles.filter(
    (one) =>
      one.sponsor_key !== profile.sponsor_key && isSameDestination(connectionTo(one), connectionTo(profile)),
  );
  return [...new Set(beside.map((one) => one.sponsor_key))];
}

async function receiveFrom(world: SponsorWorld, profile: StoredProfile, round: Round): Promise<void> {
  const { sponsorKey } = world;
  const ref = { sponsorKey, receiverKey: profile.receiver_key };
  const waiting = await inSponsor(world.db, sponsorKey, (trx) => findWaiting(trx, ref));
  // the environment matters where something is sent
  await receiveAll(world, connectionOf(world, profile, 'production'), waiting, round);
}

async function receiveAll(
  world: SponsorWorld,
  transport: Transport,
  waiting: readonly WaitingBatch[],
  round: Round,
): Promise<void> {
  const { sponsorKey, clock, log } = world;
  for await (const file of transport.receive({ sponsorKey, now: clock.now(), waiting })) {
    round.signal.throwIfAborted();
    // one file that fails holds up no other; it comes again
    await receiveOne(world, { sponsorKey, ...round }, file).catch((error: unknown) =>
      log.warn({ err: error, fileName: file.fileName }, 'an answer could not be taken'),
    );
  }
}

interface Round {
  /** sponsors whose answers the receiver puts down at the same place */
  others: readonly number[];
  signal: AbortSignal;
}

type Receiving = Round & { sponsorKey: number };

/** The files of a folder come from no user. */
const NO_USER = 0;

/** Takes one file and puts it away. */
async function receiveOne(
  world: AnswerWorld & LogWorld,
  receiving: Receiving,
  file: IncomingFile,
): Promise<void> {
  const outcome = await receive(world, receiving, file);
  if (outcome === 'elsewhere') return;
  if (outcome === 'unreadable') world.log.warn({ fileName: file.fileName }, 'an answer cannot be read');
  await file.putAway(outcome === 'unreadable' ? 'unreadable' : 'read');
}

/** Whether this sponsor has no such batch, and another one, who takes the file, has it. */
async function isElsewhere(
  { db }: DatabaseWorld,
  { sponsorKey, others }: Receiving,
  hasBatch: (trx: Trx, sponsorKey: number) => Promise<boolean>,
): Promise<boolean> {
  const has = (one: number) => inSponsor(db, one, (trx) => hasBatch(trx, one));
  if (others.length === 0 || (await has(sponsorKey))) return false;
  for (const other of others) if (await has(other)) return true;
  return false;
}

/** Receipts may lie among the answers. */
async function receive(
  world: AnswerWorld,
  receiving: Receiving,
  file: IncomingFile,
): Promise<AnswerOutcome | 'elsewhere'> {
  const { sponsorKey, signal } = receiving;
  const { fileName, bytes, batchNumber, refused } = file;
  const text = receiptText(bytes);
  const receipt = readReceipt(text);
  if (refused !== null || (file.kind === 'answer' && receipt === null)) {
    const fileKey = await world.files.put(bytes);
    const read: ReadAnswer =
      refused === null
        ? await readAnswer(world, bytes, { userKey: NO_USER, signal })
        : { ack: null, problem: `unreadable: ${refused}` };
    const { ack } = read;
    const isNumbered = async (trx: Trx, of: number) =>
      ack !== null && (await findBatchesNamed(trx, of, 'batch_number', ack.batchNumber)).length > 0;
    if (await isElsewhere(world, receiving, isNumbered)) return 'elsewhere';
    return takeAnswer(world, { sponsorKey, fileName, fileKey, size: bytes.length, read, batchNumber });
  }
  const isNamed = async (trx: Trx, of: number) => (await namedBatch(trx, of, fileName)) !== undefined;
  if (batchNumber === null && (await isElsewhere(world, receiving, isNamed))) return 'elsewhere';
  const isOfCentre = file.kind === 'centreReceipt' || (file.kind === 'answer' && receipt?.coreId !== null);
  return takeReceipt(world, sponsorKey, {
    ...file,
    type: receipt?.refusal ? 'receipt.refused' : isOfCentre ? 'centreReceipt' : 'receipt',
    coreId: receipt?.coreId ?? null,
    refusal: receipt?.refusal ?? null,
    // what a gateway lists by its kind needs no text
    isClear: receipt?.isClear ?? (batchNumber !== null || text.trim() !== ''),
  });
}

interface Taken {
  sponsorKey: number;
  fileName: string;
  /** of the stored file */
  fileKey: string;
  size: number;
  read: ReadAnswer;
  /** who brought it; left out: it came by itself */
  userName?: string;
  /** whether they see the batch: otherwise it is as good as unknown */
  seesBatch?: (trx: Trx, batch: Batch) => Promise<boolean>;
  /** where the transport knows which batch is answered, in case the answer names another one */
  batchNumber?: string | null | undefined;
}

/** Applies a stored file where its batch is known; otherwise it waits in the inbox for a user. */
export async function takeAnswer(
  world: AnswerWorld,
  { sponsorKey, fileName, fileKey, size, read, userName, seesBatch, batchNumber = null }: Taken,
): Promise<AnswerOutcome> {
  const { db, clock } = world;
  return inSponsor(db, sponsorKey, async (trx) => {
    const at = clock.now();
    await noteFiles(trx, { sponsorKey, userId: userName ?? '', at }, [
      { fileKey, fileName, mediaType: ACK_TYPE, size },
    ]);
    const inserted = await insertInbox(trx, {
      sponsor_key: sponsorKey,
      at,
      file_key: fileKey,
      file_name: fileName,
      sender_id: read.ack?.sender ?? authorityOf(world.catalogue, fileName),
      batch_number: read.ack?.batchNumber ?? null,
      code: read.ack?.code ?? null,
      problem: read.problem,
    });
    if (!read.ack) return inserted === null ? 'known' : 'unreadable';
    // one that came before its batch was sent, or by who does not see that, still waits
    const inboxKey = inserted ?? (await lockWaiting(trx, sponsorKey, fileKey));
    if (inboxKey === null) return 'known';
    const named = await matchedBatch(trx, sponsorKey, read.ack);
    const match =
      named === 'unknownBatch' && batchNumber !== null
        ? await matchedBatch(trx, sponsorKey, { ...read.ack, batchNumber })
        : named;
    if (typeof match === 'string' || (seesBatch && !(await seesBatch(trx, match)))) {
      const problem = typeof match === 'string' ? match : 'unknownBatch';
      await updateInbox(trx, sponsorKey, inboxKey, { problem });
      return 'notMatched';
    }
    await updateInbox(trx, sponsorKey, inboxKey, { batch_key: match.batch_key });
    await applyAnswer(trx, world, match, { ack: read.ack, fileKey, at });
    return 'applied';
  });
}

/** Who names its answers so: it tells where a file came from that cannot be read. */
const authorityOf = ({ whole }: CatalogueSource, fileName: string): string | null =>
  whole.receivers.find(({ files }) => files?.answer !== undefined && isNamedBy(files.answer, fileName))
    ?.receivers ?? null;

/** The batch that an acknowledgement answers, or why there is none. */
async function matchedBatch(
  trx: Trx,
  sponsorKey: number,
  { batchNumber, receiver }: Acknowledgement,
): Promise<Batch | 'unknownBatch' | 'otherSender' | 'notSent'> {
  const [batch, ...others] = (await findBatchesNamed(trx, sponsorKey, 'batch_number', batchNumber)).toSorted(
    (one, other) => Number(other.sender_id === receiver) - Number(one.sender_id === receiver),
  );
  if (!batch) return 'unknownBatch';
  if (batch.sender_id !== receiver && (receiver !== '' || others.length > 0)) return 'otherSender';
  return isNeverSent(batch.state) ? 'notSent' : batch;
}

/** The batch that a receipt is named by, or by its file: with any endings, since either name may have points of its own. */
async function namedBatch(trx: Trx, sponsorKey: number, receiptName: string): Promise<Batch | undefined> {
  const parts = receiptName.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const name = parts.slice(0, length).join('.');
    const [batch] = [
      ...(await findBatchesNamed(trx, sponsorKey, 'batch_number', name)),
      ...(await findBatchesNamed(trx, sponsorKey, 'file_name', `${name}.xml`)),
    ];
    if (batch) return batch;
  }
  return undefined;
}

interface IncomingReceipt extends Pick<IncomingFile, 'fileName' | 'bytes' | 'batchNumber'> {
  type: 'receipt' | 'centreReceipt' | 'receipt.refused';
  coreId: string | null;
  refusal: string | null;
  /** false: it proves nothing */
  isClear: boolean;
}

/**
 * A receipt names its batch or the file of it by its own name, or by what the gateway calls it. Another one waits in the inbox,
 * as does one that neither proves nor refuses the hand-over: a user decides what it means.
 */
async function takeReceipt(
  world: AnswerWorld,
  sponsorKey: number,
  receipt: IncomingReceipt,
): Promise<AnswerOutcome> {
  const { fileName, bytes, coreId, isClear } = receipt;
  const fileKey = await world.files.put(bytes);
  return inSponsor(world.db, sponsorKey, async (trx) => {
    const at = world.clock.now();
    await noteFiles(trx, { sponsorKey, userId: '', at }, [
      { fileKey, fileName, mediaType: RECEIPT_TYPE, size: bytes.length },
    ]);
    const batch =
      (await namedBatch(trx, sponsorKey, receipt.batchNumber ?? fileName)) ??
      (coreId === null ? [] : await findBatchesNamed(trx, sponsorKey, 'remote_id', coreId))[0];
    if (!batch || isNeverSent(batch.state) || !isClear) {
      const problem = !batch ? 'unknownBatch' : isClear ? 'notSent' : 'receiptUnclear';
      const inbox = {
        sponsor_key: sponsorKey,
        at,
        file_key: fileKey,
        file_name: fileName,
        batch_number: batch?.batch_number ?? null,
        problem,
      };
      return (await insertInbox(trx, inbox)) === null ? 'known' : 'notMatched';
    }
    return (await noteReceipt(trx, world, batch, { ...receipt, fileKey })) ? 'applied' : 'known';
  });
}

/**
 * Raises the batch to transmitted, or to received by the centre; a refusal means that nothing was taken. A receipt that comes
 * too late for that is an event alone. Answers false for one that was noted before: the same bytes, since each attempt may bring
 * receipts of the same names.
 */
async function noteReceipt(
  trx: Trx,
  world: RefreshWorld,
  named: Batch,
  { fileName, type, coreId, refusal, fileKey }: IncomingReceipt & { fileKey: string },
): Promise<boolean> {
  const at = world.clock.now();
  const batch = await lockBatch(trx, named);
  const counted = await findCounted(trx, batch);
  const event = type === 'receipt.refused' ? { type, message: refusal ?? '', at } : ({ type, at } as const);
  const outcome = await sendToChart(trx, batch, `${type} ${fileKey}`, event);
  const noted = { type: type === 'receipt.refused' ? 'receiptRefused' : type, file_key: fileKey };
  // the chart remembers what it took
  if (outcome === 'known' || (outcome === 'refused' && (await hasEvent(trx, batch, noted)))) return false;
  await appendEvent(trx, batch, { ...noted, text: fileName, code: refusal, at });
  const isRefused = outcome === 'applied' && type === 'receipt.refused';
  if (isRefused) await endManualStatus(trx, batch, at);
  const change = {
    ...(isRefused && { sent_at: null }),
    ...(batch.remote_id === null && coreId !== null && { remote_id: coreId }),
  };
  if (Object.keys(change).length > 0) await updateBatch(trx, batch, change);
  await refreshCases(trx, world, batch, { counted, at });
  return true;
}
