/** The lists of the product as their descriptors say it: columns, order, codes. */
import type { SourceText, Words } from './sources.types.ts';

/** A code of a column in words; the tone says how it stands out, never by colour alone. */
export interface ListCode {
  code: string;
  label: Words;
  tone?: 'neutral' | 'info' | 'success' | 'warning' | 'error';
}

export interface ListColumnSource {
  column: string;
  label: Words;
  filterType: string;
  /** without it by the filter: a range of dates is of dates, a check of codes, anything else is text */
  kind?: 'text' | 'number' | 'date' | 'dateTime' | 'code';
  /** its values are these codes */
  codes?: ListCode[];
  /** its values are codes of the item with this role */
  codesOfRole?: string;
  /** its values are codes only the running program knows: roles, users, steps of a workflow */
  codesOfSource?: boolean;
  /** an expression asked of each case, whose answer is kept; without it the server says what the column holds */
  computed?: string;
  sortable?: boolean;
  /** seen until the user chooses */
  shownFirst?: boolean;
  /** in pixels, until the user draws it otherwise */
  width?: number;
}

/** `schemas/lists/MU-*.list.json`. */
export interface ListSourceFile {
  list: string;
  label: Words;
  columns: ListColumnSource[];
  order: { column: string; direction: 'asc' | 'desc' };
  /** may every item of the case be a column, too? */
  items?: boolean;
  /** what its terms are coded with */
  coding?: ListCoding;
}

/** Which items of cases a list of terms codes, and with which dictionary. */
export interface ListCoding {
  dictionary: string;
  /** asked of the dictionary beside the term, by field of its search */
  fields?: Record<string, string>;
  /** the items that hold the codes; what says their terms in words they say themselves (`saidIn`) */
  items: string[];
}

/** As it is written: one list may have the columns and the order of another. */
type WrittenList = ListSourceFile | (Omit<ListSourceFile, 'columns' | 'order'> & { columnsOf: string });

/** By menu id. The sources must be free of errors. */
export function listsOf(sources: readonly SourceText[]): Record<string, ListSourceFile> {
  const written = sources
    .filter(({ file }) => /^lists\/[^/]+\.json$/.test(file))
    .map(({ text }) => JSON.parse(text) as WrittenList);
  const whole = new Map(written.flatMap((list) => ('columns' in list ? [[list.list, list] as const] : [])));
  return Object.fromEntries(
    written.flatMap((list) => {
      if ('columns' in list) return [[list.list, list]];
      const like = whole.get(list.columnsOf);
      return like ? [[list.list, { ...list, columns: like.columns, order: like.order }]] : [];
    }),
  );
}
