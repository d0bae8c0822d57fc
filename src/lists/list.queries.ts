/** What every list reads. */
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
import type { ListPlace } from './listPlace.ts';

export type ListColumn = Static<typeof ListColumnSchema>;
export type ListInfo = DataOf<typeof readListInfo>;
export type ListView = Static<typeof ListViewSchema>;

/** A call of the contract that `defineList` made. */
type AnyListCall = Call & { method: 'GET'; data: typeof ListAnswer };

/** Names and values of a path or a query. */
export type Values = Readonly<Record<string, string | number | undefined>>;

/** What a path and a query hold differs from list to list, and is the business of who shows it. */
type LooseListCall = AnyListCall & { params: TUnsafe<Values>; query: TUnsafe<Values> };

export interface AskedList {
  menuId: string;
  /** what is listed */
  call: AnyListCall;
  /** of the call's path */
  params?: Values;
  /** what the list is of, where it is of something: the key of a case */
  of?: number;
  /** asked besides what every list asks */
  query?: Values;
  /** that asks for exactly something: the user's own filters are set aside as long as it does */
  narrowed?: boolean;
}

/** The view that applies as it was saved; nothing where the user has gone on from it. */
export const viewAsked = ({ view, edited }: Pick<ListPlace, 'view' | 'edited'>): { view?: number } =>
  view === null || edited ? {} : { view };

/** What a place asks the server; the order is left to the list where nobody chose one. */
export const queryOfPlace = (place: ListPlace): Values => ({
  keyword: place.keyword,
  deleted: place.deleted,
  ...(place.sort && { sort: place.sort, direction: place.direction }),
  ...viewAsked(place),
});

/** `scope`: sponsor, sender, language and appendix decide what is seen. */
export const rowsQuery = (list: AskedList, scope: string, place: ListPlace, hash: string) =>
  queryOptions({
    queryKey: ['list', list.menuId, 'rows', scope, list.params, list.query, place, hash],
    queryFn: ({ signal }): Promise<Static<typeof ListAnswer>> => {
      const { pageNo, rowCount } = place;
      const query = { ...list.query, ...queryOfPlace(place), pageNo, rowCount };
      return call(list.call as LooseListCall, { params: list.params, query, signal });
    },
    placeholderData: keepPreviousData,
    meta: { ownFailure: true },
  });

/** All columns the user may see, the shown ones first, in his order or in that of a view. */
export const columnsQuery = (menuId: string, scope: string, query: { view?: number }) =>
  queryOptions({
    queryKey: ['list', menuId, 'columns', scope, query],
    queryFn: async ({ signal }) => (await call(readColumns, { params: { menuId }, query, signal })).listInfo,
    placeholderData: keepPreviousData,
    meta: { ownFailure: true, ofCatalogue: true },
  });

/** How the user wants the list to be, and which views of it there are. */
export const infoQuery = (menuId: string, scope: string) =>
  queryOptions({
    queryKey: ['list', menuId, 'info', scope],
    queryFn: ({ signal }) => call(readListInfo, { params: { menuId }, signal }),
    meta: { ownFailure: true },
  });

/** What the views of the list set. */
export const viewsQuery = (menuId: string, scope: string) =>
  queryOptions({
    queryKey: ['list', menuId, 'views', scope],
    queryFn: async ({ signal }) => (await call(readListViews, { params: { menuId }, signal })).listInfo,
    meta: { ownFailure: true },
  });
