/** Queries on who has a case open to edit it. They take the transaction they are part of, and decide nothing. */
import type { Trx } from '../storage/database.ts';

/** A tab sends a heartbeat every ten seconds; one that missed three is closed. */
const GONE_AFTER_MS = 30_000;

/** Tabs without a heartbeat since are closed. */
export const openSince = (now: Date): Date => new Date(now.getTime() - GONE_AFTER_MS);

/** Names of other users who have the case open to edit it. */
export async function findEditors(
  trx: Trx,
  { sponsorKey, caseKey, userKey }: { sponsorKey: number; caseKey: number; userKey: number },
  now: Date,
): Promise<string[]> {
  const found = await trx
    .selectFrom('presence as p')
    .innerJoin('app_user as u', 'u.user_key', 'p.user_key')
    .select('u.name')
    .distinct()
    .where('p.sponsor_key', '=', sponsorKey)
    .where('p.case_key', '=', caseKey)
    .where('p.user_key', '<>', userKey)
    .where('p.editing', '=', true)
    .where('p.at', '>=', openSince(now))
    .orderBy('u.name')
    .execute();
  return found.map(({ name }) => name);
}
