/** Which kind of report a version is to a receiver, by what the receiver got last. */

export const REPORT_KINDS = [
  'initial',
  'followUp',
  'amendment',
  'nullification',
  'downgrade',
  'resend',
] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

/** States of a message in which the receiver has it, or may have it. */
type EarlierState = 'open' | 'accepted' | 'rejected';

export interface EarlierMessage {
  caseKey: number;
  versionNo: number;
  state: EarlierState;
  serious: boolean | null;
}

export interface VersionFacts {
  caseKey: number;
  versionNo: number;
  /** C.1.11.1: 1 nullification, 2 amendment, null neither */
  nullification: string | null;
  serious: boolean | null;
}

const NULLIFICATION = '1';
export const AMENDMENT = '2';

/** `earlier`: messages of the case to this receiver, the latest first. */
export function kindOfReport(version: VersionFacts, earlier: readonly EarlierMessage[]): ReportKind {
  const accepted = earlier.find(({ state }) => state !== 'rejected');
  if (version.nullification === NULLIFICATION) return 'nullification';
  if (earlier.some(({ caseKey }) => caseKey === version.caseKey)) return 'resend';
  if (!accepted) return 'initial';
  if (version.nullification === AMENDMENT) return 'amendment';
  return accepted.serious === true && version.serious === false ? 'downgrade' : 'followUp';
}
