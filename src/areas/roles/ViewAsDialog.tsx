/** Chooses the role or the user as whom the product is to be seen, with the reason. */
import { Select, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { beginView, listViewTargets } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { usePathTo, useRouteContext } from '../../app-context/routeContext.ts';
import { ReasonDialog } from '../../components/index.ts';
import { attemptProps } from '../../feedback/reasonProps.ts';
import { rolesKey, type Role } from './roles.queries.ts';

interface ViewAsDialogProps {
  roles: readonly Role[];
  onClose: () => void;
}

export function ViewAsDialog({ roles, onClose }: ViewAsDialogProps) {
  const { t } = useTranslation('roles');
  const { sponsorKey } = useRouteContext();
  const targets = useQuery({
    queryKey: [...rolesKey(sponsorKey), 'viewTargets'],
    queryFn: ({ signal }) => call(listViewTargets, { params: { sponsorKey }, signal }),
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const [submitted, setSubmitted] = useState(false);
  const begin = useBeginView();
  const isReady = () => {
    setSubmitted(true);
    return chosen !== null;
  };
  return (
    <ReasonDialog
      {...attemptProps(begin, onClose)}
      title={t('viewAs.title')}
      note={
        <>
          <Text>{t('viewAs.note')}</Text>
          <Select
            label={t('viewAs.whom')}
            required
            searchable
            value={chosen}
            error={submitted && chosen === null ? t('components:form.missing') : null}
            data={[
              {
                group: t('title'),
                items: roles.map(({ roleId, name }) => ({ value: `role ${roleId}`, label: name })),
              },
              {
                group: t('users'),
                items: (targets.data?.users ?? []).map(({ userKey, userId, userName }) => ({
                  value: `user ${userKey}`,
                  label: `${userName} (${userId})`,
                })),
              },
            ]}
            onChange={setChosen}
            data-autofocus
          />
        </>
      }
      isReady={isReady}
      confirmLabel={t('viewAs.begin')}
      onConfirm={(reason) => chosen !== null && begin.mutate({ reason, chosen })}
    />
  );
}

/** Shows the home page as it is seen from now on. */
function useBeginView() {
  const { sponsorKey } = useRouteContext();
  const to = usePathTo();
  return useMutation({
    mutationFn: ({ reason, chosen }: { reason: string; chosen: string }) => {
      const [kind, key] = chosen.split(' ');
      const target = { roleId: null, userKey: null, [kind === 'role' ? 'roleId' : 'userKey']: Number(key) };
      return call(beginView, { params: { sponsorKey }, body: { reason, ...target } });
    },
    // loaded afresh: nothing that is read or drawn already is of whom is viewed
    onSuccess: () => location.assign(to('home')),
  });
}
