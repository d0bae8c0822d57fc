/** How long there is to the last day in time, in words; the colour only underlines them. */
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from './Small.tsx';

/** Days from which on it presses. */
const SOON = 3;

const toneOf = (days: number): Tone => (days < 0 ? 'error' : days <= SOON ? 'warning' : 'neutral');

/** Days to the last one in time as words; negative: it has passed. */
export function useDaysLeft(): (days: number) => string {
  const { t } = useTranslation('components');
  return (days) => {
    if (days === 0) return t('daysLeft.today');
    return days < 0 ? t('daysLeft.overdue', { count: -days }) : t('daysLeft.left', { count: days });
  };
}

export function DaysLeft({ days }: { days: number }) {
  const words = useDaysLeft();
  return <StatusBadge tone={toneOf(days)}>{words(days)}</StatusBadge>;
}
