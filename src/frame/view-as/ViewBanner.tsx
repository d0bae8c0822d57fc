/** Says that the product is seen as another sees it, what is left out, and leads back. */
import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { endView } from '../../../shared/contract/index.ts';
import { call } from '../../api/index.ts';
import { ADMIN_PREFIX, usePathTo, useTimeZone } from '../../app-context/routeContext.ts';
import { discardChanges } from '../../app-context/unsavedChanges.ts';
import { Timestamp } from '../../components/index.ts';
import { useSession } from '../../session/sessionStore.ts';
import classes from './ViewBanner.module.css';

export function ViewBanner() {
  const { t } = useTranslation('frame');
  const { viewing, sponsorKey, organization } = useSession();
  const timeZone = useTimeZone();
  const to = usePathTo();
  const end = useMutation({
    mutationFn: () => call(endView, { params: { sponsorKey } }),
    // loaded afresh: nothing that is read or drawn already is the user's own
    onSuccess: () => {
      discardChanges();
      location.assign(to('role'));
    },
  });
  if (!viewing) return null;
  const { kind, name, since, until, lacking } = viewing;
  return (
    <div className={classes.banner} role="region" aria-label={t('viewAs.label')}>
      <IconEye size={16} aria-hidden />
      <strong>{t(`viewAs.${kind}`, { name: until === null ? name : organization })}</strong>
      <span>{t('viewAs.readOnly')}</span>
      <span>
        {t('viewAs.since')} <Timestamp iso={since} timeZone={timeZone} />
      </span>
      {until !== null && (
        <span>
          {t('viewAs.until')} <Timestamp iso={until} timeZone={timeZone} />
        </span>
      )}
      {lacking.length > 0 && <span>{t('viewAs.lacking', { privileges: lacking.join(', ') })}</span>}
      {kind === 'support' ? (
        <Button component={Link} to={ADMIN_PREFIX} size="compact-sm" variant="default">
          {t('viewAs.leave')}
        </Button>
      ) : (
        <Button size="compact-sm" variant="default" loading={end.isPending} onClick={() => end.mutate()}>
          {t('viewAs.end')}
        </Button>
      )}
    </div>
  );
}
