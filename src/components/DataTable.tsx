import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isSubmitEnter } from '../keys/composing.ts';
import { Pager, type Paging, type PagingInfo } from './Pager.tsx';
import styles from './DataTable.module.css';

export interface Column<Row> {
  key: string;
  label: string;
  align?: 'left' | 'right';
  sortable?: boolean;
  /** drawn behind the label: the column's filter */
  tool?: ReactNode;
  /** `place` counts the rows shown, from 0 */
  render: (row: Row, place: number) => ReactNode;
}

export interface Sort {
  key: string;
  direction: 'asc' | 'desc';
}

interface DataTableProps<Row> {
  /** the table's name for assistive technology */
  label: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  loading?: boolean;
  /** wider than its room: it takes the focus, so that the keyboard can scroll it */
  wide?: boolean;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  paging?: PagingInfo;
  onPaging?: (paging: Paging) => void;
  /** deleted rows */
  isStruck?: (row: Row) => boolean;
  /** by click and Enter; rows then take the focus, arrows lead from one to the next */
  onOpen?: (row: Row) => void;
  /** keys of chosen rows; with it the rows can be chosen, by box and Space */
  selected?: ReadonlySet<string>;
  onSelect?: (selected: ReadonlySet<string>) => void;
}

/** The number of a row that counts down from the total (specification section 3). */
export const countDown = ({ totalCount, pageNo, rowCount }: PagingInfo, place: number): number =>
  totalCount - (pageNo - 1) * rowCount - place;

/** Rows in columns. The order and the choice are the caller's; nothing is sorted or cut here. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    rows,
    rowKey,
    columns,
    loading = false,
    wide = false,
    sort,
    onSort,
    paging,
    onPaging,
    selected,
    onSelect,
  } = props;
  const { t } = useTranslation('components');
  const keys = rows.map(rowKey);
  const all = selected !== undefined && keys.length > 0 && keys.every((key) => selected.has(key));

  const toggle = (key: string) => {
    const next = new Set(selected);
    if (!next.delete(key)) next.add(key);
    onSelect?.(next);
  };
  return (
    <>
      <div className={styles.scroll} {...(wide && { tabIndex: 0, role: 'region', 'aria-label': label })}>
        <table className={styles.table} aria-label={label} aria-busy={loading}>
          <thead>
            <tr>
              {selected && (
                <th className={styles.check}>
                  <input
                    type="checkbox"
                    aria-label={t('table.selectAll')}
                    checked={all}
                    onChange={() => onSelect?.(new Set(all ? [] : keys))}
                  />
                </th>
              )}
              {columns.map((column) => (
                <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              <BodyRow
                key={rowKey(row)}
                {...props}
                row={row}
                place={place}
                onToggle={() => toggle(rowKey(row))}
              />
            ))}
            {rows.length === 0 && (
              <tr className={styles.waiting}>
                <td colSpan={columns.length + (selected ? 1 : 0)}>{t(loading ? 'loading' : 'table.none')}</td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
      {paging && <Pager info={paging} onPaging={onPaging} />}
    </>
  );
}

interface HeadCellProps<Row> {
  column: Column<Row>;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
}

function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const { key, label, align, sortable, tool } = column;
  const direction = sort?.key === key ? sort.direction : null;
  return (
    <th
      scope="col"
      className={align === 'right' ? styles.right : undefined}
      aria-sort={direction === null ? undefined : direction === 'asc' ? 'ascending' : 'descending'}
    >
      <span className={styles.head}>
        {sortable && onSort ? (
          <button
            type="button"
            className={styles.sort}
            onClick={() => onSort({ key, direction: direction === 'asc' ? 'desc' : 'asc' })}
          >
            {label}
            <span aria-hidden>{direction === null ? '' : direction === 'asc' ? '▲' : '▼'}</span>
          </button>
        ) : (
          <span>{label}</span>
        )}
        {tool}
      </span>
    </th>
  );
}

interface BodyRowProps<Row> extends DataTableProps<Row> {
  row: Row;
  place: number;
  onToggle: () => void;
}

function BodyRow<Row>({
  row,
  place,
  rowKey,
  columns,
  isStruck,
  onOpen,
  selected,
  onToggle,
}: BodyRowProps<Row>) {
  const { t } = useTranslation('components');
  const key = rowKey(row);
  const chosen = selected?.has(key) ?? false;
  // links and buttons inside of a row have their own meaning
  const isOwn = (event: MouseEvent | KeyboardEvent) =>
    event.target !== event.currentTarget &&
    (event.target as Element).closest('a, button, input, select') !== null;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (isOwn(event)) return;
    const neighbour =
      event.key === 'ArrowDown'
        ? event.currentTarget.nextElementSibling
        : event.key === 'ArrowUp'
          ? event.currentTarget.previousElementSibling
          : null;
    if (neighbour instanceof HTMLElement) neighbour.focus();
    else if (isSubmitEnter(event)) onOpen?.(row);
    else if (event.key === ' ' && selected) onToggle();
    else return;
    event.preventDefault();
  };

  return (
    <tr
      className={styles.row}
      tabIndex={onOpen ? 0 : undefined}
      data-opens={onOpen ? '' : undefined}
      data-struck={isStruck?.(row) || undefined}
      data-selected={chosen || undefined}
      onClick={(event) => !isOwn(event) && onOpen?.(row)}
      onKeyDown={onOpen ? onKeyDown : undefined}
    >
      {selected && (
        <td className={styles.check} data-control>
          <input
            type="checkbox"
            aria-label={t('table.select', { place: place + 1 })}
            checked={chosen}
            onChange={onToggle}
          />
        </td>
      )}
      {columns.map(({ key: column, align, render }) => (
        <td key={column} className={align === 'right' ? styles.right : undefined}>
          {render(row, place)}
        </td>
      ))}
    </tr>
  );
}
