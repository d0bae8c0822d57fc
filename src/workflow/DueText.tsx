/** Until when a case may stay in its step, in words: a colour only underlines them. */
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../components/index.ts';

/** `daysLate`: 0 on the due day, negative while days are left; null without a limit. */
export function DueText({ daysLate }: { daysLate: number | null }) {
  const { t } = useTranslation('workflow');
  if (daysLate === null) return t('due.none');
  if (daysLate > 0) return <StatusBadge tone="error">{t('due.late', { count: daysLate })}</StatusBadge>;
  if (daysLate === 0) return <StatusBadge tone="warning">{t('due.today')}</StatusBadge>;
  return t('due.left', { count: -daysLate });
}
