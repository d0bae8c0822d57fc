/** Proposed values that the user has accepted and not saved yet. Each step can be taken back. */
import type { ItemChange, RowChange } from '../case/changeSet.ts';
import { textProvenanceText } from '../provenance/provenance.ts';
import type { PlacedGroup, PlacedValue } from './placeValues.ts';

/** The keys of each step, the last one last. */
export type Staged = readonly (readonly string[])[];

export const acceptedKeys = (staged: Staged): ReadonlySet<string> => new Set(staged.flat());

/** A value of a new row brings the value that names the row. Keys that were accepted before make no step. */
export function accept(staged: Staged, groups: readonly PlacedGroup[], keys: readonly string[]): Staged {
  const before = acceptedKeys(staged);
  const wanted = new Set(keys);
  const step = groups.flatMap(({ rowNo, values }) => {
    const own = values.filter(({ key }) => wanted.has(key));
    const [head] = values;
    return own.length > 0 && rowNo === 0 && head && !own.includes(head) ? [head, ...own] : own;
  });
  const added = step.map(({ key }) => key).filter((key) => !before.has(key));
  return added.length === 0 ? staged : [...staged, added];
}

/** Takes back the last step. */
export const undo = (staged: Staged): Staged => staged.slice(0, -1);

/** The change of one page, as a save of several pages takes it. */
interface StagedPage {
  page: string;
  rowNo: number | null;
  changes: ItemChange[];
  rows: RowChange[];
}

/**
 * What the accepted values change, each with the sentence it came from. `textItem`: the item of the text; `newRowId`: the id
 * of a row to be added, which must be the same whenever the same proposals are asked for: what is sent again is stored once.
 */
export function stagedPages(
  staged: Staged,
  groups: readonly PlacedGroup[],
  {
    textItem,
    rootGroupOf,
    newRowId,
  }: { textItem: string; rootGroupOf: (page: string) => string | null; newRowId: (key: string) => string },
): StagedPage[] {
  const accepted = acceptedKeys(staged);
  return groups.flatMap(({ page, rowNo, within, values }) => {
    const own = values.filter(({ key }) => accepted.has(key));
    if (own.length === 0) return [];
    const changes = own.flatMap((value) => changesOf(textItem, value));
    const rows: RowChange[] = [];
    const group = rootGroupOf(page);
    const idIn = (of: string) => newRowId(`${values[0]?.key ?? ''} ${of}`);
    const added = { rowNo: rowNo ?? 0, rowNo3: 0, deleted: false };
    if (rowNo === 0 && group !== null)
      rows.push({ ...added, group, rowNo2: 0, rowId: idIn(group), sort: Number.MAX_SAFE_INTEGER });
    if (within && changes.some(({ rowNo2 }) => rowNo2 > 0))
      rows.push({
        ...added,
        group: within.group,
        rowNo2: within.rowNo2,
        rowId: idIn(within.group),
        sort: within.rowNo2,
      });
    return [{ page, rowNo, changes, rows }];
  });
}

const changesOf = (textItem: string, { sentence, changes, synonym }: PlacedValue): ItemChange[] =>
  changes.map(({ current: _current, ...change }) => ({
    ...change,
    nullFlavor: null,
    notation: null,
    properties: {
      provenance: textProvenanceText({ itemId: textItem, sentence, synonym: synonym?.recordKey ?? null }),
    },
  }));
