/** The receiver of a batch as its record is now, and what it gets masked. */
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { findReceivers, maskedFor, type KnownReceiver } from '../receivers/receiverFacts.ts';
import type { Trx } from '../storage/database.ts';
import type { Batch } from './batch.store.ts';

export interface ReceiverOfBatch {
  /** undefined: its record is not in use any more */
  receiver: KnownReceiver | undefined;
  /** items that it gets masked */
  masked: ReadonlySet<string>;
}

/** Reads it. */
export async function receiverOf(
  trx: Trx,
  catalogue: CatalogueSource,
  batch: Pick<Batch, 'sponsor_key' | 'sender_key' | 'receiver_key' | 'receiver'>,
): Promise<ReceiverOfBatch> {
  const receivers = await findReceivers(trx, catalogue, {
    sponsorKey: batch.sponsor_key,
    senderKey: batch.sender_key,
  });
  const receiver = receivers.find(({ name, recordKey }) =>
    batch.receiver_key === null ? name === batch.receiver : recordKey === batch.receiver_key,
  );
  return { receiver, masked: maskedFor(catalogue, receiver) };
}

/** Whether the file of a batch has what its receiver gets masked since it was frozen. Files of earlier releases do not tell. */
export async function isUnmasked(trx: Trx, catalogue: CatalogueSource, batch: Batch): Promise<boolean> {
  const { masked: frozen } = batch;
  if (frozen === null) return false;
  const { masked } = await receiverOf(trx, catalogue, batch);
  return [...masked].some((itemId) => !frozen.includes(itemId));
}
