import type { TFunction } from 'i18next';
import { daysAndHours } from '../../shared/workflow/stepTime.ts';

/** Hours as people read them, `3 d 12 h`; a part that is zero is left out. `t` of the namespace `workflow`. */
export function durationText(t: TFunction<'workflow'>, all: number): string {
  const { days, hours } = daysAndHours(all);
  return [days > 0 && t('chart.timeDays', { days }), hours > 0 && t('chart.timeHours', { hours })]
    .filter((part) => part !== false)
    .join(' ');
}
