/** The versions of a case: the list of them, their signatures, and making a follow-up. */
import { Type } from 'typebox';
import { AMENDMENT, NULLIFICATION } from '../case/nullification.ts';
import { defineCall } from './call.ts';
import { CaseStatus } from './caseStatus.ts';
import { CreationKey, ItemAddress, Nullable, OneOf, Reason } from './common.ts';
import { TypedContent } from './duplicates.ts';

const CaseKey = Type.Object({ caseKey: Type.Integer() });

/** never blank: spaces alone are no reason */

export const listVersions = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/versions',
  summary: 'The versions of a case, newest first',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: CaseKey,
  data: Type.Object({
    listInfo: Type.Array(
      Type.Object({
        caseKey: Type.Integer(),
        versionNo: Type.Integer(),
        /** of the schema files it was saved with last */
        catalogueVersion: Type.String(),
        createdAt: Type.String({ format: 'date-time' }),
        createdBy: Type.String(),
        createdByName: Type.String(),
        reason: Nullable(Type.String()),
        status: CaseStatus,
      }),
    ),
  }),
});

/** 21 CFR 11.50: who, when, and what the signature means; 11.70: what exactly was signed. */
export const listSignatures = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/signatures',
  summary: 'The electronic signatures under all versions of a case, newest first',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: CaseKey,
  data: Type.Object({
    listInfo: Type.Array(
      Type.Object({
        caseKey: Type.Integer(),
        versionNo: Type.Integer(),
        /** WORKFLOW: it was led on from a step that asks for an approval */
        statusId: OneOf('REVIEW', 'LOCK', 'WORKFLOW'),
        /** code of the list `signature-meaning` */
        meaning: Type.String(),
        userId: Type.String(),
        userName: Type.String(),
        at: Type.String({ format: 'date-time' }),
        reason: Type.String(),
        /** end of the audit chain when it was signed */
        signedHash: Type.String(),
        /** the signature and its entry in the audit trail say the same, and the chain has what was signed */
        intact: Type.Boolean(),
        /** saves of content in the version since */
        changesSince: Type.Integer(),
      }),
    ),
  }),
});

export const createFollowUp = defineCall({
  method: 'PUT',
  path: '/1.0/cases/:caseKey/follow-up',
  summary: 'Makes the next version of a case: a copy, with the dates of the follow-up; or a withdrawal of it',
  access: ['EDIT.CASE'],
  params: CaseKey,
  body: Type.Object({
    ...CreationKey,
    /** the application sends it empty */
    reason: Type.String({ maxLength: 2000 }),
    /** makes the new version one that withdraws (1) or corrects (2) what was sent before */
    nullification: Type.Optional(Type.Object({ code: OneOf(NULLIFICATION, AMENDMENT), reason: Reason })),
    /** takes over what was typed into the duplicate check */
    typed: Type.Optional(
      Type.Object({
        content: TypedContent,
        /** of the items that were typed those that are taken over, as they were typed; no other one is */
        take: Type.Array(ItemAddress, { maxItems: 500 }),
        /** when `compareTyped` compared them: 409 CASE_CHANGED where the case was saved since */
        retrievedAt: Type.String({ format: 'date-time' }),
      }),
    ),
  }),
  data: Type.Object({ caseKey: Type.Integer(), caseNo: Type.String(), versionNo: Type.Integer() }),
});

const TypedValue = Type.Object({
  value: Nullable(Type.String()),
  nullFlavor: Nullable(Type.String()),
  notation: Nullable(Type.String()),
  /** code of the unit */
  unit: Nullable(Type.String()),
});

export const compareTyped = defineCall({
  method: 'POST',
  path: '/1.1/cases/:caseKey/follow-up-values',
  summary:
    'What was typed into the duplicate check beside what a case says, before a follow-up of it is made',
  whileViewing: true,
  access: ['EDIT.CASE'],
  params: CaseKey,
  body: Type.Object({ content: TypedContent }),
  data: Type.Object({
    caseNo: Type.String(),
    /** of the newest version, whose follow-up it would be */
    versionNo: Type.Integer(),
    retrievedAt: Type.String({ format: 'date-time' }),
    listInfo: Type.Array(
      Type.Object({
        /** as it was typed */
        ...ItemAddress.properties,
        /** where it would stand in the case, in words: page, row, item */
        place: Type.String(),
        /** in a row the case does not have yet */
        newRow: Type.Boolean(),
        /** adds: the case has no value; keeps: the number of the case itself, which is never replaced */
        effect: OneOf('adds', 'replaces', 'same', 'keeps'),
        before: TypedValue,
        typed: TypedValue,
      }),
    ),
  }),
});
