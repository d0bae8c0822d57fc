/** History of a case: its moments, its content at one of them, and the comparison of any two sides. */
import { Type, type Static } from 'typebox';
import { AuditEntry } from './caseAudit.ts';
import { CaseRow, CaseValue, ItemAddress, ItemProperties, Nullable, OneOf } from './common.ts';
import { defineCall } from './call.ts';

const CaseKey = Type.Object({ caseKey: Type.Integer() });
const SaveNo = Type.Integer({ minimum: 1 });
const Content = Type.Object({ values: Type.Array(CaseValue), rows: Type.Array(CaseRow) });
const READERS = ['READ.CASE', 'EDIT.CASE'] as const;

/** Everything stored in one transaction: one save with its consequences. */
export const Moment = Type.Object({
  /** the last save of the moment in the audit chain of the case; identifies the moment */
  saveNo: SaveNo,
  /** the version it belongs to */
  caseKey: Type.Integer(),
  versionNo: Type.Integer(),
  at: Type.String({ format: 'date-time' }),
  userId: Type.String(),
  userName: Type.String(),
  reason: Type.String(),
  source: AuditEntry.properties.source,
  /** its kind: a save, the start of a version, a file, the separation from other versions */
  kind: OneOf('save', 'made', 'followUp', 'import', 'disconnect'),
  /** ids of the pages it changed */
  pages: Type.Array(Type.String()),
  /** changed items and rows */
  entries: Type.Integer(),
  /** version of the schema files at that time */
  catalogueVersion: Type.String(),
});

export const listMoments = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/moments',
  summary: 'Every change of what a case says, oldest first, over all its versions',
  access: READERS,
  params: CaseKey,
  data: Type.Object({
    listInfo: Type.Array(Moment),
    /** whether replaying the whole trail yields exactly the stored version; false: recorded by an older product */
    exact: Type.Boolean(),
  }),
});

export const readMoment = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/moments/:saveNo',
  summary: 'All that a case said at a moment, and what that moment changed',
  access: READERS,
  params: Type.Object({ caseKey: Type.Integer(), saveNo: SaveNo }),
  data: Type.Object({
    moment: Moment,
    content: Content,
    /** the previous values where the moment changed something */
    replaced: Type.Object({
      values: Type.Array(CaseValue),
      rows: Type.Array(
        Type.Object({
          group: Type.String(),
          rowNo: Type.Integer(),
          rowNo2: Type.Integer(),
          rowNo3: Type.Integer(),
          before: Nullable(CaseRow),
        }),
      ),
    }),
    /** whether the schema files of that time are in use now, archived, or no longer available */
    schema: OneOf('present', 'kept', 'lost'),
  }),
});

/** 404 NOT_FOUND if the files of that version are not available. */
export const readCatalogueOf = defineCall({
  method: 'GET',
  path: '/1.0/catalogue-versions/:version/:appendix',
  summary: 'The catalogue that was in use at a time, as an appendix showed it',
  access: READERS,
  params: Type.Object({
    version: Type.String({ minLength: 1, maxLength: 100 }),
    appendix: Type.String({ minLength: 1, maxLength: 10 }),
  }),
  // the catalogue is typed in `schemas/compile/catalogue.types.ts`
  data: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
});

/** One side of a comparison. `kind` determines which of the other properties apply. */
export const Side = Type.Union([
  Type.Object({ kind: Type.Literal('version'), caseKey: Type.Integer() }),
  Type.Object({ kind: Type.Literal('moment'), saveNo: SaveNo }),
  // unsaved edits on top of the requested version
  Type.Object({ kind: Type.Literal('draft'), values: Type.Array(CaseValue), rows: Type.Array(CaseRow) }),
]);
export type Side = Static<typeof Side>;

const HistoryValue = Type.Object({
  value: Nullable(Type.String()),
  nullFlavor: Nullable(Type.String()),
  notation: Nullable(Type.String()),
  properties: Type.Optional(Nullable(ItemProperties)),
});

