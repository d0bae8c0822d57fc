import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/index.ts';

/** Shown for a kind of records that no schema files describe. */
export function NotAvailable() {
  const { t } = useTranslation('caseInfo');
  return <EmptyState isPage title={t('notDescribed')} />;
}
