/** One step of the backfill: the next cases of a sponsor for which a projection is stale, in one transaction. */
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { ClockWorld } from '../ports/clock.ts';
import { inSponsor, type DatabaseWorld, type Trx } from '../storage/database.ts';
import { caseBatch } from './caseBatch.ts';
import { docsFor } from './docsFor.ts';
import {
  projectionsOf,
  readersOf,
  versionOf,
  type CaseProjection,
  type ProjectionsWorld,
  type ProjectionWorld,
  type WrittenCase,
} from './projection.ts';
import {
  claimStale,
  findKeysAfter,
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

/** `catalogue`: of the sponsor. */
export type StepWorld = CatalogueWorld & ClockWorld & DatabaseWorld & ProjectionsWorld;

export interface BackfillStep {
  sponsorKey: number;
  /** its name */
  projection: string;
  /** `stale`: cases that were marked as stale; `all`: all cases, in the order of their keys */
  of: 'stale' | 'all';
  /** cases */
  size: number;
}

export interface StepDone {
  /** whether there was anything to do */
  found: boolean;
  /** cases */
  count: number;
}

/** The step was not taken: it is about cases that this thread does not work on. */
export class LargeCases extends Error {}

type AreLarge = (trx: Trx, sponsorKey: number, caseKeys: readonly number[]) => Promise<boolean>;

/** Takes the step. `areLarge` may refuse the cases: then it throws `LargeCases`, and nothing was done. */
export const takeStep = (
  world: StepWorld,
  step: BackfillStep,
  areLarge: AreLarge = () => Promise.resolve(false),
): Promise<StepDone> =>
  inSponsor(world.db, step.sponsorKey, async (trx) => {
    const claimed = await claim(trx, world, step);
    const { cases } = claimed;
    if (cases.length > 0) {
      const keys = cases.map(({ caseKey }) => caseKey);
      if (await areLarge(trx, step.sponsorKey, keys)) throw new LargeCases();
      await rebuild(trx, claimed, step.sponsorKey);
    }
    return { found: claimed.found, count: cases.length };
  });

/** Leaves the first case of the step until later. Answers its key; null: there is none. */
export const setAside = (world: StepWorld, step: BackfillStep, retryAt: Date): Promise<number | null> =>
  inSponsor(world.db, step.sponsorKey, async (trx) => {
    const [first] = (await claim(trx, world, { ...step, size: 1 })).cases;
    if (first) await markFailed(trx, step.sponsorKey, step.projection, first.caseKey, retryAt);
    return first?.caseKey ?? null;
  });

interface Claimed {
  cases: readonly WrittenCase[];
  found: boolean;
  projection: CaseProjection;
  all: readonly CaseProjection[];
  world: ProjectionWorld;
}

async function claim(
  trx: Trx,
  { catalogue, clock, projections }: StepWorld,
  { sponsorKey, projection: name, of, size }: BackfillStep,
): Promise<Claimed> {
  const { timeZone, progress } = await findState(trx, sponsorKey);
  const world = { catalogue, clock, timeZone };
  const all = projectionsOf(projections, catalogue, new Set(progress.keys()));
  const projection = all.find((one) => one.name === name);
  if (!projection) throw new Error(`there is no projection ${name}`);
  const parts = { projection, all, world };
  if (of === 'all') return { ...parts, ...(await claimNext(trx, sponsorKey, projection, world, size)) };
  const cases = await claimStale(trx, sponsorKey, name, size, clock.now());
  return { ...parts, cases, found: cases.length > 0 };
}

/** The next of all cases, in the order of their keys. */
async function claimNext(
  trx: Trx,
  sponsorKey: number,
  projection: CaseProjection,
  world: ProjectionWorld,
  size: number,
): Promise<Pick<Claimed, 'cases' | 'found'>> {
  const { name } = projection;
  const version = versionOf(projection, world);
  await putProgress(trx, sponsorKey, name);
  const stored = await lockProgress(trx, sponsorKey, name);
  if (!stored || (stored.done && stored.version === version)) return { cases: [], found: false };
  const progress = stored.version === version ? stored : { name, version, walkedTo: 0, done: false };
  const { ofSuperseded = false } = projection;
  const cases = await lockNext(trx, sponsorKey, progress, { limit: size, ofSuperseded });
  const last = cases.at(-1);
  const next = { ...progress, walkedTo: last?.caseKey ?? progress.walkedTo, done: !last };
  await updateProgress(trx, sponsorKey, next);
  return { cases, found: true };
}

/** The cases behind those that were walked, locked: a save of one of them waits, or is waited for. */
async function lockNext(
  trx: Trx,
  sponsorKey: number,
  { walkedTo }: Progress,
  next: Parameters<typeof findKeysAfter>[3],
): Promise<WrittenCase[]> {
  let keys = await findKeysAfter(trx, sponsorKey, walkedTo, next);
  if (keys.length === 0) {
    // a case that is being inserted by other rules has a later key than all there are
    await waitForInserts(trx, sponsorKey);
    keys = await findKeysAfter(trx, sponsorKey, walkedTo, next);
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
  { cases, projection, all, world }: Claimed,
  sponsorKey: number,
): Promise<void> {
  const pages = projection.pages(world.catalogue);
  const read = caseBatch(trx, sponsorKey, cases, pages);
  const batch = { ...read, docsOf: docsFor(projection, world.catalogue, read.docsOf), pages };
  const changed = (await projection.rebuild(trx, world, batch)) ?? [];
  await markStale(trx, sponsorKey, readersOf(all, projection), changed);
}
