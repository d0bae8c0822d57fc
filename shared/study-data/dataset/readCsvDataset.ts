/** Reads one dataset as a table with a line of column names: CSV, with commas, semicolons, tabs or bars. */
import type { StudyData } from '../studyData.ts';
import { storable } from '../../text/storable.ts';
import { isBlankLine } from '../../text/table.ts';
import { MAX_COLUMNS, UnreadableData } from '../unreadableData.ts';
import { dataOfDatasets } from './dataset.ts';

/** A record of a table, and the line of the file that it begins in. */
interface Line {
  cells: string[];
  line: number;
}

interface Table {
  /** null: of a column without name and text, as spreadsheets leave behind */
  names: (string | null)[];
  lines: Line[];
}

/**
 * A picture for each study that the column STUDYID names. `name`: of the file, which names the dataset where no column does.
 * Throws `UnreadableData`, with the line.
 */
export function readCsvDataset(text: string, name: string): StudyData[] {
  const { names, lines } = tableOf(text);
  const cellOf = ({ cells }: Line, column: string): string => cells[names.indexOf(column)]?.trim() ?? '';
  const [first] = lines;
  const inColumn = first ? cellOf(first, 'DOMAIN') : '';
  const domain = (inColumn || domainOf(names) || name.replace(COPY, '')).toUpperCase();
  if (domain === '') throw new UnreadableData('missingPart', 'DOMAIN', 1);
  const ofStudies = Map.groupBy(lines, (line) => cellOf(line, 'STUDYID'));
  const [unnamed] = ofStudies.get('') ?? [];
  if (!first || unnamed)
    throw new UnreadableData('missingPart', 'STUDYID', names.includes('STUDYID') ? (unnamed?.line ?? 1) : 1);
  return [...ofStudies].map(([studyOid, ofStudy]) =>
    dataOfDatasets([
      {
        studyOid,
        versionOid: 'CSV',
        groupOid: domain,
        domain,
        label: domain,
        columns: names.flatMap((column) =>
          column === null
            ? []
            : {
                oid: `${domain}.${column}`,
                name: column,
                label: column,
                dataType: 'text',
                length: null,
                keySequence: null,
              },
        ),
        rows: ofStudy.map(({ cells }) =>
          names.flatMap((column, at) => (column === null ? [] : cells[at]?.trim() || null)),
        ),
        lineOf: (at) => ofStudy[at]?.line ?? null,
      },
    ]),
  );
}

/** What browsers put behind the name of a file that is there already. */
const COPY = /\s*\(\d+\)$/;

/** The domain whose rows the table numbers: AESEQ ...; '' where it does not tell. */
function domainOf(names: Table['names']): string {
  const [domain = '', ...others] = names.flatMap((name) => /^([A-Z]{2})SEQ$/.exec(name ?? '')?.[1] ?? []);
  return others.length === 0 ? domain : '';
}

function tableOf(text: string): Table {
  const [head, ...lines] = linesOf(storable(text.replace(/^\uFEFF/, '')));
  if (!head) throw new UnreadableData('otherContent', 'there is no line', 1);
  const names = head.cells.map((cell) => cell.trim().toUpperCase() || null);
  if (names.length > MAX_COLUMNS) throw new UnreadableData('tooLarge', `more than ${MAX_COLUMNS} columns`, 1);
  const twice = names.find((one, at) => one !== null && names.indexOf(one) !== at);
  if (twice) throw new UnreadableData('otherColumns', twice, 1);
  for (const { cells, line } of lines) {
    const unnamed = cells.findIndex((cell, at) => (names[at] ?? null) === null && cell.trim() !== '');
    if (unnamed >= 0 && unnamed < names.length)
      throw new UnreadableData('missingPart', `column ${unnamed + 1}`, 1);
    if (unnamed >= 0 || cells.length < names.length)
      throw new UnreadableData('otherColumns', `${cells.length} ≠ ${names.length}`, line);
  }
  return { names, lines };
}

/** The separator that the line of names has most of. */
function separatorOf(text: string): string {
  const [head = ''] = text.split(/\r?\n/, 1);
  return [',', ';', '\t', '|'].reduce((best, next) =>
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
    if (!isBlankLine(open.cells)) lines.push(open);
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
