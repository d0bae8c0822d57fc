import type { DescribedValue } from '../settings/describedSettings.ts';

/** The dictionary of Japanese codes of drugs and substances. */
export const IDF = 'IDF';
const MEDDRA = 'MEDDRA';

/** What the settings of a sponsor name. */
export interface SponsorVersions {
  /** null, each: the active one */
  idfVersion: string | null;
  meddraVersion: string | null;
  /** of the terms; `user`: that of the screen */
  meddraLanguage: DescribedValue<'dictionaries'>['meddraLanguage'];
}

/** The version of the sponsor's settings; null: the active one. */
export const sponsorVersion = (
  { idfVersion, meddraVersion }: SponsorVersions,
  dictionary: string,
): string | null => {
  if (dictionary === IDF) return idfVersion;
  return dictionary === MEDDRA ? meddraVersion : null;
};

/** The language in which a dictionary is searched and shown: that of the screen unless the settings name another one. */
export const sponsorLanguage = <Language extends string>(
  { meddraLanguage }: SponsorVersions,
  dictionary: string,
  screen: Language,
): Language | Exclude<SponsorVersions['meddraLanguage'], 'user'> =>
  dictionary === MEDDRA && meddraLanguage !== 'user' ? meddraLanguage : screen;
