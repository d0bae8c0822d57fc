/** Cases and layouts for the tests of reports. */
import { exampleContent } from '../../shared/expressions/exampleContent.ts';
import { layOutReport } from '../../shared/reports/layOutReport.ts';
import type { LaidOutReport, ReportOptions } from '../../shared/reports/report.types.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { openCatalogue } from '../catalogue/catalogueSource.ts';
import { reportFonts } from './reportFonts.ts';

export const source = openCatalogue();

export const OPTIONS: ReportOptions = {
  language: 'en',
  orientation: 'portrait',
  ordering: 'primary',
  notation: false,
  unblinded: false,
  masked: new Set(),
  reportDate: '20260102',
  followUpNumber: 0,
  changedAt: null,
};

/** A layout of a case of any content. */
export function layOut(
  content: CaseContent,
  options: Partial<ReportOptions> = {},
  report = 'CIOMS',
): LaidOutReport {
  const descriptor = source.whole.reports[report];
  if (!descriptor) throw new Error(`no report ${report}`);
  const { whole: catalogue, codeLists } = source;
  return layOutReport(
    { report: descriptor, catalogue, codeLists, content, termOf: () => undefined },
    { ...OPTIONS, ...options },
    reportFonts,
  );
}

/** A layout of a case of these values (`ITEM|row|row`). */
export const layOutValues = (
  values: Record<string, string>,
  options: Partial<ReportOptions> = {},
  report = 'CIOMS',
): LaidOutReport => layOut(exampleContent(source.whole, values), options, report);

/** The text of a box on a page: its content, line after line. */
export const textOfBox = ({ pages }: LaidOutReport, box: string, page = 0): string =>
  (pages[page]?.blocks ?? [])
    .filter((block) => block.box === box && block.role === 'content')
    .map(({ runs }) => runs.map(({ text }) => text).join(''))
    .join('\n');

/** Labels of the ticked boxes of a box on a page. */
export const ticksOf = ({ pages }: LaidOutReport, box: string, page = 0): string[] =>
  (pages[page]?.blocks ?? []).flatMap(({ box: name, role, runs: [mark, ...label] }) =>
    name === box && role === 'caption' && mark?.text === 'X' ? label.map(({ text }) => text).join(' ') : [],
  );
