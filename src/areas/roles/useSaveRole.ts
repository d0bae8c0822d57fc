/** Saves something of the roles, and reads all of them again: after a refusal too, which may mean that they are stale. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { showSuccess } from '../../components/index.ts';
import { rolesKey } from './roles.queries.ts';

export function useSaveRole<Input>(store: (input: Input) => Promise<unknown>, onDone: () => void) {
  const { t } = useTranslation('roles');
  const { sponsorKey } = useRouteContext();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: store,
    onSuccess: () => {
      showSuccess(t('done'));
      onDone();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: rolesKey(sponsorKey) }),
  });
}
