/** Which rows of the dialog are checked, in the order of checking (specification 2 section 4). */
import type { SyncItem } from '../../../shared/contract/index.ts';

/** Event keys; the position is the SEQ_NO less one. */
export type Selection = readonly number[];

type Row = Pick<SyncItem, 'EVENT_KEY'>;

/** The first row is always checked. */
export const firstSelection = (rows: readonly Row[]): Selection =>
  rows.slice(0, 1).map(({ EVENT_KEY }) => EVENT_KEY);

/** What of a selection is among the rows, which may have been read again since. */
export const selectionIn = (rows: readonly Row[], selection: Selection): Selection => {
  const first = firstSelection(rows);
  const rest = selection.filter(
    (key) => !first.includes(key) && rows.some(({ EVENT_KEY }) => EVENT_KEY === key),
  );
  return [...first, ...rest];
};

/** Checks or unchecks a row; the first one stays checked. */
export const toggled = (selection: Selection, rows: readonly Row[], key: number): Selection => {
  if (!selection.includes(key)) return [...selection, key];
  return key === rows[0]?.EVENT_KEY ? selection : selection.filter((one) => one !== key);
};

export const isAllChecked = (selection: Selection, rows: readonly Row[]): boolean =>
  rows.length > 0 && rows.every(({ EVENT_KEY }) => selection.includes(EVENT_KEY));

/** Checks every row behind those that are checked; where all are, unchecks all but the first. */
export const allToggled = (selection: Selection, rows: readonly Row[]): Selection => {
  if (isAllChecked(selection, rows)) return firstSelection(rows);
  const rest = rows.filter(({ EVENT_KEY }) => !selection.includes(EVENT_KEY));
  return [...selection, ...rest.map(({ EVENT_KEY }) => EVENT_KEY)];
};

/** The checked rows as the calls take them. */
export const checkedItems = (selection: Selection, rows: readonly SyncItem[]) =>
  selection.flatMap((key, index) => {
    const row = rows.find(({ EVENT_KEY }) => EVENT_KEY === key);
    if (!row) return [];
    const { EVENT_KEY, SCHD_KEY, AESEQ, SUBJ_KEY } = row;
    return [{ EVENT_KEY, SCHD_KEY, AESEQ, SUBJ_KEY, SEQ_NO: index + 1 }];
  });
