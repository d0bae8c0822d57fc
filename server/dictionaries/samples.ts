/** Invented terms that stand in for dictionaries of which no release is loaded. */
import type { Deps } from '../deps.ts';
import type { LoadedEntry } from './entry.ts';
import { activateRelease, loadRelease } from './releases.service.ts';
import { findReleases, lockSamples } from './releases.store.ts';
import type { TermWords } from './words.ts';
import meddra from './samples/MEDDRA.sample.json' with { type: 'json' };

export interface Sample {
  dictionary: string;
  version: string;
  entries: () => AsyncIterable<LoadedEntry> | Iterable<LoadedEntry>;
}

/** Terms with the codes of their broader ones, nearest first. */
interface SampleFile {
  dictionary: string;
  version: string;
  terms: { code: string; term: TermWords; parents: string[] }[];
  parents: Record<string, TermWords>;
}

const ofFile = ({ dictionary, version, terms, parents }: SampleFile): Sample => ({
  dictionary,
  version,
  entries: () =>
    terms.map(({ code, term, parents: above }) => ({
      ...{ code, term, current: true, columns: {} },
      parents: above.map((parent) => ({ code: parent, term: parents[parent] ?? { en: parent } })),
    })),
});

const SAMPLES: readonly Sample[] = [ofFile(meddra)];

/**
 * Brings the samples into use of dictionaries that are described and have no release at all. Several processes do so
 * one after the other.
 */
export const seedSamples = (deps: Pick<Deps, 'db' | 'clock' | 'catalogue'>): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    await lockSamples(trx);
    const described = SAMPLES.filter(({ dictionary }) => deps.catalogue.dictionaries[dictionary]);
    for (const { dictionary, version, entries } of described) {
      const known = await findReleases(deps.db, dictionary);
      if (known.some(({ state }) => state !== 'loading')) continue;
      const release = { dictionary, version, sample: true, files: [] };
      await activateRelease(deps, await loadRelease(deps, release, entries()));
    }
  });
