/** Refreshes what depends on the submission of the cases of a batch. */
import { lockNewestVersions } from '../cases/record/case.store.ts';
import { refreshDistributed } from '../cases/lifecycle/refreshDistributed.ts';
import { findCounted } from '../obligations/dueReports.store.ts';
import type { RefreshWorld } from '../projections/refreshProjections.ts';
import type { Trx } from '../storage/database.ts';
import type { Batch } from './batch.store.ts';

interface BatchChange {
  /** `findCounted` before the change */
  counted: ReadonlyMap<number, string>;
  at: Date;
}

/**
 * After a change of a batch: refreshes the newest versions of the cases of which another thing counts as sent now. A batch
 * has a thousand cases, and most answers are about some of them.
 */
export async function refreshCases(
  trx: Trx,
  deps: RefreshWorld,
  batch: Batch,
  { counted: before, at }: BatchChange,
): Promise<void> {
  const after = await findCounted(trx, batch);
  const changed = [...before.keys(), ...after.keys()].filter((key) => before.get(key) !== after.get(key));
  const versions = [...new Set(changed)];
  if (versions.length === 0) return;
  const { sponsor_key: sponsorKey } = batch;
  const caseKeys = await lockNewestVersions(trx, sponsorKey, versions);
  await refreshDistributed(trx, deps, { sponsorKey, caseKeys, at });
}
