/** Removes files that no row refers to, such as those of a process that was killed before its transaction ended. */
import { findSponsors } from '../accounts/sponsors.store.ts';
import { setSponsor, type DatabaseWorld, type Trx } from '../storage/database.ts';
import { deleteArrivals, findReferred, lockOldArrivals } from './fileArrival.store.ts';
import { objectKeyOf } from './fileStore.ts';
import type { ObjectsWorld } from './objectStore.ts';

/** Files of a transaction. */
const BATCH = 100;

/** Removes orphans that were stored more than a day ago. Returns their number. */
export async function removeOrphans(
  { db, objects }: DatabaseWorld & ObjectsWorld,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (;;) {
    signal.throwIfAborted();
    const batch = await db.transaction().execute((trx) => removeBatch(trx, objects));
    removed += batch.removed;
    if (batch.files < BATCH) return removed;
  }
}

/**
 * The locks are held until the files are removed: a request that stores the same content waits, and then finds that it has
 * to write it.
 */
async function removeBatch(
  trx: Trx,
  objects: ObjectsWorld['objects'],
): Promise<{ files: number; removed: number }> {
  const fileKeys = await lockOldArrivals(trx, BATCH);
  if (fileKeys.length === 0) return { files: 0, removed: 0 };
  const referred = new Set<string>();
  for (const { sponsor_key: sponsorKey } of await findSponsors(trx)) {
    await setSponsor(trx, sponsorKey);
    for (const fileKey of await findReferred(trx, fileKeys)) referred.add(fileKey);
  }
  const orphans = fileKeys.filter((fileKey) => !referred.has(fileKey));
  for (const fileKey of orphans) await objects.remove(objectKeyOf(fileKey));
  await deleteArrivals(trx, fileKeys);
  return { files: fileKeys.length, removed: orphans.length };
}
