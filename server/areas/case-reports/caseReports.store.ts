/** Queries of the reports. */
import type { Trx } from '../../storage/database.ts';

/** The organisation a case is sent for. */
export async function findSenderName(trx: Trx, sponsorKey: number, senderKey: number): Promise<string> {
  const { organisation } = await trx
    .selectFrom('sender')
    .select('organisation')
    .where('sponsor_key', '=', sponsorKey)
    .where('sender_key', '=', senderKey)
    .executeTakeFirstOrThrow();
  return organisation;
}
