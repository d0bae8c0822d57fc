/** Any list of the product: its columns, filters, order, pages and choices are data (`schemas/lists`) and the user's own. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Call, ListRow } from '../../shared/contract/index.ts';
import { DataTable, FilterChips } from '../components/index.ts';
import { usePathTo } from '../app-context/routeContext.ts';
import { queryOfState, type ListRequest, type Values } from './list.queries.ts';
import { ListBar } from './ListBar.tsx';
import { ListFailure } from './ListFailure.tsx';
import classes from './lists.module.css';
import { useChosenRows } from './useChosenRows.ts';
import { useList } from './useList.ts';
import { useRefreshList } from './useListChoices.ts';
import { useListColumns, type Cells, type LinkOf } from './useListColumns.tsx';

/** What actions on a list are given. */
export interface ListHandle {
  /** the chosen rows, also those of other pages, as they were read last */
  selected: readonly ListRow[];
  /** the rows of the page shown */
  rows: readonly ListRow[];
  /** rows of the whole list, as it is filtered */
  count: number;
  /** what narrows and orders the list, as its calls take it */
  query: Values;
  /** chooses none */
  clear: () => void;
  /** reads the list again; the selection stays */
  refresh: () => Promise<void>;
}

export interface ListProps extends ListRequest {
  /** takes the list along as a file */
  exportCall?: Call;
  /** the list's name for assistive technology */
  label: string;
  /**
   * The page's address below the prefix: paging, keyword, order and view are kept there. Left out, where a list is part
   * of something: they are kept as long as it is shown.
   */
  path?: string;
  /** what can be searched for */
  searchLabel?: string;
  /** what else narrows the list, beside the keyword */
  children?: ReactNode;
  /** what can be done with rows, above them */
  actions?: (state: ListHandle) => ReactNode;
  /** rows can be chosen */
  selectable?: boolean;
  /**
   * where a row leads to, below the prefix, instead of its link; null: nowhere. The same function as long as rows lead to the
   * same places
   */
  linkOf?: LinkOf;
  /** instead of following the row's link */
  onOpen?: (row: ListRow) => void;
  /** cells that are drawn in another way than their column's kind says; the same object as long as they are */
  cells?: Cells;
  /** said where there is nothing to list, and nothing narrows it */
  empty?: string;
}

const NO_CELLS: Cells = {};
const linkOfRow: LinkOf = ({ link }) => link;

export function List({
  exportCall,
  label,
  path,
  searchLabel,
  children,
  actions,
  selectable = false,
  linkOf = linkOfRow,
  onOpen,
  cells = NO_CELLS,
  empty,
  ...request
}: ListProps) {
  const { t } = useTranslation('lists');
  const list = useList(request, path);
  const { state, go, rows, columns, info, choices, filtered } = list;
  const to = usePathTo();
  const navigate = useNavigate();
  const refresh = useRefreshList(request.menuId);
  const chosen = useChosenRows(rows, list.among);
  const links = onOpen || rows.every((row) => linkOf(row) === null) ? null : linkOf;
  const drawn = useListColumns(list, cells, links);
  // of a saved view: its menu names them
  const isOwn = (state.view === null || state.edited) && !request.narrowed;
  const leftOut = (isOwn ? (info?.filtersLeftOut ?? []) : []).map((column) => ({
    ...column,
    filterText: t('filterLeftOut'),
  }));
  const follow = (row: ListRow) => {
    const link = linkOf(row);
    if (link !== null) void navigate(to(link));
  };
  const isNarrowed =
    Boolean(state.keyword) || filtered.length > 0 || state.deleted !== 'N' || request.narrowed;
  const widen = (columnId: string, width: number) =>
    choices.showColumns(
      list.shown.map((column) => column.columnId),
      { [columnId]: width },
    );

  return (
    <div className={classes.list}>
      <ListBar {...{ list, label, searchLabel, exportCall }}>{children}</ListBar>
      <FilterChips
        columns={[...filtered, ...leftOut]}
        onDrop={(columnId) => choices.saveFilter(columnId, [])}
        onDropAll={choices.dropFilters}
      />
      {actions && (
        <div className={classes.chosen}>
          {chosen.rows.length > 0 && (
            <>
              <span role="status">{t('chosenRows', { count: chosen.rows.length })}</span>
              <Button variant="subtle" size="compact-sm" onClick={chosen.clear}>
                {t('chooseNone')}
              </Button>
            </>
          )}
          {actions({
            selected: chosen.rows,
            rows,
            count: list.paging?.totalCount ?? 0,
            query: { ...request.query, ...queryOfState(state) },
            clear: chosen.clear,
            refresh,
          })}
        </div>
      )}
      <ListFailure list={list} />
      {(!list.error || (list.paging && columns.length > 0)) && (
        <DataTable
          label={label}
          rows={rows}
          rowKey={({ rowKey }) => rowKey}
          columns={drawn}
          loading={list.loading}
          empty={isNarrowed ? t('noRows') : (empty ?? t('none'))}
          fullText={info?.fullText === 'Y'}
          sort={list.sort}
          onSort={({ key, direction }) => go({ sort: key, direction, pageNo: 1 })}
          onWiden={widen}
          paging={list.paging}
          onPaging={(paging) => {
            go(paging);
            if (paging.rowCount !== info?.rowCount) choices.keepRowCount(paging.rowCount);
          }}
          isDeleted={({ delFlag }) => delFlag === 'Y'}
          onOpen={onOpen ?? (links ? follow : undefined)}
          {...(selectable && { selected: chosen.keys, onSelect: chosen.choose })}
        />
      )}
    </div>
  );
}
