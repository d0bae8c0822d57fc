/** How long there is to the last day in time, in words; the colour only underlines them. */
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../../components/index.ts';

/** Days from which on it presses. */
const SOON = 3;

const toneOf = (days: number): Tone => (days < 0 ? 'error' : days <= SOON ? 'warning' : 'neutral');

export function DaysLeft({ days }: { days: number }) {
  const { t } = useTranslation('home');
  const words =
    days < 0 ? t('late', { count: -days }) : days === 0 ? t('today') : t('daysLeft', { count: days });
  return <StatusBadge tone={toneOf(days)}>{words}</StatusBadge>;
}
