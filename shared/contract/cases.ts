/** Cases as wholes: list, add, status, versions, import and export (specification section 7). */
import { Type } from 'typebox';
import { AMENDMENT, NULLIFICATION } from '../case/nullification.ts';
import { Finding, ItemAddress, Nullable, Paged, Paging, Residue, OneOf } from './common.ts';
import { defineCall } from './call.ts';

const CaseKey = Type.Object({ caseKey: Type.Integer() });
/** never blank: spaces alone are no reason */
const Reason = Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' });
const Said = Type.Object({
  value: Nullable(Type.String()),
  nullFlavor: Nullable(Type.String()),
  notation: Nullable(Type.String()),
});

export const CaseStatus = Type.Object({
  locked: Type.Boolean(),
  reviewed: Type.Boolean(),
  deleted: Type.Boolean(),
  /** a newer version has taken its place */
  superseded: Type.Boolean(),
  /** the report withdraws, or corrects, what was sent before */
  nullified: Type.Boolean(),
  amended: Type.Boolean(),
  caseWorkflowStatus: Type.String(),
  caseWorkflowLabel: Type.String(),
  retrievedAt: Type.String({ format: 'date-time' }),
});

export const CaseListRow = Type.Object({
  caseKey: Type.Integer(),
  caseNo: Type.String(),
  versionNo: Type.Integer(),
  reportType: Nullable(Type.String()),
  patientName: Nullable(Type.String()),
  age: Nullable(Type.String()),
  sex: Nullable(Type.String()),
  productName: Nullable(Type.String()),
  aeTerm: Nullable(Type.String()),
  aeStartDate: Nullable(Type.String()),
  country: Nullable(Type.String()),
  serious: Type.Boolean(),
  firstReceived: Nullable(Type.String()),
  mostRecent: Nullable(Type.String()),
  workflowStatus: Type.String(),
  senderName: Nullable(Type.String()),
  locked: Type.Boolean(),
  reviewed: Type.Boolean(),
  deleted: Type.Boolean(),
  nullified: Type.Boolean(),
  updatedAt: Type.String({ format: 'date-time' }),
  updatedBy: Type.String(),
  /** by id of the columns of items that the user sees: what the case says there, in words */
  items: Type.Record(Type.String(), Type.String()),
});

export const CASE_LIST_SORTS = [
  'caseNo',
  'reportType',
  'patientName',
  'productName',
  'aeTerm',
  'country',
  'firstReceived',
  'mostRecent',
  'updatedAt',
] as const;

export const listCases = defineCall({
  method: 'GET',
  path: '/1.0/cases',
  summary:
    'The cases of a sponsor that the user may see: search, sort, page; the saved filters of MU-CS apply',
  access: ['READ.CASE', 'EDIT.CASE'],
  query: Type.Object({
    ...Paging,
    /** looked for in number, patient, product, term */
    keyword: Type.Optional(Type.String({ maxLength: 200 })),
    sort: Type.Optional(OneOf(...CASE_LIST_SORTS)),
    direction: Type.Optional(OneOf('asc', 'desc')),
    /** Y: deleted ones only, N (unasked): none of them, ALL: both */
    deleted: Type.Optional(OneOf('Y', 'N', 'ALL')),
  }),
  data: Paged(CaseListRow),
});

export const exportCases = defineCall({
  method: 'GET',
  path: '/1.0/cases/export',
  summary: 'The whole list as the user sees it, filters and columns alike, as CSV in UTF-8',
  access: ['READ.CASE', 'EDIT.CASE'],
  carries: 'file',
  query: listCases.query,
});

export const addCase = defineCall({
  method: 'POST',
  path: '/1.1/cases/common/case-add',
  summary: 'Makes an empty case with the next case number',
  access: ['EDIT.CASE'],
  body: Type.Object({ senderKey: Type.Optional(Type.Integer()) }),
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

/** Marks of a difference between two versions, seen from the older one. */
export const Difference = Type.Object({
  page: Type.String(),
  /** of a row as such the `itemId` is its group */
  ...ItemAddress.properties,
  kind: OneOf('added', 'changed', 'removed'),
  before: Nullable(Said),
  after: Nullable(Said),
  /** blinded for this user: that it differs is told, not what it says */
  hidden: Type.Boolean(),
});

export const compareVersions = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/versions/:otherKey/differences',
  summary: 'What another version of the same case says otherwise: rows and items, older side first',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer(), otherKey: Type.Integer() }),
  data: Type.Object({
    olderVersionNo: Type.Integer(),
    newerVersionNo: Type.Integer(),
    listInfo: Type.Array(Difference),
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
        statusId: OneOf('REVIEW', 'LOCK'),
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
    statusId: OneOf('REVIEW', 'LOCK', 'DELETE'),
    status: OneOf('Y', 'N'),
    reason: Reason,
    retrievedAt: Type.String({ format: 'date-time' }),
    signature: Type.Optional(
      Type.Object({
        /** code of the list `signature-meaning` */
        meaning: Type.String({ minLength: 1, maxLength: 40 }),
        password: Type.String({ minLength: 1, maxLength: 200 }),
      }),
    ),
  }),
  data: CaseStatus,
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
  }),
  data: Type.Object({ caseKey: Type.Integer(), caseNo: Type.String(), versionNo: Type.Integer() }),
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
