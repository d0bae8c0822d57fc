/** A session as a record of the past: it shows content as it was, marked where that differs from what was before. */
import { rowKey, type CaseContent } from '../../../shared/case/caseContent.ts';
import { addressKey } from '../../../shared/case/itemAddress.ts';
import { differs, EMPTY_VALUE } from '../../../shared/case/itemValue.ts';
import type { Catalogue } from '../../../schemas/compile/catalogue.types.ts';
import type { Cells } from './cells.ts';
import type { Rows } from './rows.ts';

interface RecordParts {
  catalogue: Catalogue;
  cells: Cells;
  rows: Rows;
}

/** Puts `content` on top of `before`, which the parts hold as their originals. */
export function showRecord(
  { catalogue, cells, rows }: RecordParts,
  before: CaseContent,
  { values, rows: present }: CaseContent,
): void {
  const shown = present
    .filter(({ group }) => group in catalogue.groups)
    .map((row) => [rowKey(row), row] as const);
  const shownKeys = new Set(shown.map(([key]) => key));
  const removed = before.rows
    .filter(({ group }) => group in catalogue.groups)
    .map(rowKey)
    .filter((key) => !shownKeys.has(key));
  rows.write([...shown, ...removed.map((key) => [key, null] as const)]);

  const current = new Map(values.map((value) => [addressKey(value), value]));
  for (const value of before.values) {
    const key = addressKey(value);
    if (!current.has(key)) cells.write(key, value, EMPTY_VALUE);
  }
  for (const [key, value] of current) if (differs(cells.original(key), value)) cells.write(key, value, value);
}
