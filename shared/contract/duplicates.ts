/** The duplicate check: finding possible duplicates and dismissing them (specification 2 sections 3 and 4). */
import { Type, type Static } from 'typebox';
import { CaseRow, CaseValue, Nullable, OfLibrary, OneOf, Reason } from './common.ts';
import { defineCall } from './call.ts';

const MAX_TYPED_VALUES = 500;

/** Values and rows entered before a case exists, in the form of a case's content. */
export const TypedContent = Type.Object({
  values: Type.Array(CaseValue, { maxItems: MAX_TYPED_VALUES }),
  rows: Type.Array(CaseRow, { maxItems: MAX_TYPED_VALUES }),
});

/** A case that was dismissed as a duplicate of the new one. */
export const DuplicateDismissal = Type.Object({ caseKey: Type.Integer(), reason: Reason });

export const DuplicateEvidence = Type.Object({
  /** id of the field, in the order of comparison */
  field: Type.String(),
  label: Type.String(),
  /** missing: at least one side has nothing to compare */
  match: OneOf('agree', 'close', 'disagree', 'missing'),
  /** the reason for the degree of agreement, see shared/duplicates */
  why: Nullable(Type.String()),
  /** difference in days for dates, in years for ages */
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
  /** who dismissed it as a duplicate of the checked case; null: not dismissed */
  toldApart: Nullable(
    Type.Object({ reason: Type.String(), by: Type.String(), at: Type.String({ format: 'date-time' }) }),
  ),
});
export type DuplicatedCase = Static<typeof DuplicatedCase>;

export const listDuplicates = defineCall({
  method: 'POST',
  path: '/1.1/cases/common/duplicate-list',
  summary: 'Cases that may be the same as one that is there, or as what was typed of one, with the evidence',
  whileViewing: true,
  access: ['READ.CASE', 'EDIT.CASE'],
  body: Type.Object({
    /** an existing case; without it, `content` is checked */
    caseKey: Type.Optional(Type.Integer()),
    content: Type.Optional(TypedContent),
    /** only cases of this set are compared */
    ...OfLibrary,
  }),
  data: Type.Object({
    /** caseKey of the newest version of the checked case; null for entered content */
    caseKey: Nullable(Type.Integer()),
    caseNo: Nullable(Type.String()),
    /** reports from clinical trials have other key items and columns */
    trial: Type.Boolean(),
    /** key items without a value, which limits the search */
    hasEmptyItemCases: Type.Boolean(),
    emptyItems: Type.Array(Type.String()),
    /** too few criteria have a value: that nothing was found means nothing */
    isTooLittle: Type.Boolean(),
    bands: Type.Object({ likely: Type.Number(), possible: Type.Number() }),
    /** the best match first; dismissed cases last */
    listInfo: Type.Array(DuplicatedCase),
  }),
});

export const dismissDuplicate = defineCall({
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
