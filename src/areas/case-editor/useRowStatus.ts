/** Deleting and restoring rows, with a reason. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { setRowStatus, type BodyOf } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { showSuccess } from '../../components/index.ts';
import { refreshCase } from './status/versions.queries.ts';

export function useRowStatus(caseKey: number, page: string) {
  const { t } = useTranslation('editor');
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof setRowStatus>) =>
      call(setRowStatus, { params: { caseKey, page }, body }),
    // the dialog that asks stays open and shows it
    meta: { ownFailure: true },
    onSuccess: async (_, { status }) => {
      showSuccess(t(status === 'Y' ? 'rows.deleted' : 'rows.restored'));
      await refreshCase(queries, caseKey);
    },
  });
}
