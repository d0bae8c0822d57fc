/** The import in two steps: files are sent and read, each message is decided about, the chosen ones become cases. */
import { Type, type Static } from 'typebox';
import { DECISIONS, IMPORT_FORMS, OUTCOMES, PROPOSALS, RUN_STATES } from '../import/import.types.ts';
import { defineCall, type DataOf } from './call.ts';
import { Comparison } from './caseHistory.ts';
import { ImportDecision, ImportedCase, MAX_IMPORT_MB } from './caseImport.ts';
import { Nullable, OneOf, Paged, Paging, Reason } from './common.ts';
import { DuplicateEvidence } from './duplicates.ts';

const IMPORTERS = ['EDIT.DATA'] as const;
/** Files of one import; more of them come in a ZIP. */
export const MAX_IMPORT_FILES = 50;
/** Messages that are decided about at once. */
const MAX_DECIDED = 500;

/** The browser makes the key, a new UUID. */
const OfRun = Type.Object({ runKey: Type.String({ format: 'uuid' }) });

const EarlierImport = Type.Object({
  dataKey: Type.Integer(),
  fileName: Type.String(),
  at: Type.String({ format: 'date-time' }),
  userId: Type.String(),
});

export const ImportRunFile = Type.Object({
  fileNo: Type.Integer(),
  fileName: Type.String(),
  size: Nullable(Type.Integer()),
  /** SHA-256, hexadecimal */
  hash: Type.String(),
  /** imports of the same content */
  earlier: Type.Array(EarlierImport),
  /** its number in the history; null: not imported yet */
  dataKey: Nullable(Type.Integer()),
  /** a spreadsheet has cells that cannot be read: a copy with comments at them can be fetched */
  hasComments: Type.Boolean(),
});

const Count = Type.Integer();

export const ImportRun = Type.Object({
  runKey: Type.String(),
  state: OneOf(...RUN_STATES),
  at: Type.String({ format: 'date-time' }),
  /** when it is deleted, if nothing of it was imported */
  expiresAt: Nullable(Type.String({ format: 'date-time' })),
  files: Type.Array(ImportRunFile),
  /** share of the work, 0 to 1, and messages; of reading or importing */
  progress: Nullable(Type.Object({ share: Type.Number(), messages: Count })),
  /** why the last reading or importing failed */
  error: Nullable(Type.String()),
  messages: Count,
  /** by what is proposed */
  proposals: Type.Object({
    new: Count,
    followUp: Count,
    duplicate: Count,
    nullification: Count,
    otherPatient: Count,
    otherContent: Count,
    refused: Count,
  }),
  /** messages that are to become cases, that a user has to decide about, and those that have become cases */
  chosen: Count,
  open: Count,
  imported: Count,
  /** of the chosen ones, those that could not be stored */
  refused: Count,
});
export type ImportRun = Static<typeof ImportRun>;

export const sendImportFile = defineCall({
  method: 'POST',
  path: '/1.1/imports/:runKey/files',
  summary:
    'Adds a file to an import in two steps: E2B(R3) or E2B(R2), one report or a batch, a filled spreadsheet, a ZIP of them, or a PDF of a printed form (field `file`)',
  access: IMPORTERS,
  carries: 'upload',
  maxUploadMb: MAX_IMPORT_MB,
  params: OfRun,
  data: ImportRun,
});

export const readImportFiles = defineCall({
  method: 'PUT',
  path: '/1.1/imports/:runKey/read',
  summary: 'Has the server read the files that were sent; nothing is written to cases. Also once more',
  access: IMPORTERS,
  params: OfRun,
  data: ImportRun,
});

export const listImportRuns = defineCall({
  method: 'GET',
  path: '/1.1/imports',
  summary: 'The imports of the reader that have not ended',
  access: IMPORTERS,
  data: Type.Object({ runs: Type.Array(ImportRun) }),
});

/** 404 IMPORT_NOT_FOUND for an import of another user. */
export const readImportRun = defineCall({
  method: 'GET',
  path: '/1.1/imports/:runKey',
  summary: 'How far an import is',
  access: IMPORTERS,
  params: OfRun,
  data: ImportRun,
});

const CaseOfMessage = Type.Object({
  caseKey: Type.Integer(),
  caseNo: Type.String(),
  versionNo: Type.Integer(),
});

/** `ours`: of the message, `theirs`: of the case. */
const ImportFact = Type.Object({
  ...DuplicateEvidence.properties,
  /** a follow-up may leave it as the case has it */
  canStay: Type.Boolean(),
  /** that is decided */
  stays: Type.Boolean(),
});

