/** What a path through the text of a box has found, by rows. */
import type { DatePart } from '../../schemas/compile/reports.types.ts';
import type { Mark } from './partsAutomaton.ts';
import type { StoredForm } from './reads.ts';

export type Capture = { itemId: string; text: string } & (
  | { kind: 'stored'; stored: StoredForm }
  | { kind: 'text' }
  | { kind: 'datePart'; part: DatePart; digits: string }
  | { kind: 'implied'; value: string }
);

export interface CapturedRow {
  /** a group, or a name of `rowSets`; null: the case as a whole */
  rows: string | null;
  /** the row is the first one of its group, whatever is printed of others */
  isFirst: boolean;
  number: number | null;
  captures: Capture[];
  inner: CapturedRow[];
}

export interface CaptureTree extends CapturedRow {
  unread: string[];
}

const newRow = (rows: string | null, isFirst: boolean): CapturedRow => ({
  rows,
  isFirst,
  number: null,
  captures: [],
  inner: [],
});

export function captureTree(marks: readonly { mark: Mark; at: number }[], text: string): CaptureTree {
  const tree: CaptureTree = { ...newRow(null, false), unread: [] };
  const open: CapturedRow[] = [tree];
  for (const [index, { mark, at }] of marks.entries()) {
    const row = open.at(-1) ?? tree;
    switch (mark.kind) {
      case 'row': {
        const inner = newRow(mark.rows, mark.isFirst);
        row.inner.push(inner);
        open.push(inner);
        break;
      }
      case 'endRow':
        open.pop();
        break;
      case 'number':
        row.number = mark.number;
        break;
      case 'value':
        row.captures.push({
          kind: 'stored',
          itemId: mark.itemId,
          stored: mark.stored,
          text: text.slice(at, at + mark.length),
        });
        break;
      case 'datePart':
        row.captures.push({ ...mark, text: mark.digits });
        break;
      case 'implied':
        row.captures.push({ ...mark, text: text.slice(at, at + mark.length) });
        break;
      case 'text':
        row.captures.push({ kind: 'text', itemId: mark.itemId, text: text.slice(at, marks[index + 1]?.at) });
        break;
      case 'unread':
        tree.unread.push(text.slice(at, marks[index + 1]?.at));
        break;
      case 'endText':
        break;
    }
  }
  return tree;
}
