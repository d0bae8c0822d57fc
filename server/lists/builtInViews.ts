/** Views that come with a list, as this user has them. */
import type { ListViewSource } from '../../schemas/compile/lists.ts';
import type { CatalogueSource } from '../catalogue/catalogueSource.ts';
import type { ListViewContent } from '../storage/tables.ts';
import { entriesOf } from './describedFilter.ts';
import { descriptorOf, type ListColumn } from './listColumns.ts';
import type { ListCaller } from './listSource.ts';

export interface BuiltInView {
  /** below 0, where no saved view has its key */
  viewKey: number;
  name: string;
  content: ListViewContent;
}

/**
 * `columns`: those of the list that the user may show. A view whose rows they may not tell apart is left out: it would show
 * others under its name.
 */
export const builtInViews = (
  catalogue: CatalogueSource,
  menuId: string,
  caller: ListCaller,
  columns: readonly ListColumn[],
): BuiltInView[] =>
  (descriptorOf(catalogue, menuId).views ?? [])
    .filter(({ filters }) =>
      filters.every(({ column }) => columns.some(({ columnId }) => columnId === column)),
    )
    .map((view) => ({
      viewKey: -view.key,
      name: view.label[caller.language],
      content: contentOf(view, caller, columns),
    }));

function contentOf(
  { first = [], only, filters, order }: ListViewSource,
  caller: ListCaller,
  columns: readonly ListColumn[],
): ListViewContent {
  const [head, ...others] = columns.filter(({ shownFirst }) => shownFirst).map(({ columnId }) => columnId);
  const shown = new Set([...(head === undefined ? [] : [head]), ...(only ?? [...first, ...others])]);
  return {
    columns: [...shown].map((columnId) => ({ columnId, width: null })),
    filters: filters.flatMap((filter) => {
      const column = columns.find(({ columnId }) => columnId === filter.column);
      return column
        ? [{ columnId: column.columnId, filters: entriesOf(filter, column.filterType, caller) }]
        : [];
    }),
    sort: order.column,
    direction: order.direction,
  };
}
