import { VisuallyHidden } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { clampWidth } from './columnWidth.ts';
import styles from './DataTable.module.css';
import { BodyRow, HeadRow } from './DataTableRows.tsx';
import { Pager, type Paging, type PagingInfo } from './Pager.tsx';
import { useGrid } from './useGrid.ts';

export interface Column<Row> {
  key: string;
  label: string;
  align?: 'left' | 'right';
  sortable?: boolean;
  /** in pixels; without: as wide as what it holds */
  width?: number | null;
  /** stays in sight when the table is scrolled sideways; one column of a table */
  sticky?: boolean;
  /** drawn behind the label: the column's filter */
  tool?: ReactNode;
  /** `place` counts the rows shown, from 0 */
  render: (row: Row, place: number) => ReactNode;
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
  /** the rows are those of before; others are on their way */
  busy?: boolean;
  /** stands where the rows would, once it is known that there are none; unsaid: "No data" */
  empty?: ReactNode;
  /** wider than its room: it takes the focus, so that the keyboard can scroll it */
  wide?: boolean;
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
  isStruck?: (row: Row) => boolean;
  /** a colour of CSS that a row is tinted with; a cell has to say the same in words */
  colourOf?: (row: Row) => string | undefined;
  /** by click and Enter */
  onOpen?: (row: Row) => void;
  /** keys of chosen rows; with it the rows can be chosen, by box, Space, and with Shift as far as one goes */
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
  /** what is chosen with a row, for assistive technology; unsaid: the row's place */
  nameOf?: (row: Row) => string;
}

/** The number of a row that counts down from the total (specification section 3). */
export const countDown = ({ totalCount, pageNo, rowCount }: PagingInfo, place: number): number =>
  totalCount - (pageNo - 1) * rowCount - place;

/** Rows in columns. The order and the choice are the caller's; nothing is sorted or cut here. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, columns, loading = false, busy = false, empty, wide = false } = props;
  const { paging, onPaging, selected, onSelect, onOpen, onWiden } = props;
  const { t } = useTranslation('components');
  const keys = rows.map(rowKey);
  const isGrid = props.grid ?? Boolean(onOpen || selected);
  const boxes = selected ? 1 : 0;
  const widen = useWiden(props);
  const grid = useGrid(isGrid, {
    keys,
    selected,
    onSelect,
    onOpen: onOpen && ((key) => onOpen(rows[keys.indexOf(key)] as Row)),
    onWiden: onWiden && ((cell, by) => widen.step(columns[cell - boxes], cell, by, grid.ref.current)),
  });
  const before = paging ? (paging.pageNo - 1) * paging.rowCount : 0;
  const drawn = columns.map((column) => ({ ...column, width: widen.widths[column.key] ?? column.width }));
  return (
    <>
      <div
        className={styles.scroll}
        data-grid={isGrid || undefined}
        {...(wide && { tabIndex: 0, role: 'region', 'aria-label': label })}
      >
        <table
          ref={grid.ref}
          className={styles.table}
          aria-label={label}
          aria-busy={loading || busy}
          data-busy={busy || undefined}
          data-full-text={props.fullText || undefined}
          {...(isGrid && {
            role: 'grid',
            'aria-rowcount': (paging?.totalCount ?? rows.length) + 1,
            'aria-colcount': columns.length + boxes,
            'aria-multiselectable': selected ? true : undefined,
            onKeyDown: grid.onKeyDown,
            onFocus: grid.onFocus,
            onBlur: grid.onBlur,
          })}
        >
          <thead>
            <HeadRow {...props} columns={drawn} keys={keys} isGrid={isGrid} drawing={widen} />
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <BodyRow
                key={rowKey(row)}
                {...props}
                columns={drawn}
                row={row}
                place={place}
                number={isGrid ? before + place + 2 : undefined}
                onToggle={() => grid.toggle(rowKey(row))}
              />
            ))}
            {rows.length === 0 && (
              <tr className={styles.waiting}>
                <td colSpan={columns.length + boxes} role={isGrid ? 'gridcell' : undefined}>
                  <span role="status">{loading ? t('loading') : (empty ?? t('table.none'))}</span>
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      <VisuallyHidden role="status">{widen.said}</VisuallyHidden>
      {paging && <Pager label={label} info={paging} onPaging={onPaging} sizeHeld={props.sizeHeld} />}
    </>
  );
}

export interface Drawing {
  /** while the edge of a column is drawn, and until what was drawn is kept */
  widths: Readonly<Record<string, number>>;
  draw: (key: string, width: number) => void;
  /** the edge is let go */
  keep: (key: string, width: number) => void;
  drop: () => void;
}

function useWiden<Row>({ onWiden }: DataTableProps<Row>) {
  const { t } = useTranslation('components');
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({});
  const [said, setSaid] = useState('');
  const keep = (key: string, width: number) => {
    const kept = clampWidth(width);
    setWidths({ ...widths, [key]: kept });
    onWiden?.(key, kept);
  };
  return {
    widths,
    said,
    draw: (key: string, width: number) => setWidths({ ...widths, [key]: clampWidth(width) }),
    keep,
    drop: () => setWidths({}),
    step: (column: Column<Row> | undefined, cell: number, by: number, table: HTMLTableElement | null) => {
      if (!column?.key) return;
      const now = widths[column.key] ?? column.width ?? table?.rows[0]?.cells[cell]?.offsetWidth ?? 0;
      keep(column.key, now + by);
      setSaid(t('table.width', { column: column.label, width: clampWidth(now + by) }));
    },
  } satisfies Drawing & Record<string, unknown>;
}
