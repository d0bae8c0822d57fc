/** The release of a dictionary that a sponsor uses: the version that its settings name, otherwise the active one. */
import { IDF, sponsorVersion, type SponsorVersions } from '../../shared/coding/sponsorVersion.ts';
import type { Db, Trx } from '../storage/database.ts';
import { findUsable, type Release } from './releases.store.ts';

/** Undefined if the dictionary, or the version that the sponsor set, is not loaded. */
export const releaseInUse = (
  db: Db | Trx,
  versions: SponsorVersions,
  dictionary: string,
): Promise<Release | undefined> => findUsable(db, dictionary, sponsorVersion(versions, dictionary));

/** The IDF version of a sponsor; null: none is loaded. */
export const idfVersionOf = async (db: Db, versions: SponsorVersions): Promise<string | null> =>
  sponsorVersion(versions, IDF) ?? (await releaseInUse(db, versions, IDF))?.version ?? null;
