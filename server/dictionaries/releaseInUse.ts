/** The release of a dictionary that a sponsor uses: the version that its settings name, otherwise the active one. */
import { IDF, sponsorVersion, type SponsorVersions } from '../../shared/coding/sponsorVersion.ts';
import type { Db, Trx } from '../storage/database.ts';
import { findReleasesOf, findUsable, type Release } from './releases.store.ts';

/** Undefined if the dictionary, or the version that the sponsor set, is not loaded. */
export const releaseInUse = (
  db: Db | Trx,
  versions: SponsorVersions,
  dictionary: string,
): Promise<Release | undefined> => findUsable(db, dictionary, sponsorVersion(versions, dictionary));

/** Those of several dictionaries, by dictionary. */
export const releasesInUse = async (
  db: Db | Trx,
  versions: SponsorVersions,
  dictionaries: readonly string[],
): Promise<Map<string, Release>> => {
  const wanted = new Map([...new Set(dictionaries)].map((name) => [name, sponsorVersion(versions, name)]));
  const found = await findReleasesOf(db, [...wanted.keys()]);
  return new Map(
    found
      .filter(({ dictionary, version, state }) => {
        const set = wanted.get(dictionary) ?? null;
        return set === null ? state === 'active' : version === set;
      })
      .map((release) => [release.dictionary, release]),
  );
};

/** The IDF version of a sponsor; null: none is loaded. */
export const idfVersionOf = async (db: Db, versions: SponsorVersions): Promise<string | null> =>
  sponsorVersion(versions, IDF) ?? (await releaseInUse(db, versions, IDF))?.version ?? null;
