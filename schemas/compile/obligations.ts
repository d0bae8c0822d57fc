/** Reporting rules with defaults applied. */
import type { ReceiverObligations } from './catalogue.types.ts';
import type { ObligationsSource } from './sources.types.ts';

/** Rules by priority, in any file order. */
export const obligationsOf = (sources: readonly ObligationsSource[]): ReceiverObligations[] =>
  sources.map(({ receiver, example, when = null, rules }) => ({
    receiver,
    example,
    when,
    rules: rules
      .toSorted((a, b) => a.priority - b.priority)
      .map(({ when: only = null, ...rule }) => ({ ...rule, when: only })),
  }));
