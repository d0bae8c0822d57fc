import PDFDocument from 'pdfkit';
import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { readPdf } from './readPdf.ts';

/** A PDF of these objects, the first of which is the catalogue. */
function pdfOf(objects: readonly (string | Buffer)[]): Uint8Array {
  const parts = [Buffer.from('%PDF-1.7\n')];
  const offsets = objects.map((object, index) => {
    const offset = Buffer.concat(parts).length;
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'));
    return offset;
  });
  const start = Buffer.concat(parts).length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`,
    ),
  );
  return Uint8Array.from(Buffer.concat(parts));
}

const streamOf = (bytes: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<</Length ${bytes.length}/Filter/FlateDecode>>stream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]);

const CATALOGUE = '<</Type/Catalog/Pages 2 0 R>>';

async function drawn(draw: (document: PDFKit.PDFDocument) => void): Promise<Uint8Array> {
  const document = new PDFDocument({ size: 'A4' });
  const chunks: Uint8Array[] = [];
  document.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise((resolve) => document.on('end', resolve));
  draw(document);
  document.end();
  await ended;
  return Uint8Array.from(Buffer.concat(chunks));
}

it('reads texts with their places from the left top, and fields that were filled in', async () => {
  const read = await readPdf(
    await drawn((document) => {
      document.fontSize(10).text('Aspirin', 100, 200, { baseline: 'alphabetic' });
      document.initForm();
      document.formText('Sex', 300, 400, 50, 20, { value: 'Male\nor so' });
      document.formCheckbox('Died', 20, 30, 8, 8, { checked: true });
    }),
  );
  if ('fault' in read) throw new Error(read.fault);
  const [sheet] = read.sheets;
  expect(sheet).toMatchObject({ width: 595.28, height: 841.89 });
  expect(sheet?.texts[0]).toMatchObject({ text: 'Aspirin', x: 100, size: 10 });
  expect(sheet?.texts[0]?.y).toBeCloseTo(200, 0);
  expect(sheet?.texts.slice(1).map(({ text }) => text)).toEqual(['Male', 'or so']);
});

it.each<[string, () => Promise<Uint8Array> | Uint8Array, string]>([
  ['that is none', () => new TextEncoder().encode('%PDF-1.7 and nothing else'), 'damaged'],
  [
    'of 10,000 pages',
    () =>
      pdfOf([
        CATALOGUE,
        `<</Type/Pages/Count 10000/Kids[${'3 0 R '.repeat(10_000)}]>>`,
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
      ]),
    'tooManyPages',
  ],
  [
    'that unpacks to a gigabyte',
    () => {
      const packed = deflateSync(Buffer.alloc(64 * 1024 * 1024, ' '));
      const again = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents[';
      return pdfOf([
        CATALOGUE,
        '<</Type/Pages/Count 1/Kids[3 0 R]>>',
        `${again}${'4 0 R '.repeat(16)}]>>`,
        streamOf(packed),
      ]);
    },
    'tooLarge',
  ],
])('answers what is wrong with a file %s', async (_, file, fault) => {
  expect(await readPdf(await file())).toEqual({ fault });
});

it('ends at an object that refers to itself', async () => {
  const read = await readPdf(
    pdfOf([
      CATALOGUE,
      '<</Type/Pages/Count 1/Kids[2 0 R]/Parent 2 0 R>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
    ]),
  );
  expect(read).toEqual({ fault: 'damaged' });
});

it('is ended when it takes too long', async () => {
  expect(await readPdf(await drawn(() => undefined), 1)).toEqual({ fault: 'tooLong' });
});
