/** Codes by which the cells of a file are read: a label of any language names a code. */
import type { CodeList } from '../../schemas/compile/catalogue.types.ts';
import type { CodeChoices } from './codeSearch.ts';

/** The codes of a list; null: there is no such list. */
export function choicesIn(
  codeList: string,
  codeLists: Readonly<Record<string, CodeList>>,
): CodeChoices | null {
  const list = codeLists[codeList];
  if (!list) return null;
  const codes = list.codes
    .filter(({ deleted }) => !deleted)
    .flatMap(({ code, label, also }) =>
      [...new Set(Object.values(label))].map((words) => ({ code, label: words, also })),
    );
  return { open: list.open, codes, shown: list.shown };
}
