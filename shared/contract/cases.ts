/** Cases as wholes: list, add, status, versions, import and export (specification section 7). */
import { Type } from 'typebox';
import { AMENDMENT, NULLIFICATION } from '../case/nullification.ts';
import { Finding, ItemAddress, Nullable, Residue, OneOf } from './common.ts';
import { defineCall } from './call.ts';
import { ToldApart, TypedContent } from './duplicates.ts';
import { defineList, defineListExport } from './lists.ts';

const CaseKey = Type.Object({ caseKey: Type.Integer() });
/** never blank: spaces alone are no reason */
const Reason = Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' });

const StatusId = OneOf('REVIEW', 'LOCK', 'DELETE');
export const Signature = Type.Object({
  /** code of the list `signature-meaning` */
  meaning: Type.String({ minLength: 1, maxLength: 40 }),
  password: Type.String({ minLength: 1, maxLength: 200 }),
});

/** Why one of several was not done: what the envelope of a call about it alone says. */
export const Refusal = Type.Object({ errCode: Type.String(), errMsg: Type.String() });

export const CaseStatus = Type.Object({
  locked: Type.Boolean(),
  reviewed: Type.Boolean(),
  deleted: Type.Boolean(),
  /** a newer version has taken its place */
  superseded: Type.Boolean(),
  /** the report withdraws, or corrects, what was sent before */
  nullified: Type.Boolean(),
  amended: Type.Boolean(),
  /** the step of the workflow it is in does not let it be edited */
  stepClosed: Type.Boolean(),
  caseWorkflowStatus: Type.String(),
  caseWorkflowLabel: Type.String(),
  retrievedAt: Type.String({ format: 'date-time' }),
});

const CASE_LIST = {
  path: '/1.0/cases',
  menuId: 'MU-CS',
  summary: 'The newest versions of the cases of a sponsor that the user may see; `rowKey` is the caseKey',
  access: ['READ.CASE', 'EDIT.CASE'],
} as const;

/**
 * Where in the workflow the cases are, as the numbers of the home page count them (readHomeWorkflow). Where any of these is
 * asked, nothing else narrows the list: the user's own filters are set aside.
 */
const InWorkflow = {
  /** key of a step */
  workflow: Type.Optional(Type.String({ maxLength: 60 })),
  /** mine: taken by the user; role: of a role of his, or of a step that one of them may own; unassigned: taken by nobody */
  owner: Type.Optional(OneOf('mine', 'role', 'unassigned')),
  /** Y: longer in their step than they may be */
  late: Type.Optional(OneOf('Y')),
};
const cases = defineList(CASE_LIST);
const casesAsFile = defineListExport(CASE_LIST);
export const listCases = { ...cases, query: Type.Object({ ...cases.query.properties, ...InWorkflow }) };
export const exportCases = {
  ...casesAsFile,
  query: Type.Object({ ...casesAsFile.query.properties, ...InWorkflow }),
};

export const addCase = defineCall({
  method: 'POST',
  path: '/1.1/cases/common/case-add',
  summary: 'Makes a case with the next case number: an empty one, or a copy of another',
  access: ['EDIT.CASE'],
  body: Type.Object({
    senderKey: Type.Optional(Type.Integer()),
    /** fills it with what this one says, without what is of one case alone, such as numbers and dates of receipt */
    copyOf: Type.Optional(
      Type.Object({
        caseKey: Type.Integer(),
        /** ids of the pages that are copied; unasked: all */
        pages: Type.Optional(Type.Array(Type.String({ maxLength: 10 }), { minItems: 1, maxItems: 40 })),
        attachments: Type.Boolean(),
      }),
    ),
    /** fills it with what was typed into the duplicate check */
    content: Type.Optional(TypedContent),
    /** cases the check found that it is no duplicate of, each with the reason */
    notDuplicateOf: Type.Optional(Type.Array(ToldApart, { maxItems: 100 })),
  }),
  data: Type.Object({ caseKey: Type.Integer(), caseNo: Type.String() }),
});

export const readCaseId = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/case-id',
  summary: 'Number and status of a case',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: CaseKey,
  data: Type.Object({
    caseKey: Type.Integer(),
    caseNo: Type.String(),
    versionNo: Type.Integer(),
    status: CaseStatus,
  }),
});

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

export const setCaseStatus = defineCall({
  method: 'PUT',
  path: '/1.0/cases/:caseKey/status',
  summary: 'Toggles REVIEW, LOCK or DELETE of a case, with a reason; to review and to lock is signed',
  access: ['EDIT.CASE'],
  params: CaseKey,
  body: Type.Object({
    statusId: StatusId,
    status: OneOf('Y', 'N'),
    reason: Reason,
    retrievedAt: Type.String({ format: 'date-time' }),
    signature: Type.Optional(Signature),
  }),
  data: CaseStatus,
});

