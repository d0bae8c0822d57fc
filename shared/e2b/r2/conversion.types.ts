import type { ItemAddress } from '../../case/itemAddress.ts';

/** What a conversion between E2B(R2) and E2B(R3) did to one value, beyond copying it. */
export interface ConversionNote extends ItemAddress {
  rule: ConversionRule;
  /** of the R2 element; '' where none is written */
  path: string;
  /** in the file that was read; 0 in one that is written */
  line: number;
  before: string;
  /** '' where nothing is left */
  after: string;
}

export type ConversionRule =
  /** the case has it once, each of its events has it now */
  | 'copiedToEvery'
  | 'onlyFirst'
  /** a value that R3 demands, for one that is not there */
  | 'madeUp'
  | 'toNullFlavor'
  | 'toText'
  | 'toNarrative'
  | 'toAdditionalInformation'
  | 'codeFound'
  | 'otherSpelling'
  | 'reducedCode'
  | 'dateFormat'
  | 'timeAdded'
  | 'timeCut'
  | 'datePadded'
  | 'doseMultiplied'
  | 'preferredTerm'
  | 'pairsOfAll'
  | 'intervalTwice'
  /** R2 names the reaction of a pair, and another one has that name */
  | 'sameName'
  | 'seriousWithoutCriterion'
  | 'merged'
  /** several values of R3 are one text in R2 */
  | 'joined'
  | 'encodingGuessed'
  /** a mail or a gateway left them before the message */
  | 'linesSkipped'
  | 'unusualVersion'
  /** an attachment was read as far as its base64 goes */
  | 'damagedBase64'
  | 'cut'
  | 'rounded'
  | 'narrativeCut'
  | 'noPlace'
  | 'noCode';

/** Why an element is residue. */
export type ResidueReason =
  /** R3 has no item for it */
  | 'noItem'
  /** derived from other elements */
  | 'derivedTerm'
  /** not in the DTD: of a region or of a company */
  | 'unknown'
  /** its text fits no item as it is */
  | 'notUnderstood'
  /** there is one already */
  | 'second';
