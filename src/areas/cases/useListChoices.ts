/** What a user chooses for the case list. Each choice is saved, and the list read anew (specification 2 section 4). */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { dropFilters, saveColumnFilter, saveColumns, type BodyOf } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import type { FilterEntry } from '../../components/index.ts';
import { CASE_LIST } from './cases.queries.ts';

const params = { menuId: CASE_LIST };

export function useListChoices() {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (choice: () => Promise<unknown>) => choice(),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['columns', CASE_LIST] });
      await queries.invalidateQueries({ queryKey: ['cases'] });
    },
  });
  return {
    showColumns: (visible: string[]) => mutate(() => call(saveColumns, { params, body: { visible } })),
    /** no entries take the filter away */
    saveFilter: (columnId: string, filters: readonly FilterEntry[]) =>
      mutate(() => {
        const body = { filters } as BodyOf<typeof saveColumnFilter>;
        return call(saveColumnFilter, { params: { ...params, columnId }, body });
      }),
    dropFilters: () => mutate(() => call(dropFilters, { params })),
  };
}
