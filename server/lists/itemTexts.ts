/** The texts of the item columns of a list, by case. */
import { sql } from 'kysely';
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { displayDate } from '../../shared/dates/partialDate.ts';
import type { ItemValue } from '../../shared/case/itemValue.ts';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import type { RowPath } from '../../shared/case/itemAddress.ts';
import { memoize } from '../../shared/text/memoize.ts';
import { contentOf, valueOf, type DocContent } from '../cases/record/pageDoc.ts';
import type { Language } from '../http/language.ts';
import type { Trx } from '../storage/database.ts';
import type { StoredValue } from '../storage/tables.ts';
import type { ListColumn } from './listColumns.ts';
import { inOneText, textInRows, type Separators } from './rowTexts.ts';

/** By case key and column id; a repeated item has the texts of all its rows, also of those without one. */
export type ItemTexts = ReadonlyMap<number, Readonly<Record<string, string>>>;

/** Between the texts of rows that have no rows inside, and of those that have. */
const OF_ROWS = '; ';
const OF_LEVELS: Separators = [' | ', OF_ROWS, ', '];

interface Cases {
  sponsorKey: number;
  caseKeys: readonly number[];
}

interface ItemColumn {
  columnId: string;
  item: CatalogueItem;
  wordOf: (code: string) => string | undefined;
}

/** Reads only the pages of the columns' items. */
export async function itemTexts(
  trx: Trx,
  whole: Catalogue,
  cases: Cases,
  columns: readonly ListColumn[],
  language: Language,
): Promise<ItemTexts> {
  const ofItems = columns.flatMap((column): ItemColumn[] =>
    column.item ? [{ columnId: column.columnId, item: column.item, wordOf: wordsOf(column, language) }] : [],
  );
  if (ofItems.length === 0 || cases.caseKeys.length === 0) return new Map();
  const { once = [], within = [] } = Object.groupBy(ofItems, ({ item }) =>
    isUnrepeated(whole, item) ? 'once' : 'within',
  );
  const texts = new Map(cases.caseKeys.map((caseKey): [number, Record<string, string>] => [caseKey, {}]));
  for (const [caseKey, columnTexts] of [
    ...(await textsOfPages(trx, cases, once)),
    ...(await textsWithin(trx, whole, cases, within)),
  ])
    Object.assign(texts.get(caseKey) ?? {}, columnTexts);
  return texts;
}

type Texts = [caseKey: number, texts: Record<string, string>][];

/** Whether an item occurs once in a document of its page: in the page itself, or in each of its rows. */
const isUnrepeated = ({ pages }: Catalogue, { page, groups }: CatalogueItem): boolean =>
  groups.length === (pages[page]?.kind === 'rows' ? 1 : 0);

/** For items that occur once in a document, reads the values only: a list of many cases reads nothing else. */
async function textsOfPages(
  trx: Trx,
  { sponsorKey, caseKeys }: Cases,
  columns: readonly ItemColumn[],
): Promise<Texts> {
  if (columns.length === 0) return [];
  const selections = columns.map(
    ({ item: { itemId, page } }, index) => sql`string_agg(
      coalesce(((items -> (${itemId}::text || '|' || row_no || '|0|0')) - '{at,by}'::text[])::text, 'null'), ','
      order by sort, row_no)
      filter (where page = ${page}) as ${sql.id(`text${index}`)}`,
  );
  const { rows } = await sql<Record<string, unknown>>`
    select case_key, ${sql.join(selections)} from case_page_row
    where sponsor_key = ${sponsorKey} and case_key = any(${[...caseKeys]}::bigint[])
      and page = any(${[...new Set(columns.map(({ item }) => item.page))]}::text[]) and not deleted
    group by case_key`.execute(trx);
  const readers = columns.map((column) =>
    memoize((values) =>
      inOneText(
        (JSON.parse(`[${values}]`) as (StoredValue | null)[]).map((one) =>
          wordsOfValue(column, one && valueOf(one)),
        ),
        OF_ROWS,
      ),
    ),
  );
  return rows.map((row) => [
    row['case_key'] as number,
    Object.fromEntries(
      columns.map(({ columnId }, index) => [
        columnId,
        readers[index]?.((row[`text${index}`] ?? '') as string) ?? '',
      ]),
    ),
  ]);
}

/** For items in rows within a document, or in rows of another page, reads the documents. */
async function textsWithin(
  trx: Trx,
  whole: Catalogue,
  { sponsorKey, caseKeys }: Cases,
  columns: readonly ItemColumn[],
): Promise<Texts> {
  if (columns.length === 0) return [];
  const { rows } = await sql<DocContent & { case_key: number }>`
    select case_key, row_no as "rowNo", row_group as "group", row_id as "rowId", sort, deleted, items, rows
    from case_page_row
    where sponsor_key = ${sponsorKey} and case_key = any(${[...caseKeys]}::bigint[])
      and page = any(${[...pagesOf(whole, columns)]}::text[])`.execute(trx);
  return [...Map.groupBy(rows, ({ case_key }) => case_key)].map(([caseKey, docs]) => {
    const reader = caseReader(whole, contentOf(docs));
    const texts = columns.map((column) => {
      const { item } = column;
      const textAt = (path: RowPath): string => wordsOfValue(column, reader.item(item.itemId, path));
      const separators = item.groups.length > 1 ? OF_LEVELS : [OF_ROWS];
      return [column.columnId, textInRows(reader, item, textAt, separators)];
    });
    return [caseKey, Object.fromEntries(texts) as Record<string, string>];
  });
}

/** The pages of the items, and of the rows that their groups borrow. */
const pagesOf = ({ groups }: Catalogue, columns: readonly ItemColumn[]): ReadonlySet<string> =>
  new Set(
    columns.flatMap(({ item }) => [
      item.page,
      ...item.groups.flatMap((group) => groups[groups[group]?.rowsOf ?? '']?.page ?? []),
    ]),
  );

function wordsOf({ codes }: ListColumn, language: Language): ItemColumn['wordOf'] {
  const words = new Map(codes?.map(({ code, label }) => [code, label[language]]));
  return (code) => words.get(code);
}

const wordsOfValue = ({ item, wordOf }: ItemColumn, value: ItemValue | null | undefined): string =>
  value ? textOf(item, value, wordOf) : '';

/** The text of an item; the stored value if the item no longer exists. Empty without a value. */
export function textOf(
  item: CatalogueItem | undefined,
  { value, nullFlavor, notation }: Pick<ItemValue, 'value' | 'nullFlavor' | 'notation'>,
  wordOf: (code: string) => string | undefined,
): string {
  if (nullFlavor) return `[${nullFlavor}]`;
  if (value === null) return '';
  const text = item?.control === 'date' ? displayDate(value) : (wordOf(value) ?? value);
  return notation ? `${text} (${notation})` : text;
}
