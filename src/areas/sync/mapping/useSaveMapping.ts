/** Saves something of the rules of a study, and reads all of them again, the list too. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { showSuccess } from '../../../components/index.ts';
import { useRefreshList } from '../../../lists/index.ts';
import { mappingKey, type StudyScope } from './mapping.queries.ts';

export function useSaveMapping<Input, Answer>(
  scope: StudyScope,
  store: (input: Input) => Promise<Answer>,
  onDone: (answer: Answer) => void,
) {
  const { t } = useTranslation('syncRules');
  const queries = useQueryClient();
  const refresh = useRefreshList('MU-ES-MR');
  return useMutation({
    mutationFn: store,
    meta: { ownFailure: true },
    onSuccess: async (answer) => {
      showSuccess(t('saved'));
      await queries.invalidateQueries({ queryKey: mappingKey(scope) });
      await refresh();
      onDone(answer);
    },
  });
}
