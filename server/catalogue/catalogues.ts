/**
 * The catalogue of every sponsor: the product's files with what the sponsor published. A catalogue is compiled once and
 * shared by all who use the same texts. Texts that do not compile, or that stored values do not fit, never come into use:
 * the last good ones stay.
 */
import { withChanges } from '../../schemas/compile/sourceChanges.ts';
import type { SourceFinding, SourceText } from '../../schemas/compile/sources.types.ts';
import { keepLabels } from '../audit/labels.ts';
import { SetupProblem } from '../config.ts';
import type { ConfigWorld } from '../config.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { LogWorld } from '../ports/log.ts';
import { forSponsor, inSponsor, type DatabaseWorld, type Trx } from '../storage/database.ts';
import type { CatalogueSource } from './catalogueSource.ts';
import { catalogueVersions, type CatalogueVersions } from './atVersion.ts';
import { createCompiler, isError, type Compiler } from './compiler.ts';
import { readSourceTexts } from './readSourceTexts.ts';
import { recent } from './recent.ts';
import { misfits } from './misfits.ts';
import { rearranged } from './rearranged.ts';
import { isRetiredFile, retiredFile, type Compiled } from './retired.ts';
import * as store from './snapshots.store.ts';
import { filesOf } from './sourceHash.ts';
import { activeVersionNo, changesOfVersion, sponsorsOfProduct } from './versions.store.ts';

/** Catalogues kept in memory, those of the sponsors that worked last; each takes some 8 MB. */
const IN_MEMORY = 32;
/** Findings named in the one line of a start that is refused. */
const NAMED = 5;

/** A catalogue in use, and what keeps newer texts from being used instead. */
export interface InUse {
  source: CatalogueSource;
  /** the texts it ought to be compiled from, and is where there are no problems; without what is retired */
  sources: SourceText[];
  problems: SourceFinding[];
}

interface NextUse {
  sponsorKey: number;
  versionNo: number;
  /** without what is retired */
  sources: SourceText[];
  at: Date;
}

/** Null: nothing can be used. */
type Settled = Omit<InUse, 'source'> & { source: CatalogueSource | null };

type LastUse = Awaited<ReturnType<typeof store.lastUse>>;

export interface Catalogues extends Compiler, CatalogueVersions {
  /** what sponsors use that published nothing */
  readonly product: CatalogueSource;
  /** what a sponsor uses at a schema version; 0: the product's files */
  of: (sponsorKey: number, versionNo: number) => Promise<CatalogueSource>;
  inUse: (sponsorKey: number, versionNo: number) => Promise<InUse>;
  /** Brings texts without errors into use, in the caller's transaction; what cases may hold values of stays known. */
  bringIntoUse: (trx: Trx, next: NextUse) => Promise<CatalogueSource>;
}

type World = DatabaseWorld & ConfigWorld & ClockWorld & LogWorld;

/** Of the process: what is compiled depends on nothing but the texts. */
const { check, compiled, compiledItems } = createCompiler(IN_MEMORY);

/**
 * Throws a `SetupProblem`, naming the places, where the product's files hold errors and none were good before. Without `takesUp`
 * the files that were in use last stay in use, also where others are published or come with a release.
 */
