/**
 * Reads a spreadsheet (ECMA-376 SpreadsheetML) that a user sends: the texts of its cells as a person sees them. Its limits
 * stop what was made to fill the memory; formulas are not evaluated.
 */
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { Table, TableCell } from '../../shared/text/table.ts';
import { dateFormats, dateOfSerial } from './xlsxDates.ts';

/** The file is none, is damaged, or is larger than the limits allow; the message says why, in English. */
export class UnreadableTable extends Error {
  override name = 'UnreadableTable';
}

const MB = 1024 * 1024;
const MAX_UNPACKED_MB = 200;
/** XML of sheets packs to a tenth; what packs better than this was made to fill the memory. */
const MAX_RATIO = 200;
const MAX_PARTS = 1000;
const MAX_SHEETS = 50;
export const MAX_ROWS = 20_001;
export const MAX_COLUMNS = 500;
/** of a spreadsheet's cell */
export const MAX_CELL_LENGTH = 32_767;
/** characters of all cells together */
const MAX_CHARACTERS = 100_000_000;

/** The sheets in the order of the workbook. Throws UnreadableTable. */
export async function readXlsx(path: string): Promise<Table[]> {
  const zip = await openXlsx(path);
  try {
    return await readWorkbook(zip);
  } catch (error) {
    if (error instanceof UnreadableTable) throw error;
    throw new UnreadableTable(`the file is damaged (${(error as Error).message})`, { cause: error });
  } finally {
    zip.file.close();
  }
}

export interface OpenedXlsx {
  file: ZipFile;
  entries: ReadonlyMap<string, Entry>;
}

/** The parts of the file; the caller closes it. Throws UnreadableTable. */
export async function openXlsx(path: string): Promise<OpenedXlsx> {
  try {
    const file = await openPromise(path, { lazyEntries: true, autoClose: false });
    const entries = new Map<string, Entry>();
    for await (const entry of file.eachEntry()) {
      if (entries.size === MAX_PARTS) throw new UnreadableTable(`the file has more than ${MAX_PARTS} parts`);
      entries.set(entry.fileName, entry);
    }
    const unpacked = [...entries.values()].reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
    if (unpacked > MAX_UNPACKED_MB * MB)
      throw new UnreadableTable(`unpacked, the file is larger than ${MAX_UNPACKED_MB} MB`);
    return { file, entries };
  } catch (error) {
    if (error instanceof UnreadableTable) throw error;
    throw new UnreadableTable('this is no spreadsheet (.xlsx)', { cause: error });
  }
}

interface Workbook {
  /** names, and places of their parts in the archive */
  sheets: { name: string; path: string }[];
  is1904: boolean;
}

/** The sheets in the order of the workbook. Throws UnreadableTable. */
export async function sheetsOf(zip: OpenedXlsx): Promise<Workbook> {
  const relations = new Map<string, string>();
  await readPart(zip, 'xl/_rels/workbook.xml.rels', {
    open: ({ local, attributes }) => {
      if (local === 'Relationship') relations.set(attributes['Id'] ?? '', attributes['Target'] ?? '');
    },
  });
  const sheets: Workbook['sheets'] = [];
  let is1904 = false;
  await readPart(zip, 'xl/workbook.xml', {
    open: ({ local, attributes }) => {
      if (local === 'workbookPr') is1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      if (local !== 'sheet') return;
      const target = relations.get(attributes['r:id'] ?? '') ?? '';
      const name = attributes['name'] ?? '';
      sheets.push({ name, path: target.startsWith('/') ? target.slice(1) : `xl/${target}` });
    },
  });
  if (sheets.length === 0) throw new UnreadableTable('the workbook has no sheets');
  if (sheets.length > MAX_SHEETS)
    throw new UnreadableTable(`the workbook has more than ${MAX_SHEETS} sheets`);
  return { sheets, is1904 };
}

async function readWorkbook(zip: OpenedXlsx): Promise<Table[]> {
  const { sheets, is1904 } = await sheetsOf(zip);
  const characters = counter(MAX_CHARACTERS, 'the sheets hold too much text');
  const world = {
    texts: await readSharedTexts(zip, characters),
    dates: await readDates(zip),
    is1904,
    characters,
  };
  const tables: Table[] = [];
  for (const { name, path } of sheets) tables.push({ name, rows: await readSheet(zip, path, name, world) });
  return tables;
}

type Count = (amount: number) => void;

const counter = (max: number, message: string): Count => {
  let count = 0;
  return (amount) => {
    count += amount;
    if (count > max) throw new UnreadableTable(message);
  };
};

interface PartHandler {
  open?: (tag: { local: string; attributes: Record<string, string> }) => void;
  text?: (text: string) => void;
  close?: (local: string) => void;
}

