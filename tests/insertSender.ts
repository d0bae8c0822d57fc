import type { Trx } from '../server/storage/database.ts';

/** Adds a sender with the key that a test names; the transaction works for the sponsor. */
export async function insertSender(
  trx: Trx,
  { sponsorKey, senderKey, name }: { sponsorKey: number; senderKey: number; name: string },
): Promise<void> {
  await trx
    .insertInto('record')
    .values({
      sponsor_key: sponsorKey,
      kind: 'sender',
      record_key: senderKey,
      name,
      columns: JSON.stringify({ SND_ORGAN: [name] }),
      search: name.toLowerCase(),
    })
    .execute();
}
