/** The rows of a file as its table says they are; what is not so is refused with its place. */
import { fieldsOf } from './delimited.ts';
import { LoadProblem, type RowErrors } from './loadProblem.ts';
import { jsonRecords, kindOf, xmlRecords, type NamedFields } from './records.ts';
import type { SourceFile } from './sourceFile.ts';
import type { Column, Row, Table } from './table.ts';

export interface Follow {
  /** of the file, as they are read */
  onBytes?: (bytes: number) => void;
  /** of a row, as it is given */
  onRow?: () => void;
  /** how many rows all pages of the answer have, where the file says so */
  onTotal?: (total: number) => void;
}

/**
 * Rows that are not as the table says are collected in `errors` and not given. Throws a `LoadProblem` where the whole file
 * is not: no header, no row.
 */
export async function* rowsOf(
  file: SourceFile,
  table: Table,
  errors: RowErrors,
  { onBytes = () => {}, onRow = () => {}, onTotal = () => {} }: Follow = {},
): AsyncGenerator<Row> {
  const kind = table.records ? await kindOf(file) : 'delimited';
  const before = errors.count;
  const rows =
    kind === 'delimited'
      ? delimitedRows(file, table, errors, onBytes)
      : namedRows(
          file,
          table,
          errors,
          kind === 'json' ? await jsonRecords(file, onTotal) : xmlRecords(file, onTotal),
        );
  let isEmpty = true;
  for await (const row of rows) {
    isEmpty = false;
    onRow();
    const mistake = mistakeOf(row, table.columns);
    if (mistake) errors.add(file.name, row.line, mistake);
    else yield row;
  }
  if (kind !== 'delimited') onBytes(file.bytes);
  if (isEmpty && errors.count === before) throw new LoadProblem(file.name, 'has no row');
}

function mistakeOf({ values }: Row, among: readonly Column[]): string | null {
  for (const { name, headers, check } of among)
    if (name !== '' && check && !check.pattern.test(values[name] ?? ''))
      return `${headers?.[0] ?? name} is '${cut(values[name] ?? '')}', expected ${check.means}`;
  return null;
}

const cut = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

async function* delimitedRows(
  file: SourceFile,
  table: Table,
  errors: RowErrors,
  onBytes: (bytes: number) => void,
): AsyncGenerator<Row> {
  let positions: { name: string; at: number }[] | null = null;
  let expected = 0;
  for await (const { line, fields } of fieldsOf(file, table.layout, errors, onBytes)) {
    if (positions === null) {
      positions = table.header ? headerPositions(file, table, fields, line) : byPosition(table.columns);
      const known = table.columns.length;
      if (table.header) expected = fields.length;
      else expected = table.more ? Math.max(fields.length, known) : known;
      if (table.header) continue;
    }
    if (fields.length !== expected) {
      errors.add(file.name, line, `has ${fields.length} fields, expected ${expected}`);
      continue;
    }
    const values: Record<string, string> = {};
    for (const { name, at } of positions) values[name] = (fields[at] ?? '').trim();
    yield { file: file.name, line, values };
  }
}

const byPosition = (among: readonly Column[]) =>
  among.map(({ name }, at) => ({ name, at })).filter(({ name }) => name !== '');

function headerPositions(file: SourceFile, table: Table, header: readonly string[], line: number) {
  const titles = header.map(plain);
  const twice = titles.find((title, index) => title !== '' && titles.indexOf(title) !== index);
  if (twice !== undefined) throw new LoadProblem(file.name, `the header has '${twice}' twice`, line);
  return knownColumns(file, table, titles, line).map(({ column, found }) => ({
    name: column.name,
    at: titles.indexOf(found),
  }));
}

/** Throws where a column that is needed is not among the titles. */
function knownColumns(file: SourceFile, table: Table, titles: readonly string[], line: number) {
  const found = table.columns.flatMap((column) => {
    const title = titlesOf(column).find((one) => titles.includes(one));
    return title === undefined ? [] : [{ column, found: title }];
  });
  const missing = table.columns.filter(
    (column) => !column.optional && !found.some((one) => one.column === column),
  );
  if (missing.length > 0)
    throw new LoadProblem(
      file.name,
      `no column ${missing.map(({ name, headers }) => (headers ?? [name]).join(' or ')).join(', ')}` +
        ` (the header says ${cut(titles.join(' | '))}); expected ${table.shown}`,
      line,
    );
  return found;
}

const titlesOf = ({ name, headers = [name] }: Column): string[] => headers.map(plain);
const plain = (title: string): string => title.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

async function* namedRows(
  file: SourceFile,
  table: Table,
  errors: RowErrors,
  records: Iterable<NamedFields> | AsyncIterable<NamedFields>,
): AsyncGenerator<Row> {
  let known: { name: string; found: string }[] | null = null;
  for await (const { line, fields } of records) {
    const byTitle = new Map([...fields].map(([title, text]) => [plain(title), text]));
    // the first row represents the header: a row with fewer columns was cut
    known ??= knownColumns(file, table, [...byTitle.keys()], line).map(({ column, found }) => ({
      name: column.name,
      found,
    }));
    const missing = known.filter(({ found }) => !byTitle.has(found));
    if (missing.length > 0) {
      errors.add(file.name, line, `has no ${missing.map(({ found }) => found.toUpperCase()).join(', ')}`);
      continue;
    }
    yield {
      file: file.name,
      line,
      values: Object.fromEntries(known.map(({ name, found }) => [name, (byTitle.get(found) ?? '').trim()])),
    };
  }
}
