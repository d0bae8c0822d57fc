/** What the rules do to each other, without a database. Exit code 1: a case refutes a claim; 2: called wrongly. */
import { parseArgs } from 'node:util';
import { openCatalogue } from '../server/catalogue/catalogueSource.ts';
import type { CompiledRule } from '../shared/expressions/compileRule.ts';
import type { RuleExample } from '../shared/expressions/rules.types.ts';
import { forAppendix } from '../schemas/compile/forAppendix.ts';
import { createCaseAtoms } from '../shared/rule-solver/caseAtoms.ts';
import { conditionExamples } from '../shared/rule-solver/conditionExamples.ts';
import { exampleText } from '../shared/rule-solver/exampleText.ts';
import { excludedBy } from '../shared/rule-solver/excludedBy.ts';
import { receiversOf } from '../shared/rules/receivers.ts';
import type { SolvedClaim, SolvedRule } from '../shared/rule-solver/claims.types.ts';
import { refutedClaims } from '../shared/rule-solver/refutedClaims.ts';
import { claimsFor, solveRules } from '../shared/rule-solver/solveRules.ts';
import { runOperatorCommand } from './operatorCommand.ts';
import { UsageProblem } from './usageProblem.ts';

const WORDS: Readonly<Record<SolvedClaim['kind'], string>> = {
  neverApplies: 'never applies',
  neverFires: 'never has a finding',
  alwaysFires: 'has a finding wherever it applies',
  firesWith: 'has a finding only together with',
  contradicts: 'cannot be met together with',
  neverMet: 'applies only to cases with errors, because of',
};

interface Request {
  chosen: readonly { receiver: string; appendix: string }[];
  /** null: all rules */
  only: CompiledRule | null;
  /** generated cases that try the claims; null: none */
  count: number | null;
  /** null: rules are shown */
  wanted: RuleExample | null;
  profile: string | undefined;
  json: boolean;
}

const { checks, ruleSet, e2b } = openCatalogue();
const receivers = receiversOf(checks.catalogue);
const USAGE = `npm run -s rules:solve -- [options]   rules that never have a finding, imply or contradict others
  --receiver NAME     one of ${receivers.map(({ receiver }) => receiver).join(', ')}; default all
  --profile NAME      of the receiver, for --with
  --rule ID           the rule alone, and for each of its conditions two cases that differ in it
  --with ITEM=VALUE   is there a case without errors that has the value? More than once: all of them
  --cases N           checks all claims with N generated cases of each receiver; exit code 1 if one refutes a claim
  --json              a line for each rule`;

if (import.meta.main) process.exitCode = await runRulesSolve(process.argv.slice(2));

/** Runs the command with the arguments behind the name of the program. Answers the exit code. */
export function runRulesSolve(args: readonly string[]): Promise<number> {
  return runOperatorCommand({ usage: USAGE, args, endsAtOnce: true }, async () => solve(readArguments(args)));
}

function solve(request: Request): number {
  const { count, wanted } = request;
  let refutedCount = 0;
  for (const { receiver, appendix } of request.chosen) {
    if (count !== null) refutedCount += tryClaims(receiver, count);
    else if (wanted !== null) console.log(`${receiver}: ${exclusionText(receiver, wanted, request.profile)}`);
    else printRules(receiver, appendix, request);
  }
  return refutedCount > 0 ? 1 : 0;
}

/** Answers how many claims were refuted. */
function tryClaims(name: string, count: number): number {
  const { claims } = claimsFor(checks, name);
  const world = { checks, ruleSet, map: e2b };
  const refuted = refutedClaims(world, { rules: checks.rules, receiver: name, claims }, count);
  console.log(`${name}: ${claims.length} claims, ${count} cases, ${refuted.length} refuted`);
  for (const { claim, seed } of refuted)
    console.log(`  ${claim.rule} ${WORDS[claim.kind]} ${claim.others.join(', ')}: refuted from seed ${seed}`);
  return refuted.length;
}

function printRules(name: string, appendix: string, { only, json }: Request): void {
  const start = performance.now();
  const solved = solveRules(checks, name);
  const took = Math.round(performance.now() - start);
  const shown = solved.filter(({ ruleId, claims }) => (only ? ruleId === only.rule.id : claims.length > 0));
  if (json) {
    for (const each of shown) console.log(JSON.stringify({ receiver: name, ...each }));
    return;
  }
  console.log(`${name}: ${solved.length} rules, ${shown.length} shown, ${took} ms`);
  for (const each of shown)
    console.log(
      [...linesOf(each, only !== null), ...(only ? conditionLines(only, appendix) : [])].join('\n'),
    );
}

function linesOf({ ruleId, example, claims }: SolvedRule, isAlone: boolean): string[] {
  return [
    ...claims.map((claim) =>
      [
        `  ${ruleId}`,
        WORDS[claim.kind],
        claim.others.join(', '),
        claim.example ? `(${caseText(claim.example)})` : '',
      ]
        .filter((word) => word !== '')
        .join(' '),
    ),
    ...(isAlone && example ? [`  ${ruleId} has a finding in the case ${caseText(example)}`] : []),
  ];
}

function conditionLines(only: CompiledRule, appendix: string): string[] {
  const { catalogue, codeLists } = checks;
  const atoms = createCaseAtoms({ catalogue, seen: forAppendix(catalogue, appendix), codeLists });
  const text = (example: RuleExample | null): string => (example ? caseText(example) : 'no case was found');
  return conditionExamples(catalogue, atoms, only).map(
    ({ condition, fail, pass }) =>
      `    ${condition}\n      finding: ${text(fail)}\n      none: ${text(pass)}`,
  );
}

function exclusionText(receiver: string, values: RuleExample, profile: string | undefined): string {
  try {
    const found = excludedBy(checks, { receiver, profile, values });
    if (found.excludedBy === null)
      return found.example
        ? `possible in the case ${caseText(found.example)}`
        : 'not excluded, but no case was found';
    return found.excludedBy.length === 0
      ? 'impossible: the values are not valid'
      : `impossible, because of ${found.excludedBy.join(', ')}`;
  } catch (error) {
    throw new UsageProblem(error instanceof Error ? error.message : String(error));
  }
}

function pairOf(pair: string): [string, string] {
  const [item, ...value] = pair.split('=');
  if (!item || value.length === 0) throw new UsageProblem(`--with needs ITEM=VALUE, not ${pair}`);
  return [item, value.join('=')];
}

function caseText(example: RuleExample): string {
  return exampleText(example) || 'without values';
}

function readArguments(args: readonly string[]): Request {
  const { values } = parseArgs({
    args: [...args],
    options: {
      receiver: { type: 'string' },
      profile: { type: 'string' },
      rule: { type: 'string' },
      cases: { type: 'string' },
      json: { type: 'boolean', default: false },
      with: { type: 'string', multiple: true, default: [] },
    },
  });
  const { receiver, rule, cases, profile, json } = values;
  const chosen = receivers.filter((one) => receiver === undefined || one.receiver === receiver);
  if (chosen.length === 0) throw new UsageProblem(`there is no receiver ${receiver}`);
  const only = rule === undefined ? null : checks.rules.rules.find((one) => one.rule.id === rule);
  if (only === undefined) throw new UsageProblem(`there is no rule ${rule}`);
  const count = cases === undefined ? null : Number(cases);
  if (count !== null && (!Number.isInteger(count) || count < 1))
    throw new UsageProblem(`--cases needs a whole number above 0, not ${cases}`);
  const wanted = values.with.length === 0 ? null : Object.fromEntries(values.with.map(pairOf));
  return { chosen, only, count, wanted, profile, json };
}
