import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useAtom, useAtomValue } from 'jotai';
import { useLocalStorage } from '@mantine/hooks';
import type { ItemAddress, RowPath } from '../../../shared/case/itemAddress.ts';
import { useEngine } from '../page/context.ts';
import { MatrixBar } from './MatrixBar.tsx';
import { MatrixGrid, type GridHandle } from './MatrixGrid.tsx';
import { PairPanel } from './PairPanel.tsx';
import { useMatrix } from './useMatrix.ts';
import { usePairActions } from './usePairActions.tsx';
import { useMatrixAxes, type Filters, type MatrixAxes } from './useMatrixAxes.ts';
import styles from './matrix.module.css';

const NO_FILTERS: Filters = { kind: null, openOnly: false };

const isAmong = ({ own, other }: MatrixAxes, pair: RowPath | null): pair is RowPath =>
  pair !== null && own.some(({ rowNo }) => rowNo === pair[0]) && other.some(({ rowNo }) => rowNo === pair[1]);

/** The grid with its filters, and the panel of the pair in focus. */
export function Matrix({ startAt }: { startAt: number | null }) {
  const { catalogue, form } = useEngine();
  const { shape, state, t } = useMatrix();
  const [filters, setFilters] = useState(NO_FILTERS);
  const [ownAcross, setOwnAcross] = useLocalStorage({
    key: 'casewright.matrixOwnAcross',
    defaultValue: true,
  });
  const axes = useMatrixAxes(filters);
  const [pair, setPair] = useAtom(state.pair);
  const grid = useRef<GridHandle>(null);
  const { actions, dialog } = usePairActions(axes);

  const layout = useMemo(
    () => ({
      rows: ownAcross ? axes.other : axes.own,
      cols: ownAcross ? axes.own : axes.other,
      pairAt: (row: number, col: number): RowPath => (ownAcross ? [col, row] : [row, col]),
      numbersOf: ([own = 0, other = 0]: RowPath) =>
        ownAcross ? { row: other, col: own } : { row: own, col: other },
    }),
    [ownAcross, axes.own, axes.other],
  );
  const isShown = isAmong(axes, pair);

  // A revealed item (a finding, an undone step) is shown with its pair, regardless of the filters.
  const revealing = useAtomValue(form.revealing);
  const reveal = useEffectEvent(({ itemId, rowNo, rowNo2 }: ItemAddress) => {
    if (!catalogue.items[itemId]?.groups.includes(shape.group.group)) return;
    const sought = [rowNo, rowNo2];
    setPair(sought);
    if (!isAmong(axes, sought)) setFilters(NO_FILTERS);
  });
  useEffect(() => {
    if (revealing) reveal(revealing);
  }, [revealing]);
  const begin = axes.own.find(({ rowNo }) => rowNo === startAt) ?? axes.own[0];
  const first = axes.other[0];
  useEffect(() => {
    if (isShown) return;
    setPair(begin && first ? [begin.rowNo, first.rowNo] : null);
  }, [isShown, begin, first, setPair]);

  return (
    <div className={styles.matrix}>
      <MatrixBar
        axes={axes}
        filters={filters}
        onFilters={setFilters}
        onTurn={() => setOwnAcross(!ownAcross)}
      />
      {layout.rows.length === 0 || layout.cols.length === 0 ? (
        <p className={styles.nothing}>{t(filters.openOnly ? 'noneOpen' : 'noPairs')}</p>
      ) : (
        isShown && (
          <div className={styles.parts}>
            <MatrixGrid ref={grid} axes={layout} pair={pair} actions={actions} />
            <PairPanel pair={pair} actions={actions} onLeave={() => grid.current?.focus()} />
          </div>
        )
      )}
      {dialog}
    </div>
  );
}
