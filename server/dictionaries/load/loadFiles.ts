/** From files of a distribution to a staged release: read, written in batches, or thrown away with what is wrong. */
import type { DatabaseWorld } from '../../storage/database.ts';
import type { ClockWorld } from '../../ports/clock.ts';
import type { CatalogueWorld } from '../../catalogue/catalogueSource.ts';
import type { LoadedEntry } from '../entry.ts';
import {
  appendEntries,
  deleteRelease,
  openRelease,
  stageRelease,
  type ReleaseDeps,
} from '../releases.service.ts';
import { findReleases, findUsable } from '../releases.store.ts';
import type { FoundFiles } from './findFiles.ts';
import { noFindings } from './format.ts';
import { LoadProblem, type RowErrors } from './loadProblem.ts';
import { findSource, readEntries, type Source } from './readFiles.ts';

/** Releases with less than this of the entries in use are doubted. */
const USUAL_SHARE = 0.98;

export interface Progress {
  entries: number;
  /** of the main table, 0 to 100 */
  percent: number;
}

export interface LoadOptions {
  /** its terms are invented */
  sample: boolean;
  /** who loads it, as the release tells later */
  by: string;
  /** continues after the rows that an interrupted load of the same files has written */
  resume?: boolean;
  onProgress?: (progress: Progress) => void;
  /** true: stop after the batch that is under way */
  isStopped?: () => boolean;
  /** how a release is staged that was written; left out: at once */
  staging?: Staging;
}

export interface Staging {
  /** Were all its entries written before? Then only its index was broken off. */
  isWritten: (releaseNo: number) => Promise<boolean>;
  /** False: it was stopped, and can be resumed. */
  stage: (releaseNo: number) => Promise<boolean>;
}

/** `refused`: nothing of it is kept. `stopped`: it can be resumed. */
export type LoadResult =
  | { outcome: 'staged' | 'stopped'; releaseNo: number; entries: number; format: string; doubts: RowErrors }
  | { outcome: 'refused'; errors: RowErrors };

/**
 * Loads a release and stages it; which release is active does not change. Throws a `LoadProblem` where the files are not
 * what the dictionary is made of, and 409 RELEASE_EXISTS where this version is there.
 */
export async function loadFiles(
  deps: DatabaseWorld & ClockWorld & CatalogueWorld,
  source: Source,
  options: LoadOptions,
): Promise<LoadResult> {
  const { sample, by, resume = false, onProgress = () => {}, isStopped = () => false } = options;
  const { isWritten, stage } = options.staging ?? stagingAtOnce(deps);
  const found = await findSource(source);
  const files = [...found.files.values()]
    .flat()
    .map(({ name, bytes, sha256 }) => ({ name, size: bytes, sha256 }));
  const { dictionary, version } = source;
  const begun = resume ? await interrupted(deps, source, files) : null;
  const releaseNo =
    begun?.releaseNo ?? (await openRelease(deps, { dictionary, version, sample, files, loaded_by: by }));
  const findings = noFindings();
  const { errors, doubts } = findings;
  let entries = begun?.entries ?? 0;
  let isWhole = begun !== null && (await isWritten(releaseNo));
  async function* toWrite(): AsyncGenerator<LoadedEntry> {
    let passed = 0;
    for await (const { entry, percent } of readEntries(found, findings)) {
      if (errors.count > 0) continue; // read on only to tell of all mistakes
      if ((passed += 1) <= (begun?.entries ?? 0)) continue;
      if (isStopped()) return;
      yield entry;
      entries += 1;
      if (entries % 1000 === 0) onProgress({ entries, percent });
    }
    isWhole = true;
  }
  try {
    if (!isWhole) await appendEntries(deps, releaseNo, toWrite());
  } catch (error) {
    if (error instanceof LoadProblem) await deleteRelease(deps, releaseNo);
    throw error;
  }
  if (errors.count > 0) {
    await deleteRelease(deps, releaseNo);
    return { outcome: 'refused', errors };
  }
  const { format } = found.format;
  if (!isWhole) return { outcome: 'stopped', releaseNo, entries, format, doubts };
  onProgress({ entries, percent: 100 });
  await doubtSize(deps, found, { entries, dictionary, doubts });
  const outcome = (await stage(releaseNo)) ? 'staged' : 'stopped';
  return { outcome, releaseNo, entries, format, doubts };
}

/** Dictionaries grow: one that is much smaller than the release in use may be cut off between two lines. */
async function doubtSize(
  { db }: DatabaseWorld,
  { format, files }: FoundFiles,
  { entries, dictionary, doubts }: { entries: number; dictionary: string; doubts: RowErrors },
): Promise<void> {
  const inUse = await findUsable(db, dictionary, null);
  const last = files.get(format.main)?.at(-1);
  if (!inUse || inUse.sample || !last || entries >= inUse.entries * USUAL_SHARE) return;
  doubts.add(
    last.name,
    last.lines,
    `${entries} entries, but release ${inUse.version}, which is in use, has ${inUse.entries}: is a file cut off? ` +
      'Compare the sizes of the files with those of the delivery',
  );
}

const stagingAtOnce = (deps: ReleaseDeps): Staging => ({
  isWritten: () => Promise.resolve(false),
  stage: async (releaseNo) => {
    await stageRelease(deps, releaseNo);
    return true;
  },
});

async function interrupted(
  { db }: DatabaseWorld,
  { dictionary, version }: Source,
  files: readonly { sha256: string }[],
): Promise<{ releaseNo: number; entries: number }> {
  const known = await findReleases(db, dictionary);
  const begun = known.find(
    (release) => release.version === version && ['loading', 'staged'].includes(release.state),
  );
  if (!begun)
    throw new LoadProblem(`${dictionary} ${version}`, 'no load of it was stopped; leave out --resume');
  const hashes = (of: readonly { sha256: string }[]) => of.map(({ sha256 }) => sha256).join();
  if (hashes(begun.files) !== hashes(files))
    throw new LoadProblem(
      `${dictionary} ${version}`,
      'the load that was stopped read other files; leave out --resume to begin again',
    );
  return { releaseNo: begun.release_no, entries: begun.entries };
}
