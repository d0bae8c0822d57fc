/** The terms by which files of cases name the codes of dictionaries. */
import type { CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { DictionaryDescriptor } from '../../schemas/compile/dictionaries.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import { codedTerms } from '../dictionaries/codedTerms.ts';
import type { TermWords } from '../dictionaries/words.ts';
import type { Language } from '../http/language.ts';
import type { Trx } from '../storage/database.ts';
import type { FiledCase } from './fileLayout.ts';

interface NamedItems {
  items: readonly CatalogueItem[];
  dictionaries: Readonly<Record<string, DictionaryDescriptor>>;
  language: Language;
}

/**
 * Reads the terms of the codes that these cases have of the items. A term below the one that its dictionary prefers is named by
 * that one, with its own words where they are others, as periodic reports list MedDRA: `Nausea (Feeling queasy)`.
 */
export async function termsOfItems(
  trx: Trx,
  { items, dictionaries, language }: NamedItems,
  contents: readonly CaseContent[],
): Promise<NonNullable<FiledCase['termOf']>> {
  const dictionaryOf = new Map(
    items.flatMap(({ itemId, dictionary }) => (dictionary === null ? [] : [[itemId, dictionary] as const])),
  );
  const codes = contents.flatMap(({ values }) =>
    values.flatMap(({ itemId, value }) => {
      const dictionary = dictionaryOf.get(itemId);
      return dictionary === undefined || value === null ? [] : [{ dictionary, code: value }];
    }),
  );
  const termOf = await codedTerms(trx, dictionaries, codes);
  const wordsOf = (term: TermWords): string => term[language] ?? term.en;
  return (itemId, code) => {
    const dictionary = dictionaryOf.get(itemId) ?? '';
    const found = termOf(dictionary, code);
    if (!found) return undefined;
    const level = dictionaries[dictionary]?.preferred;
    const preferred = level === undefined ? undefined : found.parents[level];
    const own = wordsOf(found.term);
    const listed = preferred ? wordsOf(preferred.term) : own;
    return listed === own ? own : `${listed} (${own})`;
  };
}
