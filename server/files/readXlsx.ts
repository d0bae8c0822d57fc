/**
 * Reads a spreadsheet (ECMA-376 SpreadsheetML) that a user sends: the texts of its cells as a person sees them. Its limits
 * stop what was made to fill the memory; formulas are not evaluated.
 */
import { posix } from 'node:path';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { SaxesParser, type SaxesTagPlain } from 'saxes';
import { storable } from '../../shared/text/storable.ts';
import type { Table, TableCell } from '../../shared/text/table.ts';
import { numberStyles, shownNumber, type NumberStyle } from './xlsxNumbers.ts';
import { entryBytes } from './zipEntry.ts';

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

/** The name that a part has in the archive; programs refer to it in letters of another case (ECMA-376 part 2, 6.2.2.3), and with steps. */
function partNamed({ entries }: OpenedXlsx, path: string): string {
  const plain = posix.join('/', path.replaceAll('\\', '/')).slice(1);
  if (entries.has(plain)) return plain;
  const folded = plain.toLowerCase();
  return [...entries.keys()].find((name) => name.toLowerCase() === folded) ?? plain;
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
  /** where the texts that cells share, and the formats of numbers, are in the archive */
  texts: string;
  styles: string;
}

/** What a part refers to; the file itself, as a part without a name, refers to its workbook. */
async function relationsOf(
  zip: OpenedXlsx,
  part: string,
): Promise<Record<'byId' | 'byType', ReadonlyMap<string, string>>> {
  const folder = posix.dirname(part);
  const byId = new Map<string, string>();
  const byType = new Map<string, string>();
  await readPart(zip, partNamed(zip, `${folder}/_rels/${posix.basename(part)}.rels`), {
    open: ({ local, attributes }) => {
      if (local !== 'Relationship') return;
      const { Id = '', Target = '', Type = '' } = attributes;
      const path = partNamed(zip, Target.startsWith('/') ? Target : `${folder}/${Target}`);
      byId.set(Id, path);
      byType.set(Type.slice(Type.lastIndexOf('/') + 1), path);
    },
  });
  return { byId, byType };
}

/** The sheets in the order of the workbook. Throws UnreadableTable. */
export async function sheetsOf(zip: OpenedXlsx): Promise<Workbook> {
  const root = await relationsOf(zip, '');
  const workbook = root.byType.get('officeDocument') ?? partNamed(zip, 'xl/workbook.xml');
  const { byId, byType } = await relationsOf(zip, workbook);
  const related = (type: string): string =>
    byType.get(type) ?? partNamed(zip, posix.join(posix.dirname(workbook), `${type}.xml`));
  const sheets: Workbook['sheets'] = [];
  let is1904 = false;
  await readPart(zip, workbook, {
    open: ({ local, attributes }) => {
      if (local === 'workbookPr') is1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      if (local !== 'sheet') return;
      // programs name the namespace of relations as they like
      const relation = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
      const path = byId.get(relation ?? '') ?? '';
      const name = attributes['name'] ?? '';
      // it would be read as an empty one
      if (!zip.entries.has(path))
        throw new UnreadableTable(`the sheet ${name} is missing in the file; save it again, and send that`);
      sheets.push({ name, path });
    },
  });
  if (sheets.length === 0) throw new UnreadableTable('the workbook has no sheets');
  if (sheets.length > MAX_SHEETS)
    throw new UnreadableTable(`the workbook has more than ${MAX_SHEETS} sheets`);
  return { sheets, is1904, texts: related('sharedStrings'), styles: related('styles') };
}

async function readWorkbook(zip: OpenedXlsx): Promise<Table[]> {
  const { sheets, is1904, texts, styles } = await sheetsOf(zip);
  const characters = counter(MAX_CHARACTERS, 'the sheets hold too much text');
  const world = {
    texts: await readSharedTexts(zip, texts, characters),
    styles: await readStyles(zip, styles),
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
  const decoder = new TextDecoder();
  for await (const piece of entryBytes(file, entry)) parser.write(decoder.decode(piece, { stream: true }));
  parser.write(decoder.decode()).close();
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
      const taken = plainText(text);
      text = '';
      return taken;
    },
  };
}

