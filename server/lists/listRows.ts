/** Rows of a list in words: codes in the reader's language, items of cases as they read. */
import type { ListRow } from '../../shared/contract/lists.ts';
import type { Language } from '../http/language.ts';
import type { Deps } from '../deps.ts';
import type { Trx } from '../storage/database.ts';
import { itemTexts } from './itemTexts.ts';
import type { ListColumn } from './listColumns.ts';
import type { Cell, FoundRow } from './listQuery.ts';
import type { ListReading, ListSource, SourceCode } from './listSource.ts';

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

/** The rows as they go out. */
export async function listRowsOf(
  trx: Trx,
  { catalogue }: Pick<Deps, 'catalogue'>,
  source: ListSource,
  { user, language }: ListReading,
  { columns, wordings }: Wordings,
  found: readonly FoundRow[],
): Promise<ListRow[]> {
  const caseKeys = found.flatMap(({ caseKey }) => caseKey ?? []);
  const texts = await itemTexts(
    trx,
    catalogue.whole,
    { sponsorKey: user.sponsorKey, caseKeys },
    columns,
    language,
  );
  return found.map(({ key: rowKey, name, deleted, caseKey, link, cells: values }) => {
    const ofItems = caseKey === null ? undefined : texts.get(caseKey);
    const cells: ListRow['cells'] = {};
    const codes: ListRow['codes'] = {};
    // a plain loop: a file has millions of cells
    for (const [nth, { columnId, kind, item }] of columns.entries()) {
      const value = values[nth] ?? null;
      const text = item ? (ofItems?.[columnId] ?? '') : textOf(value, wordings[nth]);
      if (text !== '') cells[columnId] = text;
      if (kind === 'code' && value !== null && value !== '') codes[columnId] = codesIn(value);
    }
    return {
      rowKey,
      name,
      delFlag: deleted ? 'Y' : 'N',
      link: source.link?.({ rowKey, ...textsOf(link) }) ?? null,
      cells,
      codes,
    };
  });
}

const textsOf = (link: FoundRow['link']) =>
  Object.fromEntries(
    Object.entries(link).map(([name, value]) => [name, value === null ? null : String(value)]),
  );

const codesIn = (cell: NonNullable<Cell>): string[] => (Array.isArray(cell) ? cell : [String(cell)]);

function textOf(cell: Cell, wording: Wording | undefined): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString();
  if (Array.isArray(cell)) return cell.map((code) => wording?.get(code) ?? code).join(', ');
  const text = String(cell);
  return wording?.get(text) ?? text;
}
