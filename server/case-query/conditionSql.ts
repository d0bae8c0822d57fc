/**
 * A question about cases as a condition in SQL: the one place where `shared/query` becomes a query. The tree has to be
 * checked before (`checkCondition`). Values are bound; only the structure of the tree decides the text of the statement.
 */
import { sql, type RawBuilder } from 'kysely';
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { Condition, ItemTest, Operator, RowCondition } from '../../shared/query/condition.types.ts';
import { itemRows } from '../lists/itemRows.ts';
import { valuePasses } from './valueSql.ts';

type Sql = RawBuilder<boolean>;

export interface ConditionSources {
  catalogue: Catalogue;
  /** items whose values are stored one by one; the documents of the others are read */
  withValues: ReadonlySet<string>;
  /** alias with `sponsor_key` and `case_key` of the case */
  alias: string;
}

/** The condition of the cases that answer the question. */
export function conditionSql(condition: Condition, sources: ConditionSources): Sql {
  if (condition.kind === 'rows') return rowsSql(condition, sources);
  const parts = condition.conditions.map((part) => conditionSql(part, sources));
  return sql<boolean>`(${sql.join(parts, condition.joined === 'and' ? sql` and ` : sql` or `)})`;
}

/** Tests that hold where another one does not: they also pass a row without a value. */
const OPPOSITES: Partial<Record<Operator, Operator>> = { NOT_EQ: 'EQ', NOT_LIKE: 'LIKE', NULL: 'NOT_NULL' };

/** The entries of one item, and what is tested of them. */
interface Entries {
  test: ItemTest;
  item: CatalogueItem;
  alias: string;
  from: RawBuilder<unknown>;
  /** they are those of the item in the case */
  link: Sql;
  isStored: boolean;
}

function entriesOf(
  test: ItemTest,
  index: number,
  { catalogue, withValues, alias: caseAlias }: ConditionSources,
): Entries {
  const item = catalogue.items[test.itemId];
  if (!item) throw new Error(`the catalogue has no item ${test.itemId}`);
  const alias = `v${index}`;
  const isStored = withValues.has(test.itemId);
  const ofCase = sql`${sql.ref(`${alias}.sponsor_key`)} = ${sql.ref(`${caseAlias}.sponsor_key`)}
    and ${sql.ref(`${alias}.case_key`)} = ${sql.ref(`${caseAlias}.case_key`)}`;
  return {
    test,
    item,
    alias,
    isStored,
    from: isStored
      ? sql`case_item_value ${sql.id(alias)}`
      : sql`${itemRows(catalogue, item)} ${sql.id(alias)}`,
    link: isStored
      ? sql<boolean>`${ofCase} and ${sql.ref(`${alias}.item_id`)} = ${item.itemId}`
      : sql<boolean>`${ofCase}`,
  };
}

function rowsSql({ tests, rows }: RowCondition, sources: ConditionSources): Sql {
  const [head, ...rest] = tests;
  if (!head) return sql<boolean>`true`;
  const first = entriesOf(head, 0, sources);
  // joined to each other, stored entries are found without a case: the planner can begin with the fewest
  const joined = first.isStored ? { ...sources, alias: first.alias } : sources;
  const others = rest.map((test, index) => entriesOf(test, index + 1, joined));
  if (first.item.groups.length === 0) return ofCase(first);
  const further = others.map(
    ({ from, link, alias }) => sql`left join ${from} on ${link}
      and ${sql.ref(`${alias}.row_key`)} = ${sql.ref(`${first.alias}.row_key`)}`,
  );
  const entries = sql`${first.from} ${sql.join(further, sql` `)} where ${first.link}`;
  const passes = sql<boolean>`${sql.join([first, ...others].map(rowPasses), sql` and `)}`;
  switch (rows.of) {
    case 'any':
      return sql<boolean>`exists (select from ${entries} and ${passes})`;
    case 'all':
      return sql<boolean>`(exists (select from ${entries})
        and not exists (select from ${entries} and (${passes}) is not true))`;
    case 'count': {
      const count = sql`(select count(*) from ${entries} and ${passes})`;
      const ends = [
        ...(rows.min === null ? [] : [sql`${count} >= ${rows.min}`]),
        ...(rows.max === null ? [] : [sql`${count} <= ${rows.max}`]),
      ];
      return sql<boolean>`(${sql.join(ends, sql` and `)})`;
    }
  }
}

/** Of an item that does not repeat: without a value there is no entry. */
function ofCase(entries: Entries): Sql {
  const { test, from, link } = entries;
  const opposite = OPPOSITES[test.operator];
  const passes = comparison(entries, opposite ?? test.operator);
  const found = sql<boolean>`exists (select from ${from} where ${link} and ${passes})`;
  return opposite ? sql<boolean>`not ${found}` : found;
}

function rowPasses(entries: Entries): Sql {
  const opposite = OPPOSITES[entries.test.operator];
  const passes = comparison(entries, opposite ?? entries.test.operator);
  // the planner needs the bare comparison; where it is null, it is negated by nothing
  return opposite ? sql<boolean>`coalesce(not ${passes}, true)` : passes;
}

const comparison = ({ test, item, alias, isStored }: Entries, operator: Operator): Sql =>
  valuePasses({ ...test, operator }, item, { alias, hasShort: isStored });
