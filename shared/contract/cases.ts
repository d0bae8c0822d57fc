/** Cases as wholes: list, add, status, versions, import and export (specification section 7). */
import { Type } from 'typebox';
import { Finding, Nullable, Paged, Paging, Residue, OneOf } from './common.ts';
import { defineCall } from './call.ts';

const CaseKey = Type.Object({ caseKey: Type.Integer() });

export const CaseStatus = Type.Object({
  locked: Type.Boolean(),
  reviewed: Type.Boolean(),
  deleted: Type.Boolean(),
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
  updatedAt: Type.String({ format: 'date-time' }),
  updatedBy: Type.String(),
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
  summary: 'The cases of a sponsor that the user may see: search, sort, page',
  access: ['READ.CASE', 'EDIT.CASE'],
  query: Type.Object({
    ...Paging,
    /** looked for in number, patient, product, term */
    keyword: Type.Optional(Type.String({ maxLength: 200 })),
    sort: Type.Optional(OneOf(...CASE_LIST_SORTS)),
    direction: Type.Optional(OneOf('asc', 'desc')),
    deleted: Type.Optional(OneOf('Y', 'N')),
  }),
  data: Paged(CaseListRow),
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
        createdAt: Type.String({ format: 'date-time' }),
        createdBy: Type.String(),
        reason: Nullable(Type.String()),
      }),
    ),
  }),
});

export const setCaseStatus = defineCall({
  method: 'PUT',
  path: '/1.0/cases/:caseKey/status',
  summary: 'Toggles REVIEW, LOCK or DELETE of a case, with a reason',
  access: ['EDIT.CASE'],
  params: CaseKey,
  body: Type.Object({
    statusId: OneOf('REVIEW', 'LOCK', 'DELETE'),
    status: OneOf('Y', 'N'),
    reason: Type.String({ minLength: 1, maxLength: 2000 }),
    retrievedAt: Type.String({ format: 'date-time' }),
  }),
  data: CaseStatus,
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
