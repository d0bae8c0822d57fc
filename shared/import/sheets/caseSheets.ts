/** The sheets of a spreadsheet of cases: one with a line for each case, one for each group of rows. */
import type { Catalogue, CatalogueGroup, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { LocalizedText } from '../../../schemas/compile/sources.types.ts';
import { conformanceFor } from '../../rules/itemChecks.ts';
import { STANDARD } from '../../rules/receivers.ts';
import { cellText, type TableCell } from '../../text/table.ts';
import words from './sheetWords.json' with { type: 'json' };

/** Empties an item of a follow-up; an empty cell leaves it as it is. */
export const CLEAR = '[-]';
/** Begins a line that is not read. */
export const REMARK = '#';

export const textAt = (cells: readonly TableCell[], at: number): string => cellText(cells[at]);

const remarkAt = (cells: readonly TableCell[], caseColumn: number): number | undefined =>
  [0, caseColumn].find((at) => textAt(cells, at).startsWith(REMARK));

/** The mark is in the first cell, or in the one that names the case. */
export const isRemark = (cells: readonly TableCell[], caseColumn: number): boolean =>
  remarkAt(cells, caseColumn) !== undefined;

/** Where a remark may be meant as a name or a number: words have a blank behind the mark, `#12` has none. */
export function namesInRemark(cells: readonly TableCell[], caseColumn: number): number | undefined {
  const at = remarkAt(cells, caseColumn);
  return at !== undefined && /^#+[^#\s]/.test(textAt(cells, at)) ? at : undefined;
}

/** Says which case a line is of. */
interface CaseKey {
  kind: 'case';
}

/** The number of a row: of the line itself, or of a row around it. */
export interface RowKey {
  kind: 'row';
  group: CatalogueGroup;
}

export interface ItemColumn {
  kind: 'item';
  item: CatalogueItem;
  /** the column of its second-language text */
  isNotation: boolean;
}

export type CaseColumn = CaseKey | RowKey | ItemColumn;

export interface CaseSheet {
  /** null: the sheet of cases */
  group: CatalogueGroup | null;
  columns: readonly CaseColumn[];
}

/** Values of these are no text that a cell can hold, or follow from others. */
const NOT_IN_SHEETS: readonly CatalogueItem['control'][] = [
  'attachment',
  'chosenRecords',
  'readOnly',
  'rowReference',
];

/** May a column of the file be of the item? Envelopes are not part of the case. */
export const isInSheets = (
  { pages }: Pick<Catalogue, 'pages'>,
  { control, computed, readOnlyWhen, page }: CatalogueItem,
): boolean =>
  computed === null &&
  readOnlyWhen === null &&
  !NOT_IN_SHEETS.includes(control) &&
  pages[page]?.kind !== 'envelope';

/** The authority whose conformance counts in a region. */
export const receiverIn = ({ appendices, appendix }: Pick<Catalogue, 'appendices' | 'appendix'>): string =>
  appendices.find((one) => one.appendix === appendix)?.authority ?? STANDARD;

/** The items of a template: the chosen ones, or what a case must have and what printed reports show; each with its unit and version. */
export function templateItems(
  catalogue: Catalogue,
  chosen: ReadonlySet<string> | null,
  mayRead: (itemId: string) => boolean,
): CatalogueItem[] {
  const receiver = receiverIn(catalogue);
  const isUsual = ({ required, requiredWhen, boxes }: CatalogueItem): boolean =>
    requiredWhen !== null || boxes.length > 0 || (conformanceFor(required, receiver) ?? 'O') !== 'O';
  const all = Object.values(catalogue.items)
    .filter((item) => isInSheets(catalogue, item) && mayRead(item.itemId))
    .toSorted((a, b) => a.sort - b.sort);
  const wanted = new Set(
    all
      .filter((item) => (chosen ? chosen.has(item.itemId) : isUsual(item)))
      .flatMap(({ itemId, unitItem, versionItem }) => [itemId, unitItem, versionItem]),
  );
  return all.filter(({ itemId }) => wanted.has(itemId));
}

/** A sheet for the cases, and one for each group of the items and for the groups around it. */
export function caseSheets(
  { groups, pageOrder }: Pick<Catalogue, 'groups' | 'pageOrder'>,
  items: readonly CatalogueItem[],
): CaseSheet[] {
  const names = new Set(
    items.flatMap((item) => item.groups).flatMap((name) => [name, groups[name]?.rowsOf ?? name]),
  );
  const pageOf = ({ page }: CatalogueGroup): number => pageOrder.indexOf(page);
  const order = Object.keys(groups);
  const used = Object.values(groups)
    .filter(({ group }) => names.has(group))
    .toSorted((a, b) => pageOf(a) - pageOf(b) || order.indexOf(a.group) - order.indexOf(b.group));
  const columnsOf = (group: string | undefined): ItemColumn[] =>
    items
      .filter((item) => item.groups.at(-1) === group)
      .flatMap((item) => [
        { kind: 'item', item, isNotation: false },
        ...(item.notation ? [{ kind: 'item' as const, item, isNotation: true }] : []),
      ]);
  return [
    { group: null, columns: [{ kind: 'case' }, ...columnsOf(undefined)] },
    ...used.map((group) => ({
      group,
      columns: [
        { kind: 'case' as const },
        ...group.groups.flatMap((name) => {
          const around = groups[name];
          return around ? [{ kind: 'row' as const, group: around }] : [];
        }),
        ...columnsOf(group.group),
      ],
    })),
  ];
}

export type SheetLanguage = keyof LocalizedText;

/** The id in brackets by which a column is read, in whatever language and order. */
export function columnId(column: CaseColumn): string {
  if (column.kind === 'case') return 'case';
  if (column.kind === 'row') return `row/${column.group.group}`;
  return column.isNotation ? `${column.item.itemId}/2` : column.item.itemId;
}

/** The heading of a column: its label, and its id in brackets. */
export function headingOf(column: CaseColumn, language: SheetLanguage): string {
  const id = `[${columnId(column)}]`;
  if (column.kind === 'case') return `${words.case[language]} ${id}`;
  if (column.kind === 'row')
    return `${words.rowOf[language].replace('{{name}}', column.group.rowLabel[language])} ${id}`;
  const label = column.item.label[language];
  return column.isNotation ? `${label} (${words.notation[language]}) ${id}` : `${label} ${id}`;
}
