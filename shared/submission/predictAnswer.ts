/** The answer that a receiver would give by its rules, from the findings of the check before submission. */
import type { Severity } from '../rules/finding.types.ts';
import type { CheckId } from './checkIds.ts';

export const PREDICTED_VERDICTS = ['accepted', 'acceptedWithWarning', 'rejected'] as const;

export interface PredictedAnswer {
  verdict: (typeof PREDICTED_VERDICTS)[number];
  /** items that the answer would name, each once */
  items: string[];
}

interface PredictingFinding {
  checkId: CheckId;
  severity: Severity;
  itemId: string | null;
}

/**
 * The checks whose findings a receiver makes, too: its own rules, and a structure that it cannot read. It does not see what a
 * warning of the structure is about, e.g. a value that the file cannot contain.
 */
const SEEN_BY_RECEIVER: Readonly<Partial<Record<Severity, readonly CheckId[]>>> = {
  error: ['rules', 'structure'],
  warning: ['rules'],
};
const MAX_ITEMS = 50;

/** Errors reject the message; warnings of items are a remark to an accepted one. */
export function predictAnswer(findings: readonly PredictingFinding[]): PredictedAnswer {
  const of = (severity: Severity) =>
    findings.filter((one) => one.severity === severity && SEEN_BY_RECEIVER[severity]?.includes(one.checkId));
  const errors = of('error');
  const warnings = of('warning').filter(({ itemId }) => itemId !== null);
  const naming = errors.length > 0 ? errors : warnings;
  return {
    verdict: errors.length > 0 ? 'rejected' : warnings.length > 0 ? 'acceptedWithWarning' : 'accepted',
    items: [...new Set(naming.flatMap(({ itemId }) => itemId ?? []))].slice(0, MAX_ITEMS),
  };
}

/** Whether a true answer is another one than was predicted; null: there is none yet, or it is left to a user. */
export function isOtherwise({ verdict }: Pick<PredictedAnswer, 'verdict'>, state: string): boolean | null {
  if (state === 'rejected') return verdict !== 'rejected';
  if (state === 'accepted' || state === 'acceptedWithWarning') return verdict === 'rejected';
  return null;
}
