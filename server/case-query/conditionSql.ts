/**
 * A question about cases as a condition in SQL: the one place where `shared/query` becomes a query. The tree has to be
 * checked before (`checkCondition`). Values are bound; only the structure of the tree decides the text of the statement.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { Condition, ItemTest, Operator, RowCondition } from '../../shared/query/condition.types.ts';
import { itemRows } from '../lists/itemRows.ts';
import type { KnownPair, KnownValues } from './knownValues.store.ts';
import { amongKnown, valuePasses } from './valueSql.ts';

type Sql = RawBuilder<boolean>;

/** A day of a version in the time zone of the sponsor. */
export type DayColumn = 'received_day' | 'first_received_day';

export interface ConditionSources {
  catalogue: Catalogue;
  /** items whose values are stored one by one; the documents of the others are read */
  withValues: Pick<ReadonlySet<string>, 'has'>;
  /** of tests of stored values */
  known: ReadonlyMap<ItemTest, KnownValues>;
  /** of conditions that entries of a pair of items answer */
  pairs: ReadonlyMap<RowCondition, KnownPair>;
  /** items whose dates count by their day where the sponsor is (decision 0757); those of others count as written */
  days: ReadonlyMap<string, DayColumn>;
}

/** The condition of the cases that answer the question; `alias` has `sponsor_key` and `case_key` of the case. */
export function conditionSql(condition: Condition, sources: ConditionSources, alias: string): Sql {
  if (condition.kind === 'rows') return rowsSql(condition, sources, alias);
  const parts = condition.conditions.map((part) => conditionSql(part, sources, alias));
  return sql<boolean>`(${sql.join(parts, condition.joined === 'and' ? sql` and ` : sql` or `)})`;
}

/** Tests that hold where another one does not: they also pass a row without a value. */
export const OPPOSITES: Partial<Record<Operator, Operator>> = {
  NOT_EQ: 'EQ',
  NOT_LIKE: 'LIKE',
  NULL: 'NOT_NULL',
};

/** Whether the test passes a row without a value. */
export const passesEmpty = ({ operator }: ItemTest): boolean => operator in OPPOSITES;

/** The entries of one item, and what is tested of them. */
interface Entries {
  test: ItemTest;
  item: CatalogueItem;
  alias: string;
  from: RawBuilder<unknown>;
  known: KnownValues | undefined;
  isStored: boolean;
}

function entriesOf(
  test: ItemTest,
  alias: string,
  { catalogue, withValues, known, days }: ConditionSources,
): Entries {
  const item = catalogue.items[test.itemId];
  if (!item) throw new Error(`the catalogue has no item ${test.itemId}`);
  const isStored = withValues.has(test.itemId);
  const day = isOfPeriod(test) ? days.get(test.itemId) : undefined;
  return {
    test,
    item,
    alias,
    isStored,
    known: known.get(test),
    from: isStored
      ? sql`case_item_value ${sql.id(alias)}`
      : sql`${day ? rowsOfDay(day) : itemRows(catalogue, item)} ${sql.id(alias)}`,
  };
}

/** Whether the test is about dates alone, not about whether there is one or why not. */
const isOfPeriod = ({ values, nullFlavors }: ItemTest): boolean =>
  values.length > 0 && nullFlavors.length === 0;

/** The day of each version that has one, as `itemRows` has the rows of an item. */
const rowsOfDay = (day: DayColumn): RawBuilder<unknown> =>
  sql`(select d.sponsor_key, d.case_key, '0|0|0' as row_key, ${sql.ref(`d.${day}`)} as value,
    null::text as null_flavor, null::text as notation from pv_case d where ${sql.ref(`d.${day}`)} is not null)`;

/** The entries are those of the item in the case. */
function areOf({ alias, item, isStored }: Entries, caseAlias: string): Sql {
  const ofCase = sql<boolean>`${sql.ref(`${alias}.sponsor_key`)} = ${sql.ref(`${caseAlias}.sponsor_key`)}
    and ${sql.ref(`${alias}.case_key`)} = ${sql.ref(`${caseAlias}.case_key`)}`;
  return isStored ? sql<boolean>`${ofCase} and ${sql.ref(`${alias}.item_id`)} = ${item.itemId}` : ofCase;
}

/** The entries of the tests, joined by their rows. */
export interface JoinedRows {
  head: Entries;
  /** after `from`: the entries of the first test, beside each those of the others in its row */
  from: RawBuilder<unknown>;
  /** all tests hold */
  passes: Sql;
}

