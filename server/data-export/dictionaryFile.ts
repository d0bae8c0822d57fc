/** Every item of a case as a spreadsheet: what it is called, what it may hold, and the codes of its list. */
import { SEES_ALL } from '../../shared/blinding/sight.ts';
import { dayAt } from '../../shared/dates/zonedDay.ts';
import { isSelectable, kindOf } from '../../shared/query/itemKind.ts';
import { usagesOf } from '../../shared/query/itemUsages.ts';
import type { CatalogueWorld } from '../catalogue/catalogueSource.ts';
import { workbookStream, XLSX_MEDIA_TYPE, type XlsxCell } from '../files/xlsx.ts';
import type { FileAnswer } from '../http/fileAnswer.ts';
import type { Language } from '../http/language.ts';
import type { SessionUser } from '../http/session.ts';
import { codesOfItem } from '../lists/listColumns.ts';
import type { ClockWorld } from '../ports/clock.ts';
import words from './words.json' with { type: 'json' };

const ITEM_COLUMNS = [
  'item',
  'label',
  'page',
  'group',
  'type',
  'length',
  'codeList',
  'nullFlavors',
  'region',
  'blinded',
  'usages',
] as const;
const CODE_COLUMNS = ['item', 'label', 'code', 'codes.label'] as const;

/** Users who may not see blinded values get their items, too: the dictionary describes them and holds no value. */
export function dictionaryFile(
  { catalogue: { whole, codeLists }, clock }: CatalogueWorld & ClockWorld,
  { user, language }: { user: SessionUser; language: Language },
): FileAnswer {
  const word = (key: keyof typeof words): string => words[key][language];
  const items = Object.values(whole.items)
    .filter((item) => isSelectable(item, whole, SEES_ALL))
    .toSorted((a, b) => a.sort - b.sort);
  const rows = items.map((item): XlsxCell[] => [
    item.itemId,
    item.label[language],
    whole.pages[item.page]?.label[language] ?? item.page,
    item.groups.map((group) => whole.groups[group]?.label[language] ?? group).join(' > '),
    word(`kind.${kindOf(item)}`),
    item.maxLength ?? '',
    item.codeList ?? item.dictionary ?? '',
    item.nullFlavors.join(', '),
    item.appendix ?? 'ICH',
    item.blinded ? word('yes') : '',
    usagesOf(item, whole)
      .map((usage) => word(`usage.${usage}`))
      .join(', '),
  ]);
  const codes = items.flatMap((item) =>
    (codesOfItem(codeLists, item) ?? []).map(({ code, label }): XlsxCell[] => [
      item.itemId,
      item.label[language],
      code,
      label[language],
    ]),
  );
  const day = dayAt(clock.now().getTime(), user.timeZone);
  return {
    fileName: `${word('dictionary')} ${day}.xlsx`,
    mediaType: XLSX_MEDIA_TYPE,
    body: workbookStream(
      [
        { name: word('dictionary'), header: ITEM_COLUMNS.map(word), rows: atOnce(rows) },
        { name: word('codeLists'), header: CODE_COLUMNS.map(word), rows: atOnce(codes) },
      ],
      language,
    ),
  };
}

async function* atOnce(rows: XlsxCell[][]): AsyncGenerator<XlsxCell[][]> {
  yield await Promise.resolve(rows);
}
