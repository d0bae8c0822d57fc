/** Whether the reactions of a case are expected, by the reference safety information of its products. */
import { Type } from 'typebox';
import type { Explanation } from '../expressions/explain.ts';
import { defineCall } from './call.ts';
import { ItemAddress, Nullable, OneOf } from './common.ts';
import { ItemChange, RowChange } from './pageParts.ts';

const PATH = '/1.1/cases/:caseKey/expectedness';
const CASES = ['READ.CASE', 'EDIT.CASE'] as const;
const params = Type.Object({ caseKey: Type.Integer() });

const Assessed = Type.Object({
  listInfo: Type.Array(
    Type.Object({
      ...ItemAddress.properties,
      /** null: a fact is missing */
      conclusion: Nullable(OneOf('expected', 'unexpected')),
      /** value of the item for the conclusion */
      value: Nullable(Type.String()),
      /** names of products and of the versions in force */
      versions: Type.Array(Type.String()),
      why: Type.Unsafe<Explanation>({ type: 'object', additionalProperties: true }),
    }),
  ),
});

export const readExpectedness = defineCall({
  method: 'GET',
  path: PATH,
  summary:
    'What the reference safety information suggests for each item that says whether a reaction is expected',
  access: CASES,
  params,
  data: Assessed,
});

export const readExpectednessOfEdits = defineCall({
  method: 'POST',
  path: PATH,
  summary: 'The same for a case with unsaved edits',
  whileViewing: true,
  access: CASES,
  params,
  body: Type.Object({
    changes: Type.Array(ItemChange),
    /** a row that was begun has no id yet */
    rows: Type.Array(Type.Object({ ...RowChange.properties, rowId: Type.String() })),
  }),
  data: Assessed,
});
