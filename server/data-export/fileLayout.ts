/** The columns and rows of a file of cases: one row a case, or one row a record of a group. */
import type { Catalogue, CatalogueItem } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from '../../shared/case/caseContent.ts';
import type { RowPath } from '../../shared/case/itemAddress.ts';
import type { DataQuery } from '../../shared/contract/dataQueries.ts';
import { caseReader } from '../../shared/expressions/caseReader.ts';
import type { CaseReader } from '../../shared/expressions/caseReader.types.ts';
import { kindOf } from '../../shared/query/itemKind.ts';
import { numberCell } from '../files/numberCell.ts';
import type { XlsxCell } from '../files/xlsx.ts';
import type { Language } from '../http/language.ts';
import { textOf } from '../lists/itemTexts.ts';
import { inOneText, rowsInside, textInRows, type Separators } from '../lists/rowTexts.ts';
import words from './words.json' with { type: 'json' };

/** A case of a file. */
export interface FiledCase {
  caseKey: number;
  caseNo: string;
  versionNo: number;
  content: CaseContent;
  /** the term of a code of a dictionary; omitted: codes are written as they are */
  termOf?: (itemId: string, code: string) => string | undefined;
}

export interface FileColumn {
  /** of the item, or of what is no item; with the place of a repeated item that is spread */
  name: string;
  label: string;
  isNumber: boolean;
}

export interface LayoutOptions extends Pick<DataQuery, 'layout' | 'block' | 'repeats' | 'codes'> {
  catalogue: Catalogue;
  items: readonly CatalogueItem[];
  language: Language;
  /** the label of a code of an item; undefined: it has none */
  labelOf: (itemId: string, code: string) => string | undefined;
}

export interface FileLayout {
  columns: readonly FileColumn[];
  rowsOf: (filed: FiledCase) => XlsxCell[][];
}

/** Between the values of several rows in one cell. */
const SEPARATORS: Separators = [' | ', '; ', ', '];

/** The pages that the rows of a file are read from: of the items, and of rows that their groups borrow. */
export const pagesOfLayout = ({ catalogue: { groups }, items, layout, block }: LayoutOptions): string[] => {
  const named = [...items.flatMap((item) => item.groups), ...(layout === 'record' ? [block] : [])];
  const all = named.flatMap((group) => [group, groups[group]?.rowsOf ?? group]);
  return [
    ...new Set([...items.map(({ page }) => page), ...all.flatMap((group) => groups[group]?.page ?? [])]),
  ];
};

/** The most outermost rows of each item in one case, for columns that spread them. */
export type Widths = ReadonlyMap<string, number>;

export const isSpread = ({ layout, repeats }: LayoutOptions): boolean =>
  layout === 'case' && repeats === 'spread';

/** Widens the columns for a case. */
export function widen(widths: Map<string, number>, options: LayoutOptions, content: CaseContent): void {
  const reader = caseReader(options.catalogue, content);
  for (const item of options.items)
    widths.set(item.itemId, Math.max(widths.get(item.itemId) ?? 1, rowsInside(reader, item, []).length));
}

/** `widths`: of columns that are spread. */
export function fileLayout(options: LayoutOptions, widths: Widths = new Map()): FileLayout {
  const { items, language, layout } = options;
  const fixed: FileColumn[] = [
    { name: 'caseNo', label: words.caseNo[language], isNumber: false },
    { name: 'version', label: words.version[language], isNumber: true },
    ...(layout === 'record' ? [{ name: 'row', label: words.row[language], isNumber: false }] : []),
  ];
  return {
    columns: [...fixed, ...items.flatMap((item) => columnsOf(item, options, widths))],
    rowsOf: layout === 'record' ? recordRows(options) : (filed) => [caseRow(options, widths, filed)],
  };
}

function columnsOf(item: CatalogueItem, options: LayoutOptions, widths: Widths): FileColumn[] {
  const label = item.label[options.language];
  // a result below or above a limit (<5) is no number
  const isNumber = kindOf(item) === 'number' && !item.number?.qualifier;
  if (!isSpread(options) || item.groups.length === 0)
    return [{ name: item.itemId, label, isNumber: isNumber && isSingle(item, options) }];
  return Array.from({ length: widths.get(item.itemId) ?? 1 }, (_, at) => ({
    name: `${item.itemId}[${at + 1}]`,
    label: `${label} [${at + 1}]`,
    isNumber: isNumber && item.groups.length === 1,
  }));
}

/** Whether a cell holds one value at the most. */
const isSingle = (item: CatalogueItem, { catalogue, layout, block }: LayoutOptions): boolean =>
  layout === 'record'
    ? isPrefix(item.groups, catalogue.groups[block]?.groups ?? [])
    : item.groups.length === 0;

const isPrefix = (groups: readonly string[], of: readonly string[]): boolean =>
  groups.every((group, index) => of[index] === group);

function caseRow(
  options: LayoutOptions,
  widths: Widths,
  { caseNo, versionNo, content, termOf }: FiledCase,
): XlsxCell[] {
  const reader = caseReader(options.catalogue, content);
  const named = { ...options, termOf };
  const cells = options.items.flatMap((item): XlsxCell[] => {
    if (!isSpread(options) || item.groups.length === 0) return [cellOf(item, textIn(named, reader, item))];
    const texts = rowsInside(reader, item, []).map((path) => textIn(named, reader, item, path, 1));
    const width = widths.get(item.itemId) ?? 1;
    // a case that got more rows since the columns were counted: the last one has what is left
    return Array.from({ length: width }, (_, at) =>
      cellOf(item, at === width - 1 ? inOneText(texts.slice(at), SEPARATORS[0]) : (texts[at] ?? '')),
    );
  });
  return [caseNo, versionNo, ...cells];
}

/** One row for each row of the block; a case without any has none. */
const recordRows =
  (options: LayoutOptions) =>
  ({ caseNo, versionNo, content, termOf }: FiledCase): XlsxCell[][] => {
    const { catalogue, items, block } = options;
    const named = { ...options, termOf };
    const ofBlock = catalogue.groups[block]?.groups ?? [];
    const reader = caseReader(catalogue, content);
    return reader.rows(block, []).map((path) => [
      caseNo,
      versionNo,
      path.join('.'),
      ...items.map((item) => {
        const shared = item.groups.filter((group, index) => ofBlock[index] === group).length;
        return cellOf(item, textIn(named, reader, item, path.slice(0, shared)));
      }),
    ]);
  };

/** What an item says inside of a row; the separators are those of the levels below it. */
function textIn(
  { codes, labelOf, termOf }: LayoutOptions & { termOf: FiledCase['termOf'] },
  reader: CaseReader,
  item: CatalogueItem,
  within: RowPath = [],
  level = 0,
): string {
  const wordOf = (code: string) =>
    codes === 'label' ? (labelOf(item.itemId, code) ?? termOf?.(item.itemId, code)) : undefined;
  const textAt = (path: RowPath): string => {
    const value = reader.item(item.itemId, path);
    return value ? textOf(item, value, wordOf) : '';
  };
  return textInRows(reader, item, textAt, SEPARATORS.slice(level), within);
}

const cellOf = (item: CatalogueItem, text: string): XlsxCell =>
  kindOf(item) === 'number' ? numberCell(text) : text;