export async function openCatalogues(
  { db, config, clock, log }: World,
  { takesUp = true } = {},
): Promise<Catalogues> {
  async function bringIntoUse(trx: Trx, next: NextUse): Promise<CatalogueSource> {
    await store.lockUses(trx, next.sponsorKey);
    const last = await store.lastUse(trx, next.sponsorKey);
    return takeUp(trx, next, last, await knownBefore(trx, next, last));
  }

  /** What stored values were written by; null where nothing was in use before, or cannot be compiled any more. */
  async function knownBefore(
    trx: Trx,
    { sponsorKey, sources }: NextUse,
    last: LastUse,
  ): Promise<Compiled | null> {
    if (last) return attempt(compiledItems, await store.readFiles(trx, sponsorKey, last.files, sources));
    return sponsorKey === store.PRODUCT ? null : product.source;
  }

  async function takeUp(
    trx: Trx,
    { sponsorKey, versionNo, sources, at }: NextUse,
    last: LastUse,
    before: Compiled | null,
  ): Promise<CatalogueSource> {
    const retired = before && retiredFile(before, compiled(sources));
    const source = compiled(retired ? [...sources, retired] : sources);
    const { version } = source.whole;
    await store.putSnapshot(trx, { sponsorKey, version, sources: source.sources, at });
    const useNo = (last?.useNo ?? 0) + 1;
    await store.addUse(trx, { sponsorKey, useNo, versionNo, catalogueVersion: version, at });
    await keepLabels(trx, source.whole, at);
    return source;
  }

  /** Texts that were good once: a newer compiler may refuse them, which must not stop anything but them. */
  function attempt<Made>(compile: (sources: SourceText[]) => Made, sources: SourceText[]): Made | null {
    try {
      return compile(sources);
    } catch (error) {
      log.error(error, 'the schema files that were in use last can no longer be compiled');
      return null;
    }
  }

  /** Errors of the texts; where they have none, the stored values that they do not fit. */
  async function problemsOf(trx: Trx, next: NextUse, before: Compiled | null): Promise<SourceFinding[]> {
    const { sponsorKey, sources } = next;
    const errors = check(sources).filter(isError);
    for (const error of errors) notTaken(sponsorKey, error);
    if (errors.length > 0 || !before) return errors;
    const changes = rearranged(before, compiled(sources));
    const users = sponsorKey === store.PRODUCT ? await sponsorsOfProduct(trx) : [sponsorKey];
    const found: SourceFinding[] = [];
    for (const user of users) {
      const values = await forSponsor(trx, user, () => misfits(trx, user, changes, sources, 'en'));
      for (const misfit of values) notTaken(user, misfit);
      found.push(...values);
    }
    return found;
  }

  const notTaken = (sponsorKey: number, finding: SourceFinding): void =>
    log.error({ sponsorKey }, `not taken: ${placed(finding)}`);

  /** The texts, where they are in use already or can be; else the last good ones, null where there are none. */
  async function settle(trx: Trx, next: NextUse): Promise<Settled> {
    const { sponsorKey, sources } = next;
    await store.lockUses(trx, sponsorKey);
    const last = await store.lastUse(trx, sponsorKey);
    const problems: SourceFinding[] = [];
    if (!last || (takesUp && !hasSameTexts(last.files, sources))) {
      const before = await knownBefore(trx, next, last);
      problems.push(...(await problemsOf(trx, next, before)));
      if (problems.length === 0) return { source: await takeUp(trx, next, last, before), sources, problems };
    }
    const source = last && attempt(compiled, await store.readFiles(trx, sponsorKey, last.files, sources));
    return { source: source ?? null, sources, problems };
  }

  const product = await inSponsor(db, store.PRODUCT, async (trx) => {
    const sources = readSourceTexts(config.schemasDir);
    const next = { sponsorKey: store.PRODUCT, versionNo: 0, sources, at: clock.now() };
    const { source, problems } = await settle(trx, next);
    if (!source) throw unusable(config.schemasDir, problems);
    return { source, sources: liveOf(source), problems };
  });

  /** The newest version, whichever was requested: it may have been published in the meantime. */
  const load = (sponsorKey: number): Promise<InUse> =>
    inSponsor(db, sponsorKey, async (trx) => {
      const versionNo = await activeVersionNo(trx, sponsorKey);
      const changes = (await changesOfVersion(trx, sponsorKey, versionNo)) ?? [];
      const sources = withChanges(product.sources, changes);
      const { source, ...settled } = await settle(trx, { sponsorKey, versionNo, sources, at: clock.now() });
      return { source: source ?? product.source, ...settled };
    });

  const loads = recent<Promise<InUse>>(IN_MEMORY);
  function inUse(sponsorKey: number, versionNo: number): Promise<InUse> {
    if (versionNo === 0) return Promise.resolve(product);
    const key = `${sponsorKey}/${versionNo}`;
    return loads.of(key, () =>
      load(sponsorKey).catch((error: unknown) => {
        // the next request tries again
        loads.forget(key);
        throw error;
      }),
    );
  }

  return {
    product: product.source,
    of: async (sponsorKey, versionNo) => (await inUse(sponsorKey, versionNo)).source,
    inUse,
    check,
    compiled,
    compiledItems,
    bringIntoUse,
    ...catalogueVersions({ db }, { compiled }),
  };
}

/** The texts that a user wrote. */
const liveOf = ({ sources }: CatalogueSource): SourceText[] =>
  sources.filter((source) => !isRetiredFile(source));

/** Are the files, but for what is retired, these texts? */
function hasSameTexts(files: Readonly<Record<string, string>>, sources: readonly SourceText[]): boolean {
  const live = Object.entries(files).filter(([file]) => !isRetiredFile({ file }));
  const now = filesOf(sources);
  return live.length === sources.length && live.every(([file, hash]) => now[file] === hash);
}

const placed = ({ file, line, column, message, rule }: SourceFinding): string =>
  `${file}:${line}:${column} ${message} (${rule})`;

const named = (findings: readonly SourceFinding[]): string => findings.slice(0, NAMED).map(placed).join('; ');

const unusable = (dir: string, errors: readonly SourceFinding[]): SetupProblem =>
  new SetupProblem(
    `the schema files in ${dir} hold ${errors.length} errors, and no good ones were used before: ${named(errors)}`,
  );

/**
 * Why a process cannot work with the catalogue of the product at all, because this is still that of a former release: the
 * files of its own do not fit what is stored. Null where they are in use.
 */
export async function whyFormer({ inUse }: Catalogues, dir: string): Promise<SetupProblem | null> {
  const { problems } = await inUse(store.PRODUCT, 0);
  if (problems.length === 0) return null;
  return new SetupProblem(
    `the schema files in ${dir} cannot come into use (${named(problems)}), and this release cannot work with those of the ` +
      'former one; set CASEWRIGHT_SCHEMAS_DIR to a copy of the folder in which this is corrected',
  );
}

export interface CataloguesWorld {
  /** of every sponsor */
  catalogues: Catalogues;
}
