/** Reading spreadsheets: what programs write, and what nobody should. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, it } from 'vitest';
import { commentedXlsx } from './commentedXlsx.ts';
import { readCsv } from './readCsv.ts';
import { readXlsx } from './readXlsx.ts';
import { workbookStream, type XlsxCell } from './xlsx.ts';
import { zipOf } from '../../shared/testing/zip.ts';
import { zipStream } from './zip.ts';

const folder = mkdtempSync(join(tmpdir(), 'casewright-tables-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const stored = (bytes: Uint8Array | string): string => {
  const path = join(folder, 'file');
  writeFileSync(path, bytes);
  return path;
};

async function* portion(...rows: XlsxCell[][]): AsyncGenerator<XlsxCell[][]> {
  yield await Promise.resolve(rows);
}

const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const WORKBOOK = `<workbook xmlns:r="${RELATION}"><workbookPr/><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`;
const RELATIONS = '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>';

/** A workbook with this sheet, and further parts. */
async function workbook(sheetData: string, parts: Record<string, string> = {}): Promise<string> {
  const all = {
    'xl/workbook.xml': WORKBOOK,
    'xl/_rels/workbook.xml.rels': RELATIONS,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${sheetData}</sheetData></worksheet>`,
    ...parts,
  };
  async function* entries() {
    for (const [path, text] of Object.entries(all))
      yield await Promise.resolve({ path, chunks: [Buffer.from(text)] });
  }
  return stored(await buffer(zipStream(entries())));
}
const rowsOf = async (sheetData: string, parts?: Record<string, string>) =>
  (await readXlsx(await workbook(sheetData, parts)))[0]?.rows;

describe('a spreadsheet', () => {
  it('is damaged where a part is not what was packed', async () => {
    const parts = {
      'xl/workbook.xml': WORKBOOK,
      'xl/_rels/workbook.xml.rels': RELATIONS,
      'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row><c><v>20</v></c></row></sheetData></worksheet>',
    };
    const entries = Object.entries(parts).map(([name, bytes]) => ({ name, bytes }));
    expect(await readXlsx(stored(zipOf(entries)))).toMatchObject([{ rows: [['20']] }]);
    const damaged = entries.map((entry) => ({ ...entry, original: entry.bytes.replace('20', '10') }));
    await expect(readXlsx(stored(zipOf(damaged)))).rejects.toMatchObject({
      name: 'UnreadableTable',
      message: 'the file is damaged (its checksum is not that of its content)',
    });
  });

  it.each(['xl/worksheets/sheet1.xml', 'xl/media/image1.png'])(
    'is not packed again with comments where %s is not what was packed',
    async (name) => {
      const sheet = '<worksheet><sheetData><row><c><v>20</v></c></row></sheetData></worksheet>';
      const entries = [
        { name: 'xl/workbook.xml', bytes: WORKBOOK },
        { name: 'xl/_rels/workbook.xml.rels', bytes: RELATIONS },
        { name: 'xl/worksheets/sheet1.xml', bytes: sheet },
        { name: 'xl/media/image1.png', bytes: 'a picture of 20' },
      ];
      const comments = [{ sheet: 'One', row: 1, column: 1, text: 'no date' }];
      const commented = async (some: typeof entries) =>
        buffer(await commentedXlsx(stored(zipOf(some)), comments));
      expect((await commented(entries)).length).toBeGreaterThan(0);
      const damaged = entries.map((entry) =>
        entry.name === name ? { ...entry, original: entry.bytes.replace('20', '10') } : entry,
      );
      await expect(commented(damaged)).rejects.toThrow('its checksum is not that of its content');
    },
  );

  it('is read as it was written, with all its sheets', async () => {
    const sheets = ['Products', 'Products', 'Codes'].map((name, index) => ({
      name,
      header: ['No', '이름'],
      rows: portion([index, '<a> & "b"\n환자'], ['_x0041_', ' x ']),
    }));
    const path = stored(await buffer(workbookStream(sheets, 'en')));
    const read = await readXlsx(path);
    expect(read.map(({ name }) => name)).toEqual(['Products', 'Products 2', 'Codes']);
    expect(read[1]?.rows).toEqual([
      ['No', '이름'],
      ['1', '<a> & "b"\n환자'],
      ['_x0041_', ' x '],
    ]);
  });

  it('has shared texts, rich texts without phonetic readings, and cells and rows that are left out', async () => {
    const texts =
      '<sst><si><t>one</t></si><si><r><t>東</t></r><rPh sb="0" eb="1"><t>ヒガシ</t></rPh><r><t>京</t></r></si></sst>';
    const data =
      '<row r="2"><c r="B2" t="s"><v>1</v></c></row><row><c t="s"><v>0</v></c><c t="b"><v>1</v></c></row>';
    expect(await rowsOf(data, { 'xl/sharedStrings.xml': texts })).toEqual([
      [],
      ['', '東京'],
      ['one', 'true'],
    ]);
  });

  it('has its parts under names in other letters, with steps, or as its relations say', async () => {
    const type = (name: string) => `Type="${RELATION}/${name}"`;
    const relations = `<Relationships><Relationship Id="rId1" ${type('worksheet')} Target="..\\XL/worksheets/./Sheet1.xml"/><Relationship Id="rId2" ${type('sharedStrings')} Target="/xl/texts.xml"/><Relationship Id="rId3" ${type('styles')} Target="Styles.xml"/></Relationships>`;
    const data = '<row><c t="s"><v>0</v></c><c s="0"><v>45356</v></c></row>';
    const parts = {
      'xl/_rels/workbook.xml.rels': relations,
      'xl/texts.xml': '<sst><si><t>one</t></si></sst>',
      'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="14"/></cellXfs></styleSheet>',
    };
    expect(await rowsOf(data, parts)).toEqual([['one', '2024-03-05']]);
    const named = { 'xl/SharedStrings.xml': '<sst><si><t>one</t></si></sst>' };
    expect(await rowsOf('<row><c t="s"><v>0</v></c></row>', named)).toEqual([['one']]);
  });

  it('has its workbook where the file says that it is', async () => {
    const type = (name: string) => `Type="${RELATION}/${name}"`;
    const to = (target: string, kind: string) =>
      `<Relationships><Relationship Id="rId1" ${type(kind)} Target="${target}"/></Relationships>`;
    const parts = {
      '_rels/.rels': to('book/main.xml', 'officeDocument'),
      'book/main.xml': WORKBOOK.replace('One', 'Elsewhere'),
      'book/_rels/main.xml.rels': to('../sheets/first.xml', 'worksheet'),
      'book/sharedStrings.xml': '<sst><si><t>one</t></si></sst>',
      'sheets/first.xml': '<worksheet><sheetData><row><c t="s"><v>0</v></c></row></sheetData></worksheet>',
    };
    expect(await readXlsx(await workbook('', parts))).toEqual([{ name: 'Elsewhere', rows: [['one']] }]);
    const folded = { '_rels/.rels': to('XL/Workbook.xml', 'officeDocument') };
    expect(await rowsOf('<row><c><v>1</v></c></row>', folded)).toEqual([['1']]);
  });

  it('is refused where a part of it is missing, instead of being read as empty', async () => {
    const relations = RELATIONS.replace('sheet1', 'sheet2');
    await expect(
      rowsOf('<row><c><v>1</v></c></row>', { 'xl/_rels/workbook.xml.rels': relations }),
    ).rejects.toThrow('the sheet One is missing');
    await expect(rowsOf('<row><c t="s"><v>0</v></c></row>')).rejects.toThrow('texts of cells are missing');
  });

  it('shows numbers and dates as a person sees them', async () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy/mm/dd"/><numFmt numFmtId="171" formatCode="0.0&quot; days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>';
    const cell = (style: number, value: string) => `<c s="${style}"><v>${value}</v></c>`;
    const data = `<row>${cell(0, '0.30000000000000004')}${cell(0, '1E+20')}${cell(0, '1.5E-7')}${cell(0, '-2500')}${cell(1, '45356')}${cell(2, '45356.5')}${cell(3, '45356')}</row>`;
    expect(await rowsOf(data, { 'xl/styles.xml': styles })).toEqual([
      ['0.3', '100000000000000000000', '0.00000015', '-2500', '2024-03-05', '2024-03-05 12:00', '45356'],
    ]);
  });

  it.each([
    ['mmm\\-yy', '45356', '2024-03'],
    ['[$-411]yyyy"年"m"月";@', '45356', '2024-03'],
    ['yyyy', '45356', '2024'],
    ['d-mmm', '45356', '03-05'],
    ['dd/mm/yyyy hh:mm:ss', '45356.604340277776', '2024-03-05 14:30:15'],
    ['h:mm AM/PM', '0.604166666666667', '14:30'],
    ['[h]:mm', '0.604166666666667', '14:30'],
    ['[h]:mm', '1.5', '36:00'],
    ['[hh]:mm:ss;@', '45356.000011574074', '1088544:00:01'],
    ['[mm]:ss', '1.0625', '25:30'],
    ['[m]', '0.0625', '01:30'],
    ['[$-409][s]', '0', '00:00'],
    ['General', '0.0000005', '0.0000005'],
    ['0.00E+00', '1.5e21', '1500000000000000000000'],
    ['00000000000', '1230', '00000001230'],
    ['0.0%', '0.575', '57.5%'],
    ['000-000', '1012', '001-012'],
    ['000;(000)', '-5', '(005)'],
    ['000;[Red]\\-"N"000;"none"', '-5', '-N005'],
    ['"a;b"000', '-5', '-a;b005'],
    ['000;"none"', '-5', '-005'],
    ['000\\-00\\-0000', '12345678', '012-34-5678'],
    ['"P-"000', '12', 'P-012'],
    ['"P-"000;[Red]\\-000', '12345', 'P-12345'],
    ['(000) 000', '-1012', '-(001) 012'],
    ['###-000', '12345', '12345'],
    ['00', '1.5', '1.5'],
    ['[&lt;=9999999]000-0000;000-000-0000', '212345678', '212345678'],
    ['#,##0', '12345', '12345'],
    ['0" tablets"', '2', '2'],
    ['[Red]0.00;[Blue]-0.00', '-0.5', '-0.5'],
  ])('shows no more of a number than its format %s does', async (format, number, shown) => {
    const code = format.replaceAll('"', '&quot;');
    const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="170"/></cellXfs></styleSheet>`;
    const sheet = `<row><c s="0"><v>${number}</v></c></row>`;
    expect(await rowsOf(sheet, { 'xl/styles.xml': styles })).toEqual([[shown]]);
  });

  it('shows less of dates and times, and shares, in the formats that every program knows', async () => {
    const ids = [9, 14, 16, 17, 20, 46];
    const styles = `<styleSheet><cellXfs>${ids.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs></styleSheet>`;
    const cells = ids.map((_, style) => `<c s="${style}"><v>${style === 0 ? 0.5 : 45356}</v></c>`).join('');
    expect(await rowsOf(`<row>${cells}</row>`, { 'xl/styles.xml': styles })).toEqual([
      ['50%', '2024-03-05', '03-05', '2024-03', '00:00', '1088544:00'],
    ]);
  });

  it('has the line ends and signs that are written by their number', async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const data = `<row>${cell('one_x000D_\ntwo_X000d_three')}${cell('_x005F_x0041_')}${cell('a_x0000_b')}</row>`;
    expect(await rowsOf(data)).toEqual([['one\ntwo\nthree', '_x0041_', 'ab']]);
  });

  it('is read to its last content, however far its styles go', async () => {
    const styled = '<row r="2" s="1"><c r="XFD2" s="1"/></row><row r="1048576" s="1"/>';
    expect(await rowsOf(`<row r="1"><c t="str"><v>a</v></c></row>${styled}`)).toEqual([['a']]);
  });

  it('has sheets by relations whose prefix is any, and dates as texts', async () => {
    const book = `<workbook xmlns:rel="${RELATION}"><sheets><sheet name="One" sheetId="1" rel:id="rId1"/></sheets></workbook>`;
    const data =
      '<row><c t="d"><v>2024-03-05T00:00:00.000</v></c><c t="d"><v>2024-03-05T14:30:00</v></c></row>';
    expect(await rowsOf(data, { 'xl/workbook.xml': book })).toEqual([['2024-03-05', '2024-03-05 14:30:00']]);
  });

  it('has no values where it has formulas, or errors that were pasted', async () => {
    expect(await rowsOf('<row><c><f>1+1</f><v>2</v></c><c t="e"><v>#N/A</v></c></row>')).toEqual([
      [{ unread: 'formula' }, { unread: 'errorValue' }],
    ]);
  });

  it('has no numbers whose last digits were lost, and no days before the first', async () => {
    const styles = `<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>`;
    const cells = ['1.2345678901234501E+18', '999999999999999'].map((number) => `<c><v>${number}</v></c>`);
    const days = ['-5', '0.5', '1'].map((serial) => `<c s="1"><v>${serial}</v></c>`);
    expect(await rowsOf(`<row>${[...cells, ...days].join('')}</row>`, { 'xl/styles.xml': styles })).toEqual([
      [
        { unread: 'rounded' },
        '999999999999999',
        { unread: 'errorValue' },
        { unread: 'errorValue' },
        '1900-01-01',
      ],
    ]);
  });

  it.each([
    ['a document type', '<!DOCTYPE worksheet [<!ENTITY a "b">]><worksheet/>', 'document type'],
    ['damaged XML', '<worksheet><sheetData>', 'no valid XML'],
    ['too many columns', '<worksheet><row><c r="ZZZ1"><v>1</v></c></row></worksheet>', 'columns'],
    ['too many rows', '<worksheet><row r="999999"><c><v>1</v></c></row></worksheet>', 'rows'],
    ['rows without order', '<worksheet><row r="2"/><row r="1"/></worksheet>', 'order'],
    [
      'too long a cell',
      `<worksheet><row><c t="inlineStr"><is><t>${crypto.randomUUID().repeat(1000)}</t></is></c></row></worksheet>`,
      'characters',
    ],
  ])('is refused with %s', async (_, sheet, message) => {
    const path = await workbook('', { 'xl/worksheets/sheet1.xml': sheet });
    await expect(readXlsx(path)).rejects.toThrow(message);
  });

  it('is refused if it is packed more than anybody writes, or is no archive', async () => {
    const path = await workbook(`<row><c t="inlineStr"><is><t>${' '.repeat(5_000_000)}</t></is></c></row>`);
    await expect(readXlsx(path)).rejects.toThrow('packed more than');
    await expect(readXlsx(stored('PK but nothing else'))).rejects.toThrow('no spreadsheet');
  });
});

