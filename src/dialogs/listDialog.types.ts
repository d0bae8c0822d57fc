/** Input of a list dialog: the descriptor defines the list, the options this opening of it. */
import type { DictionaryMinLength } from '../../schemas/compile/dictionaries.ts';

export interface ListRow {
  /** one of its kind in the list */
  key: string;
  /** what choosing it answers, where rows may have it in common; left out: the key */
  code?: string;
  /** by column; what is empty is left out */
  cells: Readonly<Record<string, string>>;
  /** false: only old records may contain it; selecting it asks for confirmation */
  current?: boolean;
  /** ancestors, nearest first */
  path?: readonly string[];
}

export interface ListDialogColumn {
  key: string;
  label: string;
  /** pixels; left out: as wide as what it holds */
  width?: number;
  /** shown where further fields of the search have these values only */
  shownFor?: Readonly<Record<string, string>>;
}

interface FieldBase {
  key: string;
  label: string;
}
/** What a search asks beside the keyword. `choice` begins with its first; `among` with none, and is typed and completed. */
export type ListDialogField = FieldBase &
  (
    | { kind: 'choice' | 'among'; options: readonly { value: string; label: string }[] }
    /** Y or nothing; it cannot be set while the tick named by `excludes` is */
    | { kind: 'tick'; excludes?: string }
  );

/** What was asked for. */
export interface ListQuestion {
  keyword: string;
  /** the whole term must be the keyword */
  exact: boolean;
  /** those that are not empty */
  fields: Readonly<Record<string, string>>;
  pageNo: number;
  rowCount: number;
}

export interface ListFound {
  rows: readonly ListRow[];
  totalCount: number;
  totalPage: number;
  /** nothing holds the keyword: these resemble it */
  resembling?: boolean;
  /** there are more rows than the counted ones */
  more?: boolean;
}

export interface ListDialogDescriptor {
  /** subject of the list, with all its answers depend on: the cache key while the dialog is open */
  id: string;
  title: string;
  columns: readonly ListDialogColumn[];
  /** the column that names a row, e.g. in a tag; it tells what is out of use, too */
  name: string;
  search: (question: ListQuestion, signal: AbortSignal) => Promise<ListFound>;
  /** false: there is no keyword */
  searchable?: boolean;
  /** false: all rows are on one page */
  paged?: boolean;
  /** fewest characters of a keyword; left out: it opens with everything listed */
  minLength?: DictionaryMinLength;
  fields?: readonly ListDialogField[];
  exactMatch?: boolean;
  /** what is typed may be taken as it is; closing it says Cancel then */
  directInput?: boolean;
  /** rows are counted in a column of their own */
  numbered?: boolean;
  /** label of the column with the ancestors */
  pathLabel?: string;
  /** the levels of a path, nearest first, that have no column of their own; left out: all */
  pathLevels?: readonly number[];
  /** the column whose value colours a row */
  tone?: string;
  /** what it lists is invented */
  sample?: boolean;
  /** pixels */
  width?: number;
  /** most pixels of its rows, which are scrolled then */
  tableHeight?: number;
}

/** A dialog that stays when a row is picked, in the hands of who opened it. */
interface OpenListDialog {
  setLoading: (loading: boolean) => void;
  /** closes it */
  cancel: () => void;
}

export interface Recommendations {
  /** said of recommended rows beside what the dialog lists, behind the column that names them */
  columns: readonly ListDialogColumn[];
  /**
   * Null: nothing is recommended, and it goes on as a search. `close` closes it instead. The signal tells that the user
   * searches, or has closed it.
   */
  rows: (signal: AbortSignal, close: () => void) => Promise<readonly ListRow[] | null>;
}

export interface ListDialogOptions {
  /** searched for at once, unless it is empty */
  keyword?: string;
  /** what the further fields begin with */
  fields?: Readonly<Record<string, string>>;
  /** most characters of what is taken as it is typed */
  maxLength?: number;
  /** offers to answer with everything instead of one row */
  selectAll?: boolean;
  /** called with a selected row; the dialog stays open until it is cancelled */
  keepOpen?: (row: ListRow, dialog: OpenListDialog) => void;
  /** it opens with what a machine recommends instead of a search; who searches leaves that */
  recommend?: Recommendations;
}

export type ListAnswer =
  | { how: 'picked'; row: ListRow; recommended: boolean }
  /** what was typed is taken as it is */
  | { how: 'typed'; text: string }
  /** everything that the dialog lists for this keyword and these fields */
  | { how: 'all'; keyword: string; fields: Readonly<Record<string, string>> }
  /** `keyword`: what was typed last */
  | { how: 'closed'; keyword: string };
