/**
 * Schema files of a sponsor: delivered, unpublished on disk, and published. A published version contains the files
 * that differ from the delivered ones; every sponsor has its own.
 */
import { Type } from 'typebox';
import { FAULT_KINDS } from '../faces/faceFault.types.ts';
import { FIELD_STATES } from '../faces/fieldStates.ts';
import { DIFFERENCE_KINDS } from '../trial/trial.types.ts';
import { defineCall } from './call.ts';
import { LocalisedText, Nullable, OneOf, Reason, ReportLanguage } from './common.ts';

/** A path below `schemas/`, with forward slashes: `appendices/KR.appendix.json`. */
const FileName = Type.String({ maxLength: 120, pattern: '^[a-z0-9-]+/([a-z]+/)?[A-Za-z0-9._-]+\\.json$' });
const FileText = Type.String({ maxLength: 2_000_000 });

/** Invented cases that a change is tried with. */
export const MAX_TRIAL_CASES = 10_000;

/** A file that differs from the delivered one; `text` null removes it. */
export const SchemaChange = Type.Object({ file: FileName, text: Nullable(FileText) });

export const SchemaFile = Type.Object({
  file: FileName,
  /** the text in use by the sponsor's forms; null: not yet published */
  active: Nullable(Type.String()),
  /** the text to edit: the draft, otherwise the differing file on disk, otherwise `active` */
  text: Nullable(Type.String()),
  /** product: as delivered; published: changed by a version; disk: a different file is on disk; draft: being edited */
  origin: OneOf('product', 'published', 'disk', 'draft'),
  /** delivered with the product: it can be changed but not removed */
  delivered: Type.Boolean(),
  draftBy: Nullable(Type.String()),
  draftAt: Nullable(Type.String({ format: 'date-time' })),
  /** of `active`; sent back as `base` of a draft */
  hash: Nullable(Type.String()),
  /** the text that the draft changes, where another one is in use since; null: it is `active` */
  outdated: Nullable(Type.Object({ base: Nullable(Type.String()) })),
});

/** A finding of the linter (`npm run schemas:check`) with its location. */
export const SchemaFinding = Type.Object({
  file: Type.String(),
  line: Type.Integer(),
  column: Type.Integer(),
  severity: OneOf('error', 'warning'),
  rule: Type.String(),
  message: Type.String(),
  /** end of the marked range, exclusive */
  endLine: Type.Optional(Type.Integer()),
  endColumn: Type.Optional(Type.Integer()),
  /** replacement text that fixes the finding, if there is one */
  fix: Type.Optional(
    Type.Object({
      line: Type.Integer(),
      column: Type.Integer(),
      endLine: Type.Integer(),
      endColumn: Type.Integer(),
      text: Type.String(),
    }),
  ),
});

const Version = Type.Object({
  versionNo: Type.Integer(),
  /** hash of the compiled sources, recorded with case versions and audit entries */
  catalogueVersion: Type.String(),
  at: Type.String({ format: 'date-time' }),
  userId: Type.String(),
  userName: Type.String(),
  reason: Type.String(),
  /** the version restored by this one; null for an edit */
  rolledBackTo: Nullable(Type.Integer()),
  active: Type.Boolean(),
  /** files that differ from the previous version */
  changed: Type.Array(Type.String()),
});

export const readSchemaFiles = defineCall({
  method: 'GET',
  path: '/1.0/schemas/files',
  summary:
    'The schema files with what is published or lies unpublished on disk; with drafts for users who may publish',
  access: 'session',
  data: Type.Object({
    /** 0: the delivered files */
    versionNo: Type.Integer(),
    files: Type.Array(SchemaFile),
    /** referenced tables of the messages that cannot be edited here but that the linter and the compiler need */
    others: Type.Array(Type.Object({ file: Type.String(), text: Type.String() })),
    /** findings of the files on disk that could not be loaded; the last valid files remain in use */
    problems: Type.Array(SchemaFinding),
  }),
});

export const saveSchemaDraft = defineCall({
  method: 'PUT',
  path: '/1.0/schemas/drafts',
  summary:
    'Keeps a file as it is being edited; 409 DRAFT_CHANGED when somebody else changed it since `basedOn`, 409 DRAFT_OUTDATED when another text than `base` is in use',
  access: ['EDIT.ADMIN'],
  body: Type.Object({
    ...SchemaChange.properties,
    /** `draftAt` at the time of reading; null: there was no draft */
    basedOn: Nullable(Type.String({ format: 'date-time' })),
    /** `hash` of the text in use that the draft changes; null: there was no such file */
    base: Nullable(Type.String({ maxLength: 64 })),
  }),
  data: Type.Object({ draftAt: Type.String({ format: 'date-time' }) }),
});

export const dropSchemaDraft = defineCall({
  method: 'DELETE',
  path: '/1.0/schemas/drafts',
  summary: 'Forgets the draft of a file',
  access: ['EDIT.ADMIN'],
  query: Type.Object({ file: FileName }),
});

export const checkSchemas = defineCall({
  method: 'POST',
  path: '/1.0/schemas/check',
  summary:
    'What the linter finds when these changes are made to the files in use; 422 WORK_TOO_LONG where that takes too long',
  access: ['EDIT.ADMIN'],
  body: Type.Object({ changes: Type.Array(SchemaChange, { maxItems: 200 }) }),
  data: Type.Object({ findings: Type.Array(SchemaFinding) }),
});

