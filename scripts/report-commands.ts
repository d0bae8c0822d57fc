/** Reports of an E2B file, without a database. */
import type { Orientation } from '../schemas/compile/reports.types.ts';
import { openCatalogue } from '../server/catalogue/catalogueSource.ts';
import { reportFonts } from '../server/reports/reportFonts.ts';
import { reportPdf } from '../server/reports/reportPdf.ts';
import type { CaseContent } from '../shared/case/caseContent.ts';
import { readReports } from '../shared/e2b/index.ts';
import type { XmlSource } from '../shared/e2b/index.ts';
import { layOutReport } from '../shared/reports/layOutReport.ts';
import type {
  DataOrdering,
  LaidOutReport,
  ReportLanguage,
  ReportOptions,
} from '../shared/reports/report.types.ts';
import { reportSvg } from '../shared/reports/reportSvg.ts';
import { memoryPorts } from './e2b-commands.ts';

export interface CommandOptions {
  language: ReportLanguage;
  orientation: Orientation;
  ordering: DataOrdering;
  notation: boolean;
  unblinded: boolean;
  /** CCYYMMDD; null: the date of creation in the case */
  date: string | null;
}

/** Names of the reports of this checkout. */
export const reportNames = (): string[] => Object.keys(openCatalogue().whole.reports);

export const missingFonts = reportFonts.missing;

/** One layout for each case of the file. */
export async function layOutFile(
  report: string,
  source: XmlSource,
  { date, ...options }: CommandOptions,
): Promise<LaidOutReport[]> {
  const { whole, codeLists, e2b, r2 } = openCatalogue();
  const descriptor = whole.reports[report];
  if (!descriptor) throw new Error(`there is no report ${report}`);
  const laidOut: LaidOutReport[] = [];
  const reader = readReports(source, { e2b, r2 }, memoryPorts());
  const contents: CaseContent[] = [];
  let next = await reader.next();
  for (; !next.done; next = await reader.next()) contents.push(next.value.content);
  for (const content of contents) {
    const all: ReportOptions = {
      ...options,
      masked: new Set(),
      reportDate: date,
      followUpNumber: null,
      changedAt: null,
    };
    const envelope = next.value.values;
    const subject = {
      report: descriptor,
      catalogue: whole,
      codeLists,
      content: { ...content, values: [...envelope, ...content.values] },
      termOf: () => undefined,
    };
    laidOut.push(layOutReport(subject, all, reportFonts));
  }
  return laidOut;
}

/** The pages of all cases as one document. */
function pdfOf(laidOut: readonly LaidOutReport[], { language, date }: CommandOptions): Promise<Uint8Array> {
  const pages = laidOut.flatMap((one) => one.pages);
  const title = laidOut.map((one) => one.title).join(', ');
  return reportPdf({ title, language, pages }, dayOf(date));
}

/** The moment written into the file: a fixed one without a date, so that the same case makes the same bytes. */
const dayOf = (date: string | null): Date => {
  const [, year = '2000', month = '01', day = '01'] = /^(\d{4})(\d\d)(\d\d)$/.exec(date ?? '') ?? [];
  return new Date(`${year}-${month}-${day}T00:00:00Z`);
};

/** The files of a command by name: one PDF, or a drawing of each page (`case.svg`, `case-2.svg`). */
export async function filesOf(
  out: string,
  laidOut: readonly LaidOutReport[],
  options: CommandOptions,
): Promise<Map<string, string | Uint8Array>> {
  if (!out.endsWith('.svg')) return new Map([[out, await pdfOf(laidOut, options)]]);
  const pages = laidOut.flatMap((one) => one.pages);
  const nameOf = (index: number): string => (index === 0 ? out : out.replace(/\.svg$/, `-${index + 1}.svg`));
  return new Map(pages.map((page, index) => [nameOf(index), reportSvg(page)]));
}
