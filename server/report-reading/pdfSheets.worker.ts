/** The texts and filled-in fields of the pages of a PDF. Runs in a thread of its own, which is ended where it takes too much. */
import { parentPort, workerData } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';
import type { Sheet, SheetText } from '../../shared/report-reading/sheet.types.ts';
import type { PdfFault, PdfInput, PdfOutput } from './pdfSheets.types.ts';

/** Pages of a form with all that is continued. */
const MAX_PAGES = 200;
/** Texts of a page; the form has some hundreds. */
const MAX_TEXTS = 20_000;

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>;

interface Widget {
  fieldType?: string;
  fieldValue?: unknown;
  checkBox?: boolean;
  rect: [left: number, bottom: number, right: number, top: number];
}

class UnreadablePdf extends Error {
  readonly fault: PdfFault;
  constructor(fault: PdfFault) {
    super(fault);
    this.fault = fault;
  }
}

async function sheetsOf(bytes: Uint8Array): Promise<Sheet[]> {
  const document = await getDocumentProxy(bytes, {
    disableFontFace: true,
    verbosity: 0,
  });
  if (document.numPages > MAX_PAGES) throw new UnreadablePdf('tooManyPages');
  const sheets: Sheet[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    sheets.push(await sheetOf(page));
    page.cleanup();
  }
  return sheets;
}

async function sheetOf(page: Page): Promise<Sheet> {
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  if (items.length > MAX_TEXTS) throw new UnreadablePdf('tooLarge');
  const texts = items.flatMap((item): SheetText[] => {
    if (!('str' in item) || item.str.trim() === '') return [];
    const [, , skew = 0, size = 0, left = 0, bottom = 0] = item.transform as number[];
    const { x, y } = onSheet(transform, left, bottom);
    return [{ text: item.str, x, y, width: item.width, size: Math.hypot(skew, size) }];
  });
  const widgets = (await page.getAnnotations()) as Widget[];
  const fields = widgets.flatMap((widget) => fieldTexts(transform, widget));
  return {
    width,
    height,
    texts: [...texts, ...fields],
    checks: widgets.flatMap(({ fieldType, checkBox, fieldValue, rect }) => {
      if (fieldType !== 'Btn' || !checkBox || !fieldValue || fieldValue === 'Off') return [];
      const [left, bottom, right, top] = rect;
      return [{ ...onSheet(transform, left, top), width: right - left, height: top - bottom }];
    }),
    ...(texts.length === 0 && { isPicture: true }),
  };
}

/** From the bottom left of the file to the top left of the sheet. */
function onSheet(transform: number[], x: number, y: number): { x: number; y: number } {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform;
  return { x: a * x + c * y + e, y: b * x + d * y + f };
}

const LINE = 1.2;
const FIELD_SIZE = 8;

/** The lines of a text field. Each ends where its author ended it: they have no width. */
function fieldTexts(transform: number[], { fieldType, fieldValue, rect }: Widget): SheetText[] {
  if (fieldType !== 'Tx' || typeof fieldValue !== 'string' || fieldValue.trim() === '') return [];
  const [left, bottom, right, top] = rect;
  const from = onSheet(transform, left, top);
  const lines = fieldValue.split(/\r\n|\r|\n/);
  const size = Math.min(FIELD_SIZE, (top - bottom) / lines.length / LINE);
  return lines.flatMap((text, index) =>
    text.trim() === ''
      ? []
      : [{ text, x: from.x + (right - left) / 2, y: from.y + (index + 1) * size * LINE, width: 0, size }],
  );
}

const faultOf = (error: unknown): PdfFault => {
  if (error instanceof UnreadablePdf) return error.fault;
  return (error as Error).name === 'PasswordException' ? 'password' : 'damaged';
};

async function answer(): Promise<PdfOutput> {
  try {
    return { sheets: await sheetsOf((workerData as PdfInput).bytes) };
  } catch (error) {
    return { fault: faultOf(error) };
  }
}

parentPort?.postMessage(await answer());
