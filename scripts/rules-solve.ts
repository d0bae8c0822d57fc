/** What the rules do to each other, without a database. Exit code 1: called wrongly; 2: a case refutes a claim. */
import { parseArgs } from 'node:util';
import { openCatalogue } from '../server/catalogue/catalogueSource.ts';
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

const WORDS: Readonly<Record<SolvedClaim['kind'], string>> = {
  neverApplies: 'never applies',
  neverFires: 'never has a finding',
  alwaysFires: 'has a finding wherever it applies',
  firesWith: 'has a finding only together with',
  contradicts: 'cannot be met together with',
  neverMet: 'applies only to cases with errors, because of',
};

const { checks, ruleSet, e2b } = openCatalogue();
const receivers = receiversOf(checks.catalogue);
const USAGE = `npm run -s rules:solve -- [options]   rules that never have a finding, imply or contradict others
  --receiver NAME     one of ${receivers.map(({ receiver }) => receiver).join(', ')}; default all
  --profile NAME      of the receiver, for --with
  --rule ID           the rule alone, and for each of its conditions two cases that differ in it
  --with ITEM=VALUE   is there a case without errors that has the value? More than once: all of them
  --cases N           checks all claims with N generated cases of each receiver; exit code 2 if one refutes a claim
  --json              a line for each rule`;

const refuse = (why: string): never => {
  console.error(`${why}\n${USAGE}`);
  process.exit(1);
};

const { receiver, profile, rule, json, cases, with: wanted } = readArguments();
const chosen = receivers.filter((one) => receiver === undefined || one.receiver === receiver);
if (chosen.length === 0) refuse(`there is no receiver ${receiver}`);
const only = checks.rules.rules.find((one) => one.rule.id === rule);
if (rule !== undefined && !only) refuse(`there is no rule ${rule}`);

for (const { receiver: name, appendix } of chosen) {
  if (cases !== undefined) tryClaims(name, Number(cases));
  else if (wanted.length > 0) console.log(`${name}: ${exclusionText(name)}`);
  else printRules(name, appendix);
}

function tryClaims(name: string, count: number): void {
  if (!Number.isInteger(count) || count < 1) refuse(`--cases needs a whole number, not ${cases}`);
  const { claims } = claimsFor(checks, name);
  const world = { checks, ruleSet, map: e2b };
  const refuted = refutedClaims(world, { rules: checks.rules, receiver: name, claims }, count);
  console.log(`${name}: ${claims.length} claims, ${count} cases, ${refuted.length} refuted`);
  for (const { claim, seed } of refuted)
    console.log(`  ${claim.rule} ${WORDS[claim.kind]} ${claim.others.join(', ')}: refuted from seed ${seed}`);
  if (refuted.length > 0) process.exitCode = 2;
}

function printRules(name: string, appendix: string): void {
  const start = performance.now();
  const solved = solveRules(checks, name);
  const took = Math.round(performance.now() - start);
  const shown = solved.filter(({ ruleId, claims }) => (only ? ruleId === rule : claims.length > 0));
  if (json) {
    for (const each of shown) console.log(JSON.stringify({ receiver: name, ...each }));
    return;
  }
  console.log(`${name}: ${solved.length} rules, ${shown.length} shown, ${took} ms`);
  for (const each of shown)
    console.log([...linesOf(each), ...conditionLines(each.ruleId, appendix)].join('\n'));
}

function linesOf({ ruleId, example, claims }: SolvedRule): string[] {
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
    ...(only && example ? [`  ${ruleId} has a finding in the case ${caseText(example)}`] : []),
  ];
}

function conditionLines(ruleId: string, appendix: string): string[] {
  if (!only || only.rule.id !== ruleId) return [];
  const { catalogue, codeLists } = checks;
  const atoms = createCaseAtoms({ catalogue, seen: forAppendix(catalogue, appendix), codeLists });
  const text = (example: RuleExample | null): string => (example ? caseText(example) : 'no case was found');
  return conditionExamples(catalogue, atoms, only).map(
    ({ condition, fail, pass }) =>
      `    ${condition}\n      finding: ${text(fail)}\n      none: ${text(pass)}`,
  );
}

function exclusionText(name: string): string {
  try {
    const found = excludedBy(checks, {
      receiver: name,
      profile,
      values: Object.fromEntries(wanted.map(pairOf)),
    });
    if (found.excludedBy === null)
      return found.example
        ? `possible in the case ${caseText(found.example)}`
        : 'not excluded, but no case was found';
    return found.excludedBy.length === 0
      ? 'impossible: the values are not valid'
      : `impossible, because of ${found.excludedBy.join(', ')}`;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

function pairOf(pair: string): [string, string] {
  const [item, ...value] = pair.split('=');
  return item && value.length > 0 ? [item, value.join('=')] : refuse(`--with needs ITEM=VALUE, not ${pair}`);
}

function caseText(example: RuleExample): string {
  return exampleText(example) || 'without values';
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        receiver: { type: 'string' },
        profile: { type: 'string' },
        rule: { type: 'string' },
        cases: { type: 'string' },
        json: { type: 'boolean', default: false },
        with: { type: 'string', multiple: true, default: [] },
      },
    }).values;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}
