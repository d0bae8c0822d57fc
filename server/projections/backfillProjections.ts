/**
 * Rebuilds projections of cases that are stale: after rules, catalogue or program changed, after a save that left that to
 * the backfill, and for projections that are new. Several processes may do so at once.
 */
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import { sponsorsWithCatalogue, type SponsorsWorld } from '../accounts/sponsors.store.ts';
import type { ClockWorld } from '../ports/clock.ts';
import { inSponsor, type Trx } from '../storage/database.ts';
import { batchSizes, type BatchSizes } from './batchSizes.ts';
import { caseBatch } from './caseBatch.ts';
import { docsFor } from './docsFor.ts';
import {
  projectionsOf,
  versionOf,
  type CaseProjection,
  type ProjectionsWorld,
  type ProjectionWorld,
  type WrittenCase,
} from './projection.ts';
import {
  claimStale,
  findKeysAfter,
  findStaleNames,
  findState,
  lockCases,
  lockProgress,
  markFailed,
  markStale,
  putProgress,
  updateProgress,
  waitForInserts,
  type Progress,
} from './projectionState.store.ts';

export interface BackfillWorld extends SponsorsWorld, ClockWorld, ProjectionsWorld {
  log: { error: (about: object, message: string) => void };
}

/** A case whose projection cannot be rebuilt is tried again after so long, and holds up no other. */
const RETRY_MS = 60 * 60_000;

/** Runs until nothing is stale; cases that are being saved meanwhile are left to the next run. */
export async function backfillProjections(world: BackfillWorld, signal?: AbortSignal): Promise<void> {
  const sizes = batchSizes();
  for (let worked = true; worked;) {
    worked = false;
    for await (const { sponsorKey, catalogue } of sponsorsWithCatalogue(world)) {
      if (signal?.aborted) return;
      if (await backfillSponsor({ ...world, sizes, sponsorKey, catalogue })) worked = true;
    }
  }
}

interface SponsorWorld extends BackfillWorld {
  sizes: BatchSizes;
  sponsorKey: number;
  catalogue: CatalogueSource;
}

/**
 * One batch of what was saved, then one of what other rules hold for: users wait for the first, while the second may
 * take hours. Answers whether there was anything to do.
 */
async function backfillSponsor(sponsor: SponsorWorld): Promise<boolean> {
  const { db, sponsorKey, catalogue, clock, projections } = sponsor;
  const { state, staleNames } = await inSponsor(db, sponsorKey, async (trx) => ({
    state: await findState(trx, sponsorKey),
    staleNames: await findStaleNames(trx, sponsorKey, clock.now()),
  }));
  const world = { catalogue, clock, timeZone: state.timeZone };
  const all = projectionsOf(projections, catalogue, new Set(state.progress.keys()));
  let worked = false;
  for (const projection of all.filter(({ name }) => staleNames.has(name)))
    if (await rebuildStale(sponsor, world, all, projection)) worked = true;
  for (const projection of all) {
    const progress = state.progress.get(projection.name);
    if (progress?.done && progress.version === versionOf(projection, world)) continue;
    if (await walkOn(sponsor, world, all, projection)) return true;
  }
  return worked;
}

/** The next of the cases that were marked as stale. Answers whether there was one. */
function rebuildStale(
  sponsor: SponsorWorld,
  world: ProjectionWorld,
  all: readonly CaseProjection[],
  projection: CaseProjection,
): Promise<boolean> {
  const { sponsorKey, clock } = sponsor;
  return inBatch(sponsor, projection, async (trx, size) => {
    const cases = await claimStale(trx, sponsorKey, projection.name, size, clock.now());
    return {
      cases,
      found: cases.length > 0,
      rebuild: () => rebuild(trx, sponsor, world, all, projection, cases),
    };
  });
}

