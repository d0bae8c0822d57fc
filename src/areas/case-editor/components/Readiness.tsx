/** How ready a case is for the authority of the region on the screen, where someone decides to go on with it. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { STANDARD } from '../../../../shared/rules/receivers.ts';
import { useRouteContext } from '../../../app-context/routeContext.ts';
import { Notice } from '../../../feedback/Notice.tsx';
import { failureText } from '../../../feedback/showFailure.ts';
import { receiversQuery } from '../case.queries.ts';

export function Readiness({ caseKey }: { caseKey: number }) {
  const { t } = useTranslation('findings');
  const { appendix } = useRouteContext();
  // the case may have been saved since the receivers were read
  const { data, isFetching, isError, error } = useQuery({
    ...receiversQuery(caseKey),
    refetchOnMount: 'always',
  });
  if (isFetching) return <Notice tone="warning">{t('readiness.checking')}</Notice>;
  if (isError) return <Notice tone="warning">{failureText(error)}</Notice>;
  const found = (region: string) => data?.listInfo.find((one) => one.region === region);
  const own = found(appendix) ?? data?.listInfo.find(({ receiverName }) => receiverName === STANDARD);
  if (!own) return null;
  const { errors, warnings, receiverName: receiver } = own;
  if (errors + warnings === 0) return <Notice tone="success">{t('readiness.none', { receiver })}</Notice>;
  return (
    <Notice tone={errors > 0 ? 'error' : 'warning'}>
      {t('readiness.found', {
        errors: t('readiness.errors', { count: errors }),
        warnings: t('readiness.warnings', { count: warnings }),
        receiver,
      })}
    </Notice>
  );
}
