/** Rules of a study as another installation takes them: without what belongs to this one. Pure. */
import type { ContentDifference } from '../configuration/comparePacks.ts';
import { compareRules, ruleKey } from './compareRules.ts';
import type { GroupRule, MappingRule, RuleSet } from './mappingRule.ts';

/** Without versions, and without the metadata that a rule was made for: both are counted where the rules are stored. */
export interface PortableRuleSet {
  event: RuleSet['event'];
  groups: Omit<GroupRule, 'version'>[];
  rules: Omit<MappingRule, 'version' | 'metadataVersion'>[];
}

/** Equal for rules that do the same: sorted, but for rules of one group, whose order counts. */
export const portableRules = ({ event, groups, rules }: RuleSet): PortableRuleSet => ({
  event,
  groups: groups
    .toSorted((a, b) => compareTexts(a.groupId, b.groupId))
    .map(({ version: _, ...group }) => group),
  rules: rules
    .toSorted((a, b) => compareTexts(a.itemId, b.itemId) || a.targetSeqNo - b.targetSeqNo)
    .map(({ version: _, metadataVersion: _made, ...rule }) => rule),
});

/** As a file that is imported at a study: in its first version, made for no metadata yet. */
export const importedRules = ({ event, groups, rules }: PortableRuleSet): RuleSet => ({
  event,
  groups: groups.map((group) => ({ ...group, version: 0 })),
  rules: rules.map((rule) => ({ ...rule, metadataVersion: '', version: 0 })),
});

/** One difference for each rule that is added, changed or removed, as its text. */
export const rulesDifferences = (
  before: PortableRuleSet | undefined,
  after: PortableRuleSet,
): ContentDifference[] =>
  compareRules(before ? importedRules(before) : null, importedRules(after)).map(
    ({ what, name, targetSeqNo, before: was, after: is }) => ({
      path:
        what === 'event' ? what : `${what}s > ${ruleKey({ itemId: name, targetSeqNo }).replace('|', ' > ')}`,
      was: was || null,
      is: is || null,
    }),
  );

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
