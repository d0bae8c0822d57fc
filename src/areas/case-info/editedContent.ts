/** The content of a page with the edits that are not saved yet. */
import { rowKey, type CaseContent } from '../../../shared/case/caseContent.ts';
import type { ChangeSet } from '../../../shared/case/changeSet.ts';
import { addressKey } from '../../../shared/case/itemAddress.ts';

export function editedContent({ values, rows }: CaseContent, edits: ChangeSet): CaseContent {
  return {
    values: [...new Map([...values, ...edits.items].map((value) => [addressKey(value), value])).values()],
    rows: [...new Map([...rows, ...edits.rows].map((row) => [rowKey(row), row])).values()],
  };
}
