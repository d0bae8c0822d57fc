/**
 * Finds cases by their stored values, one condition after the other: each is looked up for the keys of the cases that the one
 * before has left, all at once in one pass through a part of an index. Joins depend on how many entries the planner expects
 * to pass, which it cannot know of a range within one item (decision 0335).
 */
import { sql, type RawBuilder } from 'kysely';
import type { Condition, ItemTest, RowCondition } from '../../shared/query/condition.types.ts';
import {
  comparison,
  conditionSql,
  joinedRows,
  OPPOSITES,
  pairPasses,
  passesEmpty,
  type ConditionSources,
  type JoinedRows,
} from './conditionSql.ts';

/** A statement that selects `case_key` of each case once. */
export type Cases = RawBuilder<unknown>;
/** An array of keys of cases, each once, the oldest first. */
export type Keys = RawBuilder<string[]>;

export interface Search {
  sources: ConditionSources;
  sponsorKey: number;
  /** of finding the cases of a condition by itself, in units of the planner; of others nothing is known */
  costs: ReadonlyMap<RowCondition, number>;
}

/** Indexes give them in order wherever that is cheaper than to sort them. */
export const keysOf = (cases: Cases): Keys =>
  sql<string[]>`array(select f.case_key from (${cases}) f order by f.case_key)`;

const casesOf = (keys: Keys): Cases => sql`select unnest(${keys}) as case_key`;

/**
 * The listed cases that answer the question; null where all cases have to be looked at, since documents are read or something
 * is missing in the cases that answer.
 */
export function foundCases(condition: Condition, search: Search): Cases | null {
  if (condition.kind === 'rows') return foundByRows(condition, search, null);
  if (condition.joined === 'or') {
    const found = condition.conditions.map((part) => foundCases(part, search));
    const all = found.filter((one) => one !== null);
    return all.length < found.length ? null : union(all);
  }
  const ordered = cheapestFirst(condition.conditions, search);
  for (const first of ordered) {
    const found = foundCases(first, search);
    if (found)
      return amongAll(
        ordered.filter((part) => part !== first),
        search,
        found,
      );
  }
  return null;
}

/** Those of the cases that answer the question. */
export function casesAmong(condition: Condition, search: Search, among: Keys): Cases {
  if (condition.kind === 'rows')
    return foundByRows(condition, search, among) ?? lookAtEach(condition, search, among);
  if (condition.joined === 'and')
    return amongAll(cheapestFirst(condition.conditions, search), search, casesOf(among));
  return shareKeys(among, (keys) =>
    union(condition.conditions.map((part) => casesAmong(part, search, keys))),
  );
}

const amongAll = (conditions: readonly Condition[], search: Search, cases: Cases): Cases =>
  conditions.reduce((left, part) => casesAmong(part, search, keysOf(left)), cases);

const union = (cases: readonly Cases[]): Cases =>
  sql.join(
    cases.map((one) => sql`(${one})`),
    sql` union `,
  );

/** For what reads the keys more than once. */
const shareKeys = (among: Keys, cases: (keys: Keys) => Cases): Cases =>
  sql`with among as materialized (select ${among} as keys)
    select s.case_key from (${cases(sql<string[]>`(select keys from among)`)}) s`;

/** The cases but for those found among them. */
const exceptFound = (among: Keys, found: (keys: Keys) => Cases): Cases =>
  shareKeys(among, (keys) => sql`(${casesOf(keys)}) except (${found(keys)})`);

/** More than the planner ever says: of what only narrows cases down, and of what documents are read for. */
const [NARROWS, READS_DOCUMENTS] = [1e15, 1e18];

/** By what they cost: that depends on how many entries are read, which the planner knows better than how many pass. */
const cheapestFirst = (conditions: readonly Condition[], search: Search): Condition[] =>
  conditions.toSorted((a, b) => costOf(a, search) - costOf(b, search));

function costOf(condition: Condition, search: Search): number {
  if (condition.kind === 'rows')
    return search.costs.get(condition) ?? (isStored(condition, search) ? NARROWS : READS_DOCUMENTS);
  const parts = condition.conditions.map((part) => costOf(part, search));
  return condition.joined === 'and' ? Math.min(...parts) : parts.reduce((sum, part) => sum + part, 0);
}

