/** What a change of schema files would do to cases, found by running both catalogues over the same cases. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { ListSourceFile } from '../../schemas/compile/lists.ts';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { E2bMap } from '../../schemas/e2b/e2bMap.types.ts';
import type { RuleExample, RuleSet } from '../expressions/rules.types.ts';
import type { CheckWorld } from '../rules/caseFindings.ts';

/** The parts of a compiled catalogue that a trial runs. */
export interface TrialCatalogue {
  whole: Catalogue;
  forAppendix: (appendix: string) => Catalogue;
  checks: CheckWorld;
  ruleSet: RuleSet;
  e2b: E2bMap;
  lists: Readonly<Record<string, ListSourceFile>>;
}

export const DIFFERENCE_KINDS = [
  'value',
  'blinding',
  'finding',
  'xml',
  'expectedness',
  'deadline',
  'column',
  'report',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** What one catalogue makes of a case: a finding, a line of the message, a box of a report. */
export interface CaseFact {
  kind: DifferenceKind;
  /** receiver, appendix, list or report */
  where: string;
  /** item, rule, column or box; with `where` and `kind` it names what is counted */
  name: string;
  label: LocalizedText;
  text: string;
}

/** `before` and `after`: null where there is none. */
export interface CaseDifference extends Omit<CaseFact, 'text'> {
  before: string | null;
  after: string | null;
}

/** What cases have in common that differ in the same way, with the smallest of them. */
export interface TrialDifference extends CaseDifference {
  /** cases that differ in this way */
  count: number;
  example: RuleExample;
}
