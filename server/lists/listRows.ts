/** Rows of a list as texts: labels of codes and values of items, in the reader's language. */
import type { ListRow } from '../../shared/contract/lists.ts';
import type { Language } from '../http/language.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { Trx } from '../storage/database.ts';
import { itemTexts, type ItemTexts } from './itemTexts.ts';
import type { ListColumn } from './listColumns.ts';
import type { Cell, FoundRow } from './listQuery.ts';
import type { ListReading, ListSource, SourceCode, LoadedCell } from './listSource.ts';

/** The labels of the codes of a column; empty for a column without codes. */
export type Wording = ReadonlyMap<string, string>;

const labelIn = (label: SourceCode['label'], language: Language): string =>
  typeof label === 'string' ? label : label[language] || label.en;

/** The codes of a column with labels, in their order; null if it has no codes or an open set. */
export async function optionsOf(
  trx: Trx,
  { codes, source }: ListColumn,
  reading: ListReading,
): Promise<{ code: string; label: string }[] | null> {
  const known = codes ?? (await source?.codes?.(trx, reading));
  return known?.map(({ code, label }) => ({ code, label: labelIn(label, reading.language) })) ?? null;
}

/** The labels of all columns, read once per list. */
export async function wordingsOf(
  trx: Trx,
  columns: readonly ListColumn[],
  reading: ListReading,
): Promise<Wording[]> {
  const all: Wording[] = [];
  for (const column of columns) {
    const options = column.item ? null : await optionsOf(trx, column, reading);
    all.push(new Map(options?.map(({ code, label }) => [code, label])));
  }
  return all;
}

export interface Wordings {
  columns: readonly ListColumn[];
  wordings: readonly Wording[];
}

/** Cells that the query of the rows does not read. */
export interface LoadedCells {
  /** of item columns */
  items: ItemTexts;
  /** by column and row key; undefined for columns without `loadCells` */
  cells: readonly (ReadonlyMap<string, LoadedCell> | undefined)[];
}

/** Loads cells once for the rows of a page or of a portion of a file. */
export async function loadCells(
  trx: Trx,
  { catalogue }: CatalogueWorld,
  reading: ListReading,
  columns: readonly ListColumn[],
  found: readonly FoundRow[],
): Promise<LoadedCells> {
  const { user, language } = reading;
  const caseKeys = found.flatMap(({ caseKey }) => caseKey ?? []);
  const cases = { sponsorKey: user.sponsorKey, caseKeys };
  const items = await itemTexts(trx, catalogue.whole, cases, columns, language);
  const rowKeys = found.map(({ key }) => key);
  const cellsByColumn = [];
  for (const { source } of columns) cellsByColumn.push(await source?.loadCells?.(trx, reading, rowKeys));
  return { items, cells: cellsByColumn };
}

/** The rows of an answer. */
export async function listRowsOf(
  trx: Trx,
  deps: CatalogueWorld,
  source: ListSource,
  reading: ListReading,
  { columns, wordings }: Wordings,
  found: readonly FoundRow[],
): Promise<ListRow[]> {
  const { items, cells: cellsByColumn } = await loadCells(trx, deps, reading, columns, found);
  return found.map(({ key: rowKey, name, deleted, caseKey, link, may, cells: values }) => {
    const ofItems = caseKey === null ? undefined : items.get(caseKey);
    const cells: ListRow['cells'] = {};
    const codes: ListRow['codes'] = {};
    const words: NonNullable<ListRow['words']> = {};
    for (const [index, { columnId, kind, item }] of columns.entries()) {
      const cell = cellsByColumn[index]?.get(rowKey);
      const value = cell?.codes ? [...cell.codes.codes] : (values[index] ?? null);
      const text = item ? (ofItems?.[columnId] ?? '') : (cell?.text ?? textOf(value, wordings[index]));
      if (text !== '') cells[columnId] = text;
      if (kind !== 'code' || value === null || value === '') continue;
      codes[columnId] = codesIn(value);
      if (Array.isArray(value))
        words[columnId] = [...(cell?.codes?.words ?? wordsIn(value, wordings[index]))];
    }
    return {
      rowKey,
      name,
      delFlag: deleted ? 'Y' : 'N',
      link: source.open?.path({ rowKey, ...textsOf(link) }) ?? null,
      cells,
      codes,
      words,
      ...(may && { may }),
    };
  });
}

const textsOf = (link: FoundRow['link']) =>
  Object.fromEntries(
    Object.entries(link).map(([name, value]) => [name, value === null ? null : String(value)]),
  );

const codesIn = (cell: NonNullable<Cell>): string[] => (Array.isArray(cell) ? cell : [String(cell)]);

const wordsIn = (codes: readonly string[], wording: Wording | undefined): string[] =>
  codes.map((code) => wording?.get(code) ?? code);

/** The text of a cell of the list itself. */
export function textOf(cell: Cell, wording: Wording | undefined): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  if (Array.isArray(cell)) return wordsIn(cell, wording).join(', ');
  const text = String(cell);
  return wording?.get(text) ?? text;
}