const isStored = ({ tests }: RowCondition, { sources }: Search): boolean =>
  tests.every(({ itemId }) => sources.withValues.has(itemId));

/** Each case is looked at by itself, in its documents where values are not stored. */
const lookAtEach = (condition: RowCondition, { sources, sponsorKey }: Search, among: Keys): Cases =>
  sql`select c.case_key from (select ${sponsorKey}::int as sponsor_key, unnest(${among}) as case_key) c
    where ${conditionSql(condition, sources, 'c')}`;

/** By stored values, among the cases or, without any, all listed ones. Null where values do not tell which cases there are. */
function foundByRows(condition: RowCondition, search: Search, among: Keys | null): Cases | null {
  const { tests, rows } = condition;
  const { sources, sponsorKey } = search;
  if (!isStored(condition, search)) return null;
  // entries are found by what they say; those of rows that are borrowed only narrow them down
  const [first] = tests;
  const { items } = sources.catalogue;
  const group = items[first?.itemId ?? '']?.groups.at(-1);
  const rank = (test: ItemTest): number =>
    items[test.itemId]?.groups.at(-1) === group ? Number(passesEmpty(test)) : 2;
  const ordered = rows.of === 'any' ? tests.toSorted((a, b) => rank(a) - rank(b)) : tests;
  const joined = joinedRows(ordered, sources, 'c');
  if (!joined) return null;
  const pair = sources.pairs.get(condition);
  if (pair)
    return sql`select distinct p.case_key from case_item_value p
      where p.sponsor_key = ${sponsorKey} and ${areAmong('p', among)} and ${pairPasses(pair, joined)}`;
  const { head, passes } = joined;
  if (head.item.groups.length === 0) return foundOnce(joined, search, among);
  if (rows.of === 'any')
    return among || !passesEmpty(head.test)
      ? sql`select distinct ${entriesOf(joined, search, among)} and ${passes}`
      : null;
  if (!among) return null;
  return rows.of === 'all'
    ? sql`select ${entriesOf(joined, search, among)} group by 1 having bool_and(coalesce(${passes}, false))`
    : foundByCount(joined, search, { rows, among });
}

/** After `select`: the case of each entry of the first test, beside it those of the others in its row. */
const entriesOf = ({ head, from }: JoinedRows, { sponsorKey }: Search, among: Keys | null) =>
  sql`${sql.ref(`${head.alias}.case_key`)} from ${from}
    where ${sql.ref(`${head.alias}.sponsor_key`)} = ${sponsorKey}
    and ${sql.ref(`${head.alias}.item_id`)} = ${head.item.itemId} and ${areAmong(head.alias, among)}`;

const areAmong = (alias: string, among: Keys | null) =>
  among ? sql`${sql.ref(`${alias}.case_key`)} = any(${among}::bigint[])` : sql.ref(`${alias}.listed`);

/** Of an item that does not repeat: without a value there is no entry. */
function foundOnce(joined: JoinedRows, search: Search, among: Keys | null): Cases | null {
  const { head, passes } = joined;
  const opposite = OPPOSITES[head.test.operator];
  if (!opposite) return sql`select ${entriesOf(joined, search, among)} and ${passes}`;
  return (
    among &&
    exceptFound(
      among,
      (keys) => sql`select ${entriesOf(joined, search, keys)} and ${comparison(head, opposite)}`,
    )
  );
}

/** By how many rows pass; a case of which none does has no entries. */
function foundByCount(
  joined: JoinedRows,
  search: Search,
  { rows: { min, max }, among }: { rows: RowCondition['rows']; among: Keys },
): Cases {
  const having = (keys: Keys, count: RawBuilder<boolean>): Cases =>
    sql`select ${entriesOf(joined, search, keys)} and ${joined.passes} group by 1 having ${count}`;
  if (min === null || min === 0)
    return max === null
      ? casesOf(among)
      : exceptFound(among, (keys) => having(keys, sql`count(*) > ${max}::int`));
  return having(
    among,
    sql`count(*) >= ${min}::int ${max === null ? sql`` : sql`and count(*) <= ${max}::int`}`,
  );
}
