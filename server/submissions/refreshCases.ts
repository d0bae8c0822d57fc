/** Refreshes what depends on the submission of the cases of a batch. */
import { lockCase, lockNewestVersion } from '../cases/record/case.store.ts';
import { refreshDistributed } from '../cases/lifecycle/refreshDistributed.ts';
import type { RefreshWorld } from '../projections/refreshProjections.ts';
import type { Trx } from '../storage/database.ts';
import { findMessages, type Batch, type Message } from './batch.store.ts';

/** The cases of a batch. */
export const refreshCases = async (trx: Trx, deps: RefreshWorld, batch: Batch, at: Date): Promise<void> =>
  refreshCasesOf(trx, deps, await findMessages(trx, batch), at);

/** Each case with its newest version, in order of their keys so that two batches never wait for each other. */
export async function refreshCasesOf(
  trx: Trx,
  deps: RefreshWorld,
  messages: readonly Message[],
  at: Date,
): Promise<void> {
  const ordered = messages.toSorted((one, other) => one.case_key - other.case_key);
  for (const { sponsor_key: sponsorKey, case_key: caseKey } of ordered) {
    const found = await lockCase(trx, sponsorKey, caseKey);
    const newest = found?.latest ? found : await lockNewestVersion(trx, sponsorKey, caseKey);
    if (newest) await refreshDistributed(trx, deps, { sponsorKey, caseKey: newest.case_key, at });
  }
}
