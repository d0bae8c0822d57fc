/** The filter of a column of the case list, kept by the server for the user. */
import { ANY_VALUE, readColumnFilter } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { ColumnFilter } from '../../components/index.ts';
import { CASE_LIST, type ListColumn } from './cases.queries.ts';
import { useListChoices } from './useListChoices.ts';

export function CaseColumnFilter({ column }: { column: ListColumn }) {
  const { columnId, columnLabel, filterType, filtered } = column;
  const { saveFilter } = useListChoices();
  const params = { menuId: CASE_LIST, columnId };
  return (
    <ColumnFilter
      column={columnLabel}
      filtered={filtered === 'Y'}
      filterType={filterType}
      anyValue={ANY_VALUE}
      load={async () => (await call(readColumnFilter, { params })).filters}
      onSave={(filters) => saveFilter(columnId, filters)}
    />
  );
}
