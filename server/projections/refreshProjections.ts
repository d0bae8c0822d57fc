/** Refreshes the projections of a case in the transaction that changes it. */
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { PageDoc } from '../cases/record/pageDoc.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { Trx } from '../storage/database.ts';
import { caseBatch } from './caseBatch.ts';
import { docsFor } from './docsFor.ts';
import {
  projectionsOf,
  versionOf,
  type CaseProjection,
  type ProjectionsWorld,
  type WrittenCase,
} from './projection.ts';
import { findState, markStale, type ProjectionState } from './projectionState.store.ts';
import type { Touched } from './touched.ts';

/** What changing a case needs of the server, whatever is derived from it. */
export type RefreshWorld = CatalogueWorld & ClockWorld & ProjectionsWorld;

export interface Refreshed extends WrittenCase {
  sponsorKey: number;
  /** all documents of the case, where the caller has them; otherwise those of some pages are read */
  docs?: readonly PageDoc[];
}

/**
 * Refreshes what depends on what was touched; without `touched` everything. The caller has locked the case, or has just
 * inserted it: from then on the backfill does not pass it without seeing this change.
 */
export async function refreshProjections(
  trx: Trx,
  { projections, catalogue, clock }: RefreshWorld,
  { sponsorKey, docs, ...written }: Refreshed,
  touched?: Touched,
): Promise<void> {
  const { timeZone, progress } = await findState(trx, sponsorKey);
  const world = { catalogue, timeZone, clock };
  const concerned = concernedBy({ projections, catalogue }, progress, touched);
  const refreshed = concerned.filter(({ projection }) => projection.refresh === 'inTransaction');
  // by rules that are no longer in force, or not known to the backfill yet
  const byOtherRules = refreshed.filter(({ projection }) => {
    const version = progress.get(projection.name)?.version;
    return version !== undefined && version !== versionOf(projection, world);
  });
  const afterwards = concerned.filter(({ projection }) => projection.refresh === 'afterwards');
  const stale = [...afterwards, ...byOtherRules].map(({ projection }) => projection.name);
  await markStale(trx, sponsorKey, stale, [written.caseKey]);
  const read = refreshed.flatMap(({ projection, pages }) => (projection.readsDocs ? pages : []));
  const batch = caseBatch(trx, sponsorKey, [written], [...new Set(read)]);
  const docsOf = docs ? () => Promise.resolve(docs) : batch.docsOf;
  for (const { projection, pages } of refreshed)
    await projection.rebuild(trx, world, { ...batch, docsOf: docsFor(projection, catalogue, docsOf), pages });
}

/** Leaves the same to the backfill, which rebuilds it within seconds, large cases in a thread. */
export async function leaveToBackfill(
  trx: Trx,
  world: RefreshWorld,
  { sponsorKey, caseKey }: Pick<Refreshed, 'sponsorKey' | 'caseKey'>,
  touched: Touched,
): Promise<void> {
  const { progress } = await findState(trx, sponsorKey);
  const names = concernedBy(world, progress, touched).map(({ projection }) => projection.name);
  await markStale(trx, sponsorKey, names, [caseKey]);
}

/** The projections that depend on what was touched, each with the pages it reads. */
const concernedBy = (
  { projections, catalogue }: Pick<RefreshWorld, 'projections' | 'catalogue'>,
  progress: ProjectionState['progress'],
  touched: Touched | undefined,
): { projection: CaseProjection; pages: readonly string[] }[] =>
  projectionsOf(projections, catalogue, new Set(progress.keys()))
    .map((projection) => ({ projection, pages: projection.pages(catalogue, touched) }))
    .filter(({ pages }) => !touched || pages.length > 0);
