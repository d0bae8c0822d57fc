/** Lets items of cases be chosen from the catalogue, of one region after another. */
import type { QueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import { fold } from '../../../shared/text/fold.ts';
import { openSelectDialog, type ListDialogDescriptor, type ListRow } from '../../dialogs/index.ts';
import type { Language } from '../../i18n/index.ts';
import { catalogueQuery } from '../catalogue.queries.ts';
import { wordsIn } from '../words.ts';

export interface ItemChooser {
  queries: QueryClient;
  language: Language;
  /** regions whose items are offered; the dialog opens with the first */
  appendices: readonly string[];
}

const REGION = 'region';

/** Ids of the items that are chosen now. Null: the dialog was closed. */
export async function chooseItems(
  chosen: readonly string[],
  chooser: ItemChooser,
): Promise<readonly string[] | null> {
  await i18next.loadNamespaces('dialogs');
  const names = await itemNames(chosen, chooser);
  const selected = chosen.map((itemId) => ({
    key: itemId,
    cells: { label: names[itemId] ?? itemId, itemId },
  }));
  const answer = await openSelectDialog(await dialogOf(chooser), { selected });
  return answer?.map(({ key }) => key) ?? null;
}

/** Labels by id. Further regions are only read for items that those before do not have. */
export async function itemNames(
  itemIds: readonly string[],
  { queries, language, appendices }: ItemChooser,
): Promise<Readonly<Record<string, string>>> {
  const names: Record<string, string> = {};
  for (const appendix of appendices) {
    const missing = itemIds.filter((itemId) => names[itemId] === undefined);
    if (missing.length === 0) break;
    const { items } = await queries.fetchQuery(catalogueQuery(appendix));
    for (const itemId of missing) {
      const item = items[itemId];
      if (item) names[itemId] = wordsIn(item.label, language);
    }
  }
  return names;
}

async function dialogOf({
  queries,
  language,
  appendices: [first = '', ...others],
}: ItemChooser): Promise<ListDialogDescriptor> {
  const { appendices } = await queries.fetchQuery(catalogueQuery(first));
  const t = i18next.getFixedT(language, 'dialogs');
  const nameOf = (appendix: string): string => {
    const found = appendices.find((one) => one.appendix === appendix);
    return found ? wordsIn(found.label, language) : appendix;
  };
  return {
    id: 'items',
    title: t('titles.items'),
    columns: (['label', 'page', 'itemId'] as const).map((key) => ({ key, label: t(`columns.items.${key}`) })),
    name: 'label',
    fields: [
      {
        key: REGION,
        kind: 'choice',
        label: t('region'),
        options: [first, ...others].map((value) => ({ value, label: nameOf(value) })),
      },
    ],
    search: async ({ keyword, fields, pageNo, rowCount }) => {
      const { [REGION]: appendix = first } = fields;
      const words = fold(keyword).split(/\s+/).filter(Boolean);
      const rows = rowsOf(await queries.fetchQuery(catalogueQuery(appendix)), language).filter(
        ({ cells }) => {
          const text = fold(Object.values(cells).join(' '));
          return words.every((word) => text.includes(word));
        },
      );
      return {
        rows: rows.slice((pageNo - 1) * rowCount, pageNo * rowCount),
        totalCount: rows.length,
        totalPage: Math.ceil(rows.length / rowCount),
      };
    },
  };
}

/** Items that a message or form can have, in the order of the pages. */
const rowsOf = ({ items, pages, pageOrder }: Catalogue, language: Language): ListRow[] =>
  pageOrder.flatMap((name) => {
    const page = pages[name];
    return Object.values(items)
      .filter((item) => page && item.page === name)
      .toSorted((a, b) => a.sort - b.sort)
      .map(({ itemId, label }) => ({
        key: itemId,
        cells: { label: wordsIn(label, language), page: page ? wordsIn(page.label, language) : '', itemId },
      }));
  });
