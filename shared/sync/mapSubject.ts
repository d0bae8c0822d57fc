/**
 * A case from the data of a subject, by the rules of its study. Pure: the dry run, the preview of a rule and the commit
 * evaluate the same function, so what was shown is what is stored.
 */
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { addressAt, addressKey } from '../case/itemAddress.ts';
import { EMPTY_VALUE, type ItemValue } from '../case/itemValue.ts';
import { MAX_STEPS, spend, StepLimitExceeded, withinSteps } from '../expressions/steps.ts';
import { valueFindings } from '../rules/valueFindings.ts';
import type { SourceAddress, SourceSubject } from '../study-data/studyData.ts';
import { applyTransform, type Outcome } from './applyTransform.ts';
import { passesAll } from './conditions.ts';
import type { Lookups } from './lookups.ts';
import { ownText } from './ownText.ts';
import type { MappingCatalogue } from './mappingCatalogue.ts';
import type {
  MappedCase,
  MappedPart,
  MappedValue,
  MappingProblem,
  MappingRule,
  RuleSet,
} from './mappingRule.ts';
import {
  factsOf,
  isFact,
  rowsOfSource,
  sourceRows,
  textIn,
  type Facts,
  type RowChain,
  type SourceRows,
  type SubjectRow,
} from './sourceRows.ts';
import { isReachable, targetRows, type TargetRow } from './targetRows.ts';

export interface MappingInput {
  catalogue: MappingCatalogue;
  ruleSet: RuleSet;
  /** `fields`: of the study, by the names after the point in `STUDY_FACTS` */
  study: { studyOid: string; fields: Facts };
  subject: SourceSubject;
  /** all rows of the subject */
  rows: readonly SubjectRow[];
  /** record keys of the events, in the order of their selection */
  selected: readonly string[];
  lookups: Lookups;
}

interface World extends Pick<MappingInput, 'catalogue' | 'ruleSet' | 'lookups'> {
  rows: SourceRows;
  studyOid: string;
  subjectKey: string;
}

/** The rules of a study take too long for the rows of a subject: both come from users. */
export class MappingTooLong extends Error {
  override readonly name = 'MappingTooLong';
  /** whose rules were evaluated when too much was spent */
  readonly itemId: string;

  constructor(itemId: string) {
    super(`the mapping rules up to ${itemId} take more than ${MAX_STEPS} steps`);
    this.itemId = itemId;
  }
}

/**
 * The case that the rules make. An address has a value or problems, never both: what is doubtful is not written. Throws
 * `MappingTooLong`.
 */
export function mapSubject(input: MappingInput): MappedCase {
  try {
    return withinSteps('', () => mapped(input));
  } catch (error) {
    throw error instanceof StepLimitExceeded ? new MappingTooLong(error.owner) : error;
  }
}

function mapped(input: MappingInput): MappedCase {
  const { catalogue, ruleSet, study, subject } = input;
  const facts = factsOf(subject, study);
  const rows = sourceRows(input.rows, input.selected, ruleSet, facts);
  const world: World = { ...input, rows, studyOid: study.studyOid, subjectKey: subject.subjectKey };
  const rowsIn = targetRows(catalogue, ruleSet, rows);
  const targets = rulesByItem(ruleSet, catalogue);
  const results = targets.flatMap(({ item, rules }) =>
    withinSteps(item.itemId, () => rowsIn(item.groups.at(-1)).map((row) => mapItem(world, item, rules, row))),
  );
  return {
    values: results.flatMap(({ value }) => value ?? []),
    problems: [
      ...unknownTargets(ruleSet, catalogue),
      ...targets.flatMap((target) => unreachable(world, target)),
      ...results.flatMap(({ problems }) => problems),
    ],
    rows: Object.fromEntries(
      Object.keys(catalogue.groups).flatMap((group) =>
        rowsIn(group).flatMap(({ path, source }) =>
          source ? [[[group, ...path].join('|'), source.recordKey]] : [],
        ),
      ),
    ),
  };
}

interface Target {
  item: CatalogueItem;
  /** by targetSeqNo */
  rules: readonly MappingRule[];
}

