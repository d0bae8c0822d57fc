/** Reads a case for expressions: the editor from its atoms, server and tests from a `CaseContent`. */
import type { RowPath } from '../case/itemAddress.ts';
import type { ItemValue } from '../case/itemValue.ts';

export interface CaseReader {
  /** value of the item in that row; undefined if it never had one */
  item(itemId: string, rows: RowPath): ItemValue | undefined;
  /** paths of the rows of a group below `parent`, in list order, without deleted rows and rows inside them */
  rows(group: string, parent: RowPath): readonly RowPath[];
}
