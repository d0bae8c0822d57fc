/** The two sides of the matrix as they are shown: living rows in list order, less what the filters leave out. */
import { useMemo } from 'react';
import { addressAt, type RowPath } from '../../../shared/case/itemAddress.ts';
import type { CatalogueItem } from '../../../schemas/compile/catalogue.types.ts';
import { useEngine } from '../page/context.ts';
import type { RowReference } from '../session/pageSession.ts';
import { isAssessed } from './pairs.ts';
import { useMatrix } from './useMatrix.ts';

/** A row of one side with its place in its own list and its name. */
export interface SideRow {
  rowNo: number;
  name: string;
}

export interface Filters {
  /** code that the page's rows must have in their first coded summary column; null: all */
  kind: string | null;
  /** only rows and columns that had an unassessed pair when this was switched on */
  openOnly: boolean;
}

export interface Sides {
  own: readonly SideRow[];
  other: readonly SideRow[];
  /** all pairs of what the kind leaves, whether or not they are open */
  pairs: readonly RowPath[];
  /** by what the page's rows can be filtered, and the codes that occur */
  kindItem: CatalogueItem | null;
  kinds: readonly string[];
}

export function useSides({ kind, openOnly }: Filters): Sides {
  const { catalogue, conditions, session } = useEngine();
  const { shape, t } = useMatrix();

  const living = useMemo(() => {
    const rowsOf = (group: string): SideRow[] =>
      session.references
        .filter((row) => row.group === group)
        .map((row, index) => ({ ...row, name: row.label || t('nameless', { place: index + 1 }) }))
        .filter(({ deleted }: RowReference) => !deleted);
    // rows whose assessments are hidden have no pairs; what hides them is edited on their own pages
    const own = rowsOf(shape.own.group).filter(({ rowNo }) =>
      session.store.get(conditions.shown(shape.group, [rowNo])),
    );
    return { own, other: rowsOf(shape.other.group) };
  }, [conditions, session, shape, t]);

  const sides = useMemo(() => {
    const kindItem =
      shape.own.summary.flatMap((itemId) => catalogue.items[itemId] ?? []).find(({ codeList }) => codeList) ??
      null;
    // read once: what filters the rows is edited on their own pages
    const kindOf = ({ rowNo }: SideRow) => kindItem && session.get(addressAt(kindItem.itemId, [rowNo])).value;
    const own = living.own.filter((row) => kind === null || kindOf(row) === kind);
    return {
      own,
      other: living.other,
      pairs: own.flatMap((a) => living.other.map((b) => [a.rowNo, b.rowNo])),
      kindItem,
      kinds: [...new Set(living.own.flatMap((row) => kindOf(row) ?? []))].sort(),
    };
  }, [catalogue, living, kind, session, shape]);

  // frozen while it is on: what one is working at does not vanish under one's hands
  return useMemo(() => {
    if (!openOnly) return sides;
    const pairs = sides.pairs.filter((pair) => !isAssessed(session, shape, pair));
    const left = [0, 1].map((side) => new Set(pairs.map((pair) => pair[side])));
    return {
      ...sides,
      own: sides.own.filter(({ rowNo }) => left[0]?.has(rowNo)),
      other: sides.other.filter(({ rowNo }) => left[1]?.has(rowNo)),
    };
  }, [openOnly, sides, session, shape]);
}
