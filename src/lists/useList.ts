/** All that a list is: where the user is in it, what he reads there, and what he may choose. */
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ListRow } from '../../shared/contract/index.ts';
import type { PagingInfo, Sort } from '../components/index.ts';
import { useRouteContext } from '../app-context/routeContext.ts';
import {
  columnsQuery,
  infoQuery,
  rowsQuery,
  viewAsked,
  type AskedList,
  type ListColumn,
  type ListInfo,
} from './list.queries.ts';
import { useListChoices, type ListChoices } from './useListChoices.ts';
import { useListPlace, type PlaceInList } from './useListPlace.ts';

export interface ListWorld extends PlaceInList {
  asked: AskedList;
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

export function useList(asked: AskedList, path: string | undefined): ListWorld {
  const { menuId, narrowed = false } = asked;
  const { sponsorKey, sessionSenderKey, language, appendix } = useRouteContext();
  const scope = `${sponsorKey}/${sessionSenderKey}/${language}/${appendix}`;
  const info = useQuery(infoQuery(menuId, scope));
  const where = useListPlace(path, info.data?.rowCount);
  const { place, hash } = where;
  const columns = useQuery(columnsQuery(menuId, scope, viewAsked(place)));
  // rows on a page are the user's choice: without it the wrong page would be asked for first
  const answer = useQuery({ ...rowsQuery(asked, scope, place, hash), enabled: info.isFetched });
  const all = columns.data ?? NO_COLUMNS;
  const filtered = useMemo(
    () => (narrowed ? NO_COLUMNS : all.filter((column) => column.filtered === 'Y')),
    [all, narrowed],
  );
  const { keyword, deleted, view } = place;
  const filters = filtered.map(({ columnId, filterText }) => [columnId, filterText]);
  const queries = [info, columns, answer];
  return {
    ...where,
    asked,
    path,
    scope,
    choices: useListChoices(menuId, scope, where),
    info: info.data,
    columns: all,
    shown: useMemo(() => all.filter(({ visible }) => visible === 'Y'), [all]),
    filtered,
    among: JSON.stringify([keyword, deleted, view, filters, asked.params, asked.query]),
    rows: answer.data?.listInfo ?? NO_ROWS,
    paging: answer.data?.pageInfo,
    loading: answer.isPending || columns.isPending,
    error: queries.find(({ error }) => error !== null)?.error ?? null,
    retry: () => void Promise.all(queries.map((query) => query.refetch())),
    sort: place.sort
      ? { key: place.sort, direction: place.direction }
      : { key: info.data?.sort ?? '', direction: info.data?.direction ?? 'desc' },
  };
}
