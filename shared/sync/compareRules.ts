/** What differs between two sets of rules. Versions and the metadata that a rule was made for are no part of it. */
import type { GroupRule, MappingRule, RuleSet } from './mappingRule.ts';
import { eventText, groupText, ruleText } from './ruleText.ts';

export interface RuleDifference {
  change: 'added' | 'changed' | 'removed';
  what: 'event' | 'group' | 'rule';
  /** of a rule its item, of a group its name, otherwise empty */
  name: string;
  targetSeqNo: number;
  /** '' where there is none */
  before: string;
  after: string;
}

/** In the order of the rules after, those that are removed last. */
export function compareRules(before: RuleSet | null, after: RuleSet): RuleDifference[] {
  return [
    ...differences(
      'event',
      texts(before ? [['', eventText(before.event)]] : []),
      texts([['', eventText(after.event)]]),
    ),
    ...differences('group', groupTexts(before?.groups ?? []), groupTexts(after.groups)),
    ...differences('rule', ruleTexts(before?.rules ?? []), ruleTexts(after.rules)),
  ];
}

type Texts = ReadonlyMap<string, string>;

const texts = (entries: readonly (readonly [string, string])[]): Texts => new Map(entries);

export const ruleKey = ({ itemId, targetSeqNo }: Pick<MappingRule, 'itemId' | 'targetSeqNo'>): string =>
  `${itemId}|${targetSeqNo}`;

const ruleTexts = (rules: readonly MappingRule[]): Texts =>
  texts(rules.map((rule) => [ruleKey(rule), ruleText(rule)]));

/** Several rules of a group are distinguished by their order. */
const groupTexts = (groups: readonly GroupRule[]): Texts =>
  texts(
    groups.map((rule, at) => {
      const number = groups.slice(0, at).filter(({ groupId }) => groupId === rule.groupId).length + 1;
      return [`${rule.groupId}|${number}`, groupText(rule)];
    }),
  );

function differences(what: RuleDifference['what'], before: Texts, after: Texts): RuleDifference[] {
  return [...new Set([...after.keys(), ...before.keys()])].flatMap((key) => {
    const [was, is] = [before.get(key) ?? '', after.get(key) ?? ''];
    if (was === is) return [];
    const [name = '', number = '0'] = key.split('|');
    const change = was === '' ? 'added' : is === '' ? 'removed' : 'changed';
    return [{ change, what, name, targetSeqNo: Number(number), before: was, after: is } as const];
  });
}
