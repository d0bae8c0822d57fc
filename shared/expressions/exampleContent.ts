/** The case that a rule's example describes. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import { addressAt, addressKey } from '../case/itemAddress.ts';
import type { RowPath } from '../case/itemAddress.ts';
import { rowKey } from '../case/caseContent.ts';
import { EMPTY_VALUE } from '../case/itemValue.ts';
import type { ItemValue } from '../case/itemValue.ts';
import type { CaseContent, CaseRow, CaseValue } from '../case/caseContent.ts';
import { catalogueGroup } from './catalogueGroup.ts';
import type { RuleExample } from './rules.types.ts';

/** Values and the rows they need. Throws on an item the catalogue has not: an example must not lie. */
export function exampleContent(catalogue: Catalogue, example: RuleExample): CaseContent {
  const values: CaseValue[] = [];
  const rows = new Map<string, CaseRow>();
  for (const [key, said] of Object.entries(example)) {
    const [itemId = '', ...numbers] = key.split('|');
    const item = catalogue.items[itemId];
    if (!item) throw new Error(`the example names ${itemId}, which is no item`);
    const path = item.groups.map((_, depth) => Number(numbers[depth] ?? 1));
    values.push({ ...addressAt(itemId, path), ...itemSaid(said) });
    for (const row of rowsAround(catalogue, item.groups, path)) rows.set(rowKey(row), row);
  }
  return { values, rows: [...rows.values()] };
}

function itemSaid(said: RuleExample[string]): ItemValue {
  if (typeof said === 'string') return { ...EMPTY_VALUE, value: said };
  if ('nullFlavor' in said) return { ...EMPTY_VALUE, ...said };
  // the value of an attachment is the hash of its bytes; any will do
  return { ...EMPTY_VALUE, value: '0'.repeat(64), properties: said };
}

/** The rows of a path, outermost first; where a group borrows its rows, the row it borrows. */
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
