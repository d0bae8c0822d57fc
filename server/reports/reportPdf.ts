/** Draws a laid-out report as PDF/A-2b: vector text, embedded subsets of the fonts, tagged in reading order. */
import { randomBytes } from 'node:crypto';
import PDFDocument from 'pdfkit';
import type { LaidOutReport, ReportPage, TextBlock, TextRun } from '../../shared/reports/report.types.ts';
import { isDecodable, isPng } from './pngChunks.ts';
import { reportFonts } from './reportFonts.ts';

const LINE_WIDTH = 0.5;
const WATERMARK = '#dddddd';
const SHADE = '#e8e8e8';
const INK = '#000000';

/** Structure elements of the parts of a page. */
const ROLES: Readonly<Record<TextBlock['role'], string>> = {
  heading: 'H1',
  caption: 'P',
  content: 'P',
  page: 'P',
};

type Structure = ReturnType<PDFKit.PDFDocument['struct']>;

interface PdfOptions {
  /** opens the file, which is then encrypted with AES-256 and is no PDF/A, which forbids it; null: nothing is */
  password?: string | null;
  /** PNG or JPEG images: the first one that can be drawn is in the upper margin of the first page */
  logos?: readonly Buffer[];
}

/** In points: within the margins of all reports. */
const LOGO = { margin: 42, y: 12, width: 150, height: 22 };

/** Printing, and reading by assistive technology. */
const PERMISSIONS: PDFKit.DocumentPermissions = { printing: 'highResolution', contentAccessibility: true };

const lockedBy = (password: string): PDFKit.PDFDocumentOptions => ({
  // PDF 1.7 with the extension that brings AES-256
  pdfVersion: '1.7ext3',
  userPassword: password,
  ownerPassword: randomBytes(32).toString('base64url'),
  permissions: PERMISSIONS,
});

/** The bytes of the file: without a password the same for the same report and moment. */
export async function reportPdf(
  { title, language, pages }: LaidOutReport,
  madeAt: Date,
  { password = null, logos = [] }: PdfOptions = {},
): Promise<Uint8Array> {
  const document = new PDFDocument({
    autoFirstPage: false,
    font: '',
    margin: 0,
    ...(password === null ? { pdfVersion: '1.7', subset: 'PDF/A-2b' } : lockedBy(password)),
    tagged: true,
    lang: language,
    displayTitle: true,
    info: { Title: title, Creator: 'Casewright', Producer: 'Casewright', CreationDate: madeAt },
  });
  const chunks: Uint8Array[] = [];
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise((resolve, reject) => {
    document.on('end', resolve);
    document.on('error', reject);
  });
  const root = document.struct('Document');
  document.addStructure(root);
  const logo = await firstDrawable(logos);
  for (const [index, page] of pages.entries()) drawPage(document, root, page, index === 0 ? logo : null);
  root.end();
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

async function firstDrawable(images: readonly Buffer[]): Promise<Buffer | null> {
  for (const image of images) if (await isDrawable(image)) return image;
  return null;
}

/** Whether an image can be drawn, tried in a file of its own: a damaged one leaves the file without an end. */
async function isDrawable(image: Buffer): Promise<boolean> {
  if (isPng(image) && !(await isDecodable(image))) return false;
  try {
    new PDFDocument({ font: '' }).image(image, 0, 0);
    return true;
  } catch {
    return false;
  }
}

function drawPage(
  document: PDFKit.PDFDocument,
  root: Structure,
  page: ReportPage,
  logo: Buffer | null,
): void {
  document.addPage({ size: [page.width, page.height], margin: 0 });
  document.markContent('Artifact', { type: 'Layout' });
  if (logo) {
    const { margin, y, width, height } = LOGO;
    const x = page.width - margin - width;
    document.image(logo, x, y, { fit: [width, height], align: 'right', valign: 'center' });
  }
  for (const { x, y, width, height } of page.fills) document.rect(x, y, width, height).fill(SHADE);
  document.fillColor(WATERMARK);
  for (const run of page.watermark) drawRun(document, run);
  document.fillColor(INK).lineWidth(LINE_WIDTH);
  for (const { x1, y1, x2, y2 } of page.strokes) document.moveTo(x1, y1).lineTo(x2, y2);
  if (page.strokes.length > 0) document.stroke();
  document.endMarkedContent();
  for (const { role, runs } of page.blocks) {
    if (runs.length === 0) continue;
    const element = document.struct(ROLES[role]);
    root.add(element);
    element.add(document.markStructureContent(ROLES[role]));
    for (const run of runs) drawRun(document, run);
    document.endMarkedContent();
    element.end();
  }
}

function drawRun(document: PDFKit.PDFDocument, { x, y, size, family, bold, text }: TextRun): void {
  const name = `${family}-${bold ? 'bold' : 'regular'}`;
  document.registerFont(name, reportFonts.open(family, bold) as never);
  document.font(name, size).text(text, x, y, { lineBreak: false, baseline: 'alphabetic' });
}