/** In the order of the pages. */
function rulesByItem({ rules }: RuleSet, { items }: MappingCatalogue): Target[] {
  return Object.entries(Object.groupBy(rules, ({ itemId }) => itemId))
    .flatMap(([itemId, ofItem = []]) => {
      const item = Object.hasOwn(items, itemId) ? items[itemId] : undefined;
      return item ? [{ item, rules: ofItem.toSorted((a, b) => a.targetSeqNo - b.targetSeqNo) }] : [];
    })
    .toSorted((a, b) => a.item.sort - b.item.sort);
}

const unknownTargets = ({ rules }: RuleSet, { items }: MappingCatalogue): MappingProblem[] =>
  rules
    .filter(({ itemId }) => !Object.hasOwn(items, itemId))
    .map((rule) => problemOf('no-target', addressKey(addressAt(rule.itemId, [])), partOf(rule, null, null)));

function unreachable({ catalogue, ruleSet }: World, { item, rules }: Target): MappingProblem[] {
  return rules
    .filter(
      ({ source }) =>
        source.row === 'same' && !isFact(source) && !isReachable(catalogue, ruleSet, item.groups, source),
    )
    .map((rule) => {
      const address = addressKey(addressAt(item.itemId, []));
      return problemOf('no-source', address, partOf(rule, null, null));
    });
}

interface ItemResult {
  value: MappedValue | null;
  problems: MappingProblem[];
}

/** What a rule made of one row; null: the row is empty. */
interface Attempt {
  rule: MappingRule;
  part: MappedPart;
  outcome: Outcome | null;
}

function mapItem(
  world: World,
  item: CatalogueItem,
  rules: readonly MappingRule[],
  row: TargetRow,
): ItemResult {
  const address = addressKey(addressAt(item.itemId, row.path));
  const attempts = rules.flatMap((rule) => attemptsOf(world, item, rule, row.chain));
  const used = usedAttempts(attempts);
  const problems = used.flatMap(({ outcome, part }) =>
    outcome && 'problem' in outcome ? [problemOf(outcome.problem, address, part)] : [],
  );
  if (problems.length > 0) return { value: null, problems };
  const made = combined(used, rules) ?? whenEmpty(attempts);
  if (!made) return { value: null, problems: [] };
  const fault = faultOf(world, item, made.value);
  const [part] = made.parts;
  return fault && part
    ? { value: null, problems: [problemOf(fault, address, part)] }
    : { value: { address, ...made }, problems: [] };
}

function attemptsOf(world: World, item: CatalogueItem, rule: MappingRule, chain: RowChain): Attempt[] {
  const { facts } = world.rows;
  if (isFact(rule.source)) {
    const textOf = textIn(chain, facts);
    return passesAll(rule.condition, textOf) ? [attempt(world, item, rule, null, chain)] : [];
  }
  const rows = rowsOfSource(rule.source, world.ruleSet, world.rows, chain).filter((row) => {
    const textOf = textIn([...chain, row], facts);
    const { row: which } = rule.source;
    return passesAll([...(typeof which === 'object' ? which.matching : []), ...rule.condition], textOf);
  });
  const found = picked(rows, rule);
  // no row at all is as empty as an empty one
  return found.length === 0 && rule.source.row !== 'same'
    ? [{ rule, part: partOf(rule, null, null), outcome: null }]
    : found.map((row) => attempt(world, item, rule, row, [...chain, row]));
}

const picked = (rows: readonly SubjectRow[], { source }: MappingRule): readonly SubjectRow[] => {
  if (source.row === 'first') return rows.slice(0, 1);
  return source.row === 'last' ? rows.slice(-1) : rows;
};

function attempt(
  world: World,
  item: CatalogueItem,
  rule: MappingRule,
  row: SubjectRow | null,
  chain: RowChain,
): Attempt {
  spend(1);
  const textOf = textIn(chain, world.rows.facts);
  const { itemOid } = rule.source;
  const sourceText = itemOid === null ? null : (ownText(row?.values ?? world.rows.facts, itemOid) ?? null);
  const source = itemOid === null ? null : addressOf(world, row, itemOid);
  return {
    rule,
    part: { ...partOf(rule, source, sourceText), ...(row && { recordKey: row.recordKey }) },
    outcome: applyTransform(
      rule.transform,
      item,
      { text: sourceText ?? '', textOf },
      { codeLists: world.catalogue.codeLists, lookups: world.lookups },
    ),
  };
}

