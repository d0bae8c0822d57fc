/** Questions about cases: what a preview, an export and the library are asked with (specification 1 section 7, "Data"). */
import { Type, type Static, type TSchema } from 'typebox';
import {
  MAX_CONDITION_DEPTH,
  MAX_ROW_COUNT,
  MAX_TEST_VALUES,
  MAX_TESTS,
  OPERATORS,
  QUANTITIES,
  type Condition,
  type ConditionGroup,
} from '../query/condition.types.ts';
import { MAX_FILTER_TEXT } from './menus.ts';
import { Nullable, OneOf } from './common.ts';

const ItemId = Type.String({ minLength: 1, maxLength: 60 });
const Count = Nullable(Type.Integer({ minimum: 0, maximum: MAX_ROW_COUNT }));

const RowCondition = Type.Object({
  kind: Type.Literal('rows'),
  tests: Type.Array(
    Type.Object({
      itemId: ItemId,
      operator: OneOf(...OPERATORS),
      values: Type.Array(Type.String({ maxLength: MAX_FILTER_TEXT }), { maxItems: MAX_TEST_VALUES }),
      nullFlavors: Type.Array(Type.String({ maxLength: 10 }), { maxItems: 20 }),
    }),
    { maxItems: MAX_TESTS },
  ),
  rows: Type.Object({ of: OneOf(...QUANTITIES), min: Count, max: Count }),
});

const groupOf = (conditions: TSchema) =>
  Type.Object({
    kind: Type.Literal('group'),
    joined: OneOf('and', 'or'),
    conditions: Type.Array(conditions, { maxItems: MAX_TESTS }),
  });

/** Schemas do not recur: as many levels as a question may have. */
function conditionSchema(depth: number): TSchema {
  return depth === 0 ? RowCondition : Type.Union([RowCondition, groupOf(conditionSchema(depth - 1))]);
}

const Group = Type.Unsafe<ConditionGroup>(groupOf(conditionSchema(MAX_CONDITION_DEPTH - 1)));

/** How the rows of a file are made of cases; a tabulation counts their reactions by class and term. */
export const LAYOUTS = ['case', 'record', 'tabulation'] as const;
/** How several rows of a case are laid out in its one row. */
export const REPEATS = ['joined', 'spread'] as const;
/** What is written of a code. */
export const CODES_AS = ['label', 'code'] as const;
export const MAX_SELECTED_ITEMS = 300;

/** What is asked: the cases, and what of them. */
export const DataQuery = Type.Object({
  condition: Group,
  /** ids of items, in the order of the columns */
  items: Type.Array(ItemId, { maxItems: MAX_SELECTED_ITEMS, uniqueItems: true }),
  layout: OneOf(...LAYOUTS),
  /** of layout `record`: the group whose rows are listed; otherwise empty */
  block: Type.String({ maxLength: 60 }),
  repeats: OneOf(...REPEATS),
  codes: OneOf(...CODES_AS),
  /** asked of the versions that were the newest of what was received by this day, YYYYMMDD; null: of the newest ones */
  asAt: Type.Optional(Nullable(Type.String({ maxLength: 8 }))),
});
export interface DataQuery extends Omit<Static<typeof DataQuery>, 'condition'> {
  condition: Condition & { kind: 'group' };
}
