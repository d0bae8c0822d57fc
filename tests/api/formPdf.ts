/** PDFs of report forms to import. */
import PDFDocument from 'pdfkit';
import { layOutValues } from '../../server/reports/reportsOfTests.ts';
import { reportPdf } from '../../server/reports/reportPdf.ts';
import type { ReportLanguage } from '../../shared/reports/report.types.ts';

const MADE_AT = new Date('2026-01-02T00:00:00Z');

/** A form of these values (`ITEM|row|row`), as the product prints it. */
export const ciomsPdf = async (
  values: Record<string, string>,
  report = 'CIOMS',
  language: ReportLanguage = 'en',
): Promise<Uint8Array<ArrayBuffer>> =>
  Uint8Array.from(await reportPdf(layOutValues(values, { language }, report), MADE_AT));

/** A page with lines alone. */
export async function scannedPdf(): Promise<Uint8Array<ArrayBuffer>> {
  const document = new PDFDocument({ size: 'A4' });
  const chunks: Uint8Array[] = [];
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.on('end', resolve));
  document.rect(50, 50, 400, 600).stroke();
  document.end();
  await ended;
  return Uint8Array.from(Buffer.concat(chunks));
}
