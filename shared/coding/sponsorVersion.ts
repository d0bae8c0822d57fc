/** The dictionary of Japanese codes of drugs and substances: the only one whose version sponsors set. */
export const IDF = 'IDF';

/** The versions that the settings of a sponsor name. */
export interface SponsorVersions {
  /** null: the active one */
  idfVersion: string | null;
}

/** The version of the sponsor's settings; null: the active one. */
export const sponsorVersion = ({ idfVersion }: SponsorVersions, dictionary: string): string | null =>
  dictionary === IDF ? idfVersion : null;
