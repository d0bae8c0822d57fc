/** Importing files of E2B(R3) and E2B(R2), and what an import brought. */
import { Type, type Static } from 'typebox';
import { IMPORT_FORMS, OUTCOMES, PROPOSALS } from '../import/import.types.ts';
import { defineCall } from './call.ts';
import { ConversionNote, Finding, Nullable, OneOf, Paging, Residue } from './common.ts';

/** A decision of a user about a message. */
export const ImportDecision = Type.Object({
  userName: Type.String(),
  at: Type.String({ format: 'date-time' }),
  reason: Type.String(),
});

/** A cell of a spreadsheet that cannot be read. */
export const UnreadableCell = Type.Object({
  sheet: Type.String(),
  /** e.g. B7 */
  cell: Type.String(),
  /** of the item; null: the column is of none */
  label: Nullable(Type.String()),
  text: Type.String(),
  problem: Type.String(),
});

export const ImportedCase = Type.Object({
  /** in the import, over all files of it */
  seq: Type.Integer(),
  caseKey: Nullable(Type.Integer()),
  caseNo: Nullable(Type.String()),
  /**
   * new: a case was made; followUp: a further version of a case we have; refused, skipped: nothing was stored; null: the
   * import has not come to it
   */
  decision: Nullable(OneOf(...OUTCOMES)),
  /** what was proposed before; null: imported in one step */
  proposal: Nullable(OneOf(...PROPOSALS)),
  /** who has changed the proposed decision or made the missing one */
  userDecision: Nullable(ImportDecision),
  /** the file inside a ZIP, else the uploaded file */
  fileName: Type.String(),
  batchNo: Type.Integer(),
  /** 1-based place in the batch */
  message: Type.Integer(),
  /** the number that its sender gave the case */
  caseNumber: Nullable(Type.String()),
  findings: Type.Array(Finding),
  /** the standard that it came in; null: it could not be read, or was imported before both were */
  form: Nullable(OneOf(...IMPORT_FORMS)),
  residue: Type.Array(Residue),
  notes: Type.Array(ConversionNote),
  /** of a spreadsheet, cells that cannot be read */
  cells: Type.Array(UnreadableCell),
  problem: Nullable(Type.String()),
});
export type ImportedCase = Static<typeof ImportedCase>;

/** States of the chart `machines/acknowledgement-sending`. */
const SENDING_STATES = ['handing', 'waiting', 'asking', 'awaitingPerson', 'failed', 'sent'] as const;

/** One XML file of an import, as far as it could be read. */
export const ImportedBatch = Type.Object({
  batchNo: Type.Integer(),
  fileName: Type.String(),
  form: Nullable(OneOf(...IMPORT_FORMS)),
  batchNumber: Nullable(Type.String()),
  sender: Nullable(Type.String()),
  receiver: Nullable(Type.String()),
  /** an acknowledgement answers a batch by its number, when the import is over */
  canBeAcknowledged: Type.Boolean(),
  /** AA: all messages are stored, AE: some, AR: the file cannot be read */
  acknowledgementCode: Nullable(OneOf('AA', 'AE', 'AR')),
  /** who fetched its acknowledgement first; null: nobody yet */
  acknowledged: Nullable(Type.Object({ userName: Type.String(), at: Type.String({ format: 'date-time' }) })),
  /** the receiver that it can be sent to; null: it was sent, or its sender is none that can be reached */
  sendableTo: Nullable(Type.String()),
  /** how far the acknowledgement is on its way to the partner; null: it was not sent */
  sending: Nullable(
    Type.Object({
      receiver: Type.String(),
      state: OneOf(...SENDING_STATES),
      fault: Nullable(Type.String()),
      userName: Type.String(),
      sentAt: Nullable(Type.String({ format: 'date-time' })),
    }),
  ),
});

export const ImportDetail = Type.Object({
  dataKey: Type.Integer(),
  fileName: Type.String(),
  /** of the page */
  cases: Type.Array(ImportedCase),
  /** that the user may see, on all pages */
  caseCount: Type.Integer(),
  /** whether all messages have an outcome */
  isOver: Type.Boolean(),
  batches: Type.Array(ImportedBatch),
});
export type ImportDetail = Static<typeof ImportDetail>;

/** A batch of a year's reports. */
export const MAX_IMPORT_MB = 500;

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
  summary:
    'Imports E2B(R3), E2B(R2) or a filled spreadsheet in one step: one report, a batch, or a ZIP of them (multipart field `file`)',
  access: ['EDIT.DATA'],
  carries: 'upload',
  maxUploadMb: MAX_IMPORT_MB,
  progress: ImportProgress,
  params: Type.Object({ sponsorKey: Type.Integer() }),
  query: Type.Object({
    /** what becomes of a report whose patient differs from that of the case with its number; default: refuse */
    otherPatient: Type.Optional(OneOf('refuse', 'followUp')),
    /** what becomes of a nullification of a case that is not stored; default: refuse */
    nothingToNullify: Type.Optional(OneOf('refuse', 'new')),
  }),
  data: ImportDetail,
});

export const readImport = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/datas/history/:dataKey/import-detail',
  summary: 'What an import brought',
  access: ['READ.DATA', 'EDIT.DATA'],
  params: Type.Object({ sponsorKey: Type.Integer(), dataKey: Type.Integer() }),
  query: Type.Object(Paging),
  data: ImportDetail,
});

export const CaseOfImport = Type.Object({
  ...ImportedCase.properties,
  /** number of the file in the history */
  dataKey: Type.Integer(),
  at: Type.String({ format: 'date-time' }),
  userName: Type.String(),
});

/** 404 NOT_FOUND. */
export const readImportsOfCase = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/imports',
  summary:
    'The messages that a case was imported from, over its versions, with what was not mapped and what was converted',
  access: ['READ.CASE', 'EDIT.CASE'],
  params: Type.Object({ caseKey: Type.Integer() }),
  data: Type.Object({ imports: Type.Array(CaseOfImport) }),
});
