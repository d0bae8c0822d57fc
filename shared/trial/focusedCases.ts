/** Small cases around what a change names: one for each value of an item, of pairs of items, and around rules. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { CaseValue } from '../case/caseContent.ts';
import type { SourceText } from '../../schemas/compile/sources.types.ts';
import { rowPathOf } from '../case/itemAddress.ts';
import type { ItemValue } from '../case/itemValue.ts';
import { compileExpression } from '../expressions/compileExpression.ts';
import { compileRule, type CompiledRule } from '../expressions/compileRule.ts';
import type { Rule, RuleExample } from '../expressions/rules.types.ts';
import { chanceFrom } from '../generate/chance.ts';
import { possibleValues } from '../generate/possibleValues.ts';
import { createCaseAtoms } from '../rule-solver/caseAtoms.ts';
import { conditionExamples } from '../rule-solver/conditionExamples.ts';
import { changedNames } from './changedNames.ts';
import type { TrialCatalogue } from './trial.types.ts';

const DRAWS = 6;
const MAX_CODES = 12;
const MAX_ITEMS = 60;
const MAX_RULES = 40;
/** Conditions of a rule that are solved. */
const MAX_CONDITIONS = 12;
/** Values of an item that are paired with those of another one. */
const MAX_IN_PAIRS = 6;
const MAX_PAIRS = 300;
const FUTURE = '29991231';
const ONSET = '20240101';

export interface TrialSources {
  now: readonly SourceText[];
  next: readonly SourceText[];
}

/** Those of rules first, then small ones. Of each condition of a named rule there is a case with a finding and one without. */
export function focusedCases(
  catalogues: readonly TrialCatalogue[],
  { now, next }: TrialSources,
): RuleExample[] {
  const names = changedNames(now, next);
  const all = catalogues.flatMap((catalogue) => {
    const values = itemsNamed(catalogue, names)
      .slice(0, MAX_ITEMS)
      .map((itemId) => valuesOf(catalogue, itemId, names));
    return [
      ...ruleCases(catalogue, names),
      ...expectednessCases(catalogue, names),
      ...inTurn(values),
      ...pairsOf(values),
    ];
  });
  const different = new Map(all.map((example) => [JSON.stringify(example), example]));
  return [{}, ...different.values()];
}

/** The first one of each list, then the second ones, and so on. */
const inTurn = (lists: readonly RuleExample[][]): RuleExample[] =>
  lists
    .flatMap((list) => list.map((example, at) => ({ example, at })))
    .toSorted((a, b) => a.at - b.at)
    .map(({ example }) => example);

/** Named themselves, by role or by their code list. */
const itemsNamed = ({ whole: { items, roles } }: TrialCatalogue, names: ReadonlySet<string>): string[] => {
  const byRole = new Set([...names].flatMap((name) => roles[name] ?? []));
  return Object.values(items)
    .filter(
      ({ itemId, codeList }) =>
        names.has(itemId) || byRole.has(itemId) || (codeList !== null && names.has(codeList)),
    )
    .map(({ itemId }) => itemId);
};

/** Codes that the change names, then some by chance; the longest text, a date that lies ahead, and null flavors. */
function valuesOf(
  { whole, checks: { codeLists }, e2b }: TrialCatalogue,
  itemId: string,
  names: ReadonlySet<string>,
): RuleExample[] {
  const item = whole.items[itemId];
  if (!item) return [];
  const chance = chanceFrom(1);
  const possible = possibleValues({ catalogue: whole, codeLists, map: e2b }, 'en', chance);
  const drawn = Array.from({ length: DRAWS }, () => possible.text(itemId)).flatMap((value) =>
    value?.value ? [value.value] : [],
  );
  const codes = codeLists[item.codeList ?? '']?.codes.map(({ code }) => code) ?? [];
  const named = chance.pickSome(
    codes.filter((code) => names.has(code)),
    MAX_CODES,
  );
  const fullText =
    ['text', 'longText'].includes(item.control) && item.maxLength ? ['x'.repeat(item.maxLength)] : [];
  const future = item.control === 'date' ? [FUTURE] : [];
  return [
    ...new Set([...fullText, ...future, ...named, ...drawn, ...chance.pickSome(codes, MAX_CODES)]),
    ...item.nullFlavors.map((nullFlavor) => ({ nullFlavor })),
  ].map((value) => ({ [inFirstRow(item)]: value }));
}

const inFirstRow = ({ itemId, groups }: CatalogueItem): string => itemId + groups.map(() => '|1').join('');