/** Characters that XML does not keep are written by their number (ECMA-376 22.9.2.19), such as the line ends of Windows. */
const plainText = (text: string): string =>
  storable(
    text.replaceAll(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
  ).replaceAll(/\r\n?/g, '\n');

async function readSharedTexts(zip: OpenedXlsx, path: string, characters: Count): Promise<string[]> {
  const texts: string[] = [];
  const collected = textCollector(characters);
  await readPart(zip, path, {
    open: ({ local }) => collected.open(local),
    text: collected.text,
    close: (local) => {
      collected.close(local);
      if (local === 'si') texts.push(collected.take());
    },
  });
  return texts;
}

async function readStyles(zip: OpenedXlsx, path: string): Promise<readonly NumberStyle[]> {
  const formats = numberStyles();
  await readPart(zip, path, {
    open: ({ local, attributes }) => formats.open(local, attributes),
    close: formats.close,
  });
  return formats.styles;
}

interface SheetWorld {
  texts: readonly string[];
  styles: readonly NumberStyle[];
  is1904: boolean;
  characters: Count;
}

interface ReadCell {
  type: string;
  style: number;
  column: number;
  value: string;
  hasFormula: boolean;
}

async function readSheet(
  zip: OpenedXlsx,
  path: string,
  name: string,
  world: SheetWorld,
): Promise<TableCell[][]> {
  const rows: TableCell[][] = [];
  const collected = textCollector(world.characters);
  let line = 0;
  let nextColumn = 0;
  let cell: ReadCell | null = null;
  let inValue = false;
  await readPart(zip, path, {
    open: ({ local, attributes }) => {
      if (local === 'row') {
        line = lineAfter(line, attributes['r'], name);
        nextColumn = 0;
      } else if (local === 'c') {
        const column = columnOf(attributes['r']) ?? nextColumn;
        nextColumn = column + 1;
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
        const content = contentOf(cell, collected.take(), world);
        if (content !== '') addCell(rows, { line, column: cell.column, content, sheet: name });
        cell = null;
      }
    },
  });
  return rows;
}

/** The number of a row, which may be left out. */
function lineAfter(before: number, reference: string | undefined, sheet: string): number {
  const line = Number(reference ?? before + 1);
  if (!Number.isInteger(line) || line <= before) throw new UnreadableTable(`${sheet}: rows without order`);
  return line;
}

/** Rows and cells that the file omits are empty, and so are those that have no more than a style: they may be very far off. */
function addCell(
  rows: TableCell[][],
  { line, column, content, sheet }: { line: number; column: number; content: TableCell; sheet: string },
): void {
  if (line > MAX_ROWS) throw new UnreadableTable(`${sheet}: more than ${MAX_ROWS} rows`);
  if (column >= MAX_COLUMNS) throw new UnreadableTable(`${sheet}: more than ${MAX_COLUMNS} columns`);
  while (rows.length < line) rows.push([]);
  const row = rows[line - 1] ?? [];
  while (row.length < column) row.push('');
  row[column] = content;
}

/** The index of `B` in `B7`. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** Throws UnreadableTable for a text that is not there: the cell would be read as an empty one. */
function sharedText(texts: readonly string[], index: string): string {
  const text = texts[Number(index)];
  if (text !== undefined || index === '') return text ?? '';
  throw new UnreadableTable('texts of cells are missing in the file; save it again, and send that');
}

function contentOf(
  { type, style, value, hasFormula }: ReadCell,
  inline: string,
  { texts, styles, is1904 }: SheetWorld,
): TableCell {
  if (hasFormula) return { unread: 'formula' };
  if (type === 'e') return { unread: 'errorValue' };
  if (type === 's') return sharedText(texts, value);
  if (type === 'inlineStr') return inline;
  if (type === 'b') return value === '1' ? 'true' : 'false';
  // a date as a text; midnight is written where nobody gave a time
  if (type === 'd') return value.replace(/T00:00(:00(\.0*)?)?Z?$/, '').replace('T', ' ');
  if (type !== 'n' || value === '') return plainText(value);
  const number = Number(value);
  return Number.isFinite(number) ? shownNumber(number, styles[style] ?? {}, is1904) : value;
}
