/** What is certain of the rules of a receiver, each with the smallest case that shows it. */
import { forAppendix } from '../../schemas/compile/forAppendix.ts';
import { compileRule, type CompiledRule } from '../expressions/compileRule.ts';
import type { RuleExample } from '../expressions/rules.types.ts';
import type { CheckWorld } from '../rules/caseFindings.ts';
import type { Receiver } from '../rules/finding.types.ts';
import { receiversOf } from '../rules/receivers.ts';
import { rulesFor } from '../rules/ruleChecks.ts';
import { createCaseAtoms } from './caseAtoms.ts';
import type { SolvedClaim, SolvedRule } from './claims.types.ts';
import { and, or } from './formula.ts';
import { ruleClaims } from './ruleClaims.ts';
import { ruleFormulas } from './ruleFormulas.ts';
import { hasFinding, smallestExample } from './smallestExample.ts';

export type SolverWorld = Pick<CheckWorld, 'catalogue' | 'rules' | 'codeLists'>;

/** Rules that run for each profile of the receiver, and what is certain of them. Throws where there is no such receiver. */
export function claimsFor({ catalogue, rules, codeLists }: SolverWorld, receiver: Receiver) {
  const found = receiversOf(catalogue).find((one) => one.receiver === receiver);
  if (!found) throw new Error(`there is no receiver ${receiver}`);
  const world = { catalogue, seen: forAppendix(catalogue, found.appendix), codeLists };
  const running = runningTogether({ rules }, receiver);
  return { world, running, claims: ruleClaims(world, running) };
}

/**
 * Each rule that runs for the receiver. A claim holds in every case whose items have values that are valid for the receiver:
 * others have findings of their own. Throws where there is no such receiver.
 */
export function solveRules(solver: SolverWorld, receiver: Receiver): SolvedRule[] {
  const { catalogue } = solver;
  const { world, running, claims } = claimsFor(solver, receiver);
  const byId = new Map(running.flat().map((compiled) => [compiled.rule.id, compiled]));

  const atoms = createCaseAtoms(world);
  const fires = (compiled: CompiledRule, example: RuleExample): boolean =>
    hasFinding(catalogue, compiled, example);
  const exampleOf = (compiled: CompiledRule): RuleExample | null =>
    smallestExample(atoms, or(...ruleFormulas(atoms, compiled).rows.map((row) => row.fires)), (example) =>
      fires(compiled, example),
    );

  /** Both apply: their findings are those of rules that always have one. */
  const conflictOf = (one: CompiledRule, other: CompiledRule): RuleExample | null => {
    const [a, b] = [one, other].map(({ rule }) => compileRule({ ...rule, check: 'false' }, catalogue));
    if (!a || !b) return null;
    const both = [a, b].map((compiled) => ruleFormulas(atoms, compiled).rows);
    const formula = or(
      ...(both[0] ?? []).flatMap((row) => (both[1] ?? []).map((there) => and(row.fires, there.fires))),
    );
    return smallestExample(
      atoms,
      formula,
      (example) => fires(a, example) && fires(b, example) && (fires(one, example) || fires(other, example)),
    );
  };

  return [...byId].map(([id, compiled]): SolvedRule => {
    const { severity } = compiled.rule;
    const own = claims.filter(
      ({ rule, others, kind }) => rule === id || (kind === 'contradicts' && others.includes(id)),
    );
    return {
      ruleId: id,
      severity,
      example: own.some(({ kind }) => kind === 'neverApplies' || kind === 'neverFires')
        ? null
        : exampleOf(compiled),
      claims: own.map(({ kind, rule, others }): SolvedClaim => {
        const seenFromHere = rule === id ? others : [rule];
        const other = byId.get(seenFromHere[0] ?? '');
        return {
          kind,
          others: seenFromHere,
          example: kind === 'contradicts' && other ? conflictOf(compiled, other) : null,
        };
      }),
    };
  });
}

/** The rules that run for each profile of the receiver. */
function runningTogether({ rules: { rules, profiles } }: Pick<SolverWorld, 'rules'>, receiver: Receiver) {
  const own = profiles.filter(({ authority }) => authority === receiver).map(({ profile }) => profile);
  return (own.length > 0 ? own : [undefined]).map((profile) => rulesFor(rules, { receiver, profile }));
}
