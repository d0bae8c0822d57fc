/** Reports of an E2B(R3) file, without a database. */
import type { Orientation } from '../schemas/compile/reports.types.ts';
import { openCatalogue } from '../server/catalogue/catalogueSource.ts';
import { reportFonts } from '../server/reports/reportFonts.ts';
import { reportPdf } from '../server/reports/reportPdf.ts';
import type { CaseContent } from '../shared/case/caseContent.ts';
import { readIcsrs } from '../shared/e2b/index.ts';
import type { XmlSource } from '../shared/e2b/index.ts';
import { layOutReport } from '../shared/reports/layOutReport.ts';
import type {
  DataOrdering,
  LaidOutReport,
  ReportLanguage,
  ReportOptions,
} from '../shared/reports/report.types.ts';
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

/** One layout for each case of the file. */
export async function layOutFile(
  report: string,
  source: XmlSource,
  { date, ...options }: CommandOptions,
): Promise<LaidOutReport[]> {
  const { whole, codeLists, e2b } = openCatalogue();
  const descriptor = whole.reports[report];
  if (!descriptor) throw new Error(`there is no report ${report}`);
  const laidOut: LaidOutReport[] = [];
  const reader = readIcsrs(source, e2b, memoryPorts());
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

/** The file of all cases: one document, case after case. */
export async function pdfOfFile(
  report: string,
  source: XmlSource,
  options: CommandOptions,
): Promise<Uint8Array> {
  const laidOut = await layOutFile(report, source, options);
  const pages = laidOut.flatMap((one) => one.pages);
  const title = laidOut.map((one) => one.title).join(', ');
  return reportPdf({ title, language: options.language, pages }, dayOf(options.date));
}

/** The moment written into the file: a fixed one without a date, so that the same case makes the same bytes. */
const dayOf = (date: string | null): Date => {
  const [, year = '2000', month = '01', day = '01'] = /^(\d{4})(\d\d)(\d\d)$/.exec(date ?? '') ?? [];
  return new Date(`${year}-${month}-${day}T00:00:00Z`);
};