/** Of every two items, their first values first. */
function pairsOf(values: readonly RuleExample[][]): RuleExample[] {
  const some = values.map((all) => all.slice(0, MAX_IN_PAIRS));
  return some
    .flatMap((ones, at) =>
      some
        .slice(at + 1)
        .flatMap((others) =>
          ones.flatMap((one, i) =>
            others.map((other, j) => ({ example: { ...one, ...other }, rank: i + j })),
          ),
        ),
    )
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MAX_PAIRS)
    .map(({ example }) => example);
}

/** A drug of each role with a reaction of some terms, where an item is named that says whether a reaction is expected. */
function expectednessCases(
  { whole, checks: { codeLists }, e2b }: TrialCatalogue,
  names: ReadonlySet<string>,
): RuleExample[] {
  const { items, roles } = whole;
  if (!Object.values(items).some(({ itemId, expectedness }) => expectedness && names.has(itemId))) return [];
  const [drug, drugRole, term, start] = ['drugName', 'drugRole', 'reactionTerm', 'reactionStart'].map(
    (role) => items[roles[role] ?? ''],
  );
  if (!drug || !drugRole || !term || !start) return [];
  const possible = possibleValues({ catalogue: whole, codeLists, map: e2b }, 'en', chanceFrom(1));
  const terms = Array.from({ length: DRAWS }, () => possible.text(term.itemId)?.value ?? '');
  const codes = codeLists[drugRole.codeList ?? '']?.codes ?? [];
  return terms.flatMap((value) =>
    codes.map(({ code }) => ({
      [inFirstRow(drug)]: 'x',
      [inFirstRow(drugRole)]: code,
      [inFirstRow(term)]: value,
      [inFirstRow(start)]: ONSET,
    })),
  );
}

/** Of rules and time limits that are named. */
function ruleCases(
  { whole, checks: { rules, codeLists } }: TrialCatalogue,
  names: ReadonlySet<string>,
): RuleExample[] {
  const named = [...rules.rules.filter(({ rule }) => names.has(rule.id)), ...timeLimits(whole, names)].slice(
    0,
    MAX_RULES,
  );
  if (named.length === 0) return [];
  const atoms = createCaseAtoms({ catalogue: whole, seen: whole, codeLists });
  return named.flatMap((compiled) => [
    compiled.rule.examples.fail,
    compiled.rule.examples.pass,
    ...conditionExamples(whole, atoms, compiled, MAX_CONDITIONS)
      .flatMap(({ pass, fail }) => [pass, fail])
      .filter((example) => example !== null),
  ]);
}

/** Time limits as rules that have a finding where the limit is set: no earlier limit of the receiver holds. */
const timeLimits = (whole: Catalogue, names: ReadonlySet<string>): CompiledRule[] =>
  whole.obligations.flatMap(({ receiver, when, rules }) =>
    rules.flatMap((limit, at) => {
      if (!names.has(limit.id)) return [];
      const earlier = rules.slice(0, at).map((other) => `!(${other.when ?? 'true'})`);
      // its own conditions first: only so many are solved
      const condition = [limit.when, ...earlier, when].map((one) => `(${one ?? 'true'})`).join(' && ');
      const [item] = compileExpression(condition, whole, null, 'bool').dependencies;
      if (item === undefined) return [];
      const rule = { ...RULE, id: limit.id, authority: receiver, items: [item], message: limit.label };
      return [compileRule({ ...rule, when: condition, check: 'false', source: limit.source }, whole)];
    }),
  );

const RULE = {
  profiles: [],
  laterReportsOnly: false,
  severity: 'info',
  scope: 'case',
  examples: { pass: {}, fail: {} },
  replaces: [],
} satisfies Partial<Rule>;

/** The values of a case as an example; rows without values and second-language texts are left out. */
export const exampleOf = ({ items }: TrialCatalogue['whole'], values: readonly CaseValue[]): RuleExample =>
  Object.fromEntries(
    values.flatMap((value) => {
      const item = items[value.itemId];
      const content = exampleValue(value);
      if (!item || content === null) return [];
      return [[[value.itemId, ...rowPathOf(value, item.groups.length)].join('|'), content]];
    }),
  );

const exampleValue = ({ value, nullFlavor, properties }: ItemValue): RuleExample[string] | null => {
  if (nullFlavor !== null) return { nullFlavor };
  const { fileName, mediaType, compression } = properties ?? {};
  if (fileName && mediaType) return { fileName, mediaType, ...(compression && { compression }) };
  return value;
};
