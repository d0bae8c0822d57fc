/** Read access of expressions to a case. The editor implements it over atoms, server and tests over a `CaseContent`. */
import type { Catalogue } from '../../schemas/compile/catalogue.types.ts';
import type { RowPath } from '../case/itemAddress.ts';
import type { CaseContent } from '../case/caseContent.ts';
import type { ItemValue } from '../case/itemValue.ts';
import { changingCase } from './changingCase.ts';

export interface CaseReader {
  /** the value of the item in that row; undefined if it never had one */
  item(itemId: string, rows: RowPath): ItemValue | undefined;
  /** paths of the rows of a group below `parent`, in list order, without deleted rows and their descendants */
  rows(group: string, parent: RowPath): readonly RowPath[];
}

/** Reads a case given as flat lists. The content is read once; `changingCase` follows changes. */
export const caseReader = (catalogue: Catalogue, content: CaseContent): CaseReader =>
  changingCase(catalogue, content).reader;
