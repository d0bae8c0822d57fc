/** The terms of dictionaries that the cells of coded items name, by a code or a whole term. */
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { CellWorld } from '../../shared/entry/readCell.ts';
import { fold } from '../../shared/text/fold.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { dictionaryNamed, lookUp } from '../dictionaries/lookUp.ts';
import type { DatabaseWorld } from '../storage/database.ts';

type Term = NonNullable<CellWorld['term']>;
type World = DatabaseWorld & CatalogueWorld;

interface Wanted {
  item: CatalogueItem;
  text: string;
}

/** Texts that are looked up; of a file with more, codes alone are taken. */
const MAX_TEXTS = 20_000;
/** Longest code of a dictionary. */
const MAX_CODE_LENGTH = 100;
const ENTRIES = 20;

const keyOf = ({ itemId, dictionary }: CatalogueItem, text: string): string =>
  `${dictionary ?? itemId}|${text.trim()}`;

/** Looks all of them up first, each once; the function answers null where there is no such term, or several. */
export async function termFinder(
  world: World,
  wanted: readonly Wanted[],
): Promise<(item: CatalogueItem, text: string) => CellWorld['term']> {
  const texts = new Map(wanted.map((one) => [keyOf(one.item, one.text), one]));
  const terms = new Map<string, Term | null>();
  for (const [key, one] of [...texts].slice(0, MAX_TEXTS)) terms.set(key, await termNamed(world, one));
  return (item, text) => terms.get(keyOf(item, text)) ?? null;
}

async function termNamed({ db, catalogue }: World, { item, text }: Wanted): Promise<Term | null> {
  if (item.dictionary === null) return null;
  const { descriptor, fields } = dictionaryNamed(catalogue, item.dictionary);
  const request = {
    dictionary: descriptor.dictionary,
    version: null,
    fields: { ...fields, ...item.coding?.fields },
    exact: true,
    offset: 0,
    rowCount: ENTRIES,
  };
  const byCode =
    text.length <= MAX_CODE_LENGTH
      ? await lookUp(db, catalogue, { ...request, keyword: '', code: text })
      : null;
  const [coded] = byCode?.entries ?? [];
  if (coded) return { code: coded.code, term: termOf(coded), version: byCode?.release?.version ?? null };
  const named = await lookUp(db, catalogue, { ...request, keyword: text, code: null });
  const same = new Map(
    named.entries
      .filter(({ term }) => Object.values(term).some((words) => words && fold(words) === fold(text)))
      .map((entry) => [entry.code, entry]),
  );
  const [first, ...others] = same.values();
  return first && others.length === 0
    ? { code: first.code, term: termOf(first), version: named.release?.version ?? null }
    : null;
}

const termOf = ({ term }: { term: Readonly<Record<string, string | null | undefined>> }): string =>
  term['en'] ?? Object.values(term).find((words) => words) ?? '';
