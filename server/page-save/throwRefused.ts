/** Ends a save that must not be stored. */
import type { Language } from '../http/language.ts';
import { caseChanged, itemRefused } from '../problems.ts';
import type { Trx } from '../storage/database.ts';
import type { Refusal } from './refusal.ts';
import type { StaleEntry } from './staleEntry.ts';

/** Throws 422 ITEM_REFUSED if anything was refused; details: address, rule and message of each. */
export function throwRefused(refused: readonly Refusal[], language: Language): void {
  if (refused.length === 0) return;
  throw itemRefused(refused.map(({ message, ...where }) => ({ ...where, message: message[language] })));
}

/** Throws 409 CASE_CHANGED if anything is stale; details: the current values, and the names of their authors. */
export async function throwStale(trx: Trx, stale: readonly StaleEntry[]): Promise<void> {
  if (stale.length === 0) return;
  const ids = [...new Set(stale.map(({ changedBy }) => changedBy))];
  const found = await trx
    .selectFrom('app_user')
    .select(['user_id', 'name'])
    .where('user_id', 'in', ids)
    .execute();
  const names = new Map(found.map(({ user_id, name }) => [user_id, name]));
  throw caseChanged(
    stale.map((entry) => ({ ...entry, changedByName: names.get(entry.changedBy) ?? entry.changedBy })),
  );
}
