/** What the item columns of a list say of its cases, in words. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import { displayDate } from '../../shared/dates/partialDate.ts';
import type { ItemValue } from '../../shared/case/itemValue.ts';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import { contentOf, docOf } from '../case-record/index.ts';
import type { Language } from '../http/language.ts';
import type { Trx } from '../storage/database.ts';
import type { ListColumn } from './listColumns.ts';

/** By case key and column id; a repeated item says what stands in each of its rows. */
export type ItemTexts = ReadonlyMap<number, Record<string, string>>;

/** Reads only the pages that the columns' items stand on. */
export async function itemTexts(
  trx: Trx,
  whole: Catalogue,
  { sponsorKey, caseKeys }: { sponsorKey: number; caseKeys: readonly number[] },
  columns: readonly ListColumn[],
  language: Language,
): Promise<ItemTexts> {
  const ofItems = columns.flatMap((column) => (column.item ? [{ ...column, item: column.item }] : []));
  if (ofItems.length === 0 || caseKeys.length === 0) return new Map();
  const rows = await trx
    .selectFrom('case_page_row')
    .selectAll()
    .where('sponsor_key', '=', sponsorKey)
    .where('case_key', 'in', caseKeys)
    .where('page', 'in', [...new Set(ofItems.map(({ item }) => item.page))])
    .execute();
  const wording = new Map(ofItems.map((column) => [column.columnId, wordsOf(column, language)]));
  return new Map(
    [...Map.groupBy(rows, ({ case_key }) => case_key)].map(([caseKey, docs]) => {
      const reader = caseReader(whole, contentOf(docs.map(docOf)));
      const texts = ofItems.map(({ columnId, item }) => {
        const group = item.groups.at(-1);
        const paths = group === undefined ? [[]] : reader.rows(group, []);
        const said = paths.flatMap((path) => reader.item(item.itemId, path) ?? []);
        const words = said.map((one) => textOf(item, one, wording.get(columnId))).filter(Boolean);
        return [columnId, words.join('; ')];
      });
      return [caseKey, Object.fromEntries(texts) as Record<string, string>];
    }),
  );
}

const wordsOf = ({ codes }: ListColumn, language: Language) =>
  new Map(codes?.map(({ code, label }) => [code, label[language]]));

function textOf(
  { control }: CatalogueItem,
  { value, nullFlavor, notation }: ItemValue,
  words: ReadonlyMap<string, string> | undefined,
): string {
  if (nullFlavor) return `[${nullFlavor}]`;
  if (value === null) return '';
  const text = control === 'date' ? displayDate(value) : (words?.get(value) ?? value);
  return notation ? `${text} (${notation})` : text;
}
