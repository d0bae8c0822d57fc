import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clampWidth } from './columnWidth.ts';
import styles from './DataTable.module.css';
import { BodyRow, HeadRow } from './DataTableRows.tsx';
import type { Column, DataTableProps, Drawing } from './dataTable.types.ts';
import { Pager, type PagingInfo } from './Pager.tsx';
import { Scroller } from './Scroller.tsx';
import { useGrid } from './useGrid.ts';

/** The number of a row that counts down from the total (specification section 3). */
export const countDown = ({ totalCount, pageNo, rowCount }: PagingInfo, index: number): number =>
  totalCount - (pageNo - 1) * rowCount - index;

/** Rows in columns. The order and the choice are the caller's; nothing is sorted or cut here. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, rows, rowKey, columns, loading = false, busy = false, empty } = props;
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
      <Scroller className={styles.scroll} data-grid={isGrid || undefined} passive={isGrid} aria-label={label}>
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
            {rows.map((row, index) => (
              <BodyRow
                key={rowKey(row)}
                {...props}
                columns={drawn}
                row={row}
                index={index}
                number={isGrid ? before + index + 2 : undefined}
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
      </Scroller>
      <VisuallyHidden role="status">{widen.said}</VisuallyHidden>
      {paging && <Pager label={label} info={paging} onPaging={onPaging} sizeHeld={props.sizeHeld} />}
    </>
  );
}

function useWiden<Row>({ onWiden }: DataTableProps<Row>) {
  const { t } = useTranslation('components');
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({});
  const [announcement, setAnnouncement] = useState('');
  const keep = (key: string, width: number) => {
    const clamped = clampWidth(width);
    setWidths({ ...widths, [key]: clamped });
    onWiden?.(key, clamped);
  };
  return {
    widths,
    said: announcement,
    draw: (key: string, width: number) => setWidths({ ...widths, [key]: clampWidth(width) }),
    keep,
    drop: () => setWidths({}),
    step: (column: Column<Row> | undefined, cell: number, by: number, table: HTMLTableElement | null) => {
      if (!column?.key) return;
      const now = widths[column.key] ?? column.width ?? table?.rows[0]?.cells[cell]?.offsetWidth ?? 0;
      keep(column.key, now + by);
      setAnnouncement(t('table.width', { column: column.label, width: clampWidth(now + by) }));
    },
  } satisfies Drawing & Record<string, unknown>;
}