export const Difference = Type.Object({
  page: Type.String(),
  /** for a row itself, `itemId` is its group */
  ...ItemAddress.properties,
  kind: OneOf('added', 'changed', 'removed', 'moved', 'same'),
  before: Nullable(HistoryValue),
  after: Nullable(HistoryValue),
  /** blinded for this user: reveals that the value differs, but not the value */
  hidden: Type.Boolean(),
});

export const Comparison = Type.Object({
  listInfo: Type.Array(Difference),
  /** names of the outermost rows of the differences; the newer side determines them */
  rows: Type.Array(Type.Object({ group: Type.String(), rowNo: Type.Integer(), label: Type.String() })),
});
export type Comparison = Static<typeof Comparison>;

export const compareSides = defineCall({
  method: 'POST',
  path: '/1.0/cases/:caseKey/comparison',
  summary: 'What the newer of two sides of a case says otherwise than the older one; changes nothing',
  whileViewing: true,
  access: READERS,
  params: CaseKey,
  body: Type.Object({
    older: Side,
    newer: Side,
    /** including items that are equal on both sides */
    all: Type.Optional(Type.Boolean()),
  }),
  data: Comparison,
});

/** Where a value came from: `shared/provenance`. */
const Provenance = Type.Union([
  Type.Object({
    by: Type.Literal('master'),
    kind: Type.String(),
    recordKey: Type.Integer(),
    version: Type.Integer(),
    /** null: the record no longer exists */
    name: Nullable(Type.String()),
  }),
  Type.Object({
    by: Type.Literal('sync'),
    /** name of the item in its study: event, form, row, item; null: a constant of the rule */
    source: Nullable(Type.String()),
    /** as the source wrote it */
    sourceText: Nullable(Type.String()),
    rule: Type.Object({ itemId: Type.String(), targetSeqNo: Type.Integer(), version: Type.Integer() }),
  }),
  Type.Object({ by: Type.Literal('import'), file: Type.String(), line: Nullable(Type.Integer()) }),
  Type.Object({
    by: Type.Literal('text'),
    itemId: Type.String(),
    sentence: Type.Integer(),
    /** the text of the sponsor's synonym by which it was recognised; null: by none, or one that is no longer there */
    synonym: Nullable(Type.String()),
  }),
  /** `page`: null for what follows from other values of the form */
  Type.Object({
    by: Type.Literal('form'),
    file: Type.String(),
    page: Nullable(Type.Integer()),
    box: Type.String(),
  }),
  Type.Object({ by: Type.Literal('recommended'), engine: Type.String(), score: Nullable(Type.Number()) }),
  Type.Object({ by: OneOf('computed', 'hidden', 'person') }),
]);

export const readAuthor = defineCall({
  method: 'GET',
  path: '/1.0/cases/:caseKey/item-author',
  summary: 'Who said last what an item says in this version',
  access: READERS,
  params: CaseKey,
  query: Type.Object({
    itemId: Type.String({ maxLength: 60 }),
    rowNo: Type.Optional(Type.Integer({ minimum: 0 })),
    rowNo2: Type.Optional(Type.Integer({ minimum: 0 })),
    rowNo3: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  data: Type.Object({
    /** changes of the item up to this version */
    changes: Type.Integer(),
    /** null: never entered */
    last: Nullable(
      Type.Object({
        saveNo: SaveNo,
        versionNo: Type.Integer(),
        at: Type.String({ format: 'date-time' }),
        userId: Type.String(),
        userName: Type.String(),
        reason: Type.String(),
        source: AuditEntry.properties.source,
        action: AuditEntry.properties.action,
        before: Nullable(HistoryValue),
        after: Nullable(HistoryValue),
        hidden: Type.Boolean(),
        /** null for a blinded value, and for changes of the system */
        provenance: Nullable(Provenance),
        /** entered before the trail of this case begins: user and time in the case it was separated from */
        earlier: Nullable(Type.Object({ userId: Type.String(), at: Type.String({ format: 'date-time' }) })),
      }),
    ),
  }),
});
