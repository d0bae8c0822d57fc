/** Whole cases: list, add, status, versions, import and export (specification section 7). */
import { Type } from 'typebox';
import { AMENDMENT, NULLIFICATION } from '../case/nullification.ts';
import { Finding, ItemAddress, Nullable, Residue, OneOf } from './common.ts';
import { defineCall } from './call.ts';
import { DuplicateDismissal, TypedContent } from './duplicates.ts';
import { defineList, defineListExport } from './lists.ts';

const CaseKey = Type.Object({ caseKey: Type.Integer() });
/** must contain more than white space */
const Reason = Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' });

const StatusId = OneOf('REVIEW', 'LOCK', 'DELETE');
export const Signature = Type.Object({
  /** code of the list `signature-meaning` */
  meaning: Type.String({ minLength: 1, maxLength: 40 }),
  password: Type.String({ minLength: 1, maxLength: 200 }),
});

/** Why one of several cases was refused: the same error as for a call about that case alone. */
export const Refusal = Type.Object({ errCode: Type.String(), errMsg: Type.String() });

export const CaseStatus = Type.Object({
  locked: Type.Boolean(),
  reviewed: Type.Boolean(),
  deleted: Type.Boolean(),
  /** superseded by a newer version */
  superseded: Type.Boolean(),
  /** the report withdraws or corrects an earlier one */
  nullified: Type.Boolean(),
  amended: Type.Boolean(),
  /** the current workflow step does not allow editing */
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
 * Workflow filter, counted as on the home page (readHomeWorkflow). If any of these is given, the user's own filters
 * are ignored.
 */
const InWorkflow = {
  /** key of a step */
  workflow: Type.Optional(Type.String({ maxLength: 60 })),
  /**
   * mine: claimed by the user; role: owned by one of the user's roles, or in a step that one of them may own;
   * unassigned: not claimed
   */
  owner: Type.Optional(OneOf('mine', 'role', 'unassigned')),
  /** Y: past the due day of its step */
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
    /**
     * copies the content of this case, except values that belong to one case only, such as numbers and dates of
     * receipt
     */
    copyOf: Type.Optional(
      Type.Object({
        caseKey: Type.Integer(),
        /** ids of the pages to copy; default: all */
        pages: Type.Optional(Type.Array(Type.String({ maxLength: 10 }), { minItems: 1, maxItems: 40 })),
        attachments: Type.Boolean(),
      }),
    ),
    /** initial content: the values entered in the duplicate check */
    content: Type.Optional(TypedContent),
    /** matches of the duplicate check that were dismissed, each with the reason */
    notDuplicateOf: Type.Optional(Type.Array(DuplicateDismissal, { maxItems: 100 })),
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
        /** version of the schema files used by the last save */
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

/** 21 CFR 11.50: signer, time and meaning of the signature; 11.70: the signed content. */
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
        /** WORKFLOW: routed out of a step that requires approval */
        statusId: OneOf('REVIEW', 'LOCK', 'WORKFLOW'),
        /** code of the list `signature-meaning` */
        meaning: Type.String(),
        userId: Type.String(),
        userName: Type.String(),
        at: Type.String({ format: 'date-time' }),
        reason: Type.String(),
        /** end of the audit chain at the time of signing */
        signedHash: Type.String(),
        /** whether the signature matches its audit entry, and the chain contains the signed state */
        intact: Type.Boolean(),
        /** content saves of the version since the signature */
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

/** Maximum cases of one bulk call; a dialog sends larger selections in portions. */
export const MAX_CASES_AT_ONCE = 200;

export const checkCasesStatus = defineCall({
  method: 'POST',
  path: '/1.0/cases/status/:statusId',
  summary:
    'Tells for each of several cases whether the change of status can be made, and why not; changes nothing',
  access: ['EDIT.CASE'],
  params: Type.Object({ statusId: StatusId }),
  body: Type.Object({
    status: OneOf('Y', 'N'),
    caseKeys: Type.Array(Type.Integer(), { minItems: 1, maxItems: MAX_CASES_AT_ONCE, uniqueItems: true }),
  }),
  data: Type.Object({
    /** in the requested order */
    listInfo: Type.Array(
      Type.Object({
        caseKey: Type.Integer(),
        /** null, like the status: the case does not exist or the user may not see it */
        caseNo: Nullable(Type.String()),
        status: Nullable(CaseStatus),
        /** versions that were already sent, so that deleting withdraws nothing */
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
      { minItems: 1, maxItems: MAX_CASES_AT_ONCE },
    ),
  }),
  data: Type.Object({
    /** in the requested order */
    listInfo: Type.Array(
      Type.Object({
        caseKey: Type.Integer(),
        /** the current status; null if it was refused */
        status: Nullable(CaseStatus),
        refusal: Nullable(Refusal),
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
    /** the application sends it empty */
    reason: Type.String({ maxLength: 2000 }),
    /** marks the new version as a nullification (1) or an amendment (2) of what was sent */
    nullification: Type.Optional(Type.Object({ code: OneOf(NULLIFICATION, AMENDMENT), reason: Reason })),
    /** applies the values entered in the duplicate check */
    typed: Type.Optional(
      Type.Object({
        content: TypedContent,
        /** the selected entered values, unchanged; no other values are applied */
        take: Type.Array(ItemAddress, { maxItems: 500 }),
        /** when `compareTyped` compared them: 409 CASE_CHANGED if the case was saved since */
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
    /** of the newest version, which the follow-up is based on */
    versionNo: Type.Integer(),
    retrievedAt: Type.String({ format: 'date-time' }),
    listInfo: Type.Array(
      Type.Object({
        /** as entered */
        ...ItemAddress.properties,
        /** its address in the case as text: page, row, item */
        place: Type.String(),
        /** in a row that the case does not have yet */
        newRow: Type.Boolean(),
        /** adds: the case has no value there; keeps: an identifier of the case, which is never replaced */
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
  /** new: a case was created; followUp: a further version of an existing case; refused: nothing was stored */
  decision: OneOf('new', 'followUp', 'refused'),
  /** the file inside a ZIP, otherwise the uploaded file */
  fileName: Type.String(),
  /** 1-based position in the batch */
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
