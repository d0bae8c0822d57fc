/** Everything about an open list: its state, its rows, and what the user may choose. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import type { ListRow } from '../../shared/contract/index.ts';
import type { PagingInfo, Sort } from '../components/index.ts';
import { useRouteContext } from '../app-context/routeContext.ts';
import {
  columnsQuery,
  infoQuery,
  rowsQuery,
  viewParameter,
  type ListRequest,
  type ListColumn,
  type ListInfo,
} from './list.queries.ts';
import { useListChoices, type ListChoices } from './useListChoices.ts';
import { useListState, type ListNavigation } from './useListState.ts';

export interface ListWorld extends ListNavigation {
  request: ListRequest;
  /** of its page below the prefix, where it has one */
  path: string | undefined;
  /** part of every query's key */
  scope: string;
  choices: ListChoices;
  info: ListInfo | undefined;
  /** all columns the user may see */
  columns: readonly ListColumn[];
  /** in their order */
  shown: readonly ListColumn[];
  /** by which it is filtered, also those that are not shown */
  filtered: readonly ListColumn[];
  rows: readonly ListRow[];
  /** tells by what the list is narrowed down */
  among: string;
  paging: PagingInfo | undefined;
  loading: boolean;
  /** why there is nothing to show, or why what is shown is old; null: all is well */
  error: unknown;
  retry: () => void;
  /** the order in effect */
  sort: Sort;
}

const NO_COLUMNS: readonly ListColumn[] = [];
const NO_ROWS: readonly ListRow[] = [];

export function useList(request: ListRequest, path: string | undefined): ListWorld {
  const { menuId, narrowed = false } = request;
  const { sponsorKey, sessionSenderKey, language, appendix } = useRouteContext();
  const scope = `${sponsorKey}/${sessionSenderKey}/${language}/${appendix}`;
  const info = useQuery(infoQuery(menuId, scope));
  const where = useListState(path, info.data?.rowCount);
  const { state, hash, go } = where;
  const columns = useQuery(columnsQuery(menuId, scope, viewParameter(state)));
  // rows on a page are the user's choice: without it the wrong page would be asked for first
  const answer = useQuery({ ...rowsQuery(request, scope, state, hash), enabled: info.isFetched });
  // entries may be gone since the address was made, or since the page was opened
  const last = answer.isPlaceholderData ? 0 : (answer.data?.pageInfo.totalPage ?? 0);
  const isBeyond = last > 0 && state.pageNo > last;
  useEffect(() => {
    if (isBeyond) go({ pageNo: last });
  });
  const all = columns.data ?? NO_COLUMNS;
  const filtered = useMemo(
    () => (narrowed ? NO_COLUMNS : all.filter((column) => column.filtered === 'Y')),
    [all, narrowed],
  );
  const { keyword, deleted, view } = state;
  const filters = filtered.map(({ columnId, filterText }) => [columnId, filterText]);
  const queries = [info, columns, answer];
  return {
    ...where,
    request,
    path,
    scope,
    choices: useListChoices(menuId, scope, where),
    info: info.data,
    columns: all,
    shown: useMemo(() => all.filter(({ visible }) => visible === 'Y'), [all]),
    filtered,
    among: JSON.stringify([keyword, deleted, view, filters, request.params, request.query]),
    rows: answer.data?.listInfo ?? NO_ROWS,
    paging: answer.data?.pageInfo,
    loading: answer.isPending || columns.isPending || isBeyond,
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    retry: () => void Promise.all(queries.map((query) => query.refetch())),
    sort: state.sort
      ? { key: state.sort, direction: state.direction }
      : { key: info.data?.sort ?? '', direction: info.data?.direction ?? 'desc' },
  };
}
