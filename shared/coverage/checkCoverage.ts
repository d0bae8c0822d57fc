/** Verifies the claims of the coverage files. */
import type { RuleSet } from '../expressions/rules.types.ts';
import type { CoverageEntry, CoverageSource, CoverageStatus } from './coverage.types.ts';
import { falseFacts } from './facts.ts';
import type { FactWorld } from './facts.ts';

export interface CoverageWorld {
  rules: RuleSet['rules'];
  /** the region of an authority */
  factsOf(authority: string): FactWorld;
}

export interface CoverageProblem {
  /** name of the coverage file */
  file: string;
  /** id of the source's rule */
  rule: string;
  message: string;
}

export interface CoverageFile {
  file: string;
  coverage: CoverageSource;
}

/** The problems of the entries, in order; empty if each rule is answered once and every claim is true. */
export function checkCoverage(files: CoverageFile[], world: CoverageWorld): CoverageProblem[] {
  const known = new Set(world.rules.map(({ id }) => id));
  const seen = new Set<string>();
  return files.flatMap(({ file, coverage }) => {
    const facts = world.factsOf(coverage.authority);
    return coverage.entries.flatMap((entry): CoverageProblem[] => {
      const key = `${coverage.reference} ${entry.rule}`;
      const twice = seen.has(key) ? ['it is answered twice'] : [];
      seen.add(key);
      return [...twice, ...answerProblems(entry), ...claimProblems(entry, known, facts)].map((message) => ({
        file,
        rule: entry.rule,
        message,
      }));
    });
  });
}

/** The answers of an entry: exactly one is allowed. */
export const statusesOf = ({ rules, catalogue, ...entry }: CoverageEntry): CoverageStatus[] => [
  ...(rules?.length || catalogue?.length ? (['implemented'] as const) : []),
  ...(['notApplicable', 'needsData', 'open'] as const).filter((status) => entry[status]),
];

function answerProblems(entry: CoverageEntry): string[] {
  const statuses = statusesOf(entry);
  return [
    ...(statuses.length === 1
      ? []
      : [`it has ${statuses.length === 0 ? 'no answer' : `more than one answer: ${statuses.join(', ')}`}`]),
    ...(entry.partly && !statuses.includes('implemented') ? ['only an implemented rule is so partly'] : []),
  ];
}

const claimProblems = (
  { rules = [], catalogue = [] }: CoverageEntry,
  known: Set<string>,
  facts: FactWorld,
) => [
  ...rules.filter((id) => !known.has(id)).map((id) => `there is no rule ${id}`),
  ...catalogue.flatMap((claim) => falseFacts(claim, facts)),
];
