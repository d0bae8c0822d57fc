/** A spreadsheet (ECMA-376 SpreadsheetML) written while its rows are read: memory does not grow with them. */
import type { Readable } from 'node:stream';
import { cellReference } from '../../shared/text/cellReference.ts';
import type { Language } from '../http/language.ts';
import words from './words.json' with { type: 'json' };
import { zipStream, type ZipEntry } from './zip.ts';

/** A number with the decimals that it is stated with: 96.0 is more precise than 96. */
export class Decimal {
  readonly text: string;

  /** `text`: digits with a point among them, and a minus sign before them at most. */
  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

/** A number is written as a number, every text as a text: it can be no formula or date, and loses no digits. */
export type XlsxCell = string | number | Decimal;

/** What the cells of a column take, as the program shows and checks it while they are filled in. */
export interface ColumnRule {
  column: number;
  title: string;
  text: string;
  /** cells of another sheet whose values are offered, e.g. `'Codes'!$A$2:$A$9` */
  choices?: string;
  /** other values are allowed beside the choices */
  isOpen?: boolean;
}

export interface Sheet {
  name: string;
  header: readonly string[];
  /** a second row that stays in view with the header */
  explanations?: readonly string[];
  rules?: readonly ColumnRule[];
  /** in characters, by column */
  widths?: readonly number[];
  /** portions of rows */
  rows: AsyncIterable<readonly (readonly XlsxCell[])[]>;
}

/** Rows a sheet can hold (its header among them); further ones go to a next sheet. */
const MAX_ROWS = 1_048_576;
/** Columns a sheet can hold: programs cannot open a workbook with more. */
export const MAX_SHEET_COLUMNS = 16_384;
/** of a sheet, so that no reader needs the archive's larger numbers */
const MAX_BYTES = 3 * 2 ** 30;
/** characters in a cell */
const MAX_CELL_LENGTH = 32_767;
const DEFAULT_WIDTH = 16;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const XLSX_MEDIA_TYPE = `${TYPE}.sheet`;

/** The bytes of a workbook. Destroying the stream ends the reading of the rows; what fails there fails the stream. */
export const xlsxStream = (sheet: Sheet, language: Language, maxRows = MAX_ROWS): Readable =>
  workbookStream([sheet], language, maxRows);

/**
 * The bytes of a workbook of several sheets; further ones hold the rows for which a sheet has no room. A text for which a
 * cell has no room ends with a sentence in the language.
 */
export const workbookStream = (sheets: readonly Sheet[], language: Language, maxRows = MAX_ROWS): Readable =>
  zipStream(entriesOf(sheets, { maxRows, cut: words.cut[language] }));

interface Limits {
  maxRows: number;
  /** the end of a text for which a cell has no room */
  cut: string;
}

async function* entriesOf(sheets: readonly Sheet[], limits: Limits): AsyncGenerator<ZipEntry> {
  const names: string[] = [];
  for (const sheet of sheets) {
    const rows = rowsOf(sheet.rows);
    try {
      let parts = 0;
      for (const end = { isLast: false }; !end.isLast;) {
        parts += 1;
        names.push(sheetName(sheet.name, parts, names));
        end.isLast = true;
        yield { path: `xl/worksheets/sheet${names.length}.xml`, chunks: sheetXml(sheet, rows, limits, end) };
      }
    } finally {
      await rows.return();
    }
  }
  for (const [path, text] of partsOf(names)) yield { path, chunks: [Buffer.from(text)] };
}

type Portion = readonly (readonly XlsxCell[])[];

interface Rows {
  /** the next portion; undefined: there is none */
  next: () => Promise<Portion | undefined>;
  /** puts back what the sheet has no room for */
  put: (rest: Portion) => void;
  return: () => Promise<unknown> | undefined;
}

function rowsOf(portions: Sheet['rows']): Rows {
  const iterator = portions[Symbol.asyncIterator]();
  let left: Portion = [];
  return {
    next: async () => {
      if (left.length === 0) {
        const { value, done } = await iterator.next();
        return done ? undefined : value;
      }
      const rest = left;
      left = [];
      return rest;
    },
    put: (rest) => {
      left = rest;
    },
    return: () => iterator.return?.(),
  };
}

async function* sheetXml(
  { header, widths = [], explanations, rules = [] }: Sheet,
  rows: Rows,
  { maxRows, cut }: Limits,
  end: { isLast: boolean },
): AsyncGenerator<Buffer> {
  const cols = header.map(
    (_, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${widths[index] ?? DEFAULT_WIDTH}" customWidth="1"/>`,
  );
  const top = explanations ? 2 : 1;
  const pane = `<pane ySplit="${top}" topLeftCell="A${top + 1}" activePane="bottomLeft" state="frozen"/>`;
  const explained = explanations
    ? rowXml(explanations, cut, ` s="${STYLES.explanation}"`, EXPLANATION_HEIGHT)
    : '';
  yield Buffer.from(
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${pane}</sheetView></sheetViews><cols>${cols.join('')}</cols><sheetData>${rowXml(header, cut, ` s="${STYLES.header}"`)}${explained}`,
  );
  let room = maxRows - top;
  let bytes = 0;
  for (;;) {
    const portion = await rows.next();
    if (!portion) break;
    const fits = bytes < MAX_BYTES ? portion.slice(0, room) : [];
    const xml = Buffer.from(fits.map((row) => rowXml(row, cut)).join(''));
    yield xml;
    room -= fits.length;
    bytes += xml.length;
    if (fits.length < portion.length) {
      rows.put(portion.slice(fits.length));
      end.isLast = false;
      break;
    }
  }
  yield Buffer.from(`</sheetData>${rulesXml(rules, top + 1)}</worksheet>`);
}

/** in points: some lines of an explanation, not all of a long one */
const EXPLANATION_HEIGHT = ' ht="62" customHeight="1"';

/** Characters that programs show of a title and a text. */
const MAX_RULE_TITLE = 32;
const MAX_RULE_TEXT = 255;
/** Rows that are checked while they are filled in. */
const LAST_RULED_ROW = 20_000;

function rulesXml(rules: readonly ColumnRule[], firstRow: number): string {
  if (rules.length === 0) return '';
  const xml = rules.map(({ column, title, text, choices, isOpen = false }) => {
    const cell = (row: number) => cellReference({ row, column: column + 1 });
    const type = choices === undefined ? '' : ` type="list" showErrorMessage="${isOpen ? 0 : 1}"`;
    const formula = choices === undefined ? '' : `<formula1>${escapedXml(choices)}</formula1>`;
    const words = `promptTitle="${attribute(title.slice(0, MAX_RULE_TITLE))}" prompt="${attribute(text.slice(0, MAX_RULE_TEXT))}"`;
    return `<dataValidation${type} allowBlank="1" showInputMessage="1" ${words} sqref="${cell(firstRow)}:${cell(LAST_RULED_ROW)}">${formula}</dataValidation>`;
  });
  return `<dataValidations count="${rules.length}">${xml.join('')}</dataValidations>`;
}

const attribute = (text: string): string =>
  escapedXml(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;');

/** Places in the styles of the workbook; text is the first. */
const STYLES = { header: 1, explanation: 2, number: 3 };
/** Digits behind the point of a number that a spreadsheet shows. */
const DECIMALS = Array.from({ length: 14 }, (_, index) => index + 1);
const GENERAL_FORMAT = 0;
/** The first number of a format that is none of the program's own (ECMA-376 18.8.30). */
const FIRST_FORMAT = 164;

const formatOf = (places: number): number => FIRST_FORMAT + places;
const decimalFormat = (places: number): string =>
  `<numFmt numFmtId="${formatOf(places)}" formatCode="0.${'0'.repeat(places)}"/>`;
const numberStyle = (format: number): string =>
  `<xf numFmtId="${format}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`;
const decimalStyle = ({ text }: Decimal): number => STYLES.number + text.length - 1 - text.indexOf('.');

const rowXml = (cells: readonly XlsxCell[], cut: string, style = '', height = ''): string => {
  let xml = `<row${height}>`;
  for (const cell of cells) {
    if (cell === '') xml += '<c/>';
    else if (typeof cell === 'number') xml += `<c s="${STYLES.number}"><v>${cell}</v></c>`;
    else if (cell instanceof Decimal) xml += `<c s="${decimalStyle(cell)}"><v>${cell.text}</v></c>`;
    else xml += textXml(fitted(cell, cut), style);
  }
  return `${xml}</row>`;
};

/** The first half of a character that has two. */
const HALF = /[\uD800-\uDBFF]$/;

/** As much of a text as a cell has room for, with a last line that says so where that is not all of it. */
function fitted(text: string, cut: string): string {
  if (text.length <= MAX_CELL_LENGTH) return text;
  const last = `\n${cut}`;
  const beginning = text.slice(0, MAX_CELL_LENGTH - last.length);
  return `${beginning.replace(HALF, '')}${last}`;
}

/** Readers strip what is around a text that does not say that it is to be kept. */
const hasSpaceAround = (text: string): boolean => text.trim().length < text.length;

/** What would be read as a character by its number (ECMA-376 22.9.2.19). */
const NUMBERED = /_(?=x[\da-f]{4}_)/gi;

function textXml(cell: string, style: string): string {
  const text = escapedXml(cell).replaceAll(NUMBERED, '_x005F_');
  const space = hasSpaceAround(text) ? ' xml:space="preserve"' : '';
  return `<c${style} t="inlineStr"><is><t${space}>${text}</t></is></c>`;
}

// control characters and lone surrogates are not allowed in XML
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
const SPECIAL = /[&<>\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/;
/** A text as it is written between the tags of XML. */
export const escapedXml = (text: string): string =>
  SPECIAL.test(text)
    ? text
        .toWellFormed()
        .replaceAll(FORBIDDEN, ' ')
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
    : text;

/** The other parts of a workbook, by path. */
function partsOf(names: readonly string[]): [path: string, text: string][] {
  const numbers = names.map((_, index) => index + 1);
  const part = (path: string, type: string) =>
    `<Override PartName="${path}" ContentType="${TYPE}.${type}+xml"/>`;
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`;
  const titleOf = (number: number) => attribute(names[number - 1] ?? '');
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
      `${XML}<Relationships xmlns="${PACKAGE}/relationships">${numbers.map((number) => relation(number, 'worksheet', `worksheets/sheet${number}.xml`)).join('')}${relation(names.length + 1, 'styles', 'styles.xml')}</Relationships>`,
    ],
    [
      'xl/styles.xml',
      `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${DECIMALS.length}">${DECIMALS.map(decimalFormat).join('')}</numFmts><fonts count="3"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><i/><sz val="9"/><color rgb="FF595959"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${STYLES.number + 1 + DECIMALS.length}"><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="49" fontId="2" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>${[GENERAL_FORMAT, ...DECIMALS.map(formatOf)].map(numberStyle).join('')}</cellXfs></styleSheet>`,
    ],
  ];
}

/** At most 31 characters, without those that separate names of sheets from cells; different from the others. */
function sheetName(name: string, part: number, taken: readonly string[]): string {
  const isTaken = (one: string) => taken.some((other) => other.toLowerCase() === one.toLowerCase());
  for (let number = part; ; number += 1) {
    const suffix = number === 1 ? '' : ` ${number}`;
    const named = `${name.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, 31 - suffix.length)}${suffix}`;
    if (!isTaken(named)) return named;
  }
}
