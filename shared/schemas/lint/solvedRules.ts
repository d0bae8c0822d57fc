/**
 * Rules that are dead, implied or cannot be met, by the rule solver. This takes seconds, so it is asked for apart from the other
 * findings, on the command line.
 */
import { checkedSources } from '../../../schemas/compile/checkSources.ts';
import { rulesOf } from '../../../schemas/compile/check/ruleFileRules.ts';
import { findingAt } from '../../../schemas/compile/check/sourceDocument.ts';
import { codeListsOf, compileCatalogue } from '../../../schemas/compile/compileCatalogue.ts';
import type { SourceFinding, SourceText } from '../../../schemas/compile/sources.types.ts';
import { compileRules } from '../../expressions/compileRule.ts';
import { readRules } from '../../expressions/readRules.ts';
import type { Claim, ClaimKind } from '../../rule-solver/claims.types.ts';
import { claimsFor } from '../../rule-solver/solveRules.ts';
import { receiversOf } from '../../rules/receivers.ts';
import type { Severity } from '../../rules/finding.types.ts';

const RANK: Readonly<Record<Severity, number>> = { error: 2, warning: 1, info: 0 };

const WORDS: Readonly<Record<ClaimKind, (others: string) => string>> = {
  neverApplies: () => 'never applies: no case with valid values meets "when"',
  neverFires: () => 'never has a finding: what it checks is so in every case with valid values',
  alwaysFires: () => 'has a finding wherever it applies; if that is meant, let "check" be "false"',
  firesWith: (others) => `adds nothing: wherever it has a finding, ${others} has one, too`,
  contradicts: (others) => `cannot be met together with ${others}: where both apply, one has a finding`,
  neverMet: (others) => `applies only to cases that ${others} refuses`,
};

/**
 * Warnings about rules of sources without errors. A claim counts if it holds for every receiver for which the rules run. An
 * error may be implied by a warning, and a warning may contradict another rule: that is no fault.
 */
export function solvedFindings(sources: SourceText[]): SourceFinding[] {
  const catalogue = compileCatalogue(sources);
  const ruleSet = readRules(sources);
  const solver = { catalogue, rules: compileRules(catalogue, ruleSet), codeLists: codeListsOf(sources) };
  const severities = new Map(ruleSet.rules.map(({ id, severity }) => [id, severity]));
  const rankOf = (id: string): number => RANK[severities.get(id) ?? 'info'];
  const receivers = receiversOf(catalogue).map(({ receiver }) => {
    const { running, claims } = claimsFor(solver, receiver);
    return { ids: new Set(running.flat().map(({ rule }) => rule.id)), claims };
  });
  const isFault = ({ kind, rule, others }: Claim): boolean => {
    if (kind === 'contradicts') return [rule, ...others].every((id) => rankOf(id) === RANK.error);
    if (kind === 'firesWith') return others.every((id) => rankOf(id) >= rankOf(rule));
    return kind !== 'neverMet' || rankOf(rule) === RANK.error;
  };
  const isEverywhere = ({ kind, rule, others }: Claim): boolean =>
    receivers
      .filter(({ ids }) => ids.has(rule) && (kind !== 'contradicts' || others.every((id) => ids.has(id))))
      .every(({ claims }) => claims.some((claim) => sameClaim(claim) === sameClaim({ kind, rule, others })));

  const { declarations } = checkedSources(sources);
  const declared = new Map(rulesOf(declarations).map((rule) => [rule.id, rule]));
  const faults = receivers
    .flatMap(({ claims }) => claims)
    .filter((claim) => isFault(claim) && isEverywhere(claim));
  return [...new Map(faults.map((claim) => [sameClaim(claim), claim])).values()].flatMap(
    ({ kind, rule, others }) => {
      const place = declared.get(rule);
      if (!place) return [];
      const message = `${rule} ${WORDS[kind](others.join(' with '))}`;
      return [findingAt(place.document, place.node, { rule: `rule-${kind}`, severity: 'warning', message })];
    },
  );
}

/** What forbids that a rule is met may differ between receivers. */
const sameClaim = ({ kind, rule, others }: Claim): string =>
  [kind, rule, ...(kind === 'neverMet' ? [] : others)].join('\n');
