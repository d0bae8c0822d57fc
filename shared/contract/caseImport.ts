/** Importing files of E2B(R3) and E2B(R2), and what an import brought. */
import { Type, type Static } from 'typebox';
import { defineCall } from './call.ts';
import { ConversionNote, Finding, Nullable, OneOf, Residue } from './common.ts';

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
  /** the standard that it came in; null: it could not be read, or was imported before both were */
  form: Type.Optional(Nullable(OneOf('R2', 'R3'))),
  residue: Type.Array(Residue),
  notes: Type.Optional(Type.Array(ConversionNote)),
  problem: Nullable(Type.String()),
});

/** A batch of a year's reports. */
const MAX_IMPORT_MB = 500;

export const ImportProgress = Type.Object({
  /** bytes read of those to read; a file is read several times */
  bytes: Type.Integer(),
  totalBytes: Type.Integer(),
  /** files read, of those in a ZIP */
  files: Type.Integer(),
  totalFiles: Type.Integer(),
  /** messages stored or refused */
  messages: Type.Integer(),
});
export type ImportProgress = Static<typeof ImportProgress>;

export const importFile = defineCall({
  method: 'POST',
  path: '/1.0/sponsors/:sponsorKey/import/uploadFile',
  summary: 'Imports E2B(R3) or E2B(R2): one report, a batch, or a ZIP of them (multipart field `file`)',
  access: ['EDIT.DATA'],
  carries: 'upload',
  maxUploadMb: MAX_IMPORT_MB,
  progress: ImportProgress,
  params: Type.Object({ sponsorKey: Type.Integer() }),
  query: Type.Object({
    /** what becomes of a report whose patient differs from that of the case with its number; default: refuse */
    otherPatient: Type.Optional(OneOf('refuse', 'followUp')),
  }),
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
