/** The label of a row from its own items, as used by other pages, lists and comparisons. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { CaseContent } from './caseContent.ts';
import { addressAt, addressKey } from './itemAddress.ts';

/** Controls whose values are readable text. */
const TEXT_CONTROLS = new Set(['text', 'longText']);

/**
 * Labels outermost rows by the first summary item with a value, texts before codes and dates; '' if there is none.
 * `maySee` excludes items that the reader may not see.
 */
export function rowLabel(
  catalogue: Catalogue,
  { values }: CaseContent,
  maySee: (itemId: string) => boolean = () => true,
): (group: string, rowNo: number) => string {
  const valueByAddress = new Map(values.map((value) => [addressKey(value), value.value]));
  return (group, rowNo) => {
    const summary = (catalogue.groups[group]?.summary ?? []).filter(maySee);
    const isText = (itemId: string) => TEXT_CONTROLS.has(catalogue.items[itemId]?.control ?? '');
    const ordered = [...summary.filter(isText), ...summary.filter((itemId) => !isText(itemId))];
    const found = ordered.map((itemId) => valueByAddress.get(addressKey(addressAt(itemId, [rowNo]))) ?? null);
    return found.find((text) => text !== null) ?? '';
  };
}

export interface RowName {
  group: string;
  rowNo: number;
  rowId: string;
  deleted: boolean;
  label: string;
}

/** The rows of a group in list order, including deleted ones, each with its label. */
export const namedRows = (catalogue: Catalogue, group: string, content: CaseContent): RowName[] => {
  const labelOf = rowLabel(catalogue, content);
  return content.rows
    .filter((row) => row.group === group)
    .sort((a, b) => a.sort - b.sort || a.rowNo - b.rowNo)
    .map(({ rowNo, rowId, deleted }) => ({ group, rowNo, rowId, deleted, label: labelOf(group, rowNo) }));
};

/** Groups whose rows other groups of this page borrow. */
export const referredGroups = ({ groups }: Catalogue, page: string): string[] => [
  ...new Set(
    Object.values(groups).flatMap((group) =>
      group.page === page && group.rowsOf !== null ? group.rowsOf : [],
    ),
  ),
];
