/** A CIOMS form of a large case, against pdfkit drawing the same texts without a layout. */
import PDFDocument from 'pdfkit';
import { openCatalogue } from '../server/catalogue/catalogueSource.ts';
import { reportFonts } from '../server/reports/reportFonts.ts';
import { reportPdf } from '../server/reports/reportPdf.ts';
import type { CaseContent } from '../shared/case/caseContent.ts';
import { addressAt } from '../shared/case/itemAddress.ts';
import { emptyCache, layOutReport } from '../shared/reports/layOutReport.ts';
import type { LaidOutReport, ReportOptions, ReportSubject } from '../shared/reports/report.types.ts';
import { generateCases } from '../scripts/cases-commands.ts';
import { inTurn, median, overRounds, type Measured } from './measure.ts';

const ROUNDS = 15;
const VALUES = 1000;
const MADE_AT = new Date('2026-01-02T00:00:00Z');
const OPTIONS: ReportOptions = {
  language: 'en',
  orientation: 'portrait',
  ordering: 'primary',
  notation: false,
  unblinded: true,
  masked: new Set(),
  reportDate: '20260102',
  followUpNumber: 0,
  changedAt: null,
};

export async function benchReports(): Promise<Measured[]> {
  const { whole: catalogue, codeLists } = openCatalogue();
  const report = catalogue.reports['CIOMS'];
  if (!report) throw new Error('the catalogue has no CIOMS form');
  const content = largeCase(
    [...generateCases({ count: 20, seed: 1, receiver: 'ICH' })].map((made) => made.content),
  );
  const subject = { report, catalogue, codeLists, content, termOf: () => undefined };
  const layOut = () => layOutReport(subject, OPTIONS, reportFonts);
  const laidOut = layOut();
  const draw = () => reportPdf(layOut(), MADE_AT);
  const bare = () => drawBare(laidOut);
  // opens the fonts and compiles the expressions
  await draw();
  await bare();
  const times = await inTurn(ROUNDS, draw, bare);
  const layouts = await inTurn(ROUNDS, layOut, () => undefined);
  const edits = await benchEdits(subject);
  const runs = laidOut.pages.flatMap(({ blocks }) => blocks.flatMap((block) => block.runs)).length;
  return [
    {
      name: `CIOMS of ${content.values.length} values, over pdfkit alone`,
      ...overRounds(times.ours, times.floor),
      budget: 3,
      detail: `${median(times.ours).toFixed(0)} ms (budget 150), layout ${median(layouts.ours).toFixed(0)} ms, ${laidOut.pages.length} pages, ${runs} texts`,
    },
    edits,
  ];
}

/** Laying out the form after an edit of one value, as the editor does beside the form, over laying out all of it. */
async function benchEdits(subject: ReportSubject): Promise<Measured> {
  const { catalogue, content } = subject;
  const itemId = catalogue.roles['patientInitials'] ?? '';
  const others = content.values.filter((value) => value.itemId !== itemId);
  const edited = (value: string): CaseContent => ({
    ...content,
    values: [...others, { ...addressAt(itemId, []), value, nullFlavor: null, notation: null }],
  });
  const contents = [edited('AB'), edited('CD')];
  const cache = emptyCache();
  let turn = 0;
  const next = (): ReportSubject => ({ ...subject, content: contents[(turn += 1) % 2] ?? content });
  const times = await inTurn(
    ROUNDS,
    () => layOutReport(next(), OPTIONS, reportFonts, cache),
    () => layOutReport(next(), OPTIONS, reportFonts),
  );
  return {
    name: `CIOMS of ${content.values.length} values after an edit, over all of it`,
    ...overRounds(times.ours, times.floor),
    budget: 1,
    detail: `${median(times.ours).toFixed(1)} ms (budget 100 with drawing), all of it ${median(times.floor).toFixed(1)} ms`,
  };
}

/** Rows of the largest case again, under new numbers, until there are enough values. */
function largeCase(cases: readonly CaseContent[]): CaseContent {
  const [{ values, rows } = { values: [], rows: [] }] = cases.toSorted(
    (a, b) => b.values.length - a.values.length,
  );
  const large: CaseContent = { values: [...values], rows: [...rows] };
  for (let copy = 1; large.values.length < VALUES; copy += 1) {
    const shifted = <Row extends { rowNo: number }>(row: Row): Row => ({
      ...row,
      rowNo: row.rowNo + copy * 100,
    });
    const repeated = values.filter(({ rowNo }) => rowNo > 0);
    if (repeated.length === 0) break;
    large.values.push(...repeated.map(shifted));
    large.rows.push(...rows.map(shifted));
  }
  return large;
}

/** The same texts in the same fonts at the same places. */
function drawBare({ pages }: LaidOutReport): Promise<void> {
  const document = new PDFDocument({ autoFirstPage: false, font: '' });
  const ended = new Promise<void>((resolve) => document.on('end', () => resolve()));
  document.resume();
  for (const { width, height, blocks } of pages) {
    document.addPage({ size: [width, height], margin: 0 });
    for (const { runs } of blocks)
      for (const { x, y, size, family, bold, text } of runs) {
        const name = `${family} ${bold}`;
        document.registerFont(name, reportFonts.open(family, bold) as never);
        document.font(name, size).text(text, x, y, { lineBreak: false, baseline: 'alphabetic' });
      }
  }
  document.end();
  return ended;
}
