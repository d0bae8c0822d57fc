/** When receivers must be told of a case, with what the files leave out filled in. */
import type { ReceiverObligations } from './catalogue.types.ts';
import type { ObligationsSource } from './sources.types.ts';

/** Rules by priority, whatever their order in the file. */
export const obligationsOf = (sources: readonly ObligationsSource[]): ReceiverObligations[] =>
  sources.map(({ receiver, example, when = null, rules }) => ({
    receiver,
    example,
    when,
    rules: rules
      .toSorted((a, b) => a.priority - b.priority)
      .map(({ when: only = null, ...rule }) => ({ ...rule, when: only })),
  }));
