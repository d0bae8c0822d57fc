/** Lets codes of an item be chosen: the common selection dialogs of specification 2 section 2. */
import i18next from 'i18next';
import { fold } from '../../shared/text/fold.ts';
import { codesDialog, openListDialog, openSelectDialog, type ListRow } from '../dialogs/index.ts';
import type { Language } from '../i18n/index.ts';

interface CodeChoice {
  /** label of the item: title of the dialog and heading of its column */
  label: string;
  itemId: string;
  codes: readonly { value: string; label: string }[];
  chosen: readonly string[];
  /** several can be chosen */
  isSeveral: boolean;
  language: Language;
}

const rowOf = ({ value, label }: CodeChoice['codes'][number]): ListRow => ({
  key: value,
  cells: { codeLabel: label },
});

/** The codes chosen now. Null: the dialog was closed. */
export async function chooseCodes({
  label,
  itemId,
  codes,
  chosen,
  isSeveral,
  language,
}: CodeChoice): Promise<readonly string[] | null> {
  await i18next.loadNamespaces('dialogs');
  const dialog = codesDialog(
    { title: label, label },
    {
      id: `${itemId}/${language}`,
      search: async ({ keyword, pageNo, rowCount }) => {
        const wanted = fold(keyword);
        const found = codes.filter((code) => fold(`${code.value} ${code.label}`).includes(wanted));
        return {
          rows: found.slice((pageNo - 1) * rowCount, pageNo * rowCount).map(rowOf),
          totalCount: found.length,
          totalPage: Math.ceil(found.length / rowCount),
        };
      },
    },
  );
  if (isSeveral) {
    const selected = codes.filter(({ value }) => chosen.includes(value)).map(rowOf);
    return (await openSelectDialog(dialog, { selected }))?.map(({ key }) => key) ?? null;
  }
  const answer = await openListDialog(dialog);
  return answer.how === 'picked' ? [answer.row.key] : null;
}
