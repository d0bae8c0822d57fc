/** What every list asks about itself, answered from its descriptor. */
import type { ListSourceFile } from '../../schemas/compile/lists.ts';
import * as contract from '../../shared/contract/index.ts';
import { fake, type FakeCall } from './fakeCalls.ts';

const KIND_OF: Partial<Record<contract.FilterType, contract.ColumnKind>> = {
  CHECK: 'code',
  BETWEEN_DATE: 'date',
  BETWEEN_DATE_TIME: 'dateTime',
  BETWEEN_NUMERIC: 'number',
};

/** The columns of these lists and how the user wants them: as they are delivered. */
export function listCalls(lists: readonly ListSourceFile[]): FakeCall[] {
  const listOf = (menuId: string): ListSourceFile => {
    const found = lists.find(({ list }) => list === menuId);
    if (!found) throw new Error(`these stories have no list ${menuId}`);
    return found;
  };
  return [
    fake(contract.readListInfo, ({ params: { menuId } }) => ({
      menuId,
      label: listOf(menuId).label.en,
      rowCount: 20,
      fullText: 'N' as const,
      rowCounts: [...contract.PAGE_SIZES],
      filtersLeftOut: [],
      searchable: true,
      deletable: false,
      views: [],
      sort: listOf(menuId).order.column,
      direction: listOf(menuId).order.direction,
    })),
    fake(contract.readColumns, ({ params: { menuId } }) => ({
      listInfo: listOf(menuId).columns.map(({ column, label, filterType, sortable, codes = [] }) => ({
        columnId: column,
        columnLabel: label.en,
        page: '',
        width: null,
        filterText: '',
        filterType: filterType as contract.FilterType,
        filtered: 'N' as const,
        visible: 'Y' as const,
        kind: KIND_OF[filterType as contract.FilterType] ?? 'text',
        sortable: sortable === false ? ('N' as const) : ('Y' as const),
        tones: Object.fromEntries(codes.flatMap(({ code, tone }) => (tone ? [[code, tone]] : []))),
      })),
    })),
  ];
}

/** The only page of a list. */
export const paged = (menuId: string, listInfo: contract.ListRow[]) => ({
  listInfo,
  pageInfo: { menuId, pageNo: 1, rowCount: 20, totalCount: listInfo.length, totalPage: 1 },
});
