/** The partner that gets the acknowledgement of a batch, and how it is reached. */
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { findReceivers, type KnownReceiver } from '../receivers/receiverFacts.ts';
import { findActiveProfiles } from '../submissions/transports/profile.store.ts';
import type { Trx } from '../storage/database.ts';

export interface AcknowledgementRoute {
  receiver: string;
  receiverKey: number | null;
  transport: 'folder' | 'sftp';
  environment: 'production' | 'test';
}

/** By the identifier of who sent a batch. Nobody has one that is not a receiver, or is reached by hand only. */
export async function acknowledgementRoutes(
  trx: Trx,
  catalogue: CatalogueSource,
  { sponsorKey, hasFolder }: { sponsorKey: number; hasFolder: boolean },
): Promise<(senderId: string | null) => AcknowledgementRoute | null> {
  const receivers = await findReceivers(trx, catalogue, { sponsorKey, senderKey: null });
  const profiles = await findActiveProfiles(trx, sponsorKey);
  return (senderId) => {
    const found = senderId ? receivers.find((one) => identifiersOf(one).includes(senderId)) : undefined;
    if (!found) return null;
    const { name: receiver, recordKey: receiverKey, environment } = found;
    const adapter = profiles.find((one) => one.receiver_key === receiverKey)?.adapter;
    if (adapter === 'sftp') return { receiver, receiverKey, environment, transport: 'sftp' };
    // the API of the FDA takes reports only
    return hasFolder && adapter === undefined
      ? { receiver, receiverKey, environment, transport: 'folder' }
      : null;
  };
}

/** What a receiver may be called in an envelope. */
const identifiersOf = ({ name, batchId, messageId, routes }: KnownReceiver): string[] => [
  batchId || name,
  messageId,
  ...routes.flatMap(({ production, test }) =>
    [production, test].flatMap(({ batch, message }) => [batch, message]),
  ),
];
