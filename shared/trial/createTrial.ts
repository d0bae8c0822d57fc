/**
 * Runs the catalogue in use and the one that would be over the same cases: small ones around what the change names first, then
 * valid cases for all receivers, made from either catalogue. The same number gives the same case.
 */
import type { CaseContent } from '../case/caseContent.ts';
import { exampleContent } from '../expressions/exampleContent.ts';
import type { RuleExample } from '../expressions/rules.types.ts';
import { createGenerator } from '../generate/createGenerator.ts';
import { NoSuchCase, type GeneratedCase } from '../generate/generate.types.ts';
import { receiversOf } from '../rules/receivers.ts';
import type { Viewer } from './caseFacts.ts';
import { comparison } from './compareCase.ts';
import { exampleOf, focusedCases, type TrialSources } from './focusedCases.ts';
import { shrinkExample } from './shrinkExample.ts';
import type { TrialCatalogue, TrialDifference } from './trial.types.ts';

/** An example of more values is made smaller. */
export const MAX_EXAMPLE = 5;

interface TrialPortion {
  /** number of the first case */
  from: number;
  /** number of the case behind the last one */
  to: number;
  /** differences whose example needs not be made smaller, by `differenceKey` */
  known: ReadonlySet<string>;
  /** false: no further case is begun */
  hasTime: () => boolean;
  /** false: no example is made smaller any more */
  mayShrink: () => boolean;
}

interface TrialResult {
  /** number of the case to go on with */
  next: number;
  /** cases that differ */
  differing: number;
  /** by `differenceKey` */
  differences: ReadonlyMap<string, TrialDifference>;
}

export type TryChange = (portion: TrialPortion) => TrialResult;

/** A trial of one change; at least one case is tried in each portion. */
export function createTrial(
  now: TrialCatalogue,
  next: TrialCatalogue,
  sources: TrialSources,
  viewer: Viewer,
): TryChange {
  const compare = comparison(now, next, viewer);
  const focused = focusedCases([now, next], sources);
  const makers = [now, next].map((one) => generatedBy(one));
  const caseAt = (number: number): TrialCase | null => {
    const example = focused[number];
    if (example) return { example, content: contentOf(now, next, example) };
    const content = makers[number % makers.length]?.(number - focused.length) ?? null;
    return content && { example: exampleOf((number % 2 ? next : now).whole, content.values), content };
  };

  return ({ from, to, known, hasTime, mayShrink }) => {
    const differences = new Map<string, TrialDifference>();
    let [number, differing] = [from, 0];
    for (; number < to && (number === from || hasTime()); number += 1) {
      const one = caseAt(number);
      const found = one ? compare(one.content) : new Map<never, never>();
      if (found.size > 0) differing += 1;
      for (const [key, difference] of found) {
        const was = differences.get(key);
        const isSmaller = !was || sizeOf(one?.example ?? {}) < sizeOf(was.example);
        const smaller = isSmaller ? { ...difference, example: one?.example ?? {} } : was;
        differences.set(key, { ...smaller, count: (was?.count ?? 0) + 1 });
      }
    }
    for (const [key, difference] of differences) {
      if (!mayShrink() || known.has(key) || sizeOf(difference.example) <= MAX_EXAMPLE) continue;
      const differs = (example: RuleExample) =>
        compare(contentOf(now, next, example), [difference.kind]).get(key);
      const example = shrinkExample(difference.example, (some) => mayShrink() && differs(some) !== undefined);
      differences.set(key, { ...difference, ...differs(example), example });
    }
    return { next: number, differing, differences };
  };
}

interface TrialCase {
  example: RuleExample;
  content: CaseContent;
}

const sizeOf = (example: RuleExample): number => Object.keys(example).length;

/** The case of an example, with the items that either catalogue knows. */
function contentOf(now: TrialCatalogue, next: TrialCatalogue, example: RuleExample): CaseContent {
  const entries = Object.entries(example);
  const of = ({ whole }: TrialCatalogue, isOther: (itemId: string) => boolean): CaseContent =>
    exampleContent(
      whole,
      Object.fromEntries(
        entries.filter(([key]) => {
          const [itemId = ''] = key.split('|');
          return whole.items[itemId] && !isOther(itemId);
        }),
      ),
    );
  const [known, gone] = [of(next, () => false), of(now, (itemId) => next.whole.items[itemId] !== undefined)];
  return { values: [...known.values, ...gone.values], rows: [...known.rows, ...gone.rows] };
}

/** Valid cases for the receivers in turn; null where none is found. */
function generatedBy({ whole, checks, ruleSet, e2b }: TrialCatalogue): (seed: number) => CaseContent | null {
  const generate = createGenerator({ checks, ruleSet, map: e2b });
  const receivers = receiversOf(whole).map(({ receiver }) => receiver);
  return (seed) => {
    try {
      const receiver = receivers[seed % receivers.length] ?? '';
      const made: GeneratedCase = generate({ seed, receiver });
      return made.content;
    } catch (error) {
      if (error instanceof NoSuchCase) return null;
      throw error;
    }
  };
}
