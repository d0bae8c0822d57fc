/** Handing files over by the transport of a receiver, and asking what became of an attempt without an end. */
import type {
  RemoteQuestion,
  RemoteState,
  SendResult,
} from '../../machines/submission-batch/submissionBatch.machine.ts';
import { waitBeforeNext } from '../../machines/submission-batch/sendAttempts.ts';
import { isRemote, type TransportName } from '../../shared/submission/transports.ts';
import type { CataloguesWorld } from '../catalogue/catalogues.ts';
import type { ConfigWorld } from '../config.ts';
import type { FilesWorld } from '../files/fileStore.ts';
import type { RandomWorld } from '../ports/chance.ts';
import type { ClockWorld } from '../ports/clock.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../storage/database.ts';
import { isReceiverActive } from './transports/profile.store.ts';
import { connectionOf, noteAttempt, profileInUse, restUntil } from './transports/profiles.ts';
import {
  TransportFailure,
  type OutgoingFile,
  type Transport,
  type TransportsWorld,
} from './transports/transport.ts';

export type SendWorld = DatabaseWorld &
  CataloguesWorld &
  ClockWorld &
  RandomWorld &
  ConfigWorld &
  FilesWorld &
  TransportsWorld;

/** A stored file on its way to a receiver. */
export interface Parcel {
  transport: TransportName;
  /** of the record of the receiver; null: it has none */
  receiverKey: number | null;
  file: OutgoingFile;
  /** the attempt before; undefined: none */
  last: { attempt_no: number; ended_at: Date | null } | undefined;
  /** Whether the file has what its receiver gets masked by now. */
  isUnmasked: (trx: Trx) => Promise<boolean>;
  /** Stores that an attempt begins, before its first byte. */
  begin: (trx: Trx, attemptNo: number, at: Date) => Promise<unknown>;
}

/** A killed attempt is never repeated blindly: what became of it is asked first. */
export async function handOver(world: SendWorld, parcel: Parcel): Promise<SendResult> {
  const { last, file } = parcel;
  if (last && last.ended_at === null) return { outcome: 'unknown' };
  const attemptNo = (last?.attempt_no ?? 0) + 1;
  const { db, clock } = world;
  const profile = profileOf(parcel);
  const inTrx = <T>(work: (trx: Trx) => Promise<T>) => inSponsor(db, file.sponsorKey, work);
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
    await inTrx((trx) => requireWanted(trx, parcel));
    const transport = await transportOf(world, parcel);
    await transport.stage(file);
    await inTrx((trx) => parcel.begin(trx, attemptNo, clock.now()));
    return await noted({ outcome: await transport.send(file) }, false);
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    const wait = Math.max(waitBeforeNext(attemptNo, world.random()), error.waitMs);
    const nextTryAt = new Date(clock.now().getTime() + wait).toISOString();
    const { fault, message } = error;
    return noted({ outcome: 'failed', fault, message, nextTryAt }, fault === 'passing');
  }
}

/** What the receiver knows of the file. */
export const askReceiver = async (
  world: SendWorld,
  parcel: Parcel,
  question: RemoteQuestion | undefined,
): Promise<RemoteState> => (await transportOf(world, parcel)).ask(parcel.file, question);

/** The bytes of a file that is sent. */
export async function bytesOf({ files }: FilesWorld, fileKey: string) {
  const content = await files.stream(fileKey);
  if (!content) throw new TransportFailure('content', 'the frozen file is missing');
  return content;
}

/** The profile that the file is sent with; null: it needs none. */
const profileOf = ({ transport, receiverKey, file: { sponsorKey } }: Parcel) =>
  isRemote(transport) && receiverKey !== null ? { sponsorKey, receiverKey, transport } : null;

/**
 * A receiver that was switched off since gets nothing, nor does one get what is masked for it by now: the file waits until a
 * user decides.
 */
async function requireWanted(
  trx: Trx,
  { receiverKey, file: { sponsorKey, receiver }, isUnmasked }: Parcel,
): Promise<void> {
  if (receiverKey !== null && !(await isReceiverActive(trx, { sponsorKey, receiverKey })))
    throw new TransportFailure('settings', `the receiver '${receiver}' is switched off`);
  if (await isUnmasked(trx))
    throw new TransportFailure(
      'content',
      `since the check, '${receiver}' gets more masked than this file has masked; cancel the batch and make a new one`,
    );
}

async function transportOf(world: SendWorld, parcel: Parcel): Promise<Transport> {
  const { transport, file } = parcel;
  const profile = profileOf(parcel);
  if (profile) {
    const stored = await inSponsor(world.db, file.sponsorKey, (trx) => profileInUse(trx, profile));
    return connectionOf(world, stored, file.environment);
  }
  const found = isRemote(transport) ? null : world.transports[transport];
  if (!found) throw new TransportFailure('settings', `the transport '${transport}' is not set up`);
  return found;
}
