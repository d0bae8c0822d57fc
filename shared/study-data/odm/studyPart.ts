/** What a document holds of one study, while it is read: rows, as they are written and removed again. */
import { ownRepeats } from '../ownRepeats.ts';
import { addressKey, openRemovals } from '../removals.ts';
import type { Removal, SourceRow, SourceSubject } from '../studyData.ts';

/** What a document holds of one study. */
export interface ClinicalPart {
  studyOid: string;
  /** of all versions of the definitions that its data is of */
  versionOids: ReadonlySet<string>;
  subjects: SourceSubject[];
  rows: SourceRow[];
  removed: Removal[];
}

export interface StudyPart {
  versionOids: Set<string>;
  /** by their keys */
  subjects: Map<string, SourceSubject>;
  /** Adds a row, or what is written of it to the row that was begun before. True: it is a new row. */
  put: (row: SourceRow) => boolean;
  /** Takes away the rows written before, and leaves those that come after. */
  remove: (removal: Removal) => void;
  /** What is left in the end. */
  content: () => ClinicalPart;
}

/** `after`: how many removals there were before it was begun */
interface OpenRow {
  row: SourceRow;
  after: number;
}

/** `isSnapshot`: of the document, when its clinical data begins. */
export function openStudyPart(studyOid: string, isSnapshot: () => boolean): StudyPart {
  const versionOids = new Set<string>();
  const subjects = new Map<string, SourceSubject>();
  const rows: OpenRow[] = [];
  /** the last row at an address, and the rows there by the identifiers of their records */
  const rowsAt = new Map<string, OpenRow>();
  const removed: Removal[] = [];
  const removals = openRemovals();

  const isThere = ({ row, after }: OpenRow): boolean => removals.lastOf(row) <= after;

  /**
   * The row that more is written of. In a snapshot, where nothing is changed, other values at the address of a row are another
   * row, which has no number of its own; so are those of another record.
   */
  const begunRow = (row: SourceRow): OpenRow | undefined => {
    const address = addressKey(row);
    const sameRecord = row.recordId === null ? undefined : rowsAt.get(`${address} ${row.recordId}`);
    const last = rowsAt.get(address);
    const found = sameRecord ?? (row.recordId === null || last?.row.recordId === null ? last : undefined);
    if (!found || !isThere(found)) return undefined;
    return sameRecord || !isSnapshot() || agree(found.row.values, row.values) ? found : undefined;
  };

  return {
    versionOids,
    subjects,
    put: (row) => {
      const known = begunRow(row);
      const open = known ?? { row, after: removed.length };
      if (known) addTo(known.row, row);
      else rows.push(open);
      const address = addressKey(row);
      rowsAt.set(address, open);
      if (row.recordId !== null) rowsAt.set(`${address} ${row.recordId}`, open);
      return !known;
    },
    remove: (removal) => {
      removed.push(removal);
      removals.add(removal);
    },
    content: () => ({
      studyOid,
      versionOids,
      removed,
      subjects: [...subjects.values()],
      rows: numbered(
        rows.flatMap((open) => (isThere(open) ? open.row : [])),
        isSnapshot(),
      ),
    }),
  };
}

function addTo(known: SourceRow, { values, recordId, changedAt }: SourceRow): void {
  // a row may be written an item at a time: copied each time, it would take the square of its length
  Object.assign(known.values, values);
  known.recordId ??= recordId;
  known.changedAt = changedAt ?? known.changedAt;
}

const agree = (known: SourceRow['values'], values: SourceRow['values']): boolean =>
  Object.entries(values).every(
    ([itemOid, text]) => !Object.hasOwn(known, itemOid) || known[itemOid] === text,
  );

/** Rows of a snapshot have an address each. */
function numbered(rows: SourceRow[], isSnapshot: boolean): SourceRow[] {
  if (!isSnapshot) return rows;
  const repeatOf = ownRepeats();
  return rows.map((row) => ({
    ...row,
    groupRepeat: repeatOf(addressKey({ ...row, groupRepeat: '' }), row.groupRepeat),
  }));
}
