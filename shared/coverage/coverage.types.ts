/** `schemas/rule-coverage/*.coverage.json`: the coverage of each rule of a publication. Reference: the README there. */

export interface CoverageSource {
  $schema?: string;
  /** the publication, in a few words */
  source: string;
  /** authority of the rules; claims are checked in the region of its appendix */
  authority: string;
  /** name of the list of rules in the reference material that this file covers, e.g. `fda-rules` */
  reference: string;
  entries: CoverageEntry[];
}

/** Exactly one of: implemented (`rules`, `catalogue` or both), `notApplicable`, `needsData`, `open`. */
export interface CoverageEntry {
  /** id of the rule in the reference material */
  rule: string;
  /** its requirement in our own words */
  asks: string;
  /** ids of the rules that implement it */
  rules?: string[];
  /** facts of the catalogue that implement it; each is checked */
  catalogue?: CatalogueClaim[];
  /** why there is nothing to check in a case */
  notApplicable?: string;
  /** the data we would need */
  needsData?: string;
  /** it could be checked but is not yet: the reason */
  open?: string;
  /** for an implemented one: the part that is not checked, and why */
  partly?: string;
}

/** Facts of an item, each of which must be true in the compiled catalogue (`facts.ts`). */
export type CatalogueClaim = {
  /** id of an item, or of a group for `minRows`, `maxRows` */
  item: string;
  /** for `required`: the profile of the authority; default: the authority as a whole */
  profile?: string;
} & Partial<ClaimedFacts>;

export interface ClaimedFacts {
  required: 'M' | 'C' | 'O';
  control: string;
  maxLength: number;
  nullFlavors: string[];
  /** all allowed codes, in any order */
  codes: string[];
  /** some of the allowed codes */
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
  /** the region does not have the item */
  absent: true;
  /** names, OIDs and codes of the item's location in the message */
  e2b: string[];
  minRows: number;
  maxRows: number;
}

export type CoverageStatus = 'implemented' | 'notApplicable' | 'needsData' | 'open';
