/** A row not yet stored has the number 0; with the number that it was stored with, all of it is that of the stored row. */
import type { CaseContent } from '../../../shared/case/caseContent.ts';
import type { EditsSnapshot } from './pageSession.types.ts';

const numbered =
  (rowNo: number) =>
  <P extends { rowNo: number }>(part: P): P => ({ ...part, rowNo });

/** Content of a new row as that of the row it has become. */
export const contentInRow = ({ values, rows }: CaseContent, rowNo: number): CaseContent => ({
  values: values.map(numbered(rowNo)),
  rows: rows.map(numbered(rowNo)),
});

/** Edits of a new row as those of the row it has become. */
export function editsInRow(
  { changes, startedFrom, retrievedAt }: EditsSnapshot,
  rowNo: number,
): EditsSnapshot {
  const inRow = numbered(rowNo);
  return {
    changes: { items: changes.items.map(inRow), rows: changes.rows.map(inRow) },
    startedFrom: startedFrom.map(inRow),
    retrievedAt,
  };
}
