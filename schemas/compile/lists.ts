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
}

/** By menu id. The sources must be free of errors. */
export const listsOf = (sources: readonly SourceText[]): Record<string, ListSourceFile> =>
  Object.fromEntries(
    sources
      .filter(({ file }) => /^lists\/[^/]+\.json$/.test(file))
      .map(({ text }) => JSON.parse(text) as ListSourceFile)
      .map((list) => [list.list, list]),
  );
