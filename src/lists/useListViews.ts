/** The saved views of a list, and what can be done with the one that is shown. */
import { useMutation, useQuery } from '@tanstack/react-query';
import {
  addListView,
  dropListView,
  readColumnFilter,
  saveListView,
  type BodyOf,
} from '../../shared/contract/index.ts';
import { call } from '../api/index.ts';
import { chosenOf } from '../components/index.ts';
import { viewParameter, viewsQuery, type ListView } from './list.queries.ts';
import type { ListWorld } from './useList.ts';
import { useRefreshList } from './useListChoices.ts';

type Content = Omit<BodyOf<typeof addListView>, 'name' | 'shared'>;
type Name = Pick<BodyOf<typeof addListView>, 'name' | 'shared'>;

export interface ListViews {
  /** the one that is shown, or that the user went on from; null: none, or it is not known yet */
  current: ListView | null;
  /** it is not shown as it was saved */
  changed: boolean;
  saveAs: (name: Name) => Promise<unknown>;
  /** what is shown becomes the view's */
  saveChanges: () => void;
  rename: (name: Name) => Promise<unknown>;
  drop: () => void;
}

export function useListViews(list: ListWorld): ListViews {
  const { request, scope, state, go } = list;
  const { menuId } = request;
  const params = { menuId };
  const refresh = useRefreshList(menuId);
  const views = useQuery({ ...viewsQuery(menuId, scope), enabled: state.view !== null });
  const current = views.data?.find(({ viewKey }) => viewKey === state.view) ?? null;
  const doing = useMutation({ mutationFn: (work: () => Promise<unknown>) => work(), onSuccess: refresh });
  const asSaved = { view: state.view, edited: false, sort: '' };
  const of = (viewKey: number) => ({ ...params, viewKey });
  return {
    current,
    changed: state.edited || (current !== null && orderDiffers(current, list)),
    saveAs: (name) =>
      doing.mutateAsync(async () => {
        const content = await contentOf(list, current);
        const { viewKey } = await call(addListView, { params, body: { ...content, ...name } });
        go({ ...asSaved, view: viewKey, pageNo: 1 });
      }),
    saveChanges: () =>
      doing.mutate(async () => {
        if (!current) return;
        const { viewKey, name, shared } = current;
        const body = { ...(await contentOf(list, current)), name, shared };
        await call(saveListView, { params: of(viewKey), body });
        go(asSaved);
      }),
    rename: (name) =>
      doing.mutateAsync(async () => {
        if (!current) return;
        const { columns, filters, sort, direction } = current;
        const body = { columns, filters, sort, direction, ...name };
        await call(saveListView, { params: of(current.viewKey), body });
      }),
    drop: () =>
      doing.mutate(async () => {
        if (!current) return;
        await call(dropListView, { params: of(current.viewKey) });
        go({ view: null, edited: false, pageNo: 1 });
      }),
  };
}

const orderDiffers = (view: ListView, { state: { sort, direction } }: ListWorld): boolean =>
  sort !== '' && (sort !== view.sort || direction !== view.direction);

/** What is shown now, as a view says it. */
async function contentOf(list: ListWorld, current: ListView | null): Promise<Content> {
  const { request, state, shown, filtered } = list;
  const query = viewParameter(state);
  const filters = filtered.map(async ({ columnId }) => {
    const answer = await call(readColumnFilter, { params: { menuId: request.menuId, columnId }, query });
    return { columnId, filters: chosenOf(answer) };
  });
  return {
    columns: shown.map(({ columnId, width }) => ({ columnId, width })),
    filters: (await Promise.all(filters)).filter(({ filters: entries }) => entries.length > 0),
    ...(state.sort
      ? { sort: state.sort, direction: state.direction }
      : { sort: current?.sort ?? null, direction: current?.direction ?? 'asc' }),
  };
}
