/**
 * A list of the product, whatever it lists: cases, warnings, mails, histories. One query, one answer; which columns there
 * are is data (`schemas/lists`), which of them a user sees and how they are filtered is his own (contract/menus).
 */
import { Type, type Static } from 'typebox';
import type { PrivilegeId } from '../access/privileges.ts';
import { defineCall, type Call } from './call.ts';
import { Nullable, OneOf, Paged, Paging } from './common.ts';

/** How the cells of a column are drawn and compared. */
export const COLUMN_KINDS = ['text', 'number', 'date', 'dateTime', 'code'] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** How a code stands out; never by colour alone, the words are there. */
export const TONES = ['neutral', 'info', 'success', 'warning', 'error'] as const;

const Query = Type.Object({
  ...Paging,
  /** looked for in the columns that the list searches */
  keyword: Type.Optional(Type.String({ maxLength: 200 })),
  /** id of a column; unasked: the order of the list's descriptor */
  sort: Type.Optional(Type.String({ maxLength: 60 })),
  direction: Type.Optional(OneOf('asc', 'desc')),
  /** Y: deleted ones only, N (unasked): none of them, ALL: both */
  deleted: Type.Optional(OneOf('Y', 'N', 'ALL')),
  /** key of a saved view, whose columns, filters and order apply instead of the user's own */
  view: Type.Optional(Type.Integer({ minimum: 1 })),
});
export type ListQuery = Static<typeof Query>;

export const ListRow = Type.Object({
  /** unique in the list, and the same as long as the row is there */
  rowKey: Type.String(),
  /** what people call it, e.g. the number of a case, whichever columns they see */
  name: Type.String(),
  delFlag: OneOf('Y', 'N'),
  /** where the row opens, below the prefix of the main area; null: nowhere */
  link: Nullable(Type.String()),
  /**
   * By column id, of the columns the user sees: text and codes in words; a dateTime as ISO 8601 in UTC, a date as E2B
   * writes it, a number as digits. What is empty is left out.
   */
  cells: Type.Record(Type.String(), Type.String()),
  /** by column id, of code columns: the codes behind the words */
  codes: Type.Record(Type.String(), Type.Array(Type.String())),
  /** by column id, of cells with several codes: the word of each, in their order; a word may hold any sign */
  words: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
});
export type ListRow = Static<typeof ListRow>;

export const ListAnswer = Paged(ListRow);
export type ListAnswer = Static<typeof ListAnswer>;

interface ListCallData<Path extends string> {
  path: Path;
  /** the menu whose descriptor, columns, filters and views apply */
  menuId: string;
  summary: string;
  access: 'session' | readonly PrivilegeId[];
}

/** The call that answers one page of a list. */
export const defineList = <const Path extends string>({ path, summary, access }: ListCallData<Path>) =>
  defineCall({ method: 'GET', path, summary, access, query: Query, data: ListAnswer });

/**
 * The call that answers the whole list as a file, exactly as it is filtered, with the columns the user sees. It is streamed
 * as it is read; to break off the request ends it. Whoever wants to know how far it is gives it an `exportKey` (a new UUID)
 * and reads `readListExport` for that every second or so; 404 EXPORT_NOT_FOUND there until the first row is read. For people,
 * the server makes the same file by itself: contract/listExports.
 */
export const defineListExport = <const Path extends string>({ path, summary, access }: ListCallData<Path>) =>
  defineCall({
    method: 'GET',
    path: `${path}/export`,
    summary: `${summary}, as a file`,
    access,
    carries: 'file',
    query: Type.Object({
      ...Query.properties,
      /** XLSX unasked */
      format: Type.Optional(OneOf('CSV', 'XLSX')),
      exportKey: Type.Optional(Type.String({ format: 'uuid' })),
      /** keys of rows, joined by commas: these and no others, whatever narrows the list */
      rowKeys: Type.Optional(Type.String({ minLength: 1, maxLength: 8000 })),
    }),
  });

/** A list as the browser asks for it. */
export type ListCall = Call & { method: 'GET'; query: typeof Query; data: typeof ListAnswer };