export const ImportMessage = Type.Object({
  seq: Type.Integer(),
  fileName: Type.String(),
  /** 1-based place in the batch; 0: the file cannot be read */
  message: Type.Integer(),
  form: Nullable(OneOf(...IMPORT_FORMS)),
  caseNumber: Nullable(Type.String()),
  proposal: OneOf(...PROPOSALS),
  /** why it is refused, or needs a decision */
  problem: Nullable(Type.String()),
  /** fields of the message beside those of the case */
  facts: Type.Array(ImportFact),
  /** dates of receipt beside those of the case, C.1.4 and C.1.5 */
  received: Type.Object({ ours: Type.String(), theirs: Type.String() }),
  mostRecent: Type.Object({ ours: Type.String(), theirs: Type.String() }),
  /** the case that it is compared with */
  target: Nullable(CaseOfMessage),
  /** the earlier message of the import that it is compared with */
  targetSeq: Nullable(Type.Integer()),
  errors: Type.Integer(),
  warnings: Type.Integer(),
  /** of a printed form: how many values it has, and how many were accepted; null: nobody has checked them */
  printed: Nullable(Type.Object({ values: Count, accepted: Nullable(Count) })),
  /** null: a user has to decide */
  decision: Nullable(OneOf(...DECISIONS)),
  /** who has changed the proposal, or made the missing decision */
  userDecision: Nullable(ImportDecision),
  /** what it may be decided to */
  choices: Type.Array(OneOf(...DECISIONS)),
  outcome: Nullable(OneOf(...OUTCOMES)),
  /** what it has become */
  caseKey: Nullable(Type.Integer()),
  caseNo: Nullable(Type.String()),
});
export type ImportMessage = Static<typeof ImportMessage>;

export const listImportMessages = defineCall({
  method: 'GET',
  path: '/1.1/imports/:runKey/messages',
  summary: 'The messages of an import beside the stored cases, with what is proposed',
  access: IMPORTERS,
  params: OfRun,
  query: Type.Object({
    ...Paging,
    /** only those with this proposal; `open`: those that a user has to decide about */
    only: Type.Optional(OneOf(...PROPOSALS, 'open')),
  }),
  data: Paged(ImportMessage),
});

const OfMessage = Type.Object({ ...OfRun.properties, seq: Type.Integer({ minimum: 1 }) });

export const readImportMessage = defineCall({
  method: 'GET',
  path: '/1.1/imports/:runKey/messages/:seq',
  summary: 'One message with its findings, unmapped elements, conversions, and the cases it may be of',
  access: IMPORTERS,
  params: OfMessage,
  data: Type.Object({
    message: ImportMessage,
    findings: ImportedCase.properties.findings,
    residue: ImportedCase.properties.residue,
    notes: ImportedCase.properties.notes,
    cells: ImportedCase.properties.cells,
    /** from the stored version with its time of creation; null: there is none, or it says the same */
    difference: Nullable(Comparison),
    /** cases that it may be a follow-up of, the likeliest first */
    candidates: Type.Array(Type.Object({ ...CaseOfMessage.properties, score: Type.Number() })),
  }),
});

/** Lengths are points of the page, from its left top corner. */
const FormSpot = Type.Object({
  page: Type.Integer(),
  x: Type.Number(),
  y: Type.Number(),
  width: Type.Number(),
  height: Type.Number(),
});

const PrintedValue = Type.Object({
  /** of its address */
  key: Type.String(),
  itemId: Type.String(),
  label: Type.String(),
  /** numbers of its rows, outermost first */
  rows: Type.Array(Type.Integer()),
  box: Type.String(),
  /** as the form has it */
  text: Type.String(),
  /** what it becomes, in words */
  shown: Type.String(),
  spots: Type.Array(FormSpot),
  /** null: nobody has checked it yet */
  accepted: Nullable(Type.Boolean()),
});

/** 404 NOT_FOUND for a message that is no printed form. */
export const readPrintedForm = defineCall({
  method: 'GET',
  path: '/1.1/imports/:runKey/messages/:seq/form',
  summary: 'The values that a printed form has, each with its place on the pages, and who has checked them',
  access: IMPORTERS,
  params: OfMessage,
  data: Type.Object({
    fileName: Type.String(),
    values: Type.Array(PrintedValue),
    /** text that no item takes */
    unread: ImportedCase.properties.residue,
    checked: Nullable(Type.Object({ userName: Type.String(), at: Type.String({ format: 'date-time' }) })),
  }),
});
export type PrintedForm = DataOf<typeof readPrintedForm>;

/** 404 NOT_FOUND; 409 IMPORT_GONE_ON; 422 DECISION_REFUSED for a message that is refused. */
export const checkPrintedForm = defineCall({
  method: 'PUT',
  path: '/1.1/imports/:runKey/messages/:seq/form',
  summary: 'Accepts values of a printed form; the others are refused, and are not imported',
  access: IMPORTERS,
  params: OfMessage,
  body: Type.Object({
    accepted: Type.Array(Type.String({ maxLength: 200 }), { maxItems: 10_000, uniqueItems: true }),
  }),
  data: ImportRun,
});

