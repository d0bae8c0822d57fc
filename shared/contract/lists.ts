/**
 * Every list of the product: cases, warnings, e-mails, histories. One query and one answer; the columns are data
 * (`schemas/lists`), and each user selects and filters them (contract/menus).
 */
import { Type, type Static } from 'typebox';
import type { PrivilegeId } from '../access/privileges.ts';
import { defineCall, type Call } from './call.ts';
import { Nullable, OneOf, Paged, Paging } from './common.ts';

/** How the cells of a column are drawn and compared. */
export const COLUMN_KINDS = ['text', 'number', 'date', 'dateTime', 'code', 'daysLeft'] as const;
export type ColumnKind = (typeof COLUMN_KINDS)[number];

/** Emphasis of a code; never by colour alone, since its label is shown too. */
export const TONES = ['neutral', 'info', 'success', 'warning', 'error'] as const;

const Query = Type.Object({
  ...Paging,
  /** searched for in the searchable columns of the list */
  keyword: Type.Optional(Type.String({ maxLength: 200 })),
  /** id of a column; default: the order of the list's descriptor */
  sort: Type.Optional(Type.String({ maxLength: 60 })),
  direction: Type.Optional(OneOf('asc', 'desc')),
  /** Y: only deleted rows, N (default): none of them, ALL: both */
  deleted: Type.Optional(OneOf('Y', 'N', 'ALL')),
  /** key of a view, whose columns, filters and order replace the user's own; below 0: one that comes with the list */
  view: Type.Optional(Type.Integer()),
});
export type ListQuery = Static<typeof Query>;

export const ListRow = Type.Object({
  /** unique in the list and stable for the lifetime of the row */
  rowKey: Type.String(),
  /** display name independent of the visible columns, e.g. the case number */
  name: Type.String(),
  delFlag: OneOf('Y', 'N'),
  /** path that the row opens, below the prefix of the main area; null: none */
  link: Nullable(Type.String()),
  /**
   * By id of the columns that the user sees: text, and codes as labels; a dateTime as ISO 8601 in UTC, a date in E2B
   * format, a number as digits. Empty cells are omitted.
   */
  cells: Type.Record(Type.String(), Type.String()),
  /** by id of code columns: the codes of the labels */
  codes: Type.Record(Type.String(), Type.Array(Type.String())),
  /** by column id, for cells with several codes: their labels in order; a label may contain any character */
  words: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))),
  /** names of what this user may do with the row from the list; omitted: the list has nothing of the kind */
  may: Type.Optional(Type.Array(Type.String())),
});
export type ListRow = Static<typeof ListRow>;

export const ListAnswer = Paged(ListRow);
export type ListAnswer = Static<typeof ListAnswer>;

interface ListCallData<Path extends string> {
  path: Path;
  /** the menu whose descriptor, columns, filters and views apply */
  menuId: string;
  summary: string;
  access: 'session' | 'systemAdmin' | readonly (PrivilegeId | 'systemAdmin')[];
}

/** Returns one page of a list. */
export const defineList = <const Path extends string>({ path, summary, access }: ListCallData<Path>) =>
  defineCall({ method: 'GET', path, summary, access, query: Query, data: ListAnswer });

/**
 * The call that answers the whole list as a file, exactly as it is filtered, with the columns the user sees. It is streamed
 * as it is read; aborting the request ends it. A client that wants to know the progress sends an `exportKey` (a new UUID)
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
      /** default: XLSX */
      format: Type.Optional(OneOf('CSV', 'XLSX')),
      exportKey: Type.Optional(Type.String({ format: 'uuid' })),
      /** row keys joined by commas: exactly these rows, ignoring filters */
      rowKeys: Type.Optional(Type.String({ minLength: 1, maxLength: 8000 })),
    }),
  });

/** A list as the browser requests it. */
export type ListCall = Call & { method: 'GET'; query: typeof Query; data: typeof ListAnswer };
