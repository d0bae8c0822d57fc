/** Refreshes what depends on the submission of the cases of a batch. */
import { lockCase, lockNewestVersion } from '../cases/record/case.store.ts';
import { refreshProjections, type RefreshWorld } from '../projections/refreshProjections.ts';
import { touchedFact } from '../projections/touched.ts';
import type { Trx } from '../storage/database.ts';
import { findMessages, type Batch } from './batch.store.ts';

/** Each case with its newest version, in order of their keys so that two batches never wait for each other. */
export async function refreshCases(trx: Trx, deps: RefreshWorld, batch: Batch, at: Date): Promise<void> {
  const { sponsor_key: sponsorKey } = batch;
  const keys = (await findMessages(trx, batch)).map(({ case_key }) => case_key).toSorted((a, b) => a - b);
  for (const caseKey of keys) {
    const found = await lockCase(trx, sponsorKey, caseKey);
    const newest = found?.latest ? found : await lockNewestVersion(trx, sponsorKey, caseKey);
    const touched = touchedFact('distributed');
    if (newest) await refreshProjections(trx, deps, { sponsorKey, caseKey: newest.case_key, at }, touched);
  }
}
