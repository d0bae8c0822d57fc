/**
 * The schema files of a sponsor: what the product brings, what lies beside it unpublished, what was published.
 * A published version holds the files that differ from the product's; every sponsor has its own.
 */
import { Type } from 'typebox';
import { defineCall } from './call.ts';
import { LocalisedText, Nullable, OneOf } from './common.ts';

/** A path below `schemas/`, with forward slashes: `appendices/KR.appendix.json`. */
const FileName = Type.String({ maxLength: 120, pattern: '^[a-z0-9-]+/[A-Za-z0-9._-]+\\.json$' });
const FileText = Type.String({ maxLength: 2_000_000 });
const Reason = Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' });

/** A file that differs from the product's; `text` null takes it out. */
export const SchemaChange = Type.Object({ file: FileName, text: Nullable(FileText) });

export const SchemaFile = Type.Object({
  file: FileName,
  /** as the sponsor's forms use it now; null: not yet published */
  active: Nullable(Type.String()),
  /** as it is to be edited: the draft, else the file beside the running product where it is another, else `active` */
  text: Nullable(Type.String()),
  /** product: as delivered; published: changed by a version; disk: another one lies on disk; draft: being edited */
  origin: OneOf('product', 'published', 'disk', 'draft'),
  /** the product brings a file of this name: it can be changed, and not be taken out */
  delivered: Type.Boolean(),
  draftBy: Nullable(Type.String()),
  draftAt: Nullable(Type.String({ format: 'date-time' })),
});

/** A finding of the linter (`npm run schemas:check`), with its place. */
export const SchemaFinding = Type.Object({
  file: Type.String(),
  line: Type.Integer(),
  column: Type.Integer(),
  severity: OneOf('error', 'warning'),
  rule: Type.String(),
  message: Type.String(),
  /** where the marked words end, behind their last sign */
  endLine: Type.Optional(Type.Integer()),
  endColumn: Type.Optional(Type.Integer()),
  /** what would put it right, where one replacement does */
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
  /** hash of the compiled sources: what case versions and audit entries are marked with */
  catalogueVersion: Type.String(),
  at: Type.String({ format: 'date-time' }),
  userId: Type.String(),
  userName: Type.String(),
  reason: Type.String(),
  /** the version this one brought back; null where it was an edit */
  rolledBackTo: Nullable(Type.Integer()),
  active: Type.Boolean(),
  /** files that differ from those of the version before */
  changed: Type.Array(Type.String()),
});

export const readSchemaFiles = defineCall({
  method: 'GET',
  path: '/1.0/schemas/files',
  summary: 'The schema files with what is published, drafted or lies unpublished on disk',
  access: 'session',
  data: Type.Object({
    /** 0: the product's files as delivered */
    versionNo: Type.Integer(),
    files: Type.Array(SchemaFile),
    /** what they refer to and nobody edits here (tables of the messages): the linter and the compiler want it too */
    others: Type.Array(Type.Object({ file: Type.String(), text: Type.String() })),
    /** of the files on disk, where they could not be taken; the last good ones are in use then */
    problems: Type.Array(SchemaFinding),
  }),
});

export const saveSchemaDraft = defineCall({
  method: 'PUT',
  path: '/1.0/schemas/drafts',
  summary:
    'Keeps a file as it is being edited; 409 DRAFT_CHANGED when somebody else changed it since `basedOn`',
  access: ['EDIT.ADMIN'],
  body: Type.Object({
    ...SchemaChange.properties,
    /** `draftAt` of what was read; null: there was no draft */
    basedOn: Nullable(Type.String({ format: 'date-time' })),
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
  summary: 'What the linter finds when these changes are made to the files in use',
  access: 'session',
  body: Type.Object({ changes: Type.Array(SchemaChange, { maxItems: 200 }) }),
  data: Type.Object({ findings: Type.Array(SchemaFinding) }),
});

/** What publishing would do to one case. */
const CaseImpact = Type.Object({
  caseKey: Type.Integer(),
  caseNo: Type.String(),
  versionNo: Type.Integer(),
  /** findings the case would get, and those it would lose, for any receiver */
  newFindings: Type.Array(
    Type.Object({
      receiver: Type.String(),
      ruleId: Type.String(),
      itemId: Type.String(),
      message: LocalisedText,
    }),
  ),
  goneFindings: Type.Integer(),
  /** addresses whose value would no longer be seen in the forms of the appendix */
  lostValues: Type.Array(
    Type.Object({
      appendix: Type.String(),
      itemId: Type.String(),
      label: LocalisedText,
      rowNo: Type.Integer(),
      rowNo2: Type.Integer(),
      rowNo3: Type.Integer(),
    }),
  ),
});

export const previewImpact = defineCall({
  method: 'POST',
  path: '/1.0/schemas/impact',
  summary:
    'What the changes would do to the stored cases the user may see; asked in portions, for progress and cancelling',
  access: ['EDIT.ADMIN'],
  body: Type.Object({
    changes: Type.Array(SchemaChange, { maxItems: 200 }),
    /** 0 at the beginning, then `next` */
    after: Type.Integer({ minimum: 0 }),
    limit: Type.Integer({ minimum: 1, maximum: 200 }),
  }),
  data: Type.Object({
    total: Type.Integer(),
    checked: Type.Integer(),
    /** where to go on; null at the end */
    next: Nullable(Type.Integer()),
    /** only cases that something would happen to */
    cases: Type.Array(CaseImpact),
  }),
});

export const publishSchemas = defineCall({
  method: 'POST',
  path: '/1.0/schemas/versions',
  summary:
    'Makes the changes the sponsor’s next schema version; refused with the findings where they hold errors',
  access: ['EDIT.ADMIN'],
  body: Type.Object({
    changes: Type.Array(SchemaChange, { minItems: 1, maxItems: 200 }),
    reason: Reason,
    /** the version the changes were made on; 409 SCHEMAS_CHANGED when another one is active */
    basedOn: Type.Integer({ minimum: 0 }),
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
    /** `product`: as the running product delivers the file, so that any two versions can be compared */
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
