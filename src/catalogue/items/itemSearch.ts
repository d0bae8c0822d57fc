/** "Go to item": the items of a case by their id or the words of their labels. */
import type { Catalogue, CatalogueItem, CataloguePage } from '../../../schemas/compile/catalogue.types.ts';
import { fold } from '../../../shared/text/fold.ts';
import type { FindOption } from '../../components/index.ts';
import type { Language } from '../../i18n/index.ts';
import { wordsIn } from '../words.ts';

export interface FoundItem {
  item: CatalogueItem;
  page: CataloguePage;
  /** the groups around the item inside of its page, outermost first */
  groups: readonly string[];
}

export interface ItemQuery {
  words: readonly string[];
  /** the n-th row, where the query ends in `#n` */
  place: number | null;
}

/** How many answers are shown. */
const MAX_FOUND = 12;

/** "of", "to": they stand in few labels, and in many a question */
const FILLER = /^[a-z]{1,2}$/;

/** As an answer in a list: id, label, and the page and groups around it. */
export const itemOption = (
  { groups: all }: Pick<Catalogue, 'groups'>,
  { item, page, groups }: FoundItem,
  language: Language,
): FindOption => ({
  key: item.itemId,
  mark: item.itemId,
  label: wordsIn(item.label, language),
  detail: [page.label, ...groups.flatMap((group) => all[group]?.label ?? [])]
    .map((words) => wordsIn(words, language))
    .join(' › '),
  why: null,
});

/** `reaction start #2` asks for the second row. */
export function itemQuery(text: string): ItemQuery {
  const [, words = '', place] = /^(.*?)(?:#(\d{1,4}))?$/.exec(fold(text).trim()) ?? [];
  const all = words.split(/\s+/).filter(Boolean);
  const telling = all.filter((word) => !FILLER.test(word));
  return { words: telling.length > 0 ? telling : all, place: place ? Number(place) : null };
}

/**
 * The items of the pages shown that hold every word: in the id, in the label in the user's language or in English, in the
 * name in the standard, or in the name of a group or page around. Best first: the id itself, ids that begin so, labels that begin so.
 */
export function findItems(
  catalogue: Catalogue,
  shown: readonly CataloguePage[],
  language: Language,
  query: ItemQuery,
): FoundItem[] {
  const { words } = query;
  if (words.length === 0) return [];
  const whole = words.join(' ');
  const pages = new Map(shown.map((page) => [page.page, page]));
  const rank = ({ item, page, groups }: FoundItem): number | null => {
    const id = fold(item.itemId);
    const label = fold(item.label[language]);
    if (id === whole) return 0;
    if (id.startsWith(whole)) return 1;
    if (label.startsWith(whole)) return 2;
    const own = [id, label, fold(item.label.en), fold(item.officialName ?? '')];
    if (words.every((word) => own.some((text) => text.includes(word)))) return 3;
    const around = groups.flatMap((group) => fold(catalogue.groups[group]?.rowLabel[language] ?? ''));
    const all = [...own, ...around, fold(page.label[language])];
    return words.every((word) => all.some((text) => text.includes(word))) ? 4 : null;
  };
  return Object.values(catalogue.items)
    .flatMap((item) => {
      const page = pages.get(item.page);
      if (!page) return [];
      const found = { item, page, groups: item.groups.filter((group) => group !== page.group) };
      const placed = rank(found);
      return placed === null ? [] : [{ found, placed }];
    })
    .sort((a, b) => a.placed - b.placed || a.found.item.sort - b.found.item.sort)
    .slice(0, MAX_FOUND)
    .map(({ found }) => found);
}
