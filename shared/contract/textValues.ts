/** Values that a text of a case states, proposed for its items. */
import { Type, type Static } from 'typebox';
import { defineCall } from './call.ts';
import { ItemAddress, Nullable, OneOf } from './common.ts';
import { ItemChange, RowChange } from './pageParts.ts';

const TextRange = Type.Object({ from: Type.Integer(), to: Type.Integer() });

const ProposedValue = Type.Object({
  key: Type.String(),
  /** 1-based */
  sentence: Type.Integer(),
  ...TextRange.properties,
  changes: Type.Array(
    Type.Object({
      ...ItemAddress.properties,
      value: Type.String(),
      /** what the case has there; null: nothing */
      current: Nullable(Type.String()),
    }),
  ),
  /** the case has something else there */
  differs: Type.Boolean(),
  /** the sponsor's synonym by which it was recognised; `until`: its last day, as `YYYYMMDD` */
  synonym: Type.Optional(
    Type.Object({ recordKey: Type.Integer(), approvedBy: Type.String(), until: Type.String() }),
  ),
});

const ProposedGroup = Type.Object({
  subject: OneOf('patient', 'drug', 'reaction', 'test'),
  page: Type.String(),
  /** null: a page that is one form; 0: a row that does not exist yet */
  rowNo: Nullable(Type.Integer()),
  /** the row within it that is new */
  within: Nullable(Type.Object({ group: Type.String(), rowNo2: Type.Integer() })),
  /** words of the text that name it; '' for the patient */
  name: Type.String(),
  values: Type.Array(ProposedValue),
});
export type ProposedGroup = Static<typeof ProposedGroup>;

/** 404 CASE_NOT_FOUND, ITEM_NOT_FOUND for an item whose text is not read; 409 CASE_READ_ONLY. No text leaves the server. */
export const proposeTextValues = defineCall({
  method: 'POST',
  path: '/1.0/cases/:caseKey/text-values/:itemId',
  summary:
    'The values that a text of a case with unsaved edits states and its items do not have; changes nothing',
  whileViewing: true,
  access: ['EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer(), itemId: Type.String({ maxLength: 60 }) }),
  body: Type.Object({
    changes: Type.Array(ItemChange),
    /** a row that was begun has no id yet */
    rows: Type.Array(Type.Object({ ...RowChange.properties, rowId: Type.String() })),
  }),
  data: Type.Object({
    /** the case was read then */
    retrievedAt: Type.String({ format: 'date-time' }),
    text: Type.String(),
    sentences: Type.Array(TextRange),
    groups: Type.Array(ProposedGroup),
  }),
});
