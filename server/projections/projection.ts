/** Projections: data derived from a record and kept beside it, for lists, searches, deadlines and warnings. */
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { PageDoc } from '../cases/record/pageDoc.ts';
import type { Clock } from '../ports/clock.ts';
import type { Trx } from '../storage/database.ts';
import type { Touched } from './touched.ts';

/** What a projection is derived with, beside the record. */
export interface ProjectionRules {
  /** of the sponsor */
  catalogue: CatalogueSource;
  /** of the sponsor: whose calendar days are counted by */
  timeZone: string;
}

export interface ProjectionWorld extends ProjectionRules {
  clock: Clock;
}

/** A version of a case, and when it was last written. */
export interface WrittenCase {
  caseKey: number;
  at: Date;
}

/** Cases that are rebuilt together, locked by the caller. */
export interface CaseBatch {
  sponsorKey: number;
  cases: readonly WrittenCase[];
  /** the pages to rebuild from, as `pages` of the projection named them */
  pages: readonly string[];
  /** documents of a case, or of an earlier version of one: at least those of `pages` */
  docsOf: (caseKey: number) => Promise<readonly PageDoc[]>;
}

export interface CaseProjection {
  /** unique among all projections */
  readonly name: string;
  /** Increase it when the program derives something else from the same case and rules. */
  readonly revision: number;
  /**
   * `inTransaction`: the save itself refreshes it, so that it never says anything else than the case. `afterwards`: the
   * save marks it as stale, and the backfill rebuilds it from what was committed.
   */
  readonly refresh: 'inTransaction' | 'afterwards';
  /** Names of projections it reads: it is stale where a rebuild of one of them has another result. */
  readonly reads?: readonly string[];
  /** Changes with everything but the case that the result depends on. */
  version: (rules: ProjectionRules) => string;
  /** The pages to read after a change; none: it is not concerned. Without `touched` all that it ever reads. */
  pages: (catalogue: CatalogueSource, touched?: Touched) => readonly string[];
  /**
   * Does it keep blinded values from those who may not see them? Otherwise it gets documents without any, since what it
   * derives is for everybody.
   */
  readonly keepsBlinding?: boolean;
  /** Is it of superseded versions, too? Otherwise these stay as they were while they were the newest. */
  readonly ofSuperseded?: boolean;
  /** Does it read the case through `docsOf`? Otherwise its own statements do. */
  readonly readsDocs: boolean;
  /** Puts the result in place of the former one. May answer the keys of the cases for which it is another one. */
  rebuild: (trx: Trx, world: ProjectionWorld, batch: CaseBatch) => Promise<readonly number[] | void>;
}

/**
 * Projections of one kind: one that is always kept, one for each item that lists are filtered by, one for each computed
 * column. `inUse` names those of the sponsor that are kept already.
 */
export type ProjectionFamily = (
  catalogue: CatalogueSource,
  inUse: ReadonlySet<string>,
) => readonly CaseProjection[];

/** The registry, which the composition root fills. In this order they are refreshed and backfilled. */
export type ProjectionFamilies = readonly ProjectionFamily[];

/** A family of one projection that every sponsor has. */
export const always = (projection: CaseProjection): ProjectionFamily => {
  const family = [projection];
  return () => family;
};

/** The projections of a sponsor. */
export const projectionsOf = (
  families: ProjectionFamilies,
  catalogue: CatalogueSource,
  inUse: ReadonlySet<string>,
): CaseProjection[] => families.flatMap((family) => family(catalogue, inUse));

/** Names of the projections that read this one. */
export const readersOf = (all: readonly CaseProjection[], { name }: CaseProjection): string[] =>
  all.filter(({ reads }) => reads?.includes(name)).map((reader) => reader.name);

/** What is stored of the version: another one makes all cases of the sponsor stale. */
export const versionOf = (projection: CaseProjection, rules: ProjectionRules): string =>
  `${projection.revision} ${projection.version(rules)}`;

export interface ProjectionsWorld {
  /** what is derived from cases */
  projections: ProjectionFamilies;
}