describe('a CSV file', () => {
  const rows = async (text: string | Uint8Array) => (await readCsv(stored(text))).rows;

  it('has commas, semicolons or tabs, quoted cells, and any line ends', async () => {
    expect(await rows('\uFEFFa,"b ""c"", d"\r\n"e\nf",\r\n')).toEqual([
      ['a', 'b "c", d'],
      ['e\nf', ''],
    ]);
    expect(await rows('a;b,c;d\n1;2')).toEqual([
      ['a', 'b,c', 'd'],
      ['1', '2'],
    ]);
    expect(await rows('a\tb')).toEqual([['a', 'b']]);
    expect(await rows("'=1+1,-")).toEqual([['=1+1', '-']]);
  });

  it('may be UTF-16 with a mark, or name its separator', async () => {
    expect(await rows(Buffer.from('\uFEFF이름\t한국', 'utf16le'))).toEqual([['이름', '한국']]);
    expect(await rows('sep=;\r\na,b;c')).toEqual([['a,b', 'c']]);
  });

  it('is refused if it is no UTF-8, or a quote does not end', async () => {
    await expect(rows(Uint8Array.of(0xff, 0xfe, 0x41))).rejects.toThrow('line 1 is no text in UTF-16LE');
    await expect(rows(Buffer.from('a,b\nFi\u00e8vre,1', 'latin1'))).rejects.toThrow(
      'line 2 is no text in UTF-8',
    );
    await expect(rows(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1))).rejects.toThrow('.xlsx');
    await expect(rows('"a')).rejects.toThrow('does not end');
    await expect(rows('"a"b,c')).rejects.toThrow('goes on');
  });
});
