/** What an expression may ask of a case. The editor answers from its atoms, server and tests from a `CaseContent`. */
import type { RowPath } from '../case/itemAddress.ts';
import type { ItemValue } from '../case/itemValue.ts';

export interface CaseReader {
  /** what is said of the item in that row; undefined where nothing ever was */
  item(itemId: string, rows: RowPath): ItemValue | undefined;
  /** paths of the rows of a group that are neither struck nor inside a struck row, below `parent`, in list order */
  rows(group: string, parent: RowPath): readonly RowPath[];
}
