/** The location of a warning in a case as text: page, rows, item. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { inEachLanguage, LANGUAGES } from '../../schemas/compile/languages.ts';
import type { LocalizedText } from '../../schemas/compile/sources.types.ts';
import type { CaseRow } from '../case/caseContent.ts';
import type { ItemAddress } from '../case/itemAddress.ts';
import { rowName } from '../rules/rowName.ts';

const BETWEEN = ' › ';

/** The text for any address of a case with these rows, including deleted ones. */
export function addressName(
  catalogue: Catalogue,
  rows: readonly CaseRow[],
): (address: ItemAddress) => LocalizedText {
  const rowsIn = new Map(LANGUAGES.map((language) => [language, rowName(catalogue, rows, language)]));
  return (address) => {
    const item = catalogue.items[address.itemId];
    const page = catalogue.pages[item?.page ?? ''];
    const wordsIn = (language: keyof LocalizedText) =>
      [page?.label[language], rowsIn.get(language)?.(address), item?.label[language] ?? address.itemId]
        .filter(Boolean)
        .join(BETWEEN);
    return inEachLanguage(wordsIn);
  };
}