/** Most cases of one call about several; a dialog sends more than these in portions. */
export const MOST_CASES_AT_ONCE = 200;

export const checkCasesStatus = defineCall({
  method: 'POST',
  path: '/1.0/cases/status/:statusId',
  summary:
    'Tells for each of several cases whether the change of status can be made, and why not; changes nothing',
  access: ['EDIT.CASE'],
  params: Type.Object({ statusId: StatusId }),
  body: Type.Object({
    status: OneOf('Y', 'N'),
    caseKeys: Type.Array(Type.Integer(), { minItems: 1, maxItems: MOST_CASES_AT_ONCE, uniqueItems: true }),
  }),
  data: Type.Object({
    /** in the order they were asked for */
    listInfo: Type.Array(
      Type.Object({
        caseKey: Type.Integer(),
        /** null, like the status: there is no such case, or the user may not see it */
        caseNo: Nullable(Type.String()),
        status: Nullable(CaseStatus),
        /** of its versions: handed out before, so that deleting it withdraws nothing */
        distributed: Type.Boolean(),
        refusal: Nullable(Refusal),
      }),
    ),
  }),
});

export const setCasesStatus = defineCall({
  method: 'PUT',
  path: '/1.0/cases/status',
  summary:
    'Toggles REVIEW, LOCK or DELETE of several cases with one reason, signed once; each is done or refused by itself',
  access: ['EDIT.CASE'],
  body: Type.Object({
    statusId: StatusId,
    status: OneOf('Y', 'N'),
    reason: Reason,
    signature: Type.Optional(Signature),
    cases: Type.Array(
      Type.Object({ caseKey: Type.Integer(), retrievedAt: Type.String({ format: 'date-time' }) }),
      { minItems: 1, maxItems: MOST_CASES_AT_ONCE },
    ),
  }),
  data: Type.Object({
    /** in the order they were asked for */
    listInfo: Type.Array(
      Type.Object({
        caseKey: Type.Integer(),
        /** as it is now; null where it was refused */
        status: Nullable(CaseStatus),
        refusal: Nullable(Refusal),
      }),
    ),
  }),
});

export const makeFollowUp = defineCall({
  method: 'PUT',
  path: '/1.0/cases/:caseKey/follow-up',
  summary: 'Makes the next version of a case: a copy, with the dates of the follow-up; or a withdrawal of it',
  access: ['EDIT.CASE'],
  params: CaseKey,
  body: Type.Object({
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
        /** adds: the case says nothing there; keeps: its own number, which nothing replaces */
        effect: OneOf('adds', 'replaces', 'same', 'keeps'),
        before: TypedValue,
        typed: TypedValue,
      }),
    ),
  }),
});

export const ImportedCase = Type.Object({
  caseKey: Nullable(Type.Integer()),
  caseNo: Nullable(Type.String()),
  /** new: a case was made; followUp: a further version of a case we have; refused: nothing was stored */
  decision: OneOf('new', 'followUp', 'refused'),
  /** the file inside a ZIP, else the uploaded file */
  fileName: Type.String(),
  /** 1-based place in the batch */
  message: Type.Integer(),
  findings: Type.Array(Finding),
  residue: Type.Array(Residue),
  problem: Nullable(Type.String()),
});

export const importFile = defineCall({
  method: 'POST',
  path: '/1.0/sponsors/:sponsorKey/import/uploadFile',
  summary: 'Imports E2B(R3) XML: one report, a batch, or a ZIP of them (multipart field `file`)',
  access: ['EDIT.DATA'],
  carries: 'upload',
  params: Type.Object({ sponsorKey: Type.Integer() }),
  data: Type.Object({ dataKey: Type.Integer(), fileName: Type.String(), cases: Type.Array(ImportedCase) }),
});

export const readImport = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/datas/history/:dataKey/import-detail',
  summary: 'What an import brought',
  access: ['READ.DATA', 'EDIT.DATA'],
  params: Type.Object({ sponsorKey: Type.Integer(), dataKey: Type.Integer() }),
  data: Type.Object({ dataKey: Type.Integer(), fileName: Type.String(), cases: Type.Array(ImportedCase) }),
});

export const downloadReport = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/reports/:reportId',
  summary: 'Downloads a report of the case; reportId XML is the E2B(R3) message',
  access: ['READ.CASE', 'EDIT.CASE'],
  carries: 'file',
  params: Type.Object({ caseKey: Type.Integer(), reportId: Type.Literal('XML') }),
  query: Type.Object({
    notation: Type.Optional(OneOf('Y', 'N')),
    receiver: Type.Optional(Type.String({ maxLength: 60 })),
  }),
});