/** The next of all cases, in the order of their keys. Answers whether there is more to do. */
function walkOn(
  sponsor: SponsorWorld,
  world: ProjectionWorld,
  all: readonly CaseProjection[],
  projection: CaseProjection,
): Promise<boolean> {
  const { sponsorKey } = sponsor;
  const { name } = projection;
  const version = versionOf(projection, world);
  return inBatch(sponsor, projection, async (trx, size) => {
    await putProgress(trx, sponsorKey, name);
    const stored = await lockProgress(trx, sponsorKey, name);
    if (!stored || (stored.done && stored.version === version)) return NOTHING;
    const progress = stored.version === version ? stored : { name, version, walkedTo: 0, done: false };
    const cases = await lockNext(trx, sponsorKey, progress, size);
    const last = cases.at(-1);
    const next = { ...progress, walkedTo: last?.caseKey ?? progress.walkedTo, done: !last };
    await updateProgress(trx, sponsorKey, next);
    return { cases, found: true, rebuild: () => rebuild(trx, sponsor, world, all, projection, cases) };
  });
}

/** The cases behind those that were walked, locked: a save of one of them waits, or is waited for. */
async function lockNext(
  trx: Trx,
  sponsorKey: number,
  { walkedTo }: Progress,
  size: number,
): Promise<WrittenCase[]> {
  let keys = await findKeysAfter(trx, sponsorKey, walkedTo, size);
  if (keys.length === 0) {
    // a case that is being inserted by other rules has a later key than all there are
    await waitForInserts(trx, sponsorKey);
    keys = await findKeysAfter(trx, sponsorKey, walkedTo, size);
  }
  const [first] = keys;
  if (first === undefined) return [];
  const free = await lockCases(trx, sponsorKey, keys, { wait: false });
  const upToOneInUse = free.filter(({ caseKey }, index) => caseKey === keys[index]);
  // waits without a lock on another case, so that no other transaction has to wait meanwhile
  return upToOneInUse.length > 0 ? upToOneInUse : lockCases(trx, sponsorKey, [first], { wait: true });
}

async function rebuild(
  trx: Trx,
  { sponsorKey }: SponsorWorld,
  world: ProjectionWorld,
  all: readonly CaseProjection[],
  projection: CaseProjection,
  cases: readonly WrittenCase[],
): Promise<void> {
  if (cases.length === 0) return;
  const pages = projection.pages(world.catalogue);
  const read = caseBatch(trx, sponsorKey, cases, pages);
  const batch = { ...read, docsOf: docsFor(projection, world.catalogue, read.docsOf), pages };
  const changed = (await projection.rebuild(trx, world, batch)) ?? [];
  const readers = all.filter(({ reads }) => reads?.includes(projection.name)).map(({ name }) => name);
  await markStale(trx, sponsorKey, readers, changed);
}

interface Claimed {
  cases: readonly WrittenCase[];
  found: boolean;
  rebuild: () => Promise<void>;
}

const NOTHING: Claimed = { cases: [], found: false, rebuild: () => Promise.resolve() };

/** One transaction. Where it fails, cases are taken one by one, and the one that fails is set aside. */
async function inBatch(
  { db, sponsorKey, clock, log, sizes }: SponsorWorld,
  { name }: CaseProjection,
  claim: (trx: Trx, size: number) => Promise<Claimed>,
): Promise<boolean> {
  const size = sizes.of(name);
  try {
    const started = performance.now();
    const { found, count } = await inSponsor(db, sponsorKey, async (trx) => {
      const claimed = await claim(trx, size);
      await claimed.rebuild();
      return { found: claimed.found, count: claimed.cases.length };
    });
    sizes.learn(name, count, performance.now() - started);
    return found;
  } catch (error) {
    if (size > 1) {
      sizes.reset(name);
      log.error({ err: error, projection: name, sponsorKey }, 'a batch of projections could not be rebuilt');
      return true;
    }
    const retryAt = new Date(clock.now().getTime() + RETRY_MS);
    const { caseKey } = await inSponsor(db, sponsorKey, async (trx) => {
      const [one] = (await claim(trx, 1)).cases;
      if (one) await markFailed(trx, sponsorKey, name, one.caseKey, retryAt);
      return { caseKey: one?.caseKey ?? null };
    });
    log.error({ err: error, projection: name, sponsorKey, caseKey }, 'a projection could not be rebuilt');
    return caseKey !== null;
  }
}
