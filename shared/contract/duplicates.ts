/** The duplicate check: finding cases that may be the same, and telling them apart (specification 2 sections 3 and 4). */
import { Type, type Static } from 'typebox';
import { CaseRow, CaseValue, Nullable, OneOf } from './common.ts';
import { defineCall } from './call.ts';

/** never blank: spaces alone are no reason */
const Reason = Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' });
const MOST_TYPED = 500;

/** What was typed before there is a case: values and rows as a case would hold them. */
export const TypedContent = Type.Object({
  values: Type.Array(CaseValue, { maxItems: MOST_TYPED }),
  rows: Type.Array(CaseRow, { maxItems: MOST_TYPED }),
});

/** A case that was told apart from the one that is made. */
export const ToldApart = Type.Object({ caseKey: Type.Integer(), reason: Reason });

export const DuplicateEvidence = Type.Object({
  /** id of the field, in the order in which they are compared */
  field: Type.String(),
  label: Type.String(),
  /** missing: one side, or both, say nothing that can be compared */
  match: OneOf('agree', 'close', 'disagree', 'missing'),
  /** why it is as close as it is: one of the reasons of shared/duplicates */
  why: Nullable(Type.String()),
  /** days of dates, years of ages that lie between */
  by: Nullable(Type.Number()),
  points: Type.Number(),
  ours: Type.Array(Type.String()),
  theirs: Type.Array(Type.String()),
});

export const DuplicatedCase = Type.Object({
  caseKey: Type.Integer(),
  caseNo: Type.String(),
  versionNo: Type.Integer(),
  /** last change */
  recentDateTime: Type.String({ format: 'date-time' }),
  reportType: Nullable(Type.String()),
  patientName: Nullable(Type.String()),
  age: Nullable(Type.String()),
  sex: Nullable(Type.String()),
  productName: Nullable(Type.String()),
  aeTerm: Nullable(Type.String()),
  aeStartDate: Nullable(Type.String()),
  organisation: Nullable(Type.String()),
  sponsorStudyNumber: Nullable(Type.String()),
  investigationNumber: Nullable(Type.String()),
  score: Type.Number(),
  band: OneOf('certain', 'likely', 'possible', 'hidden'),
  evidence: Type.Array(DuplicateEvidence),
  /** somebody has told it apart from the case that is checked; null: nobody has */
  toldApart: Nullable(
    Type.Object({ reason: Type.String(), by: Type.String(), at: Type.String({ format: 'date-time' }) }),
  ),
});
export type DuplicatedCase = Static<typeof DuplicatedCase>;

export const listDuplicates = defineCall({
  method: 'POST',
  path: '/1.1/cases/common/duplicate-list',
  summary: 'Cases that may be the same as one that is there, or as what was typed of one, with the evidence',
  access: ['READ.CASE', 'EDIT.CASE'],
  body: Type.Object({
    /** a case that is there; without it `content` is looked for */
    caseKey: Type.Optional(Type.Integer()),
    content: Type.Optional(TypedContent),
  }),
  data: Type.Object({
    /** caseKey of the newest version of the case that is checked; null for what was typed */
    caseKey: Nullable(Type.Integer()),
    caseNo: Nullable(Type.String()),
    /** a report of a clinical trial has other key items and columns */
    trial: Type.Boolean(),
    /** key items that say nothing: what could be found is less */
    hasEmptyItemCases: Type.Boolean(),
    emptyItems: Type.Array(Type.String()),
    bands: Type.Object({ likely: Type.Number(), possible: Type.Number() }),
    /** the best first; those told apart stand last */
    listInfo: Type.Array(DuplicatedCase),
  }),
});

export const tellApart = defineCall({
  method: 'PUT',
  path: '/1.1/cases/:caseKey/not-duplicates/:otherKey',
  summary: 'Tells two cases apart (Y), or takes that back (N), with a reason; audited in both cases',
  access: ['EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer(), otherKey: Type.Integer() }),
  body: Type.Object({ notDuplicate: OneOf('Y', 'N'), reason: Reason }),
});

export const listCheckProducts = defineCall({
  method: 'GET',
  path: '/1.1/cases/common/:sponsorKey/products',
  summary: 'The products of the sponsor that the user may see, to choose from before a case is made',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: Type.Object({ sponsorKey: Type.Integer() }),
  data: Type.Object({
    listInfo: Type.Array(
      Type.Object({
        productKey: Type.Integer(),
        productName: Type.String(),
        substance: Nullable(Type.String()),
      }),
    ),
  }),
});
