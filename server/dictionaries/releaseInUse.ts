/** The release of a dictionary that a sponsor uses: the version that its settings name, otherwise the active one. */
import type { Db, Trx } from '../storage/database.ts';
import { findUsable, type Release } from './releases.store.ts';

/** The dictionary of Japanese codes of drugs and substances: the only one whose version sponsors set. */
const IDF = 'IDF';

/** The versions that the settings of a sponsor name. */
export interface SponsorVersions {
  /** null: the active one */
  idfVersion: string | null;
}

/** The version of the sponsor's settings; null: the active one. */
export const sponsorVersion = ({ idfVersion }: SponsorVersions, dictionary: string): string | null =>
  dictionary === IDF ? idfVersion : null;

/** Undefined if the dictionary, or the version that the sponsor set, is not loaded. */
export const releaseInUse = (
  db: Db | Trx,
  versions: SponsorVersions,
  dictionary: string,
): Promise<Release | undefined> => findUsable(db, dictionary, sponsorVersion(versions, dictionary));

/** The IDF version of a sponsor; null: none is loaded. */
export const idfVersionOf = async (db: Db, versions: SponsorVersions): Promise<string | null> =>
  versions.idfVersion ?? (await releaseInUse(db, versions, IDF))?.version ?? null;
