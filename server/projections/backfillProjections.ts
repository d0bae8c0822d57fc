/**
 * Rebuilds projections of cases that are stale: after rules, catalogue or program changed, after a save that left that to
 * the backfill, and for projections that are new. Several processes may do so at once.
 */
import { eachSponsorsCatalogue, type SponsorsWorld } from '../accounts/sponsors.store.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../ports/clock.ts';
import { SomeFailed } from '../storage/eachApart.ts';
import { inSponsor, type Trx } from '../storage/database.ts';
import { LargeCases, setAside, takeStep, type BackfillStep, type StepDone } from './backfillStep.ts';
import { batchSizes, type BatchSizes } from './batchSizes.ts';
import { projectionsOf, versionOf, type CaseProjection, type ProjectionsWorld } from './projection.ts';
import { findStaleNames, findState } from './projectionState.store.ts';

/** Where steps about large cases are taken, so that this thread goes on meanwhile. */
export interface OtherThread {
  areLarge: (trx: Trx, sponsorKey: number, caseKeys: readonly number[]) => Promise<boolean>;
  takeStep: (catalogue: CatalogueSource, step: BackfillStep) => Promise<StepDone>;
}

export interface BackfillWorld extends SponsorsWorld, ClockWorld, ProjectionsWorld {
  log: { error: (about: object, message: string) => void };
  /** left out: there is none */
  otherThread?: OtherThread;
}

/** A case whose projection cannot be rebuilt is tried again after so long, and holds up no other. */
const RETRY_MS = 60 * 60_000;

/**
 * Runs until nothing is stale; cases that are being saved meanwhile are left to the next run. Throws what `eachApart` throws, at
 * the end, too.
 */
export async function backfillProjections(world: BackfillWorld, signal?: AbortSignal): Promise<void> {
  const sizes = batchSizes();
  let failed: SomeFailed | null = null;
  for (let worked = true; worked;) {
    worked = false;
    failed = await failureOf(() =>
      eachSponsorsCatalogue(
        world,
        async (sponsor) => {
          if (await backfillSponsor({ ...world, ...sponsor, sizes })) worked = true;
        },
        signal,
      ),
    );
  }
  if (failed) throw failed;
}

/** Null: it failed for none. */
async function failureOf(work: () => Promise<void>): Promise<SomeFailed | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof SomeFailed) return error;
    throw error;
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
    if (await inBatch(sponsor, projection, 'stale')) worked = true;
  for (const projection of all) {
    const progress = state.progress.get(projection.name);
    if (progress?.done && progress.version === versionOf(projection, world)) continue;
    if (await inBatch(sponsor, projection, 'all')) return true;
  }
  return worked;
}

/** One transaction. Where it fails, cases are taken one by one, and the one that fails is set aside. */
async function inBatch(
  sponsor: SponsorWorld,
  { name }: CaseProjection,
  of: BackfillStep['of'],
): Promise<boolean> {
  const { sponsorKey, clock, log, sizes } = sponsor;
  const step = { sponsorKey, projection: name, of, size: sizes.of(name) };
  try {
    const started = performance.now();
    const { found, count } = await takeSomewhere(sponsor, step);
    sizes.learn(name, count, performance.now() - started);
    return found;
  } catch (error) {
    if (step.size > 1) {
      sizes.reset(name);
      log.error({ err: error, projection: name, sponsorKey }, 'a batch of projections could not be rebuilt');
      return true;
    }
    const caseKey = await setAside(sponsor, step, new Date(clock.now().getTime() + RETRY_MS));
    log.error({ err: error, projection: name, sponsorKey, caseKey }, 'a projection could not be rebuilt');
    return caseKey !== null;
  }
}

async function takeSomewhere(sponsor: SponsorWorld, step: BackfillStep): Promise<StepDone> {
  const { otherThread, catalogue } = sponsor;
  if (!otherThread) return takeStep(sponsor, step);
  try {
    return await takeStep(sponsor, step, otherThread.areLarge);
  } catch (error) {
    if (!(error instanceof LargeCases)) throw error;
    return otherThread.takeStep(catalogue, step);
  }
}
