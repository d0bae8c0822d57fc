/** The rows of a table: its heads, and one for each thing it lists. */
import type { CSSProperties, MouseEvent, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Column, DataTableProps, Drawing } from './dataTable.types.ts';
import styles from './DataTable.module.css';
import { HEAD } from './gridFocus.ts';

const widthOf = ({ width }: { width?: number | null }): CSSProperties | undefined =>
  width ? { width, minWidth: width, maxWidth: width } : undefined;

const classOf = <Row,>({ align, sticky }: Column<Row>): string | undefined =>
  [align === 'right' && styles.right, sticky && styles.sticky].filter(Boolean).join(' ') || undefined;

interface HeadRowProps<Row> extends DataTableProps<Row> {
  /** of the rows shown */
  keys: readonly string[];
  isGrid: boolean;
  drawing: Drawing;
}

export function HeadRow<Row>(props: HeadRowProps<Row>) {
  const { columns, keys, selected, onSelect, isGrid } = props;
  const { t } = useTranslation('components');
  const all = selected !== undefined && keys.length > 0 && keys.every((key) => selected.has(key));
  const chooseAll = () => {
    const others = [...(selected ?? [])].filter((key) => !keys.includes(key));
    onSelect?.(new Set(all ? others : [...others, ...keys]));
  };
  return (
    <tr data-row={HEAD} aria-rowindex={isGrid ? 1 : undefined}>
      {selected && (
        <th className={styles.check}>
          <input type="checkbox" aria-label={t('table.selectAll')} checked={all} onChange={chooseAll} />
        </th>
      )}
      {columns.map((column) => (
        <HeadCell key={column.key} {...props} column={column} />
      ))}
    </tr>
  );
}

interface HeadCellProps<Row> extends HeadRowProps<Row> {
  column: Column<Row>;
}

function HeadCell<Row>({ column, sort, onSort, onWiden, drawing }: HeadCellProps<Row>) {
  const { key, label, sortable, tool } = column;
  const direction = sort?.key === key ? sort.direction : null;
  return (
    <th
      scope="col"
      className={classOf(column)}
      style={widthOf(column)}
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
          <span className={styles.label}>{label}</span>
        )}
        {tool}
      </span>
      {onWiden && key && <Edge column={key} drawing={drawing} />}
    </th>
  );
}

/** The right edge of a column, drawn with the pointer. The keys for it are the head's. */
function Edge({ column, drawing }: { column: string; drawing: Drawing }) {
  const start = (event: PointerEvent<HTMLElement>) => {
    const edge: HTMLElement = event.currentTarget;
    const width = edge.parentElement?.offsetWidth ?? 0;
    const from = event.clientX;
    const at = ({ clientX }: globalThis.PointerEvent) => width + clientX - from;
    const end = new AbortController();
    event.preventDefault();
    edge.setPointerCapture(event.pointerId);
    edge.addEventListener('pointermove', (to) => drawing.draw(column, at(to)), end);
    edge.addEventListener(
      'pointerup',
      (to) => {
        end.abort();
        if (to.clientX !== from) drawing.keep(column, at(to));
      },
      end,
    );
    edge.addEventListener(
      'pointercancel',
      () => {
        end.abort();
        drawing.drop();
      },
      end,
    );
  };
  return <span className={styles.edge} data-edge={column} aria-hidden onPointerDown={start} />;
}

interface BodyRowProps<Row> extends DataTableProps<Row> {
  row: Row;
  index: number;
  /** of the row among all of the grid, the head being the first */
  number: number | undefined;
  onToggle: () => void;
}

export function BodyRow<Row>({
  row,
  index,
  number,
  rowKey,
  columns,
  isDeleted: isRowDeleted,
  colourOf,
  onOpen,
  selected,
  nameOf,
  onToggle,
}: BodyRowProps<Row>) {
  const { t } = useTranslation('components');
  const cellRole = number === undefined ? undefined : 'gridcell';
  const key = rowKey(row);
  const chosen = selected?.has(key) ?? false;
  const colour = colourOf?.(row);
  // links and buttons inside of a row have their own meaning, and who marks a text does not mean to leave
  const isOwn = ({ target }: MouseEvent) =>
    (target as Element).closest('a, button, input, select, label') !== null ||
    (window.getSelection()?.toString() ?? '') !== '';
  return (
    <tr
      className={styles.row}
      data-row={key}
      data-opens={onOpen ? '' : undefined}
      data-struck={isRowDeleted?.(row) || undefined}
      data-selected={chosen || undefined}
      data-coloured={colour ? '' : undefined}
      style={colour ? ({ '--row-colour': colour } as CSSProperties) : undefined}
      aria-rowindex={number}
      aria-selected={selected ? chosen : undefined}
      onClick={(event) => !isOwn(event) && onOpen?.(row)}
    >
      {selected && (
        <td className={styles.check} role={cellRole} data-control>
          <input
            type="checkbox"
            aria-label={
              nameOf ? t('table.selectNamed', { name: nameOf(row) }) : t('table.select', { place: index + 1 })
            }
            checked={chosen}
            onChange={onToggle}
          />
        </td>
      )}
      {columns.map((column) => (
        <td key={column.key} role={cellRole} className={classOf(column)} style={widthOf(column)}>
          {column.render(row, index)}
        </td>
      ))}
    </tr>
  );
}
