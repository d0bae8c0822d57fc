/** The life of a release: opened, filled, staged, active, retired. Searches see active and retired ones only. */
import type { ClockWorld } from '../ports/clock.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { releaseExists, releaseNotReady } from '../problems.ts';
import { cancellable, type DatabaseWorld, type Trx } from '../storage/database.ts';
import type { LoadedEntry } from './entry.ts';
import { rowsOf } from './layout.ts';
import * as store from './releases.store.ts';

/** So many entries are written at once. */
const BATCH = 1000;

export type ReleaseDeps = DatabaseWorld & ClockWorld & CatalogueWorld;

/**
 * Creates a release to be loaded, and answers its number. Deletes an incomplete one of this version: its load was
 * interrupted, or is now. Throws 409 RELEASE_EXISTS if a complete one exists.
 */
export const openRelease = (
  { db, clock }: ReleaseDeps,
  release: Omit<store.NewRelease, 'at'>,
): Promise<number> =>
  db.transaction().execute(async (trx) => {
    await store.lockDictionary(trx, release.dictionary);
    const known = await store.findReleases(trx, release.dictionary);
    const same = known.find(({ version }) => version === release.version);
    if (same && same.state !== 'loading') throw releaseExists(release.dictionary, release.version);
    if (same) await store.deleteRelease(trx, same.release_no);
    return store.addRelease(trx, { ...release, at: clock.now() });
  });

/** Writes the entries of an open release, in order; answers how many it has then. One batch is read while another is written. */
export async function appendEntries(
  { db, catalogue }: ReleaseDeps,
  releaseNo: number,
  entries: AsyncIterable<LoadedEntry> | Iterable<LoadedEntry>,
): Promise<number> {
  const write = (batch: readonly LoadedEntry[]): Promise<number> =>
    db.transaction().execute(async (trx) => {
      const { dictionary, entries: count } = await lockedIn(trx, releaseNo, 'loading');
      await store.putEntries(trx, releaseNo, count, batch.map(rowsOf(catalogue.dictionaries, dictionary)));
      await store.setRelease(trx, releaseNo, { entries: count + batch.length });
      return count + batch.length;
    });
  let written: Promise<unknown> = Promise.resolve();
  let batch: LoadedEntry[] = [];
  try {
    for await (const entry of entries) {
      batch.push(entry);
      if (batch.length < BATCH) continue;
      await written;
      written = write(batch);
      // its failure is heard where it is awaited
      written.catch(() => {});
      batch = [];
    }
  } finally {
    // no write follows the end of this function, even after an error
    await written;
  }
  return write(batch);
}

/**
 * All of its entries are there: it can be looked at, activated or thrown away. Its index is built first, which may take
 * minutes: an aborted signal breaks that off, and the release is as it was.
 */
export const stageRelease = (
  { db, catalogue }: ReleaseDeps,
  releaseNo: number,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { dictionary } = await lockedIn(trx, releaseNo, 'loading');
    const fields = catalogue.dictionaries[dictionary]?.fields ?? [];
    const options: Record<string, string[]> = {};
    for (const { field, kind, column } of fields)
      if (kind === 'column' && column !== undefined)
        options[field] = await store.distinctFacts(trx, releaseNo, column);
    await cancellable(db, trx, signal, () => store.indexEntries(trx, releaseNo));
    await store.attachEntries(trx, releaseNo);
    await store.setRelease(trx, releaseNo, { state: 'staged', options });
  });

/** Stages a release whose entries were all written, unless that was done, or given up, before. */
export async function finishStaging(
  deps: ReleaseDeps,
  releaseNo: number,
  signal: AbortSignal,
): Promise<void> {
  const found = await store.findRelease(deps.db, releaseNo);
  if (found?.state === 'loading') await stageRelease(deps, releaseNo, signal);
}

/** From now on what version `any` means; the one before is retired. Throws 409 RELEASE_NOT_READY for one still loading. */
export const activateRelease = ({ db, clock }: ReleaseDeps, releaseNo: number, by: string): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { dictionary } = await lockedIn(trx, releaseNo, 'staged', 'retired');
    await store.lockDictionary(trx, dictionary);
    await store.retireActive(trx, dictionary);
    await store.setRelease(trx, releaseNo, {
      state: 'active',
      activated_at: clock.now(),
      activated_by: by,
    });
  });

/** Takes the active release out of use: the dictionary has no active one then. */
export const retireRelease = ({ db }: ReleaseDeps, releaseNo: number): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockedIn(trx, releaseNo, 'active');
    await store.setRelease(trx, releaseNo, { state: 'retired' });
  });

/**
 * Throws a release away that was never in use, if `require` does not throw. Nobody begins to use it from then on, as
 * `keepRelease` waits for the transaction.
 */
export const deleteRelease = (
  { db }: ReleaseDeps,
  releaseNo: number,
  require: (trx: Trx) => Promise<void> = () => Promise.resolve(),
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await lockedIn(trx, releaseNo, 'loading', 'staged');
    await require(trx);
    await store.deleteRelease(trx, releaseNo);
  });

/** Opens, fills and stages a release; what was written of one that cannot be read to its end is thrown away. */
export async function loadRelease(
  deps: ReleaseDeps,
  release: Omit<store.NewRelease, 'at'>,
  entries: AsyncIterable<LoadedEntry> | Iterable<LoadedEntry>,
): Promise<number> {
  const releaseNo = await openRelease(deps, release);
  try {
    await appendEntries(deps, releaseNo, entries);
    await stageRelease(deps, releaseNo);
    return releaseNo;
  } catch (error) {
    await deleteRelease(deps, releaseNo);
    throw error;
  }
}

/** Throws 409 RELEASE_NOT_READY where it is not there or in another state. */
async function lockedIn(
  trx: Trx,
  releaseNo: number,
  ...states: store.Release['state'][]
): Promise<store.Release> {
  const found = await store.lockRelease(trx, releaseNo);
  if (!found || !states.includes(found.state)) throw releaseNotReady(releaseNo, found?.state ?? 'gone');
  return found;
}
