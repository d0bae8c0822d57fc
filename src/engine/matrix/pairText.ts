/** The text of a pair: short in a cell, in full for assistive technology. Pure. */
import type { Catalogue, CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import type { LocalizedText } from '../../../schemas/compile/sources.types.ts';
import type { CaseRow } from '../../../shared/case/caseContent.ts';
import { addressAt, rowPathOf, type ItemAddress, type RowPath } from '../../../shared/case/itemAddress.ts';
import { isEmpty, type ItemValue } from '../../../shared/case/itemValue.ts';
import { displayDate } from '../../../shared/dates/partialDate.ts';
import type { MatrixShape, NestedShape } from './shape.ts';

/** Reads what the text is made from. */
export interface PairReader {
  catalogue: Catalogue;
  language: keyof LocalizedText;
  value(address: ItemAddress): { current: ItemValue; changed: boolean };
  rows(group: string, pair: RowPath): readonly CaseRow[];
  isRowChanged(row: CaseRow): boolean;
  /** label of a code; undefined while it is loading */
  codeLabel(item: CatalogueItem, code: string): string | undefined;
  flag(isSet: boolean): string;
}

export interface PairText {
  /** assessor and result */
  lines: readonly { head: string; text: string }[];
  /** items of the pair itself */
  marks: readonly { role: string | null; text: string }[];
  /** the whole text; '' for an empty pair */
  words: string;
  changed: boolean;
}

const HEAD_LETTERS = 3;
// a code's label may end in an explanation
const EXPLANATION = /\s*[(（].*$/;

/** Letters for a name: `Sponsor company` is `SC`, `Reporter` is `Rep`, 보고자 stays. */
export function shortName(name: string): string {
  const parts = name.trim().split(/\s+/);
  if (parts.length > 1 && /^[\p{Script=Latin}\s.-]+$/u.test(name))
    return parts
      .map((part) => part.charAt(0).toLocaleUpperCase())
      .join('')
      .slice(0, HEAD_LETTERS);
  return [...name.trim()].slice(0, HEAD_LETTERS).join('');
}

/** The text of a pair. */
export function pairText(shape: MatrixShape, reader: PairReader, pair: RowPath): PairText {
  let changed = shape.items.some(({ itemId }) => reader.value(addressAt(itemId, pair)).changed);
  const words: string[] = [];
  const lines = shape.nested.flatMap((nested) =>
    reader.rows(nested.group.group, pair).flatMap((row) => {
      const path = rowPathOf(row, nested.group.groups.length);
      changed ||= reader.isRowChanged(row);
      changed ||= nested.items.some(({ itemId }) => reader.value(addressAt(itemId, path)).changed);
      const line = row.deleted ? null : nestedLine(nested, reader, path);
      if (!line) return [];
      words.push([line.head, line.text].filter(Boolean).join(': '));
      return [{ head: shortName(line.head), text: line.short }];
    }),
  );
  const marks = shape.marked.flatMap((item) => {
    const { current } = reader.value(addressAt(item.itemId, pair));
    if (isEmpty(current)) return [];
    const text = textWithUnit(reader, item, pair);
    words.push(`${item.label[reader.language]}: ${text.full}`);
    return [{ role: item.role, text: text.short }];
  });
  return { lines, marks, words: words.join('; '), changed };
}

/** The line of a nested row; null for an empty row. */
function nestedLine({ head, results, items }: NestedShape, reader: PairReader, path: RowPath) {
  const speaks = (item: CatalogueItem) => !isEmpty(reader.value(addressAt(item.itemId, path)).current);
  if (!items.some(speaks)) return null;
  const result = results.find(speaks);
  const text = result ? textWithUnit(reader, result, path) : { short: '', full: '' };
  return { head: head ? textWithUnit(reader, head, path).full : '', text: text.full, short: text.short };
}

/** The text of an item with its unit. */
function textWithUnit(
  reader: PairReader,
  item: CatalogueItem,
  path: RowPath,
): { short: string; full: string } {
  const unit = reader.catalogue.items[item.unitItem ?? ''];
  const own = textOf(reader, item, path);
  if (!unit) return own;
  const ofUnit = textOf(reader, unit, path);
  const code = reader.value(addressAt(unit.itemId, path)).current.value ?? '';
  return { short: `${own.short} ${code}`.trim(), full: `${own.full} ${ofUnit.full}`.trim() };
}

function textOf(reader: PairReader, item: CatalogueItem, path: RowPath): { short: string; full: string } {
  const { value, nullFlavor } = reader.value(addressAt(item.itemId, path)).current;
  const same = (text: string) => ({ short: text, full: text });
  if (nullFlavor !== null) return same(nullFlavor);
  if (value === null) return same('');
  if (item.codeList !== null) {
    const label = reader.codeLabel(item, value) ?? value;
    return { short: label.replace(EXPLANATION, '') || label, full: label };
  }
  if (item.control === 'yesNo' || item.control === 'trueOnly') return same(reader.flag(value === 'true'));
  return same(item.control === 'date' ? displayDate(value) : value);
}
