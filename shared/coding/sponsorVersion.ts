import type { DescribedValue } from '../settings/describedSettings.ts';

/** The dictionary of Japanese codes of drugs and substances. */
export const IDF = 'IDF';
const MEDDRA = 'MEDDRA';

/** What the settings of a sponsor name. */
export interface SponsorVersions {
  /** by dictionary; one that is not named is used in its active version */
  dictionaryVersions: Readonly<Record<string, string>>;
  /** of the terms; `user`: that of the screen */
  meddraLanguage: DescribedValue<'dictionaries'>['meddraLanguage'];
}

/** The version of the sponsor's settings; null: the active one. */
export const sponsorVersion = (
  { dictionaryVersions }: Pick<SponsorVersions, 'dictionaryVersions'>,
  dictionary: string,
): string | null => dictionaryVersions[dictionary] ?? null;

/** The language in which a dictionary is searched and shown: that of the screen unless the settings name another one. */
export const sponsorLanguage = <Language extends string>(
  { meddraLanguage }: Pick<SponsorVersions, 'meddraLanguage'>,
  dictionary: string,
  screen: Language,
): Language | Exclude<SponsorVersions['meddraLanguage'], 'user'> =>
  dictionary === MEDDRA && meddraLanguage !== 'user' ? meddraLanguage : screen;
