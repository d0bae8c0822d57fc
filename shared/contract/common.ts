/** Parts that several calls share. */
import { Type } from 'typebox';
import { MAX_SENTENCES } from '../narratives/storedSentences.ts';

export const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) =>
  Type.Union([schema, Type.Null()]);

/** A string literal union of the given values. */
export const OneOf = <const T extends readonly string[]>(...words: T) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...words] });

/** A language of forms. */
export const ReportLanguage = OneOf('en', 'ko', 'ja', 'zh');

/** Codes with their labels in the language of the request. */
export const NamedCodes = Type.Array(Type.Object({ codeValue: Type.String(), codeLabel: Type.String() }));

/**
 * The key of a call that makes something new, a new UUID: a further call with it, after an answer was lost, gets the answer
 * of the first and makes nothing. With another call, or other content, it is refused (422 CREATION_KEY_USED).
 */
export const CreationKey = { creationKey: Type.Optional(Type.String({ format: 'uuid' })) };

export const ItemAddress = Type.Object({
  itemId: Type.String({ minLength: 1, maxLength: 60 }),
  rowNo: Type.Integer({ minimum: 0 }),
  rowNo2: Type.Integer({ minimum: 0 }),
  rowNo3: Type.Integer({ minimum: 0 }),
});

/** Characters of the reason why a value differs from a computed one. */
const MAX_VALUE_REASON = 200;

export const ItemProperties = Type.Object({
  fileKey: Type.Optional(Type.String()),
  fileName: Type.Optional(Type.String()),
  mediaType: Type.Optional(Type.String()),
  size: Type.Optional(Type.Integer()),
  compression: Type.Optional(Type.String()),
  damaged: Type.Optional(Type.Literal(true)),
  codeSystem: Type.Optional(Type.String()),
  provenance: Type.Optional(Type.String({ maxLength: 60 })),
  sentences: Type.Optional(Type.String({ maxLength: MAX_SENTENCES })),
  notationSentences: Type.Optional(Type.String({ maxLength: MAX_SENTENCES })),
  reason: Type.Optional(Type.String({ maxLength: MAX_VALUE_REASON })),
});

/** Of an attachment, whose value is the key of its file; null: the value is none, or its file has no name. */
export const FileNameOf = Type.Optional(Nullable(Type.Object({ fileName: Type.String() })));

export const CaseValue = Type.Object({
  ...ItemAddress.properties,
  value: Nullable(Type.String()),
  nullFlavor: Nullable(Type.String()),
  notation: Nullable(Type.String()),
  properties: Type.Optional(Nullable(ItemProperties)),
});

export const CaseRow = Type.Object({
  group: Type.String(),
  rowNo: Type.Integer({ minimum: 0 }),
  rowNo2: Type.Integer({ minimum: 0 }),
  rowNo3: Type.Integer({ minimum: 0 }),
  rowId: Type.String({ format: 'uuid' }),
  sort: Type.Number(),
  deleted: Type.Boolean(),
});

/** Beyond any list; its offset is still a whole number that PostgreSQL takes. */
const MAX_PAGE_NO = 10_000_000;

/** Query parameters of every paged list. Default: page 1 of 20 rows (specification section 7). */
export const Paging = {
  pageNo: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_NO, default: 1 })),
  rowCount: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
};

export const PageInfo = Type.Object({
  menuId: Type.String(),
  pageNo: Type.Integer(),
  rowCount: Type.Integer(),
  totalCount: Type.Integer(),
  totalPage: Type.Integer(),
});

/** A page of a list; `listInfo` as the specification names it. */
export const Paged = <T extends Parameters<typeof Type.Array>[0]>(row: T) =>
  Type.Object({ listInfo: Type.Array(row), pageInfo: PageInfo });

export const LocalisedText = Type.Object({
  en: Type.String(),
  ko: Type.String(),
  ja: Type.String(),
  zh: Type.String(),
});

export const Finding = Type.Object({
  ruleId: Type.String(),
  severity: OneOf('error', 'warning', 'info'),
  ...ItemAddress.properties,
  message: LocalisedText,
});

/** An unmapped element of an imported file; stored with the case and written back on export. */
export const Residue = Type.Object({
  path: Type.String(),
  line: Type.Integer(),
  text: Type.String(),
  /** of E2B(R2) */
  why: Type.Optional(OneOf('noItem', 'derivedTerm', 'unknown', 'notUnderstood', 'second')),
});

/** What a conversion between E2B(R2) and E2B(R3) changed; the rule's name is that of `shared/e2b/r2`. */
export const ConversionNote = Type.Object({
  rule: Type.String(),
  itemId: Type.String(),
  rowNo: Type.Integer(),
  rowNo2: Type.Integer(),
  rowNo3: Type.Integer(),
  path: Type.String(),
  line: Type.Integer(),
  before: Type.String(),
  after: Type.String(),
});

/** why something is changed; must contain more than white space */
export const Reason = Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' });

/** Key of a question of the library: only the cases that answer it. 404 LIBRARY_NOT_FOUND, 403 QUERY_BLINDED. */
export const OfLibrary = { library: Type.Optional(Type.Integer()) };
