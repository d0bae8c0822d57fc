/** The products beside this one, for those whose sign-on opens them too (specification section 2). */
import { Button } from '@mantine/core';
import { IconApps, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listSiblings } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { useSession } from '../../session/sessionStore.ts';
import { useRouteContext } from '../../app-context/routeContext.ts';
import { HeaderPopover } from './HeaderPopover.tsx';
import { withParam } from './outside.ts';

export function SiblingProducts() {
  const { t } = useTranslation('signOn');
  const { isAdmin, language } = useRouteContext();
  const { token, realmId } = useSession();
  const isOffered = !isAdmin && realmId !== null;
  const siblings = useQuery({
    queryKey: ['siblings', token],
    queryFn: ({ signal }) => call(listSiblings, { signal }),
    enabled: isOffered,
    staleTime: Infinity,
  });
  const list = siblings.data?.clientList ?? [];
  if (!isOffered || list.length === 0) return null;
  return (
    <HeaderPopover label={t('siblings')} Sign={IconApps}>
      {(close) =>
        list.map(({ clientId, name, url }) => (
          <Button
            key={clientId}
            component="a"
            href={withParam(url, 'language', language)}
            target="_blank"
            rel="noopener"
            variant="default"
            rightSection={<IconExternalLink size={14} aria-hidden />}
            aria-label={t('opensTab', { name })}
            onClick={close}
          >
            {name}
          </Button>
        ))
      }
    </HeaderPopover>
  );
}
