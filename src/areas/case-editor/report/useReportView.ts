/** Which report the user looks at, and how; kept for the next case. */
import { useLocalStorage } from '@mantine/hooks';
import type { Orientation } from '../../../../schemas/compile/reports.types.ts';
import type { LinesShown } from '../../../report-view/lineTree.ts';
import type { ReportLanguage } from '../../../../shared/reports/report.types.ts';

/** The report, the message, or both beside each other. */
export const SHOWN_AS = ['form', 'message', 'both'] as const;

interface ReportView {
  as: (typeof SHOWN_AS)[number];
  reportId: string;
  /** null: that of the user */
  language: ReportLanguage | null;
  orientation: Orientation;
  /** how the message is shown */
  lines: LinesShown;
}

/** The form that is most in use. */
const FIRST: ReportView = {
  as: 'form',
  reportId: 'CIOMS',
  language: null,
  orientation: 'portrait',
  lines: 'labelled',
};

export function useReportView(): [ReportView, (change: Partial<ReportView>) => void] {
  const [stored, setView] = useLocalStorage<ReportView>({
    key: 'casewright.report.view',
    defaultValue: FIRST,
    getInitialValueInEffect: false,
  });
  // one that was stored earlier may have fewer choices
  const view = { ...FIRST, ...stored };
  return [view, (change) => setView({ ...view, ...change })];
}
