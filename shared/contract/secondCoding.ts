/**
 * The second coder and the adjudicator. A second coder codes terms blind. An equal code is a review of the first one;
 * where the codes differ, a third user sees both and decides with a reason.
 */
import { Type, type Static } from 'typebox';
import { CodingReason } from './aiCoding.ts';
import { defineCall } from './call.ts';
import { Refusal } from './caseStatus.ts';
import { Nullable, Reason } from './common.ts';
import { CODING_ACCESS, CodedRowKey, MAX_TERMS_AT_ONCE } from './coding.ts';
import { Group, PlacedTerm, SECOND_CODER } from './codingQueue.ts';
import { DictionaryEntry } from './dictionaries.ts';

/** Maximum characters of what a second coder remarks. */
export const MAX_REMARK = 500;
/** Maximum differences of one answer; the rest follows when these are decided. */
export const MAX_DIFFERENCES = 300;

/**
 * Each term in a transaction of its own: 409 CODED_BY_YOURSELF, SECOND_CODE_NOT_NEEDED. Whether the codes are equal is not
 * answered: the next terms are coded blind, too.
 */
export const codeAgain = defineCall({
  method: 'POST',
  path: '/1.0/coding-queue/:dictionary/second-codes',
  summary: 'Gives terms of equal text the code of the second coder; the codes of the cases stay as they are',
  access: [SECOND_CODER],
  params: Group.params,
  body: Type.Object({
    textKey: Group.textKey,
    code: Type.String({ minLength: 1, maxLength: 100 }),
    remark: Type.Optional(Type.String({ maxLength: MAX_REMARK })),
    rowKeys: Type.Array(CodedRowKey, { minItems: 1, maxItems: MAX_TERMS_AT_ONCE }),
  }),
  data: Type.Object({
    listInfo: Type.Array(Type.Object({ rowKey: Type.String(), refusal: Nullable(Refusal) })),
  }),
});

const CodingDifference = Type.Object({
  secondKey: Type.Integer(),
  dictionary: Type.String(),
  /** of the dictionary */
  label: Type.String(),
  /** as reported */
  text: Type.String(),
  caseNo: Type.String(),
});
export type CodingDifference = Static<typeof CodingDifference>;

export const listDifferences = defineCall({
  method: 'GET',
  path: '/1.0/coding-differences',
  summary:
    'Terms whose first and second code differ and that the user may decide: not one of both coders; the oldest first',
  access: CODING_ACCESS,
  data: Type.Object({ differences: Type.Array(CodingDifference), more: Type.Boolean() }),
});

const CodeOfCoder = Type.Object({
  code: Type.String(),
  /** of the release in use; null: it does not have the code */
  entry: Nullable(DictionaryEntry),
  by: Type.String(),
  /** why the product suggests the code; null: it does not */
  reason: Nullable(CodingReason),
  remark: Nullable(Type.String()),
});
export type CodeOfCoder = Static<typeof CodeOfCoder>;

const Difference = Type.Object({ secondKey: Type.Integer() });

/** 404 DIFFERENCE_NOT_FOUND, also once it is decided or the first code is another one; 409 ADJUDICATES_OWN_CODE. */
export const readDifference = defineCall({
  method: 'GET',
  path: '/1.0/coding-differences/:secondKey',
  summary: 'Both codes of a term with their coders and reasons',
  access: CODING_ACCESS,
  params: Difference,
  data: Type.Object({
    text: Type.String(),
    dictionary: Type.String(),
    ...PlacedTerm.properties,
    /** the first one, then the second one */
    codes: Type.Array(CodeOfCoder),
    version: Type.String(),
    sample: Type.Boolean(),
  }),
});

/** The problems of `readDifference`, 404 CODE_NOT_FOUND, 409 CASE_READ_ONLY. */
export const decideDifference = defineCall({
  method: 'POST',
  path: '/1.0/coding-differences/:secondKey/decision',
  summary:
    'Decides which code a term has, with the reason; a code that is not the first one is saved to the case',
  access: ['EDIT.CASE'],
  params: Difference,
  body: Type.Object({ code: Type.String({ minLength: 1, maxLength: 100 }), reason: Reason }),
});
