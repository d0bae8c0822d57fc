/** That a case is in its step longer than it should be, in words: a colour only underlines them. */
import { useTranslation } from 'react-i18next';
import type { StepLimit } from '../../shared/workflow/stepTime.ts';
import { StatusBadge } from '../components/index.ts';

/** `over`: which time of the step is over; null: nothing is shown. */
export function OverTime({ over }: { over: StepLimit | null }) {
  const { t } = useTranslation('workflow');
  if (over === null) return null;
  return <StatusBadge tone={over === 'maximum' ? 'error' : 'warning'}>{t(`over.${over}`)}</StatusBadge>;
}
