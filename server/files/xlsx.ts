/** A spreadsheet (ECMA-376 SpreadsheetML) written while its rows are read: memory does not grow with them. */
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A number stands as one; every text is a text, whatever it looks like: none can be a formula, a date or lose digits. */
export type XlsxCell = string | number;

export interface Sheet {
  name: string;
  header: readonly string[];
  /** in signs, by column */
  widths?: readonly number[];
  /** portions of rows */
  rows: AsyncIterable<readonly (readonly XlsxCell[])[]>;
}

/** Rows a sheet can hold (its header among them); further ones go to a next sheet. */
const MOST_ROWS = 1_048_576;
/** signs a cell can hold */
const MOST_SIGNS = 32_767;
const DEFAULT_WIDTH = 16;
/** packs nearly as small as the default 6, in a third of the time */
const COMPRESSION = 2;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const XLSX_MEDIA_TYPE = `${TYPE}.sheet`;

/** The bytes of a workbook. Destroying the stream ends the reading of the rows; what fails there fails the stream. */
export function xlsxStream(sheet: Sheet, mostRows = MOST_ROWS): Readable {
  const zip = new ZipFile();
  const rows = rowsOf(sheet.rows);
  const options = { compressionLevel: COMPRESSION };
  const out = zip.outputStream as Readable;
  let current: Readable | undefined;
  let isOpen = true;
  const fail = (error: Error) => void out.destroy(error);
  zip.on('error', fail);
  out.on('close', () => {
    isOpen = false;
    current?.destroy();
    void rows.return?.();
  });
  const write = async () => {
    let sheets = 0;
    let more = true;
    while (more && isOpen) {
      sheets += 1;
      const end = { isLast: true };
      current = Readable.from(sheetXml(sheet, rows, mostRows, end));
      const written = new Promise<void>((resolve, reject) => {
        current?.on('end', resolve).on('error', reject).on('close', resolve);
      });
      zip.addReadStream(current, `xl/worksheets/sheet${sheets}.xml`, options);
      await written;
      more = !end.isLast;
    }
    if (!isOpen) return;
    for (const [path, text] of partsOf(sheet.name, sheets)) zip.addBuffer(Buffer.from(text), path, options);
    zip.end();
  };
  write().catch(fail);
  return out;
}

interface Rows {
  /** the next portion; undefined: there is none */
  next: () => Promise<readonly (readonly XlsxCell[])[] | undefined>;
  /** puts back what the sheet has no room for */
  put: (rest: readonly (readonly XlsxCell[])[]) => void;
  return: () => Promise<unknown> | undefined;
}

function rowsOf(portions: Sheet['rows']): Rows {
  const iterator = portions[Symbol.asyncIterator]();
  let left: readonly (readonly XlsxCell[])[] | undefined;
  return {
    next: async () => {
      const kept = left;
      left = undefined;
      if (kept) return kept;
      const { value, done } = await iterator.next();
      return done ? undefined : value;
    },
    put: (rest) => {
      left = rest;
    },
    return: () => iterator.return?.(),
  };
}

async function* sheetXml(
  { header, widths = [] }: Sheet,
  rows: Rows,
  mostRows: number,
  end: { isLast: boolean },
): AsyncGenerator<string> {
  const cols = header.map(
    (_, nth) =>
      `<col min="${nth + 1}" max="${nth + 1}" width="${widths[nth] ?? DEFAULT_WIDTH}" customWidth="1"/>`,
  );
  const pane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData>${rowXml(header, ' s="1"')}`;
  let room = mostRows - 1;
  for (;;) {
    const portion = await rows.next();
    if (!portion) break;
    const fits = portion.slice(0, room);
    yield fits.map((row) => rowXml(row, '')).join('');
    room -= fits.length;
    if (fits.length < portion.length) {
      rows.put(portion.slice(fits.length));
      end.isLast = false;
      break;
    }
  }
  yield '</sheetData></worksheet>';
}

const rowXml = (cells: readonly XlsxCell[], style: string): string => {
  let xml = '<row>';
  for (const cell of cells) {
    if (cell === '') xml += '<c/>';
    else if (typeof cell === 'number') xml += `<c${style}><v>${cell}</v></c>`;
    else
      xml += `<c${style} t="inlineStr"><is><t xml:space="preserve">${escaped(cell.slice(0, MOST_SIGNS))}</t></is></c>`;
  }
  return `${xml}</row>`;
};

// control signs and lone surrogates may stand in no XML
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const SPECIAL = /[&<>\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/;
const escaped = (text: string): string =>
  SPECIAL.test(text)
    ? text
        .toWellFormed()
        .replaceAll(FORBIDDEN, ' ')
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
    : text;

/** The other parts of a workbook, by path. */
function partsOf(name: string, sheets: number): [path: string, text: string][] {
  const numbers = Array.from({ length: sheets }, (_, nth) => nth + 1);
  const part = (path: string, type: string) =>
    `<Override PartName="${path}" ContentType="${TYPE}.${type}+xml"/>`;
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const titleOf = (number: number) => escaped(sheetName(name, number)).replaceAll('"', '&quot;');
  return [
    [
      '[Content_Types].xml',
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${part('/xl/workbook.xml', 'sheet.main')}${part('/xl/styles.xml', 'styles')}${numbers.map((number) => part(`/xl/worksheets/sheet${number}.xml`, 'worksheet')).join('')}</Types>`,
    ],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${numbers.map((number) => `<sheet name="${titleOf(number)}" sheetId="${number}" r:id="rId${number}"/>`).join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${numbers.map((number) => relation(number, 'worksheet', `worksheets/sheet${number}.xml`)).join('')}${relation(sheets + 1, 'styles', 'styles.xml')}</Relationships>`,
    ],
    [
      'xl/styles.xml',
      `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs></styleSheet>`,
    ],
  ];
}

/** At most 31 signs, none of those that part names of sheets from cells. */
function sheetName(name: string, number: number): string {
  const suffix = number === 1 ? '' : ` ${number}`;
  return `${name.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, 31 - suffix.length)}${suffix}`;
}
