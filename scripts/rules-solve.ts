/**
 * What the rules do to each other, without a database: `npm run -s rules:solve -- [--receiver NAME] [--rule ID] [--json]`.
 * Exit code 1: called wrongly.
 */
import { parseArgs } from 'node:util';
import { openCatalogue } from '../server/catalogue/catalogueSource.ts';
import type { RuleExample } from '../shared/expressions/rules.types.ts';
import { receiversOf } from '../shared/rules/receivers.ts';
import type { SolvedClaim, SolvedRule } from '../shared/rule-solver/claims.types.ts';
import { solveRules } from '../shared/rule-solver/solveRules.ts';

const WORDS: Readonly<Record<SolvedClaim['kind'], string>> = {
  neverApplies: 'never applies',
  neverFires: 'never has a finding',
  alwaysFires: 'has a finding wherever it applies',
  firesWith: 'has a finding only together with',
  contradicts: 'cannot be met together with',
};

const { checks } = openCatalogue();
const receivers = receiversOf(checks.catalogue).map(({ receiver }) => receiver);
const refuse = (why: string): never => {
  console.error(`${why}\nnpm run -s rules:solve -- [--receiver ${receivers.join('|')}] [--rule ID] [--json]`);
  process.exit(1);
};

const { receiver, rule, json } = readArguments();
if (receiver !== undefined && !receivers.includes(receiver)) refuse(`there is no receiver ${receiver}`);
if (rule !== undefined && !checks.rules.rules.some((one) => one.rule.id === rule))
  refuse(`there is no rule ${rule}`);

for (const one of receiver === undefined ? receivers : [receiver]) {
  const start = performance.now();
  const solved = solveRules(checks, one);
  const took = Math.round(performance.now() - start);
  const shown = solved.filter(({ ruleId, claims }) =>
    rule === undefined ? claims.length > 0 : ruleId === rule,
  );
  if (json) for (const each of shown) console.log(JSON.stringify({ receiver: one, ...each }));
  else {
    console.log(`${one}: ${solved.length} rules, ${shown.length} with claims, ${took} ms`);
    for (const each of shown) console.log(linesOf(each).join('\n'));
  }
}

function linesOf({ ruleId, example, claims }: SolvedRule): string[] {
  return [
    ...claims.map((claim) =>
      [
        `  ${ruleId}`,
        WORDS[claim.kind],
        claim.other ?? '',
        claim.example ? `(${caseText(claim.example)})` : '',
      ]
        .filter((word) => word !== '')
        .join(' '),
    ),
    ...(rule === undefined || !example ? [] : [`  ${ruleId} has a finding in the case ${caseText(example)}`]),
  ];
}

function caseText(example: RuleExample): string {
  const values = Object.entries(example).map(([key, value]) => {
    const [itemId = '', ...rows] = key.split('|');
    const place = rows.length > 0 ? ` (${rows.join('.')})` : '';
    return `${itemId}${place} = ${typeof value === 'string' ? value : Object.values(value).join(', ')}`;
  });
  return values.length === 0 ? 'without values' : values.join('; ');
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        receiver: { type: 'string' },
        rule: { type: 'string' },
        json: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}
