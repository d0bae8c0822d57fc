/**
 * A question about cases, as a typed tree: which items hold what, joined by AND and OR. It is checked by
 * `checkCondition`, explained by `explainCondition` and made SQL by `server/case-query`.
 */

/** The filter operators of specification 1 section 9. */
export const OPERATORS = ['EQ', 'NOT_EQ', 'RANGE', 'LIKE', 'NOT_LIKE', 'NULL', 'NOT_NULL', 'IN'] as const;
export type Operator = (typeof OPERATORS)[number];

/**
 * What one row holds of an item. `values`: one of EQ, NOT_EQ, LIKE and NOT_LIKE, both ends of RANGE (an empty one is
 * open), any number of IN, none of NULL and NOT_NULL. `nullFlavors` are alternatives to the values of EQ, NOT_EQ and IN.
 * NOT_EQ and NOT_LIKE also pass where there is no value.
 */
export interface ItemTest {
  itemId: string;
  operator: Operator;
  values: string[];
  nullFlavors: string[];
}

export const QUANTITIES = ['any', 'all', 'count'] as const;

/** How many rows of a case have to pass all tests; `min` and `max` are those of `count`, null for open. */
export interface Quantity {
  of: (typeof QUANTITIES)[number];
  min: number | null;
  max: number | null;
}

/** Rows of one group that pass every test; of items that do not repeat, the case itself. */
export interface RowCondition {
  kind: 'rows';
  tests: ItemTest[];
  rows: Quantity;
}

export interface ConditionGroup {
  kind: 'group';
  joined: 'and' | 'or';
  conditions: Condition[];
}

export type Condition = RowCondition | ConditionGroup;

/**
 * Which cases. `asAt`: asked of the versions that were the newest of what was received by this day (YYYYMMDD), as a periodic
 * report knows them at its data lock point; empty: the day is to be typed; null: of the newest versions.
 */
export interface CaseQuestion {
  condition: Condition;
  asAt?: string | null;
}

/** Groups in groups; the outermost one counts. */
export const MAX_CONDITION_DEPTH = 4;
/** Rows of one case. */
export const MAX_ROW_COUNT = 100_000;
/** Tests of a whole question. */
export const MAX_TESTS = 40;
export const MAX_TEST_VALUES = 500;

/** Where a part of the tree is: the index in each group, and last that of a test. */
export type ConditionPath = readonly number[];

export const rowConditionsOf = (condition: Condition): RowCondition[] =>
  condition.kind === 'group' ? condition.conditions.flatMap(rowConditionsOf) : [condition];

/** Every test with its path. */
export function testsOf(
  condition: Condition,
  path: ConditionPath = [],
): { test: ItemTest; path: ConditionPath }[] {
  return condition.kind === 'group'
    ? condition.conditions.flatMap((part, index) => testsOf(part, [...path, index]))
    : condition.tests.map((test, index) => ({ test, path: [...path, index] }));
}

/** The items that a question reads. */
export const itemsOf = (condition: Condition): string[] => [
  ...new Set(testsOf(condition).map(({ test }) => test.itemId)),
];
