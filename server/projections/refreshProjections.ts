/** Refreshes the projections of a case in the transaction that changes it. */
import type { CatalogueSource, CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { PageDoc } from '../cases/record/pageDoc.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { Trx } from '../storage/database.ts';
import { caseBatch } from './caseBatch.ts';
import { docsFor } from './docsFor.ts';
import {
  projectionsOf,
  readersOf,
  versionOf,
  type CaseBatch,
  type CaseProjection,
  type ProjectionsWorld,
  type WrittenCase,
} from './projection.ts';
import { findState, markStale } from './projectionState.store.ts';
import type { Touched } from './touched.ts';

/** What changing a case needs of the server, whatever is derived from it. */
export type RefreshWorld = CatalogueWorld & ClockWorld & ProjectionsWorld;

/** Cases that are refreshed together. */
export interface RefreshedCases {
  sponsorKey: number;
  cases: readonly WrittenCase[];
  /** all documents of a case, where the caller has them; otherwise those of some pages are read */
  docsOf?: CaseBatch['docsOf'];
}

export interface Refreshed extends WrittenCase {
  sponsorKey: number;
  /** all documents of the case, where the caller has them */
  docs?: readonly PageDoc[];
}

/** Refreshes one case. */
export const refreshProjections = (
  trx: Trx,
  world: RefreshWorld,
  { sponsorKey, docs, ...written }: Refreshed,
  touched?: Touched,
): Promise<void> =>
  refreshCases(
    trx,
    world,
    { sponsorKey, cases: [written], ...(docs && { docsOf: () => Promise.resolve(docs) }) },
    touched,
  );

/**
 * Refreshes what depends on what was touched; without `touched` everything. The caller has locked the cases, or has just
 * inserted them: from then on the backfill does not pass one without seeing this change.
 */
export async function refreshCases(
  trx: Trx,
  { projections, catalogue, clock }: RefreshWorld,
  { sponsorKey, cases, docsOf }: RefreshedCases,
  touched?: Touched,
): Promise<void> {
  const { timeZone, progress } = await findState(trx, sponsorKey);
  const world = { catalogue, timeZone, clock };
  const all = projectionsOf(projections, catalogue, new Set(progress.keys()));
  const concerned = concernedBy(all, catalogue, touched);
  const refreshed = concerned.filter(({ projection }) => projection.refresh === 'inTransaction');
  // by rules that are no longer in force, or not known to the backfill yet
  const byOtherRules = refreshed.filter(({ projection }) => {
    const version = progress.get(projection.name)?.version;
    return version !== undefined && version !== versionOf(projection, world);
  });
  const afterwards = concerned.filter(({ projection }) => projection.refresh === 'afterwards');
  const stale = [...afterwards, ...byOtherRules].map(({ projection }) => projection.name);
  await markStale(
    trx,
    sponsorKey,
    stale,
    cases.map(({ caseKey }) => caseKey),
  );
  const pagesRead = refreshed.flatMap(({ projection, pages }) => (projection.readsDocs ? pages : []));
  const batch = caseBatch(trx, sponsorKey, cases, [...new Set(pagesRead)]);
  const given = new Set(docsOf && cases.map(({ caseKey }) => caseKey));
  const read: CaseBatch['docsOf'] = (caseKey) =>
    docsOf && given.has(caseKey) ? docsOf(caseKey) : batch.docsOf(caseKey);
  for (const { projection, pages } of refreshed) {
    const of = { ...batch, docsOf: docsFor(projection, catalogue, read), pages };
    const changed = (await projection.rebuild(trx, world, of)) ?? [];
    await markStale(trx, sponsorKey, readersOf(all, projection), changed);
  }
}

/** Leaves the same to the backfill, which rebuilds it within seconds, large cases in a thread. */
export async function leaveToBackfill(
  trx: Trx,
  { projections, catalogue }: RefreshWorld,
  { sponsorKey, cases }: Pick<RefreshedCases, 'sponsorKey' | 'cases'>,
  touched: Touched,
): Promise<void> {
  const { progress } = await findState(trx, sponsorKey);
  const all = projectionsOf(projections, catalogue, new Set(progress.keys()));
  await markStale(
    trx,
    sponsorKey,
    concernedBy(all, catalogue, touched).map(({ projection }) => projection.name),
    cases.map(({ caseKey }) => caseKey),
  );
}

/** The projections that depend on what was touched, each with the pages it reads. */
const concernedBy = (
  all: readonly CaseProjection[],
  catalogue: CatalogueSource,
  touched: Touched | undefined,
): { projection: CaseProjection; pages: readonly string[] }[] =>
  all
    .map((projection) => ({ projection, pages: projection.pages(catalogue, touched) }))
    .filter(({ pages }) => !touched || pages.length > 0);
