/** What `lookup` transforms read from records of case info. The server gathers it, since rules are evaluated without a database. */
import { fold } from '../text/fold.ts';
import { ownText } from './ownText.ts';
import type { RuleSet, Transform } from './mappingRule.ts';

export type Lookup = Extract<Transform, { kind: 'lookup' }>;

/** By `lookupKey`, and by the folded text of the source: the value of the record, '' where it has none. */
export type Lookups = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const lookupKey = ({ record, by, item }: Omit<Lookup, 'kind'>): string => `${record}|${by}|${item}`;

/** The lookups of a rule set, each once. */
export const lookupsOf = ({ rules }: Pick<RuleSet, 'rules'>): Lookup[] => [
  ...new Map(
    rules.flatMap(({ transform }) =>
      transform.kind === 'lookup' ? [[lookupKey(transform), transform] as const] : [],
    ),
  ).values(),
];

/** Null: no record has it. */
export const lookUp = (lookups: Lookups, lookup: Lookup, text: string): string | null =>
  ownText(ownText(lookups, lookupKey(lookup)) ?? {}, fold(text)) ?? null;
