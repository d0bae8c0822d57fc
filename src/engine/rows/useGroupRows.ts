import { useContext, useMemo } from 'react';
import { atom, useAtomValue } from 'jotai';
import type { CatalogueGroup } from '../../../schemas/compile/catalogue.types.ts';
import type { CaseRow } from '../../../shared/case/caseContent.ts';
import { rowPathOf, type RowPath } from '../../../shared/case/itemAddress.ts';
import type { PageSession, RowReference } from '../session/pageSession.ts';
import { RowContextProvider, useEngine } from '../page/context.ts';

export interface GroupRow {
  /** stable; the React key */
  rowId: string;
  path: RowPath;
  deleted: boolean;
  /** the row to move, delete and restore; null where the rows are those of another group */
  own: CaseRow | null;
}

// the same object for the same row, so that adding one row renders one line
const known = new WeakMap<CaseRow, GroupRow>();

function ownRow(row: CaseRow, depth: number): GroupRow {
  const found = known.get(row) ?? {
    rowId: row.rowId,
    path: rowPathOf(row, depth),
    deleted: row.deleted,
    own: row,
  };
  known.set(row, found);
  return found;
}

function shownRows(
  references: readonly RowReference[],
  group: CatalogueGroup,
  parent: RowPath,
  own: readonly CaseRow[],
): readonly GroupRow[] {
  if (group.rowsOf === null) return own.map((row) => ownRow(row, group.groups.length));
  return references
    .filter((reference) => reference.group === group.rowsOf)
    .map(({ rowId, rowNo, deleted }) => ({ rowId, path: [...parent, rowNo], deleted, own: null }));
}

/** The current rows of a group, in display order, deleted ones included. */
export const rowsOfGroup = (
  session: PageSession,
  group: CatalogueGroup,
  parent: RowPath,
): readonly GroupRow[] =>
  shownRows(
    session.store.get(session.references),
    group,
    parent,
    session.store.get(session.rows(group.group, parent)),
  );

const NO_ROWS = atom<readonly CaseRow[]>([]);

/** The rows of a group inside the row it is drawn in, in display order. */
export function useGroupRows(group: CatalogueGroup): {
  parent: RowPath;
  readOnly: boolean;
  rows: readonly GroupRow[];
} {
  const { readOnly, session } = useEngine();
  const row = useContext(RowContextProvider);
  const parent = useMemo(() => row.path.slice(0, group.groups.length - 1), [group, row]);
  const own = useAtomValue(group.rowsOf === null ? session.rows(group.group, parent) : NO_ROWS);
  const references = useAtomValue(session.references);
  const rows = useMemo(() => shownRows(references, group, parent, own), [group, own, parent, references]);
  return { parent, readOnly: readOnly || row.readOnly, rows };
}
