/** Where in a case a warning stands, in words: page, rows, item. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { LANGUAGES } from '../../schemas/compile/languages.ts';
import type { Words } from '../../schemas/compile/sources.types.ts';
import type { CaseRow } from '../case/caseContent.ts';
import type { ItemAddress } from '../case/itemAddress.ts';
import { rowWords } from '../rules/rowWords.ts';

const BETWEEN = ' › ';

/** The words for any address of a case with these rows, struck ones too. */
export function placeWords(catalogue: Catalogue, rows: readonly CaseRow[]): (address: ItemAddress) => Words {
  const rowsIn = new Map(LANGUAGES.map((language) => [language, rowWords(catalogue, rows, language)]));
  return (address) => {
    const item = catalogue.items[address.itemId];
    const page = catalogue.pages[item?.page ?? ''];
    const wordsIn = (language: keyof Words) =>
      [page?.label[language], rowsIn.get(language)?.(address), item?.label[language] ?? address.itemId]
        .filter(Boolean)
        .join(BETWEEN);
    return { en: wordsIn('en'), ko: wordsIn('ko'), ja: wordsIn('ja'), zh: wordsIn('zh') };
  };
}
