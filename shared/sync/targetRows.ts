/** The rows of a case that group rules make, with the source rows they are made from. */
import type { RowPath } from '../case/itemAddress.ts';
import type { MappingCatalogue } from './mappingCatalogue.ts';
import type { RuleSet, RuleSource } from './mappingRule.ts';
import { rowsOfGroup, type RowChain, type SourceRows, type SubjectRow } from './sourceRows.ts';

export interface TargetRow {
  path: RowPath;
  /** what it and the rows around it are made from, outermost first */
  chain: RowChain;
  /** null: it is made from none, and is there once for the constants and single values in it */
  source: SubjectRow | null;
}

/** Outside of rows. */
const CASE: TargetRow = { path: [], chain: [], source: null };

type Groups = Pick<MappingCatalogue, 'groups'>;

/** Reads the rows of a group, each group once. Without a group the case itself. */
export function targetRows(
  { groups }: Groups,
  ruleSet: Pick<RuleSet, 'groups'>,
  rows: SourceRows,
): (group: string | undefined) => readonly TargetRow[] {
  const known = new Map<string, readonly TargetRow[]>();
  const rowsIn = (group: string | undefined): readonly TargetRow[] => {
    if (group === undefined) return [CASE];
    const found =
      known.get(group) ?? rowsIn(groups[group]?.groups.at(-2)).flatMap((row) => within(group, row));
    known.set(group, found);
    return found;
  };
  const within = (group: string, parent: TargetRow): readonly TargetRow[] => {
    const lender = groups[group]?.rowsOf ?? null;
    if (lender !== null)
      return rowsIn(lender).map(({ path, chain, source }) => ({
        path: [...parent.path, path.at(-1) ?? 1],
        chain: [...parent.chain, ...chain],
        source,
      }));
    const rules = ruleSet.groups.filter(({ groupId }) => groupId === group);
    if (rules.length === 0) return [{ path: [...parent.path, 1], chain: parent.chain, source: null }];
    return rules
      .flatMap((rule) => rowsOfGroup(rule, rows, parent.chain))
      .map((row, index) => ({
        path: [...parent.path, index + 1],
        chain: [...parent.chain, row],
        source: row,
      }));
  };
  return rowsIn;
}

/** Whether rows around an item can be made from the group that a rule reads the same row of. */
export function isReachable(
  { groups }: Groups,
  ruleSet: Pick<RuleSet, 'groups'>,
  itemGroups: readonly string[],
  source: Pick<RuleSource, 'formOid' | 'groupOid'>,
): boolean {
  const around = itemGroups.flatMap((group) => [group, groups[group]?.rowsOf ?? group]);
  return ruleSet.groups.some(
    (rule) =>
      around.includes(rule.groupId) &&
      rule.source.formOid === source.formOid &&
      rule.source.groupOid === source.groupOid,
  );
}
