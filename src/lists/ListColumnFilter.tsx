/** The filter of a column, stored by the server for the user or, in a saved view, for the view. */
import { readColumnFilter } from '../../shared/contract/index.ts';
import { call } from '../api/index.ts';
import { ColumnFilter } from '../components/index.ts';
import { viewParameter, type ListColumn } from './list.queries.ts';
import type { ListWorld } from './useList.ts';

type FilterWorld = Pick<ListWorld, 'request' | 'state' | 'choices'>;

export function ListColumnFilter({ list, column }: { list: FilterWorld; column: ListColumn }) {
  const { columnId, columnLabel, filterType, filtered } = column;
  const { menuId, of } = list.request;
  const params = { menuId, columnId };
  return (
    <ColumnFilter
      column={columnLabel}
      filtered={filtered === 'Y'}
      filterType={filterType}
      load={(find) =>
        call(readColumnFilter, { params, query: { ...viewParameter(list.state), of, ...(find && { find }) } })
      }
      onSave={(filters) => list.choices.saveFilter(columnId, filters)}
    />
  );
}
