/** What a change of a case is about. */
import type { CaseRow } from './caseContent.ts';
import type { ItemAddress } from './itemAddress.ts';

export interface CaseChange {
  items: readonly ItemAddress[];
  /** that were added, deleted, restored, moved or removed */
  rows: readonly Pick<CaseRow, 'group' | 'rowNo' | 'rowNo2' | 'rowNo3'>[];
}
