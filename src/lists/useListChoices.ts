/** Saves the user's settings of a list and reads the list again after each (specification 2 section 4). */
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Static } from 'typebox';
import {
  dropFilters,
  saveColumnFilter,
  saveColumns,
  saveFullText,
  saveRowCount,
  type BodyOf,
  type UserFilter,
} from '../../shared/contract/index.ts';
import { call } from '../api/index.ts';
import { infoQuery, viewParameter, viewsQuery, type ListInfo, type ListView } from './list.queries.ts';
import type { ListNavigation } from './useListState.ts';

type FilterEntry = Static<typeof UserFilter>;
type Widths = Readonly<Record<string, number>>;

/**
 * Reads a list again, wherever it is shown. A first read that is on its way is given up: React Query would take its
 * answer, which may be of the time before the change.
 */
export async function refreshList(queries: QueryClient, menuId: string): Promise<void> {
  const queryKey = ['list', menuId];
  await queries.cancelQueries({ queryKey });
  await queries.invalidateQueries({ queryKey });
}

export function useRefreshList(menuId: string): () => Promise<void> {
  const queries = useQueryClient();
  return () => refreshList(queries, menuId);
}

export interface ListChoices {
  showColumns: (visible: string[], widths?: Widths) => void;
  /** columns, order and widths are those of the list again */
  resetColumns: () => void;
  /** no entries take the filter away */
  saveFilter: (columnId: string, filters: readonly FilterEntry[]) => void;
  dropFilters: () => void;
  keepRowCount: (rowCount: number) => void;
  keepFullText: (fullText: 'Y' | 'N') => void;
}

/** A choice in a saved view leaves the view as it is: what it shows becomes the user's own first, and goes on from there. */
export function useListChoices(menuId: string, scope: string, { state, go }: ListNavigation): ListChoices {
  const params = { menuId };
  const refresh = useRefreshList(menuId);
  const queries = useQueryClient();
  const { view: viewKey } = viewParameter(state);
  const takeOver = async () => {
    if (viewKey === undefined) return;
    const views = await queries.fetchQuery(viewsQuery(menuId, scope));
    const view = views.find((one) => one.viewKey === viewKey);
    if (!view) return;
    await makeOwn(menuId, view);
    go({ edited: true, ...(!state.sort && view.sort && { sort: view.sort, direction: view.direction }) });
  };
  const { mutate } = useMutation({
    mutationFn: (choice: () => Promise<unknown>) => choice(),
    // one after another: the last one must win
    scope: { id: `list ${menuId}` },
    onSettled: refresh,
  });
  const { queryKey } = infoQuery(menuId, scope);
  // at once: what is chosen next goes on from it
  const prefer = (next: Partial<Pick<ListInfo, 'rowCount' | 'fullText'>>) =>
    queries.setQueryData(queryKey, (was) => was && { ...was, ...next });
  const choose = (choice: () => Promise<unknown>) => mutate(() => takeOver().then(choice));
  return {
    showColumns: (visible, widths) =>
      choose(() => call(saveColumns, { params, body: { visible, ...(widths && { widths }) } })),
    resetColumns: () => choose(() => call(saveColumns, { params, body: { visible: [] } })),
    saveFilter: (columnId, filters) => choose(() => putFilter(menuId, columnId, filters)),
    dropFilters: () => choose(() => call(dropFilters, { params })),
    keepRowCount: (rowCount) => {
      const { fullText = 'N' } = prefer({ rowCount }) ?? {};
      mutate(() => call(saveRowCount, { params: { ...params, rowCount, fullText } }));
    },
    keepFullText: (fullText) => {
      prefer({ fullText });
      mutate(() => call(saveFullText, { params: { ...params, fullText } }));
    },
  };
}

const putFilter = (menuId: string, columnId: string, filters: readonly FilterEntry[]) => {
  const body: BodyOf<typeof saveColumnFilter> = { filters: [...filters] };
  return call(saveColumnFilter, { params: { menuId, columnId }, body });
};

/** Columns, widths and filters of a view become those of the user. */
async function makeOwn(menuId: string, { columns, filters }: ListView): Promise<void> {
  const params = { menuId };
  const widths = columns.flatMap(({ columnId, width }) =>
    width === null ? [] : [[columnId, width] as const],
  );
  const visible = columns.map(({ columnId }) => columnId);
  await call(saveColumns, { params, body: { visible, widths: Object.fromEntries(widths) } });
  await call(dropFilters, { params });
  for (const { columnId, filters: entries } of filters) await putFilter(menuId, columnId, entries);
}
