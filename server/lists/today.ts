import { dayAt } from '../../shared/dates/zonedDay.ts';
import type { ListReading } from './listSource.ts';

/** The day, CCYYMMDD, where the reader of a list is. */
export const today = ({ user, now }: Pick<ListReading, 'user' | 'now'>): string =>
  dayAt(now.getTime(), user.timeZone);
