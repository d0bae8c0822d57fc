/** The rows and columns of the matrix as shown: rows that are not deleted, in list order, after the filters. */
import { useMemo } from 'react';
import { useAtomValue } from 'jotai';
import { addressAt, type RowPath } from '../../../shared/case/itemAddress.ts';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { useEngine } from '../page/context.ts';
import type { RowReference } from '../session/pageSession.ts';
import { isAssessed } from './pairs.ts';
import { useMatrix } from './useMatrix.ts';

/** A row or column: its number in its own list, and its name. */
export interface AxisRow {
  rowNo: number;
  name: string;
}

export interface Filters {
  /** code that the page's rows must have in their first coded summary column; null: all */
  kind: string | null;
  /** only rows and columns that had an unassessed pair when this was switched on */
  openOnly: boolean;
}

export interface MatrixAxes {
  own: readonly AxisRow[];
  other: readonly AxisRow[];
  /** all pairs that the kind filter leaves, assessed or not */
  pairs: readonly RowPath[];
  /** the item by which rows can be filtered, and the codes that occur */
  kindItem: CatalogueItem | null;
  kinds: readonly string[];
}

export function useMatrixAxes({ kind, openOnly }: Filters): MatrixAxes {
  const { catalogue, conditions, session } = useEngine();
  const { shape, t } = useMatrix();
  const references = useAtomValue(session.references);

  const living = useMemo(() => {
    const rowsOf = (group: string): AxisRow[] =>
      references
        .filter((row) => row.group === group)
        .map((row, index) => ({ ...row, name: row.label || t('nameless', { place: index + 1 }) }))
        .filter(({ deleted }: RowReference) => !deleted);
    // Rows whose assessments are hidden have no pairs; the items that hide them are on other pages.
    const own = rowsOf(shape.own.group).filter(({ rowNo }) =>
      session.store.get(conditions.shown(shape.group, [rowNo])),
    );
    return { own, other: rowsOf(shape.other.group) };
  }, [conditions, references, session, shape, t]);

  const axes = useMemo(() => {
    const kindItem =
      shape.own.summary.flatMap((itemId) => catalogue.items[itemId] ?? []).find(({ codeList }) => codeList) ??
      null;
    // Read once, as the items that filter the rows are edited on other pages.
    const kindOf = ({ rowNo }: AxisRow) => kindItem && session.get(addressAt(kindItem.itemId, [rowNo])).value;
    const own = living.own.filter((row) => kind === null || kindOf(row) === kind);
    return {
      own,
      other: living.other,
      pairs: own.flatMap((a) => living.other.map((b) => [a.rowNo, b.rowNo])),
      kindItem,
      kinds: [...new Set(living.own.flatMap((row) => kindOf(row) ?? []))].sort(),
    };
  }, [catalogue, living, kind, session, shape]);

  // Computed once when the filter is switched on, so that a pair does not vanish while it is being assessed.
  return useMemo(() => {
    if (!openOnly) return axes;
    const pairs = axes.pairs.filter((pair) => !isAssessed(session, shape, pair));
    const openRows = [0, 1].map((side) => new Set(pairs.map((pair) => pair[side])));
    return {
      ...axes,
      own: axes.own.filter(({ rowNo }) => openRows[0]?.has(rowNo)),
      other: axes.other.filter(({ rowNo }) => openRows[1]?.has(rowNo)),
    };
  }, [openOnly, axes, session, shape]);
}
