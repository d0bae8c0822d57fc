/** The columns of a list as its table draws them, with the count-down number before them where the sponsor has it. */
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ListRow } from '../../shared/contract/index.ts';
import { countDown, type Column } from '../components/index.ts';
import { usePathTo, useTimeZone } from '../app-context/routeContext.ts';
import { useSession } from '../session/sessionStore.ts';
import { cellOf, drawCell, type DrawnCell } from './cells.tsx';
import { ListColumnFilter } from './ListColumnFilter.tsx';
import type { ListWorld } from './useList.ts';

/** By column id: what is drawn instead of what its kind says. */
export type Cells = Readonly<Record<string, (row: ListRow, cell: DrawnCell) => ReactNode>>;

/** Where a row leads to, below the prefix; null: nowhere. */
export type LinkOf = (row: ListRow) => string | null;

/** `linkOf`: the first cell of each row is the link to where it leads; null: there is none. */
export function useListColumns(list: ListWorld, cells: Cells, linkOf: LinkOf | null): Column<ListRow>[] {
  const { t } = useTranslation('lists');
  const timeZone = useTimeZone();
  const to = usePathTo();
  const { shown, paging } = list;
  const { rowNumbers } = useSession();
  const columns = useMemo(
    () => [
      ...(rowNumbers === 'show'
        ? [
            {
              key: '',
              label: t('no'),
              align: 'right' as const,
              render: (_row: ListRow, state: number) => paging && countDown(paging, state),
            },
          ]
        : []),
      ...shown.map((column, at): Column<ListRow> => {
        const own = cells[column.columnId];
        const draw = (row: ListRow) =>
          own ? own(row, cellOf(column, row, timeZone)) : drawCell(column, row, timeZone);
        return {
          key: column.columnId,
          label: column.columnLabel,
          align: column.kind === 'number' ? 'right' : 'left',
          sortable: column.sortable === 'Y',
          width: column.width,
          sticky: at === 0,
          render: (row) => {
            const link = at === 0 ? (linkOf?.(row) ?? null) : null;
            return link === null ? draw(row) : <Link to={to(link)}>{draw(row)}</Link>;
          },
        };
      }),
    ],
    [shown, paging, cells, linkOf, rowNumbers, t, timeZone, to],
  );
  // Filters depend on the list state, which changes more often than the columns do
  const byId = new Map(shown.map((column) => [column.columnId, column]));
  if (list.request.narrowed) return columns;
  return columns.map((column) => {
    const filtered = byId.get(column.key);
    return filtered ? { ...column, tool: <ListColumnFilter list={list} column={filtered} /> } : column;
  });
}