const addressOf = (
  { studyOid, subjectKey }: World,
  row: SubjectRow | null,
  itemOid: string,
): SourceAddress => ({
  studyOid,
  subjectKey,
  eventOid: row?.eventOid ?? '',
  eventRepeat: row?.eventRepeat ?? '',
  formOid: row?.formOid ?? '',
  formRepeat: row?.formRepeat ?? '',
  groupOid: row?.groupOid ?? '',
  groupRepeat: row?.groupRepeat ?? '',
  itemOid,
});

const isLine = ({ rule }: Attempt): boolean => rule.transform.kind === 'append';

/** Those that are joined; otherwise the first that is filled or fails, with the lines after it. */
function usedAttempts(attempts: readonly Attempt[]): Attempt[] {
  const filled = attempts.filter(({ outcome }) => outcome !== null);
  const texts = filled.filter((one) => !isLine(one));
  const isJoined = attempts[0] !== undefined && attempts[0].rule.joinWith !== null;
  // a value is better than a null flavor, wherever it comes from
  const first = texts.find(({ outcome }) => outcome && !('nullFlavor' in outcome)) ?? texts[0];
  return [...(isJoined ? texts : first ? [first] : []), ...filled.filter(isLine)];
}

type Made = Pick<MappedValue, 'value' | 'parts'>;

function combined(used: readonly Attempt[], rules: readonly MappingRule[]): Made | null {
  const withText = used.flatMap((one) =>
    one.outcome && 'value' in one.outcome ? [{ ...one, text: one.outcome.value }] : [],
  );
  if (withText.length > 0) {
    const main = withText.filter((one) => !isLine(one)).map(({ text }) => text);
    const lines = withText.filter(isLine).map(({ text }) => text);
    const joined = main.length > 0 ? [main.join(rules[0]?.joinWith ?? '')] : [];
    return {
      value: { ...EMPTY_VALUE, value: [...joined, ...lines].join('\n') },
      parts: withText.map(({ part }) => part),
    };
  }
  const [flavor] = used.flatMap(({ outcome, part }) =>
    outcome && 'nullFlavor' in outcome ? [{ nullFlavor: outcome.nullFlavor, part }] : [],
  );
  return flavor ? { value: { ...EMPTY_VALUE, nullFlavor: flavor.nullFlavor }, parts: [flavor.part] } : null;
}

/** Of the first rule that was tried and names one. */
function whenEmpty(attempts: readonly Attempt[]): Made | null {
  const found = attempts.find(({ rule }) => rule.nullFlavorWhenEmpty !== null);
  return found
    ? {
        value: { ...EMPTY_VALUE, nullFlavor: found.rule.nullFlavorWhenEmpty },
        parts: [found.part],
      }
    : null;
}

/** Whether a date is in the future is checked with the whole case, at the time of the synchronisation. */
const END_OF_TIME = new Date(8.64e15);

const PROBLEM_OF: Readonly<Record<string, MappingProblem['kind']>> = {
  value: 'too-long',
  date: 'bad-date',
  number: 'bad-number',
};

function faultOf({ catalogue }: World, item: CatalogueItem, value: ItemValue): MappingProblem['kind'] | null {
  const found = valueFindings(item, value, { codeLists: catalogue.codeLists, now: END_OF_TIME }).find(
    ({ severity }) => severity === 'error',
  );
  return found ? (PROBLEM_OF[found.ruleId.split('.')[0] ?? ''] ?? 'bad-code') : null;
}

const partOf = (
  { itemId, targetSeqNo, version }: MappingRule,
  source: SourceAddress | null,
  sourceText: string | null,
): MappedPart => ({ rule: { itemId, targetSeqNo, version }, source, sourceText });

const problemOf = (
  kind: MappingProblem['kind'],
  address: string,
  { rule: { itemId, targetSeqNo }, ...part }: MappedPart,
): MappingProblem => ({ kind, address, rule: { itemId, targetSeqNo }, ...part });
