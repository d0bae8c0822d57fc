/** Rows of the dialog that selects a question of the library. */
import { listSearchLibraries } from '../../shared/contract/index.ts';
import { call } from '../api/index.ts';
import type { SelectionSource } from '../dialogs/index.ts';

/** `exclude`: without the questions that come with the product. */
export const librarySource = (scope: string, exclude: 'Y' | 'N' = 'N'): SelectionSource => ({
  id: `${scope} ${exclude}`,
  search: async ({ keyword, pageNo, rowCount }, signal) => {
    const query = { exclude, find: keyword, pageNo, rowCount };
    const { listInfo, pageInfo } = await call(listSearchLibraries, { query, signal });
    return {
      rows: listInfo.map(({ rowKey, name, cells }) => ({
        key: rowKey,
        cells: { libraryName: name, description: cells['description'] ?? '' },
      })),
      totalCount: pageInfo.totalCount,
      totalPage: pageInfo.totalPage,
    };
  },
});
