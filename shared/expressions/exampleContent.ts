/** Builds the case that a rule's example describes. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { addressAt, addressKey } from '../case/itemAddress.ts';
import type { RowPath } from '../case/itemAddress.ts';
import { rowKey } from '../case/caseContent.ts';
import { EMPTY_VALUE } from '../case/itemValue.ts';
import type { ItemValue } from '../case/itemValue.ts';
import type { CaseContent, CaseRow, CaseValue } from '../case/caseContent.ts';
import { catalogueGroup } from './catalogueGroup.ts';
import type { RuleExample } from './rules.types.ts';

/** Values and the rows they need. Throws on an item missing in the catalogue. */
export function exampleContent(catalogue: Catalogue, example: RuleExample): CaseContent {
  const values: CaseValue[] = [];
  const rows = new Map<string, CaseRow>();
  for (const [key, value] of Object.entries(example)) {
    const [itemId = '', ...numbers] = key.split('|');
    const item = catalogue.items[itemId];
    if (!item) throw new Error(`the example names ${itemId}, which is not an item`);
    const path = item.groups.map((_, depth) => Number(numbers[depth] ?? 1));
    values.push({ ...addressAt(itemId, path), ...itemValue(value) });
    for (const row of rowsAround(catalogue, item.groups, path)) rows.set(rowKey(row), row);
  }
  return { values, rows: [...rows.values()] };
}

function itemValue(value: RuleExample[string]): ItemValue {
  if (typeof value === 'string') return { ...EMPTY_VALUE, value };
  if ('nullFlavor' in value) return { ...EMPTY_VALUE, ...value };
  // the value of an attachment is the hash of its bytes; any hash will do
  return { ...EMPTY_VALUE, value: '0'.repeat(64), properties: value };
}

/** The rows of a path, outermost first; for a group that borrows its rows, the borrowed row. */
const rowsAround = (catalogue: Catalogue, groups: string[], path: RowPath): CaseRow[] =>
  groups.map((group, depth) => {
    const { rowsOf } = catalogueGroup(catalogue, group);
    return rowsOf === null ? aRow(group, path.slice(0, depth + 1)) : aRow(rowsOf, [path[depth] ?? 0]);
  });

function aRow(group: string, path: RowPath): CaseRow {
  const { rowNo, rowNo2, rowNo3 } = addressAt(group, path);
  const rowId = addressKey({ itemId: group, rowNo, rowNo2, rowNo3 });
  return { group, rowNo, rowNo2, rowNo3, rowId, sort: path.at(-1) ?? 0, deleted: false };
}
