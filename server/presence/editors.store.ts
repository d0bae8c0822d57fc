/** Queries on who has a case open to edit it. They take the transaction they are part of, and decide nothing. */
import { sql } from 'kysely';
import type { Trx } from '../storage/database.ts';

/** A tab sends a heartbeat every ten seconds; one that missed three is closed. */
const GONE_AFTER_MS = 30_000;

/** Tabs without a heartbeat since are closed. */
export const openSince = (now: Date): Date => new Date(now.getTime() - GONE_AFTER_MS);

/** Names of other users who have cases open to edit them, by case. */
export async function findEditors(
  trx: Trx,
  { sponsorKey, caseKeys, userKey }: { sponsorKey: number; caseKeys: readonly number[]; userKey: number },
  now: Date,
): Promise<Map<number, string[]>> {
  const found = await trx
    .selectFrom('presence as p')
    .innerJoin('app_user as u', 'u.user_key', 'p.user_key')
    .select(['p.case_key', 'u.name'])
    .distinct()
    .where('p.sponsor_key', '=', sponsorKey)
    .where(sql<boolean>`p.case_key = any(${[...caseKeys]}::bigint[])`)
    .where('p.user_key', '<>', userKey)
    .where('p.editing', '=', true)
    .where('p.at', '>=', openSince(now))
    .orderBy('u.name')
    .execute();
  const byCase = Map.groupBy(found, ({ case_key }) => case_key);
  return new Map([...byCase].map(([caseKey, editors]) => [caseKey, editors.map(({ name }) => name)]));
}
