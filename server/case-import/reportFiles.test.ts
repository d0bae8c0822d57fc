/** What an uploaded archive is: a spreadsheet, files of reports, or nothing that is read. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, expect, it } from 'vitest';
import { zipOf } from '../../shared/testing/zip.ts';
import { zipStream } from '../files/zip.ts';
import { withReportFiles } from './reportFiles.ts';

const folder = mkdtempSync(join(tmpdir(), 'casewright-reports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const types = (type: string, before = ''): string =>
  `<Types>${before}<Override PartName="/main.xml" ContentType="${type}.main+xml"/></Types>`;
/** more than the beginning of a file */
const MANY = '<Default Extension="png" ContentType="image/png"/>'.repeat(200);

async function kindsOf(parts: Record<string, string>): Promise<string[]> {
  async function* entries() {
    for (const [path, text] of Object.entries(parts))
      yield await Promise.resolve({ path, chunks: [Buffer.from(text)] });
  }
  const path = join(folder, 'file');
  const bytes = await buffer(zipStream(entries()));
  writeFileSync(path, bytes);
  return withReportFiles({ fileName: 'file', path, size: bytes.length }, (files) =>
    Promise.resolve(files.map(({ kind }) => kind)),
  );
}

it.each([
  ['has the part of a workbook', { 'xl/workbook.xml': '<workbook/>' }],
  ['says that its main part is one', { '[Content_Types].xml': types(`${OPEN_XML}.spreadsheetml.sheet`) }],
  ['says so at the end', { '[Content_Types].xml': types(`${OPEN_XML}.spreadsheetml.sheet`, MANY) }],
  [
    'has macros',
    {
      '[Content_Types].xml': types('application/vnd.ms-excel.sheet.macroEnabled'),
      'book.xml': '<workbook/>',
    },
  ],
])('a file is a spreadsheet that %s', async (_what, parts) => {
  expect(await kindsOf(parts)).toEqual(['xlsx']);
});

it('a text document with a table in it is none, and an archive has the files of reports that it has', async () => {
  const table = `<Default Extension="xlsx" ContentType="${OPEN_XML}.spreadsheetml.sheet"/>`;
  await expect(
    kindsOf({ '[Content_Types].xml': types(`${OPEN_XML}.wordprocessingml.document`, table) }),
  ).rejects.toThrow('another office program');
  expect(await kindsOf({ 'a.xml': '<a/>', 'b.xlsx': 'PK', 'c.pdf': '%PDF-' })).toEqual([
    'e2b',
    'xlsx',
    'pdf',
  ]);
});

it('an archive within one is not read, and not taken for the file that it begins with', async () => {
  const inner = 'PK\x03\x04 a.xml<?xml version="1.0"?><ichicsr>';
  expect(await kindsOf({ 'a.xml': '<a/>', 'inner.zip': inner })).toEqual(['e2b', 'other']);
});

it.each([
  ['macOS', Buffer.from('이상사례/보고.xml'), '이상사례/보고.xml'],
  ['Windows in Korean', Buffer.from('c0cc bbf3 bbe7 b7ca'.replaceAll(' ', ''), 'hex'), '이상사례'],
  [
    'Windows in Japanese',
    Buffer.from('95f1 8d90 8351 815b 83588358'.replaceAll(' ', ''), 'hex'),
    '報告ゲースス',
  ],
  ['a PC of old', Buffer.from('r\x82sum\x82.xml', 'latin1'), 'résumé.xml'],
])('a file has the name that %s gave it', async (_system, name, read) => {
  const path = join(folder, 'named');
  const bytes = zipOf([
    { name, bytes: '<?xml version="1.0"?><ichicsr/>' },
    { name: 'ü.xml', bytes: '<a/>' },
  ]);
  writeFileSync(path, bytes);
  const names = await withReportFiles({ fileName: 'named', path, size: bytes.length }, (files) =>
    Promise.resolve(files.map((file) => file.name)),
  );
  expect(names).toEqual([read, 'ü.xml']);
});

it('a file whose content is not what was packed is damaged, at its end', async () => {
  const path = join(folder, 'damaged');
  const bytes = zipOf([{ name: 'a.xml', bytes: '<a>20 mg</a>', original: '<a>10 mg</a>' }]);
  writeFileSync(path, bytes);
  const read = withReportFiles({ fileName: 'damaged', path, size: bytes.length }, async ([file]) => {
    for await (const piece of file?.source() ?? []) expect(piece.length).toBeGreaterThan(0);
  });
  await expect(read).rejects.toMatchObject({
    name: 'UnreadableXml',
    message: 'the file is damaged in the archive (its checksum is not that of its content)',
  });
});
