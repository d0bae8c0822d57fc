/** What a table is given, and what its parts share. */
import type { ReactNode } from 'react';
import type { Paging, PagingInfo } from './Pager.tsx';

export interface Column<Row> {
  key: string;
  label: string;
  align?: 'left' | 'right';
  sortable?: boolean;
  /** in pixels; without: as wide as what it holds */
  width?: number | null;
  /** stays in sight when the table is scrolled sideways; one column of a table */
  sticky?: boolean;
  /** after the label: the column's filter */
  tool?: ReactNode;
  /** `index`: of the row among those shown, from 0 */
  render: (row: Row, index: number) => ReactNode;
}

export interface Sort {
  key: string;
  direction: 'asc' | 'desc';
}

export interface DataTableProps<Row> {
  /** the table's name for assistive technology */
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  loading?: boolean;
  /** the rows shown are the previous ones; others are being loaded */
  busy?: boolean;
  /** shown instead of rows, once it is known that there are none; default: "No data" */
  empty?: ReactNode;
  /**
   * Walked through cell by cell with the arrows, one stop for Tab. A table whose rows open or are chosen always is; a table
   * to be read need not be.
   */
  grid?: boolean;
  /** texts are not cut */
  fullText?: boolean;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** by drawing the edge of a column, and by keys on its head; columns without a key have no width of their own */
  onWiden?: (column: string, width: number) => void;
  paging?: PagingInfo;
  onPaging?: (paging: Paging) => void;
  /** how many rows a page has cannot be chosen now */
  sizeHeld?: boolean;
  /** deleted rows */
  isDeleted?: (row: Row) => boolean;
  /** a colour of CSS that a row is tinted with; a cell has to say the same in words */
  colourOf?: (row: Row) => string | undefined;
  /** by click and Enter */
  onOpen?: (row: Row) => void;
  /** keys of chosen rows; with it the rows can be chosen, by box, Space, and with Shift as far as one goes */
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  /** what is chosen with a row, for assistive technology; default: the row's number */
  nameOf?: (row: Row) => string;
}

export interface Drawing {
  /** while the user drags the edge of a column, and until the new width is stored */
  widths: Readonly<Record<string, number>>;
  draw: (key: string, width: number) => void;
  /** the edge is let go */
  keep: (key: string, width: number) => void;
  drop: () => void;
}