/** Parses a part while it is unpacked; a part that is missing has no elements. */
async function readPart({ file, entries }: OpenedXlsx, path: string, on: PartHandler): Promise<void> {
  const entry = entries.get(path);
  if (!entry) return;
  if (!entry.canDecodeFileData()) throw new UnreadableTable('the file is encrypted');
  if (entry.uncompressedSize > MAX_RATIO * Math.max(1, entry.compressedSize))
    throw new UnreadableTable(`${path} is packed more than ${MAX_RATIO} to 1`);
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw new UnreadableTable(`${path} is no valid XML: ${error.message}`);
  });
  parser.on('doctype', () => {
    throw new UnreadableTable(`${path} has a document type declaration`);
  });
  const localOf = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) =>
    on.open?.({ local: localOf(name), attributes }),
  );
  parser.on('text', (text) => on.text?.(text));
  parser.on('cdata', (text) => on.text?.(text));
  parser.on('closetag', ({ name }) => on.close?.(localOf(name)));
  // the library ends the stream with an error as soon as more comes out than the entry declares
  const stream = await file.openReadStreamPromise(entry);
  stream.setEncoding('utf8');
  for await (const chunk of stream) parser.write(String(chunk));
  parser.close();
}

/** Collects the text of `t` elements, without phonetic readings. */
function textCollector(characters: Count) {
  let text = '';
  let inText = false;
  let phonetic = 0;
  return {
    open: (local: string) => {
      if (local === 'rPh') phonetic += 1;
      if (local === 't') inText = phonetic === 0;
    },
    text: (part: string) => {
      if (!inText) return;
      characters(part.length);
      text += part;
      if (text.length > MAX_CELL_LENGTH)
        throw new UnreadableTable(`a cell has more than ${MAX_CELL_LENGTH} characters`);
    },
    close: (local: string) => {
      if (local === 'rPh') phonetic -= 1;
      if (local === 't') inText = false;
    },
    take: () => {
      const taken = text;
      text = '';
      return taken;
    },
  };
}

async function readSharedTexts(zip: OpenedXlsx, characters: Count): Promise<string[]> {
  const texts: string[] = [];
  const collected = textCollector(characters);
  await readPart(zip, 'xl/sharedStrings.xml', {
    open: ({ local }) => collected.open(local),
    text: collected.text,
    close: (local) => {
      collected.close(local);
      if (local === 'si') texts.push(collected.take());
    },
  });
  return texts;
}

/** Whether the numbers of each cell style are dates. */
async function readDates(zip: OpenedXlsx): Promise<readonly boolean[]> {
  const formats = dateFormats();
  await readPart(zip, 'xl/styles.xml', {
    open: ({ local, attributes }) => formats.open(local, attributes),
    close: formats.close,
  });
  return formats.styles;
}

interface SheetWorld {
  texts: readonly string[];
  dates: readonly boolean[];
  is1904: boolean;
  characters: Count;
}

async function readSheet(
  zip: OpenedXlsx,
  path: string,
  name: string,
  world: SheetWorld,
): Promise<TableCell[][]> {
  const rows: TableCell[][] = [];
  const collected = textCollector(world.characters);
  let cell: { type: string; style: number; column: number; value: string; hasFormula: boolean } | null = null;
  let inValue = false;
  await readPart(zip, path, {
    open: ({ local, attributes }) => {
      if (local === 'row') addRow(rows, attributes['r'], name);
      else if (local === 'c') {
        const column = columnOf(attributes['r']) ?? rows.at(-1)?.length ?? 0;
        if (column >= MAX_COLUMNS) throw new UnreadableTable(`${name}: more than ${MAX_COLUMNS} columns`);
        const [type = 'n', style] = [attributes['t'], Number(attributes['s'] ?? 0)];
        cell = { type, style, column, value: '', hasFormula: false };
      } else if (local === 'f' && cell) cell.hasFormula = true;
      else if (local === 'v') inValue = true;
      else collected.open(local);
    },
    text: (text) => {
      if (inValue && cell) {
        world.characters(text.length);
        cell.value += text;
        if (cell.value.length > MAX_CELL_LENGTH)
          throw new UnreadableTable(`${name}: a cell has more than ${MAX_CELL_LENGTH} characters`);
      } else collected.text(text);
    },
    close: (local) => {
      if (local === 'v') inValue = false;
      else if (local !== 'c') collected.close(local);
      else if (cell) {
        const row = rows.at(-1) ?? [];
        while (row.length < cell.column) row.push('');
        row[cell.column] = cell.hasFormula ? { formula: true } : textOf(cell, collected.take(), world);
        cell = null;
      }
    },
  });
  return rows;
}

/** Rows that the file omits are empty. */
function addRow(rows: TableCell[][], reference: string | undefined, sheet: string): void {
  const number = Number(reference ?? rows.length + 1);
  if (!(number <= MAX_ROWS) || rows.length >= MAX_ROWS)
    throw new UnreadableTable(`${sheet}: more than ${MAX_ROWS} rows`);
  if (!Number.isInteger(number) || number <= rows.length)
    throw new UnreadableTable(`${sheet}: rows without order`);
  while (rows.length < number) rows.push([]);
}

/** The index of `B` in `B7`. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function textOf(
  { type, style, value }: { type: string; style: number; value: string },
  inline: string,
  { texts, dates, is1904 }: SheetWorld,
): string {
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'inlineStr') return inline;
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type !== 'n' || value === '') return value;
  const number = Number(value);
  // a number is stored with all digits of its binary form
  return dates[style] ? dateOfSerial(number, is1904) : Number.isFinite(number) ? plainNumber(number) : value;
}

const plainNumber = (number: number): string => {
  const text = String(Number(number.toPrecision(15)));
  return text.includes('e') ? number.toFixed(0) : text;
};
