/** Reads one dataset as a table with a line of column names: CSV, with commas, semicolons or tabs. */
import type { StudyData } from '../studyData.ts';
import { storable } from '../../text/storable.ts';
import { MAX_COLUMNS, UnreadableData } from '../unreadableData.ts';
import { dataOfDataset } from './dataset.ts';

/** A record of a table, and the line of the file that it begins in. */
interface Line {
  cells: string[];
  line: number;
}

/**
 * `name`: of the dataset, where no column names its domain. A table names its study in the column STUDYID. Throws
 * `UnreadableData`, with the line.
 */
export function readCsvDataset(text: string, name: string): StudyData {
  const [head, ...lines] = linesOf(storable(text.replace(/^\uFEFF/, '')));
  if (!head) throw new UnreadableData('otherContent', 'there is no line', 1);
  const names = head.cells.map((cell) => cell.trim().toUpperCase());
  if (names.length > MAX_COLUMNS) throw new UnreadableData('tooLarge', `more than ${MAX_COLUMNS} columns`, 1);
  const empty = names.indexOf('');
  if (empty >= 0) throw new UnreadableData('missingPart', `column ${empty + 1}`, 1);
  const twice = names.find((one, at) => names.indexOf(one) !== at);
  if (twice !== undefined) throw new UnreadableData('otherColumns', twice, 1);
  for (const { cells, line } of lines)
    if (cells.length !== names.length)
      throw new UnreadableData('otherColumns', `${cells.length} ≠ ${names.length}`, line);
  const first = (column: string): string => lines[0]?.cells[names.indexOf(column)]?.trim() ?? '';
  const studyOid = first('STUDYID');
  if (studyOid === '') throw new UnreadableData('missingPart', 'STUDYID', 1);
  const other = lines.find(({ cells }) => cells[names.indexOf('STUDYID')]?.trim() !== studyOid);
  if (other) throw new UnreadableData('otherColumns', 'STUDYID', other.line);
  const domain = (first('DOMAIN') || name).toUpperCase();
  return dataOfDataset({
    studyOid,
    versionOid: 'CSV',
    groupOid: domain,
    domain,
    label: domain,
    columns: names.map((column) => ({
      oid: `${domain}.${column}`,
      name: column,
      label: column,
      dataType: 'text',
      length: null,
      keySequence: null,
    })),
    rows: lines.map(({ cells }) => cells.map((cell) => cell.trim() || null)),
  });
}

/** The separator that the line of names has most of. */
function separatorOf(text: string): string {
  const [head = ''] = text.split(/\r?\n/, 1);
  return [',', ';', '\t'].reduce((best, next) =>
    head.split(next).length > head.split(best).length ? next : best,
  );
}

/** Lines without any text are left out. */
function linesOf(text: string): Line[] {
  const separator = separatorOf(text);
  const lines: Line[] = [];
  let open: Line = { cells: [], line: 1 };
  let line = 1;
  let index = 0;
  const endLine = (): void => {
    if (open.cells.some((cell) => cell !== '')) lines.push(open);
    line += 1;
    open = { cells: [], line };
  };
  while (index <= text.length) {
    const quoted = text[index] === '"';
    const { cell, end } = quoted ? quotedCell(text, index, line) : plainCell(text, index, separator);
    open.cells.push(cell);
    if (quoted) line += cell.split('\n').length - 1;
    const next = text[end];
    index = end + 1;
    if (next === separator) continue;
    if (next !== undefined && next !== '\n' && next !== '\r')
      throw new UnreadableData('malformed', 'a quoted cell goes on after its end', line);
    if (next === '\r' && text[index] === '\n') index += 1;
    endLine();
  }
  return lines;
}

function plainCell(text: string, start: number, separator: string): { cell: string; end: number } {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { cell: text.slice(start, end), end };
}

function quotedCell(text: string, start: number, line: number): { cell: string; end: number } {
  let cell = '';
  let index = start + 1;
  for (;;) {
    const quote = text.indexOf('"', index);
    if (quote < 0) throw new UnreadableData('malformed', 'a quoted cell does not end', line);
    cell += text.slice(index, quote);
    if (text[quote + 1] !== '"') return { cell, end: quote + 1 };
    cell += '"';
    index = quote + 2;
  }
}
