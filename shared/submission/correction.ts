/** Until when a rejected report is to be corrected. */
import { dayAfter } from '../dates/zonedDay.ts';

/** Days are CCYYMMDD. */
export interface RejectedReport {
  /** the day on which the report is due again; null: nothing is due */
  due: string | null;
  /** of the answer */
  today: string;
  /** what the sponsor allows for a correction; null: it demands nothing */
  days: number | null;
}

/**
 * A rejection leaves the day of the report as it was; the sponsor may demand the correction earlier. Where that day is over,
 * or none is known, the correction is due in the sponsor's days, or at once.
 */
export function correctionDay({ due, today, days }: RejectedReport): string {
  const demanded = dayAfter(today, days ?? 0);
  if (due === null || due < today) return demanded;
  return days !== null && demanded < due ? demanded : due;
}
