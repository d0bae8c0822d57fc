/** A case as it was: its moments, what it said at one of them, and any two sides beside each other. */
import { Type, type Static } from 'typebox';
import { AuditEntry } from './caseAudit.ts';
import { CaseRow, CaseValue, ItemAddress, ItemProperties, Nullable, OneOf } from './common.ts';
import { defineCall } from './call.ts';

const CaseKey = Type.Object({ caseKey: Type.Integer() });
const SaveNo = Type.Integer({ minimum: 1 });
const Content = Type.Object({ values: Type.Array(CaseValue), rows: Type.Array(CaseRow) });
const READERS = ['READ.CASE', 'EDIT.CASE'] as const;

/** Everything that was stored at once: one press of Save with what followed from it. */
export const Moment = Type.Object({
  /** the last save of it in the chain of the case: its name */
  saveNo: SaveNo,
  /** the version it was made in */
  caseKey: Type.Integer(),
  versionNo: Type.Integer(),
  at: Type.String({ format: 'date-time' }),
  userId: Type.String(),
  userName: Type.String(),
  reason: Type.String(),
  source: AuditEntry.properties.source,
  /** what it was: a save, the beginning of a version, a file, the separation from other versions */
  kind: OneOf('save', 'made', 'followUp', 'import', 'disconnect'),
  /** ids of the pages it changed */
  pages: Type.Array(Type.String()),
  /** changes of items and rows */
  entries: Type.Integer(),
  /** of the schema files of then */
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
    /** the replay of the whole trail gives exactly the version that is stored; false: it was recorded by an older product */
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
    /** what stood before where the moment changed something */
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
    /** the schema files of then: in use now, kept, or not kept any more */
    schema: OneOf('present', 'kept', 'lost'),
  }),
});

/** 404 NOT_FOUND where the files of that version were not kept. */
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

/** One side of a comparison. `kind` says which of the others counts. */
export const Side = Type.Union([
  Type.Object({ kind: Type.Literal('version'), caseKey: Type.Integer() }),
  Type.Object({ kind: Type.Literal('moment'), saveNo: SaveNo }),
  // unsaved edits on top of the version that is asked of
  Type.Object({ kind: Type.Literal('draft'), values: Type.Array(CaseValue), rows: Type.Array(CaseRow) }),
]);
export type Side = Static<typeof Side>;

const Said = Type.Object({
  value: Nullable(Type.String()),
  nullFlavor: Nullable(Type.String()),
  notation: Nullable(Type.String()),
  properties: Type.Optional(Nullable(ItemProperties)),
});

export const Difference = Type.Object({
  page: Type.String(),
  /** of a row as such the `itemId` is its group */
  ...ItemAddress.properties,
  kind: OneOf('added', 'changed', 'removed', 'moved', 'same'),
  before: Nullable(Said),
  after: Nullable(Said),
  /** blinded for this user: that it differs is told, not what it says */
  hidden: Type.Boolean(),
});

export const compareSides = defineCall({
  method: 'POST',
  path: '/1.0/cases/:caseKey/comparison',
  summary: 'What the newer of two sides of a case says otherwise than the older one; changes nothing',
  access: READERS,
  params: CaseKey,
  body: Type.Object({
    older: Side,
    newer: Side,
    /** with the items that say the same on both sides */
    all: Type.Optional(Type.Boolean()),
  }),
  data: Type.Object({
    listInfo: Type.Array(Difference),
    /** what the outermost rows of the differences are called; the newer side counts */
    rows: Type.Array(Type.Object({ group: Type.String(), rowNo: Type.Integer(), label: Type.String() })),
  }),
});

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
    /** null: nothing was ever said */
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
        before: Nullable(Said),
        after: Nullable(Said),
        hidden: Type.Boolean(),
        /** it was said before the trail of this case begins: who and when, in the case it was separated from */
        earlier: Nullable(Type.Object({ userId: Type.String(), at: Type.String({ format: 'date-time' }) })),
      }),
    ),
  }),
});
