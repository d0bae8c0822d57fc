import type { TFunction } from 'i18next';
import { formatDate } from '../../i18n/formatTime.ts';

/** From when to when a notice is in effect, in words. */
export const effectOf = (t: TFunction<'notices'>, effectDate: string, expireDate: string | null): string => {
  const from = formatDate(effectDate);
  return expireDate === null
    ? t('effectFrom', { from })
    : t('effectBetween', { from, to: formatDate(expireDate) });
};
