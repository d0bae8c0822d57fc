/** Queries of the settings. They take the transaction they are part of, and decide nothing. */
import type { Trx } from '../../storage/database.ts';

/** The sponsor's time zone, and its senders by name. */
export async function findSenders(trx: Trx, sponsorKey: number) {
  const { time_zone: timeZone } = await trx
    .selectFrom('sponsor')
    .select('time_zone')
    .where('sponsor_key', '=', sponsorKey)
    .executeTakeFirstOrThrow();
  const senders = await trx
    .selectFrom('sender')
    .select(['sender_key as senderKey', 'organisation as name', 'country'])
    .where('sponsor_key', '=', sponsorKey)
    .where('del_flag', '=', 'N')
    .orderBy('organisation')
    .execute();
  return { timeZone, senders };
}

/** What the steps of the sponsor's workflow are called by language, those that were removed included. */
export async function findStepNames(
  trx: Trx,
  sponsorKey: number,
): Promise<Map<string, Record<string, string>>> {
  const steps = await trx
    .selectFrom('workflow_step')
    .select(['workflow_key', 'name'])
    .where('sponsor_key', '=', sponsorKey)
    .execute();
  return new Map(steps.map(({ workflow_key, name }) => [workflow_key, name]));
}
