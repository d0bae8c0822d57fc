/** Codes by which the cells of a kind are read: a label of any language names a code. */
import type { CatalogueItem, CodeList, RecordKind } from '../../../../schemas/compile/catalogue.types.ts';
import { choicesIn } from '../../../../shared/entry/codeChoices.ts';
import type { CodeChoices } from '../../../../shared/entry/codeSearch.ts';

/** The list of an item; undefined: it has none. */
export const codeListOf = (
  { codeList }: CatalogueItem,
  codeLists: Readonly<Record<string, CodeList>>,
): CodeList | undefined => (codeList === null ? undefined : codeLists[codeList]);

export const codesOfKind = (
  { catalogue: { items } }: RecordKind,
  codeLists: Readonly<Record<string, CodeList>>,
): Record<string, CodeChoices> =>
  Object.fromEntries(
    Object.values(items).flatMap((item) => {
      const choices = choicesIn(item.codeList ?? '', codeLists);
      return choices ? [[item.itemId, choices]] : [];
    }),
  );
