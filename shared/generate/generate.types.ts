/** What is asked of the generator, and what it makes. */
import type { RuleSet } from '../expressions/rules.types.ts';
import type { E2bMap } from '../../schemas/e2b/e2bMap.types.ts';
import type { CaseContent } from '../case/caseContent.ts';
import type { CheckWorld } from '../rules/caseFindings.ts';
import type { CaseFinding } from '../rules/check.types.ts';
import type { Receiver } from '../rules/finding.types.ts';
import type { Language } from './possibleValues.ts';

export interface GeneratorWorld {
  checks: CheckWorld;
  ruleSet: RuleSet;
  map: E2bMap;
}

export interface CaseWish {
  /** a whole number; the same one gives the same case */
  seed: number;
  receiver: Receiver;
  /** of the receiver; default: one of all, by chance */
  profile?: string | undefined;
  /** of the texts; default: one of all, by chance */
  language?: Language;
  /** id of the rule that is to have the only finding; default: no error */
  nearly?: string;
  /** values by item id or role, in the first row of their groups */
  values?: Readonly<Record<string, string>>;
}

export interface GeneratedCase {
  content: CaseContent;
  language: Language;
  /** of the receiver, selected by the envelope; undefined if the receiver has none */
  profile: string | undefined;
  /** cases that were begun for this one */
  attempts: number;
  /** of repairs of the last one */
  rounds: number;
}

/** Thrown where receiver, profile, rule or item of a wish do not exist. */
export class UnknownInWish extends Error {}

/** Thrown where no case is found. `nearest`: the fewest findings of any try; null: the rule to break never failed. */
export class NoSuchCase extends Error {
  constructor({ receiver, seed, nearly }: CaseWish, nearest: readonly CaseFinding[] | null) {
    const left = [...new Set(nearest?.map(({ ruleId, itemId }) => `${ruleId} (${itemId})`))].join(', ');
    const what = nearly === undefined ? 'is valid' : `breaks ${nearly} alone`;
    super(
      `With seed ${seed} no case for ${receiver} was found that ${what}. ` +
        `${nearest ? `The nearest one has: ${left}.` : 'The rule did not fail in any try.'} Try another seed, or fewer values.`,
    );
  }
}
