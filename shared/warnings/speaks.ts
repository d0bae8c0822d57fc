/**
 * When a warning is active. For days and answers the same condition exists in SQL for many cases at once
 * (`server/areas/warnings`).
 */
import type { WarningRule } from '../../schemas/compile/warnings.ts';
import type { Finding } from '../rules/finding.types.ts';

export const speaksIn = (
  { days: { from = -Infinity, to = Infinity } = {} }: WarningRule,
  days: number,
): boolean => days >= from && days <= to;

/** Whether it is active for the returned answer. */
export const speaksAt = ({ codes = [] }: WarningRule, code: string): boolean => codes.includes(code);

/** Whether it is active for a finding of the rule. */
export const speaksOf = (
  { severities = ['error'], rules }: WarningRule,
  { ruleId, severity }: Pick<Finding, 'ruleId' | 'severity'>,
): boolean => severities.includes(severity) && (rules?.includes(ruleId) ?? true);
