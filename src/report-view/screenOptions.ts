/** The options of a report on the screen: as the downloaded report has them, for the day of the user. */
import { dayAt } from '../../shared/dates/zonedDay.ts';
import type { ReportOptions } from '../../shared/reports/report.types.ts';
import { userNow } from '../clock/index.ts';

type Chosen = Pick<ReportOptions, 'language' | 'orientation' | 'unblinded'> &
  Partial<Pick<ReportOptions, 'masked'>>;

const NO_ITEMS: ReadonlySet<string> = new Set();

export function screenOptions({ versionNo, ...chosen }: Chosen & { versionNo: number }): ReportOptions {
  const { at, timeZone } = userNow();
  return {
    masked: NO_ITEMS,
    ...chosen,
    ordering: 'primary',
    notation: false,
    reportDate: dayAt(at.getTime(), timeZone),
    followUpNumber: versionNo > 1 ? versionNo - 1 : null,
    changedAt: null,
  };
}
