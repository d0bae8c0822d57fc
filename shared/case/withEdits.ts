import { rowKey, type CaseContent } from './caseContent.ts';
import { addressKey } from './itemAddress.ts';

/** The content with other values and rows in place of those at the same addresses. */
export function withEdits(content: CaseContent, edits: CaseContent): CaseContent {
  const values = new Map(content.values.map((value) => [addressKey(value), value]));
  for (const value of edits.values) values.set(addressKey(value), value);
  const rows = new Map(content.rows.map((row) => [rowKey(row), row]));
  for (const row of edits.rows) rows.set(rowKey(row), row);
  return { values: [...values.values()], rows: [...rows.values()] };
}