/** 404 NOT_FOUND */
export const fetchPrintedForm = defineCall({
  method: 'GET',
  path: '/1.1/imports/:runKey/messages/:seq/form/file',
  summary: 'The PDF of a printed form as it came',
  access: IMPORTERS,
  params: OfMessage,
  carries: 'file',
});

/** 422 DECISION_REFUSED where a message cannot be decided so; none of them is changed then. */
export const decideImportMessages = defineCall({
  method: 'PUT',
  path: '/1.1/imports/:runKey/decisions',
  summary: 'Decides about messages of an import, with a reason; `proposal` takes decisions back',
  access: IMPORTERS,
  params: OfRun,
  body: Type.Object({
    seqs: Type.Array(Type.Integer({ minimum: 1 }), {
      minItems: 1,
      maxItems: MAX_DECIDED,
      uniqueItems: true,
    }),
    decision: OneOf(...DECISIONS, 'proposal'),
    /** of a follow-up, the number of the case; left out: the case that the message is compared with */
    caseNo: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
    /** of a follow-up: compared fields of which the case stays as it is; left out: none */
    stays: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 40, uniqueItems: true })),
    reason: Reason,
  }),
  data: ImportRun,
});

/** 422 NOTHING_TO_IMPORT: nothing is chosen, and messages wait for a decision. */
export const confirmImport = defineCall({
  method: 'PUT',
  path: '/1.1/imports/:runKey/confirm',
  summary: 'Imports the chosen messages, each in a transaction of its own',
  access: IMPORTERS,
  params: OfRun,
  data: ImportRun,
});

export const IMPORT_COMMANDS = ['cancel', 'continue', 'close'] as const;

/** 409 IMPORT_GONE_ON where its state takes no such command. */
export const commandImport = defineCall({
  method: 'PUT',
  path: '/1.1/imports/:runKey/:command',
  summary:
    'Cancels an import, continues a stopped one, or closes it. What was imported stays; what was only read is deleted',
  access: IMPORTERS,
  params: Type.Object({ ...OfRun.properties, command: OneOf(...IMPORT_COMMANDS) }),
  data: Nullable(ImportRun),
});

/** 404 IMPORT_NOT_FOUND, NOT_FOUND for a file without such cells. */
export const fetchCommentedFile = defineCall({
  method: 'GET',
  path: '/1.1/imports/:runKey/files/:fileNo/commented',
  summary: 'The spreadsheet of an import as it came, with a comment at each cell that cannot be read',
  access: IMPORTERS,
  params: Type.Object({ ...OfRun.properties, fileNo: Type.Integer({ minimum: 1 }) }),
  carries: 'file',
});

/** 422 IMPORT_ITEMS_UNKNOWN */
export const downloadImportTemplate = defineCall({
  method: 'GET',
  path: '/1.0/sponsors/:sponsorKey/import/template-download',
  summary: 'A spreadsheet to fill in with cases: its items, lists and explanations are those of the region',
  access: IMPORTERS,
  carries: 'file',
  params: Type.Object({ sponsorKey: Type.Integer() }),
  query: Type.Object({
    /** ids, separated by commas; left out: what a case must have, and what printed reports show */
    items: Type.Optional(Type.String({ minLength: 1, maxLength: 12_000 })),
  }),
});

export const SENDING_EVENTS = ['send', 'retry', 'handedOver', 'notHandedOver'] as const;

/** As `fetchAcknowledgement`; 422 TRANSPORT_NOT_SET_UP, and 409 SUBMISSION_REFUSED where its state takes no such event. */
export const sendAcknowledgement = defineCall({
  method: 'POST',
  path: '/1.0/datas/history/:dataKey/acknowledgements/:batchNo/sending',
  summary:
    'Sends the acknowledgement of an imported batch by the transport of the partner, or says what became of it',
  access: IMPORTERS,
  params: Type.Object({ dataKey: Type.Integer({ minimum: 1 }), batchNo: Type.Integer({ minimum: 1 }) }),
  body: Type.Object({ event: OneOf(...SENDING_EVENTS) }),
});

/** 409 ACKNOWLEDGEMENT_NOT_READY; 403 NO_PRIVILEGE for a user who may not see all cases of the batch. */
export const fetchAcknowledgement = defineCall({
  method: 'GET',
  path: '/1.0/datas/history/:dataKey/acknowledgements/:batchNo',
  summary: 'The acknowledgement of an imported batch for its sender, in the form of the batch',
  access: IMPORTERS,
  params: Type.Object({ dataKey: Type.Integer({ minimum: 1 }), batchNo: Type.Integer({ minimum: 1 }) }),
  carries: 'file',
});