export function joinedRows(
  tests: readonly ItemTest[],
  sources: ConditionSources,
  alias: string,
): JoinedRows | null {
  const [head, ...further] = tests.map((test, index) => entriesOf(test, `v${index}`, sources));
  if (!head) return null;
  const isBorrowed = ({ item }: Entries): boolean => item.groups.at(-1) !== head.item.groups.at(-1);
  const [others, borrowed] = [further.filter((one) => !isBorrowed(one)), further.filter(isBorrowed)];
  // joined to each other, stored entries are found without a case: the planner can begin with the fewest
  const joinedTo = head.isStored ? head.alias : alias;
  const joins = others.map(
    (other) => sql`left join ${other.from} on ${areOf(other, joinedTo)}
      and ${sql.ref(`${other.alias}.row_key`)} = ${sql.ref(`${head.alias}.row_key`)}`,
  );
  return {
    head,
    from: sql`${head.from} ${sql.join(joins, sql` `)}`,
    passes: sql<boolean>`${sql.join(
      [...[head, ...others].map(rowPasses), ...borrowed.map((one) => borrowedPasses(one, head))],
      sql` and `,
    )}`,
  };
}

/** In any of the rows that borrow the row of `head`; a negation: in none of them what it negates. */
function borrowedPasses(entries: Entries, head: Entries): Sql {
  const { test, from } = entries;
  const opposite = OPPOSITES[test.operator];
  const rowOf = ({ alias: of, item }: Entries) =>
    sql`split_part(${sql.ref(`${of}.row_key`)}, '|', ${sql.lit(item.groups.length)})`;
  // without the offset the planner would join the rows of all cases
  const found = sql<boolean>`exists (select from ${from} where ${areOf(entries, head.alias)}
    and ${rowOf(entries)} = ${rowOf(head)} and ${comparison(entries, opposite ?? test.operator)} offset 0)`;
  return opposite ? sql<boolean>`not ${found}` : found;
}

function rowsSql(condition: RowCondition, sources: ConditionSources, alias: string): Sql {
  const { tests, rows } = condition;
  const joined = joinedRows(tests, sources, alias);
  if (!joined) return sql<boolean>`true`;
  const { head, from, passes } = joined;
  if (head.item.groups.length === 0) return ofCase(head, alias);
  const pair = sources.pairs.get(condition);
  if (pair)
    return sql<boolean>`exists (select from case_item_value p where p.sponsor_key = ${sql.ref(`${alias}.sponsor_key`)}
      and p.case_key = ${sql.ref(`${alias}.case_key`)} and ${pairPasses(pair, joined)})`;
  const entries = sql`${from} where ${areOf(head, alias)}`;
  switch (rows.of) {
    case 'any':
      return sql<boolean>`exists (select from ${entries} and ${passes})`;
    case 'all':
      return sql<boolean>`(exists (select from ${entries})
        and not exists (select from ${entries} and (${passes}) is not true))`;
    case 'count':
      return countSql(sql`${entries} and ${passes}`, rows);
  }
}

/** Whether an entry `p` is one of the pair that passes; what its beginning does not decide, the entries of the items do. */
export function pairPasses(pair: KnownPair, { head, from, passes }: JoinedRows): Sql {
  const compared = sql<boolean>`exists (select from ${from} where ${areOf(head, 'p')}
    and ${sql.ref(`${head.alias}.row_key`)} = p.row_key and ${passes})`;
  return sql<boolean>`p.item_id = ${pair.id} and ${amongKnown(pair, sql`p.short`, compared)}`;
}

/** Rows are counted as far as it matters. */
function countSql(passing: RawBuilder<unknown>, { min, max }: RowCondition['rows']): Sql {
  const moreThan = (count: number): Sql =>
    sql<boolean>`exists (select from ${passing} offset ${sql.lit(count)})`;
  const ends = [
    ...(min === null || min === 0 ? [] : [moreThan(min - 1)]),
    ...(max === null ? [] : [sql<boolean>`not ${moreThan(max)}`]),
  ];
  return ends.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(ends, sql` and `)})`;
}

/** Of an item that does not repeat: without a value there is no entry. */
function ofCase(entries: Entries, alias: string): Sql {
  const { test, from } = entries;
  const opposite = OPPOSITES[test.operator];
  const passes = comparison(entries, opposite ?? test.operator);
  const found = sql<boolean>`exists (select from ${from} where ${areOf(entries, alias)} and ${passes})`;
  return opposite ? sql<boolean>`not ${found}` : found;
}

function rowPasses(entries: Entries): Sql {
  const opposite = OPPOSITES[entries.test.operator];
  const passes = comparison(entries, opposite ?? entries.test.operator);
  // the planner needs the bare comparison; where it is null, it is negated by nothing
  return opposite ? sql<boolean>`coalesce(not ${passes}, true)` : passes;
}

export const comparison = ({ test, item, alias, isStored, known }: Entries, operator: Operator): Sql =>
  valuePasses({ ...test, operator }, item, { alias, hasShort: isStored, known });