/** How one or more cases differ. */
const difference = {
  kind: OneOf(...DIFFERENCE_KINDS),
  /** receiver, appendix, list or report; empty: none */
  where: Type.String(),
  /** item, rule, column or box */
  name: Type.String(),
  label: LocalisedText,
  /** null: there was or will be nothing */
  before: Nullable(Type.String()),
  after: Nullable(Type.String()),
};

/** Effect of publishing on one case. */
const CaseImpact = Type.Object({
  caseKey: Type.Integer(),
  caseNo: Type.String(),
  versionNo: Type.Integer(),
  differences: Type.Array(Type.Object(difference)),
});

const BlindedPart = Type.Object({ itemId: Type.String(), label: LocalisedText });

export const previewImpact = defineCall({
  method: 'POST',
  path: '/1.0/schemas/impact',
  summary:
    'What the changes would do to the stored cases the user may see; asked in portions, for progress and cancelling',
  access: ['EDIT.ADMIN'],
  body: Type.Object({
    changes: Type.Array(SchemaChange, { maxItems: 200 }),
    /** 0 for the first request, then `next` */
    after: Type.Integer({ minimum: 0 }),
    limit: Type.Integer({ minimum: 1, maximum: 200 }),
  }),
  data: Type.Object({
    total: Type.Integer(),
    checked: Type.Integer(),
    /** cursor of the next request; null at the end */
    next: Nullable(Type.Integer()),
    /** only affected cases */
    cases: Type.Array(CaseImpact),
    /** items, and computed list columns as `LIST/COLUMN`, that lose or gain blinding */
    blinding: Type.Object({ lost: Type.Array(BlindedPart), gained: Type.Array(BlindedPart) }),
  }),
});

/** Cases that differ in the same way, and the smallest of them. */
const TrialDifference = Type.Object({
  ...difference,
  count: Type.Integer(),
  /** values by item and row numbers, as in the examples of rules */
  example: Type.Record(Type.String(), Type.Unknown()),
});

export const trySchemas = defineCall({
  method: 'POST',
  path: '/1.0/schemas/trial',
  summary: 'What the changes would do to invented cases; asked in portions, for progress and cancelling',
  access: ['EDIT.ADMIN'],
  body: Type.Object({
    changes: Type.Array(SchemaChange, { maxItems: 200 }),
    /** 0 for the first request, then `next` */
    from: Type.Integer({ minimum: 0, maximum: MAX_TRIAL_CASES }),
    /** `kind|where|name` of differences whose example is small enough */
    known: Type.Array(Type.String({ maxLength: 400 }), { maxItems: 5000 }),
  }),
  data: Type.Object({
    /** number of the case to go on with; null at the end */
    next: Nullable(Type.Integer()),
    tried: Type.Integer(),
    /** cases that differ */
    differing: Type.Integer(),
    differences: Type.Array(TrialDifference),
  }),
});

/** A field of the changed items that cannot be read or is not heard (`shared/faces`). */
const FaceFault = Type.Object({
  appendix: Type.String({ maxLength: 20 }),
  itemId: Type.String({ maxLength: 100 }),
  language: ReportLanguage,
  state: OneOf(...FIELD_STATES),
  kind: OneOf(...FAULT_KINDS),
  what: Type.String({ maxLength: 500 }),
  width: Nullable(Type.Number({ minimum: 0, maximum: 10_000 })),
});

/** More faults than that say nothing new. */
const MAX_FACE_FAULTS = 200;

export const publishSchemas = defineCall({
  method: 'POST',
  path: '/1.0/schemas/versions',
  summary:
    'Makes the changes the sponsor’s next schema version; refused with the findings where they hold errors, and with 409 DRAFT_OUTDATED where a draft would undo what was published since it was stored',
  access: ['EDIT.ADMIN'],
  body: Type.Object({
    changes: Type.Array(SchemaChange, { minItems: 1, maxItems: 200 }),
    reason: Reason,
    /** the version that the changes are based on; 409 SCHEMAS_CHANGED if another one is active */
    basedOn: Type.Integer({ minimum: 0 }),
    /**
     * What the browser of the publisher has measured of the fields that change, for the audit trail; 422
     * FACES_FAULTY where it has found faults. Absent: nothing was measured, and the audit trail has no figure
     */
    faces: Type.Optional(
      Type.Object({
        measured: Type.Integer({ minimum: 0 }),
        faults: Type.Array(FaceFault, { maxItems: MAX_FACE_FAULTS }),
      }),
    ),
  }),
  data: Version,
});

export const listSchemaVersions = defineCall({
  method: 'GET',
  path: '/1.0/schemas/versions',
  summary: 'The published versions, newest first',
  access: 'session',
  data: Type.Object({ listInfo: Type.Array(Version) }),
});

export const readSchemaVersion = defineCall({
  method: 'GET',
  path: '/1.0/schemas/versions/:versionNo',
  summary: 'What a version changed of the product’s files; version 0 nothing',
  access: 'session',
  params: Type.Object({ versionNo: Type.Integer({ minimum: 0 }) }),
  data: Type.Object({
    version: Nullable(Version),
    /** `product`: the file as delivered by the running product, so that any two versions can be compared */
    changes: Type.Array(Type.Object({ ...SchemaChange.properties, product: Nullable(Type.String()) })),
  }),
});

export const rollBackSchemas = defineCall({
  method: 'POST',
  path: '/1.0/schemas/versions/:versionNo/rollback',
  summary: 'Publishes what an earlier version had, as a new version; 0 brings back the product’s files',
  access: ['EDIT.ADMIN'],
  params: Type.Object({ versionNo: Type.Integer({ minimum: 0 }) }),
  body: Type.Object({ reason: Reason, basedOn: Type.Integer({ minimum: 0 }) }),
  data: Version,
});
