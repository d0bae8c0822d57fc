/** The formats of a file of cases. Each has the sheet that says what the file contains and how it was made. */
import type { Readable } from 'node:stream';
import { CSV_START, csvLine } from '../../shared/text/csv.ts';
import { workbookStream, type Sheet, type XlsxCell } from '../files/xlsx.ts';
import { zipStream, type ZipEntry } from '../files/zip.ts';
import type { Language } from '../http/language.ts';
import type { FileColumn } from './fileLayout.ts';

/** Lines of a name and what is said of it. */
export type About = readonly (readonly [name: string, text: string])[];

export interface WrittenFile {
  /** of the data and of the sheet about them */
  titles: { data: string; about: string };
  columns: readonly FileColumn[];
  rows: AsyncIterable<XlsxCell[][]>;
  /** of the rows that were written: it is called after them */
  about: () => About;
  language: Language;
}

/** The data first, then what they are. */
export function writeXlsx({ titles, columns, rows, about, language }: WrittenFile): Readable {
  const sheets: Sheet[] = [
    { name: titles.data, header: columns.map(({ label }) => label), rows },
    { name: titles.about, header: [titles.about, ''], widths: [30, 100], rows: onePortion(about) },
  ];
  return workbookStream(sheets, language);
}

async function* onePortion(about: () => About): AsyncGenerator<string[][]> {
  yield await Promise.resolve(about().map(([name, text]) => [name, text]));
}

/** `data.csv` and `about.csv` in a ZIP. */
export const writeCsv = ({ columns, rows, about }: WrittenFile): Readable =>
  zipStream(entries({ path: 'data.csv', chunks: csvChunks(columns, rows) }, about));

async function* csvChunks(
  columns: readonly FileColumn[],
  portions: AsyncIterable<XlsxCell[][]>,
): AsyncGenerator<Buffer> {
  const header = columns.map(({ label }) => label);
  yield Buffer.from(CSV_START + csvLine(header, 'values'));
  for await (const rows of portions)
    yield Buffer.from(rows.map((cells) => csvLine(cells.map(String), 'values')).join(''));
}

export const aboutCsv = (about: About): Buffer =>
  Buffer.from(CSV_START + about.map((line) => csvLine(line, 'values')).join(''));

async function* entries(data: ZipEntry, about: () => About): AsyncGenerator<ZipEntry> {
  yield await Promise.resolve(data);
  yield { path: 'about.csv', chunks: [aboutCsv(about())] };
}

export interface DatasetFacts {
  name: string;
  label: string;
  at: Date;
  originator: string;
  catalogueVersion: string;
}

/** CDISC Dataset-JSON 1.1: `data.json`, and `about.csv`, in a ZIP. */
export const writeDatasetJson = ({ columns, rows, about }: WrittenFile, facts: DatasetFacts): Readable =>
  zipStream(entries({ path: 'data.json', chunks: datasetChunks(columns, rows, facts) }, about));

async function* datasetChunks(
  columns: readonly FileColumn[],
  portions: AsyncIterable<XlsxCell[][]>,
  { name, label, at, originator, catalogueVersion }: DatasetFacts,
): AsyncGenerator<Buffer> {
  const head = {
    datasetJSONCreationDateTime: at.toISOString().slice(0, 19),
    datasetJSONVersion: '1.1.0',
    fileOID: `casewright.${name}.${at.getTime()}`,
    originator,
    sourceSystem: { name: 'Casewright', version: catalogueVersion },
    itemGroupOID: `IG.${name}`,
    name,
    label,
    columns: columns.map((column) => ({
      itemOID: `IT.${column.name}`,
      name: variableName(column.name),
      label: column.label,
      dataType: column.isNumber ? 'double' : 'string',
    })),
  };
  yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},"rows":[`);
  let records = 0;
  for await (const rows of portions) {
    if (rows.length === 0) continue;
    const text = rows.map((cells) => `[${cells.map((cell, at) => jsonOf(cell, columns[at])).join(',')}]`);
    yield Buffer.from(`${records === 0 ? '' : ','}\n${text.join(',\n')}`);
    records += rows.length;
  }
  // a case that is changed or deleted meanwhile has other rows than it had when the file was begun
  yield Buffer.from(`\n],"records":${records}}`);
}

/** A number of any length; what JSON takes of it has neither a plus sign nor leading zeros. */
const NUMBER = /^(?:\+|(?<minus>-))?0*(?<digits>\d+(?:\.\d+)?)$/;

/**
 * A missing value is null; so is one of a column of numbers that is none, such as a null flavor. A number too long for a
 * cell of a spreadsheet keeps its digits.
 */
function jsonOf(cell: XlsxCell, column: FileColumn | undefined): string {
  if (cell === '') return 'null';
  if (typeof cell !== 'string') return String(cell);
  if (!column?.isNumber) return JSON.stringify(cell);
  const { minus = '', digits } = NUMBER.exec(cell)?.groups ?? {};
  return digits === undefined ? 'null' : minus + digits;
}

/** Letters, digits and low lines, beginning with a letter. */
const variableName = (name: string): string => name.replaceAll(/\W+/g, '_').replaceAll(/_+$/g, '');
