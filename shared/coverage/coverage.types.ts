/** `schemas/rule-coverage/*.coverage.json`: what becomes of each rule of a publication. Reference: the README there. */

export interface CoverageSource {
  $schema?: string;
  /** the publication, in a few words */
  source: string;
  /** whose rules they are; claims are checked in the region of its appendix */
  authority: string;
  /** name of the list of rules in the reference material that this file answers, e.g. `fda-rules` */
  reference: string;
  entries: CoverageEntry[];
}

/** Exactly one of: implemented (`rules`, `catalogue` or both), `notApplicable`, `needsData`, `open`. */
export interface CoverageEntry {
  /** id of the rule in the reference material */
  rule: string;
  /** what it asks, in own words */
  asks: string;
  /** ids of the rules that implement it */
  rules?: string[];
  /** what the catalogue says that implements it; each is checked */
  catalogue?: CatalogueClaim[];
  /** why there is nothing to check in a case */
  notApplicable?: string;
  /** which data it would take that we do not have */
  needsData?: string;
  /** it could be checked and is not yet: what is in the way */
  open?: string;
  /** for an implemented one: the part that is not checked, and why */
  partly?: string;
}

/** Facts of an item, each of which the compiled catalogue must bear out (`facts.ts`). */
export type CatalogueClaim = {
  /** id of an item, or of a group for `minRows`, `maxRows` */
  item: string;
  /** for `required`: which of the authority's profiles; without it the authority as a whole */
  profile?: string;
} & Partial<ClaimedFacts>;

export interface ClaimedFacts {
  required: 'M' | 'C' | 'O';
  control: string;
  maxLength: number;
  nullFlavors: string[];
  /** codes that may be chosen, whatever their order */
  codes: string[];
  /** codes that may be chosen, among others */
  includes: string[];
  codeList: string;
  dictionary: string;
  leastPrecision: string;
  futureAllowed: boolean;
  decimals: number;
  /** of a number */
  min: number;
  max: number;
  unitOf: string;
  versionOf: string;
  /** the item is not there in the region */
  absent: true;
  /** names, OIDs and codes that stand in the item's place in the message */
  e2b: string[];
  minRows: number;
  maxRows: number;
}

export type CoverageStatus = 'implemented' | 'notApplicable' | 'needsData' | 'open';
