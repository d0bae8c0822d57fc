/** Rows of a list in words: codes in the reader's language, items of cases as they read. */
import type { ListRow } from '../../shared/contract/lists.ts';
import type { Language } from '../http/language.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import type { Trx } from '../storage/database.ts';
import { itemTexts, type ItemTexts } from './itemTexts.ts';
import type { ListColumn } from './listColumns.ts';
import type { Cell, FoundRow } from './listQuery.ts';
import type { ListReading, ListSource, SourceCode, ToldCell } from './listSource.ts';

/** The words of the codes of a column, by code; empty for a column without codes. */
export type Wording = ReadonlyMap<string, string>;

const labelIn = (label: SourceCode['label'], language: Language): string =>
  typeof label === 'string' ? label : label[language] || label.en;

/** The codes a column can have, in words, in their order; null: it has none, or has any. */
export async function optionsOf(
  trx: Trx,
  { codes, source }: ListColumn,
  reading: ListReading,
): Promise<{ code: string; label: string }[] | null> {
  const known = codes ?? (await source?.codes?.(trx, reading));
  return known?.map(({ code, label }) => ({ code, label: labelIn(label, reading.language) })) ?? null;
}

/** Made once a list: finds the words of each of the columns. */
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

/** What rows say that no query of theirs does. */
export interface Said {
  /** of item columns */
  items: ItemTexts;
  /** of columns that their source tells, by column and row key; undefined where SQL says the cells */
  told: readonly (ReadonlyMap<string, ToldCell> | undefined)[];
}

/** Asked once for the rows of a page or of a portion of a file. */
export async function saidOf(
  trx: Trx,
  { catalogue }: CatalogueWorld,
  reading: ListReading,
  columns: readonly ListColumn[],
  found: readonly FoundRow[],
): Promise<Said> {
  const { user, language } = reading;
  const caseKeys = found.flatMap(({ caseKey }) => caseKey ?? []);
  const cases = { sponsorKey: user.sponsorKey, caseKeys };
  const items = await itemTexts(trx, catalogue.whole, cases, columns, language);
  const rowKeys = found.map(({ key }) => key);
  const told = [];
  for (const { source } of columns) told.push(await source?.told?.(trx, reading, rowKeys));
  return { items, told };
}

/** The rows as they go out. */
export async function listRowsOf(
  trx: Trx,
  deps: CatalogueWorld,
  source: ListSource,
  reading: ListReading,
  { columns, wordings }: Wordings,
  found: readonly FoundRow[],
): Promise<ListRow[]> {
  const { items, told } = await saidOf(trx, deps, reading, columns, found);
  return found.map(({ key: rowKey, name, deleted, caseKey, link, cells: values }) => {
    const ofItems = caseKey === null ? undefined : items.get(caseKey);
    const cells: ListRow['cells'] = {};
    const codes: ListRow['codes'] = {};
    const words: NonNullable<ListRow['words']> = {};
    for (const [nth, { columnId, kind, item }] of columns.entries()) {
      const cell = told[nth]?.get(rowKey);
      const value = cell?.codes ? [...cell.codes.codes] : (values[nth] ?? null);
      const text = item ? (ofItems?.[columnId] ?? '') : (cell?.text ?? textOf(value, wordings[nth]));
      if (text !== '') cells[columnId] = text;
      if (kind !== 'code' || value === null || value === '') continue;
      codes[columnId] = codesIn(value);
      if (Array.isArray(value)) words[columnId] = [...(cell?.codes?.words ?? wordsIn(value, wordings[nth]))];
    }
    return {
      rowKey,
      name,
      delFlag: deleted ? 'Y' : 'N',
      link: source.link?.({ rowKey, ...textsOf(link) }) ?? null,
      cells,
      codes,
      words,
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

/** What a cell of the list's own says, in words. */
export function textOf(cell: Cell, wording: Wording | undefined): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  if (Array.isArray(cell)) return wordsIn(cell, wording).join(', ');
  const text = String(cell);
  return wording?.get(text) ?? text;
}
