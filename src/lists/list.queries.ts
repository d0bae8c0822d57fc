/** Queries of every list. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Static, TUnsafe } from 'typebox';
import {
  readColumns,
  readListInfo,
  readListViews,
  type Call,
  type ListAnswer,
  type DataOf,
  type ListColumn as ListColumnSchema,
  type ListView as ListViewSchema,
} from '../../shared/contract/index.ts';
import { call } from '../api/index.ts';
import type { ListState } from './listState.ts';

export type ListColumn = Static<typeof ListColumnSchema>;
export type ListInfo = DataOf<typeof readListInfo>;
export type ListView = Static<typeof ListViewSchema>;

/** A call of the contract that `defineList` made. */
type AnyListCall = Call & { method: 'GET'; data: typeof ListAnswer };

/** Names and values of a path or a query. */
export type Values = Readonly<Record<string, string | number | undefined>>;

/** Path and query parameters differ from list to list; the page that shows the list supplies them. */
type LooseListCall = AnyListCall & { params: TUnsafe<Values>; query: TUnsafe<Values> };

export interface ListRequest {
  menuId: string;
  /** what is listed */
  call: AnyListCall;
  /** of the call's path */
  params?: Values;
  /** subject of the list, if it has one: the key of a case */
  of?: number;
  /** query parameters beside those of every list */
  query?: Values;
  /** `query` selects specific rows; the user's own filters do not apply */
  narrowed?: boolean;
}

/** The saved view that applies; none after the user has changed it. */
export const viewParameter = ({ view, edited }: Pick<ListState, 'view' | 'edited'>): { view?: number } =>
  view === null || edited ? {} : { view };

/** The query parameters of a list state; without a chosen sort column the list's own order applies. */
export const queryOfState = (state: ListState): Values => ({
  keyword: state.keyword,
  deleted: state.deleted,
  ...(state.sort && { sort: state.sort, direction: state.direction }),
  ...viewParameter(state),
});

/** `scope`: sponsor, sender, language and appendix decide what is seen. */
export const rowsQuery = (list: ListRequest, scope: string, state: ListState, hash: string) =>
  queryOptions({
    queryKey: ['list', list.menuId, 'rows', scope, list.params, list.query, state, hash],
    queryFn: ({ signal }): Promise<Static<typeof ListAnswer>> => {
      const { pageNo, rowCount } = state;
      const query = { ...list.query, ...queryOfState(state), pageNo, rowCount };
      return call(list.call as LooseListCall, { params: list.params, query, signal });
    },
    placeholderData: keepPreviousData,
    meta: { ownFailure: true },
  });

/** All columns the user may see, the visible ones first, in the user's order or in that of a view. */
export const columnsQuery = (menuId: string, scope: string, query: { view?: number }) =>
  queryOptions({
    queryKey: ['list', menuId, 'columns', scope, query],
    queryFn: async ({ signal }) => (await call(readColumns, { params: { menuId }, query, signal })).listInfo,
    placeholderData: keepPreviousData,
    meta: { ownFailure: true, ofCatalogue: true },
  });

/** The user's settings of the list, and its views. */
export const infoQuery = (menuId: string, scope: string) =>
  queryOptions({
    queryKey: ['list', menuId, 'info', scope],
    queryFn: ({ signal }) => call(readListInfo, { params: { menuId }, signal }),
    meta: { ownFailure: true },
  });

/** The columns and filters of each view of the list. */
export const viewsQuery = (menuId: string, scope: string) =>
  queryOptions({
    queryKey: ['list', menuId, 'views', scope],
    queryFn: async ({ signal }) => (await call(readListViews, { params: { menuId }, signal })).listInfo,
    meta: { ownFailure: true },
  });
