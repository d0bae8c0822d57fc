/** The lists of the product from their descriptors: columns, order, codes. */
import { nameTable } from './nameTable.ts';
import type { SourceText, LocalizedText } from './sources.types.ts';

/** A code of a column with its label; the tone emphasises it, never by colour alone. */
export interface ListCode {
  code: string;
  label: LocalizedText;
  tone?: 'neutral' | 'info' | 'success' | 'warning' | 'error';
}

export interface ListColumnSource {
  column: string;
  label: LocalizedText;
  filterType: string;
  /** default by filter type: a date range holds dates, a check codes, anything else text */
  kind?: 'text' | 'number' | 'date' | 'dateTime' | 'code' | 'daysLeft';
  /** its values are these codes */
  codes?: ListCode[];
  /** its values are codes of the item with this role */
  codesOfRole?: string;
  /** its values are codes known only at run time: roles, users, workflow steps */
  codesOfSource?: boolean;
  /** an expression asked of each case, whose answer is kept; without it the server says what the column holds */
  computed?: string;
  /** its values are ranks that rules give, in place of an expression or of the server */
  ranks?: ListRanks;
  /** compiled: it reads a blinded item, and only users who may unblind have the column */
  blinded?: boolean;
  sortable?: boolean;
  /** visible by default */
  shownFirst?: boolean;
  /** answered with every row, also where the user has hidden it: an action of the list reads it */
  always?: boolean;
  /** default width in pixels */
  width?: number;
}

export interface ListOrder {
  column: string;
  direction: 'asc' | 'desc';
}

/** Rows with a smaller code come first. A row has the rank of the first rule, in the order of the file, that it meets. */
export interface ListRanks {
  rules: ListRank[];
  /** the column that orders the rows of one rank */
  within: string;
}

/** A rank, why a row has it, and the filters that give it; none: every row that no earlier rule ranks. */
export interface ListRank extends ListCode {
  filters: ListViewFilter[];
}

/** `schemas/lists/MU-*.list.json`. */
export interface ListSourceFile {
  list: string;
  label: LocalizedText;
  columns: ListColumnSource[];
  order: ListOrder;
  /** the order of sponsors whose lists begin with what is most urgent (setting `caseOrder`) */
  workOrder?: ListOrder;
  /** whether every item of the case can be a column, too */
  items?: boolean;
  /** how its terms are coded */
  coding?: ListCoding;
  /** views that come with it */
  views?: ListViewSource[];
}

/** Means the reader among the values of a view's filter. */
export const READER = '$reader';

/** A view that comes with a list. */
export interface ListViewSource {
  /** number in addresses, from 1; never that of another view of the list */
  key: number;
  label: LocalizedText;
  /** columns shown after the first one, before the others that are visible by default */
  first?: string[];
  /** in place of `first`: columns shown after the first one, and no others */
  only?: string[];
  filters: ListViewFilter[];
  order: ListOrder;
}

/** Either values, or one or both ends of a range. */
export interface ListViewFilter {
  column: string;
  /** codes of a check; `$reader`: the code of the user who reads the list */
  values?: string[];
  from?: string;
  to?: string;
}

/** The items of cases that a coding list covers, and their dictionary. */
export interface ListCoding {
  dictionary: string;
  /** search fields of the dictionary besides the term */
  fields?: Record<string, string>;
  /** the items of the codes; they name the items with their texts (`saidIn`) */
  items: string[];
}

/** Source form: one list may use the columns and the order of another. */
type WrittenList = ListSourceFile | (Omit<ListSourceFile, 'columns' | 'order'> & { columnsOf: string });

/** By menu id. The sources must be free of errors. */
export function listsOf(sources: readonly SourceText[]): Record<string, ListSourceFile> {
  const written = sources
    .filter(({ file }) => /^lists\/[^/]+\.json$/.test(file))
    .map(({ text }) => JSON.parse(text) as WrittenList);
  const whole = new Map(written.flatMap((list) => ('columns' in list ? [[list.list, list] as const] : [])));
  return nameTable(
    written.flatMap((list) => {
      if ('columns' in list) return [[list.list, list]];
      const like = whole.get(list.columnsOf);
      return like ? [[list.list, { ...list, columns: like.columns, order: like.order }]] : [];
    }),
  );
}
