/** Tab-separated files of two columns with a header line; anything else is refused with the line and what it should be. */
import { readFileSync } from 'node:fs';

export class TableProblem extends Error {
  override name = 'TableProblem';
}

export interface Row {
  first: string;
  second: string;
}

/** The rows of a file whose header says the two columns. Throws a `TableProblem`. */
export function readTable(file: string, columns: readonly [string, string]): Row[] {
  return parseTable(textOf(file), file, columns);
}

/** Empty lines are passed over; texts are trimmed. */
export function parseTable(text: string, file: string, columns: readonly [string, string]): Row[] {
  const lines = text.replace(/^\ufeff/, '').split(/\r?\n/);
  const header = lines[0]?.split('\t').map((cell) => cell.trim().toLowerCase()) ?? [];
  const refuse = (at: number, found: string): never => {
    throw new TableProblem(`${file}, line ${at + 1}: ${found}; expected ${columns.join('<TAB>')}`);
  };
  if (header[0] !== columns[0] || header[1] !== columns[1])
    refuse(0, `the header is '${(lines[0] ?? '').slice(0, 80)}'`);
  const rows = lines.flatMap((line, at): Row[] => {
    if (at === 0 || line.trim() === '') return [];
    const cells = line.split('\t').map((cell) => cell.trim());
    if (cells.length !== 2) refuse(at, `it has ${cells.length === 1 ? 'no tab' : `${cells.length} columns`}`);
    const [first = '', second = ''] = cells;
    const empty = columns.find((_, column) => cells[column] === '');
    if (empty !== undefined) refuse(at, `${empty} is empty`);
    return [{ first, second }];
  });
  if (rows.length === 0) refuse(1, 'it has no row below the header');
  return rows;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new TableProblem(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
}
