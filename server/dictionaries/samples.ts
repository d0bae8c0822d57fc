/**
 * Invented terms in the layouts of the official files: they stand in for dictionaries of which no release is loaded, and
 * are read as those are.
 */
import { join } from 'node:path';
import type { DatabaseWorld } from '../storage/database.ts';
import type { ClockWorld } from '../ports/clock.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { loadFiles } from './load/loadFiles.ts';
import { LoadProblem } from './load/loadProblem.ts';
import { activateRelease } from './releases.service.ts';
import { allReleases, lockSamples } from './releases.store.ts';

const FOLDER = join(import.meta.dirname, 'samples');
/** who loaded them */
const BY = 'Casewright';
const VERSION = '99.0 SAMPLE';

interface Sample {
  dictionary: string;
  version: string;
  folder: string;
}

const inOwnFolder = (dictionary: string): Sample => ({ dictionary, version: VERSION, folder: dictionary });

const SAMPLES: readonly Sample[] = [
  // its files name their version themselves
  { ...inOwnFolder('MEDDRA'), version: '99.0' },
  inOwnFolder('WHODD'),
  { ...inOwnFolder('WHODD_CAS'), folder: 'WHODD' },
  ...[
    'KCD',
    'WHOART',
    'KIMS',
    'MFDS_PRODUCT',
    'MFDS_INGREDIENT',
    'IDF',
    'KR_DEVICE',
    'KR_DEVICE_PROBLEM',
    'UNII',
    'NSDE',
    'UCUM',
  ].map(inOwnFolder),
];

/**
 * Brings the samples into use of dictionaries that are described and have no release at all. Several processes do so
 * one after the other.
 */
export const seedSamples = (deps: DatabaseWorld & ClockWorld & CatalogueWorld): Promise<void> =>
  deps.db.transaction().execute(async (trx) => {
    await lockSamples(trx);
    // do not touch what an operator began to load
    const known = (await allReleases(deps.db)).filter(({ state, sample }) => state !== 'loading' || !sample);
    for (const sample of SAMPLES.filter(({ dictionary }) => deps.catalogue.dictionaries[dictionary])) {
      if (known.some(({ dictionary }) => dictionary === sample.dictionary)) continue;
      await activateRelease(deps, await loadSample(deps, sample), BY);
    }
  });

async function loadSample(
  deps: DatabaseWorld & ClockWorld & CatalogueWorld,
  { dictionary, version, folder }: Sample,
): Promise<number> {
  const source = { dictionary, version, paths: [join(FOLDER, folder)] };
  const loaded = await loadFiles(deps, source, { sample: true, by: BY });
  if (loaded.outcome === 'staged') return loaded.releaseNo;
  throw new LoadProblem(folder, 'the sample of this version of the product cannot be read');
}
