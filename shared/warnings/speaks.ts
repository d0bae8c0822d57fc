/** When a warning speaks. Of days and answers the same is asked in SQL, of many cases at once (`server/areas/warnings`). */
import type { WarningRule } from '../../schemas/compile/warnings.ts';
import type { Finding } from '../rules/finding.types.ts';

export const speaksIn = (
  { days: { from = -Infinity, to = Infinity } = {} }: WarningRule,
  days: number,
): boolean => days >= from && days <= to;

/** Does it speak at what came back? */
export const speaksAt = ({ codes = [] }: WarningRule, code: string): boolean => codes.includes(code);

/** Does it speak of what the rule found? */
export const speaksOf = (
  { severities = ['error'], rules }: WarningRule,
  { ruleId, severity }: Pick<Finding, 'ruleId' | 'severity'>,
): boolean => severities.includes(severity) && (rules?.includes(ruleId) ?? true);
