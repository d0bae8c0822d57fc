import {
  useCallback,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
} from 'react';
import { useSetAtom } from 'jotai';
import type { RowPath } from '../../../shared/case/itemAddress.ts';
import { isComposing } from '../../keys/index.ts';
import { useEngine } from '../page/context.ts';
import { MatrixRow } from './MatrixRow.tsx';
import { cellIdOf } from './MatrixCell.tsx';
import { linesOf, offsetFor, positionAfter, stretchInSight, type CellPosition } from './moves.ts';
import type { PairActions } from './usePairActions.tsx';
import { useMatrix } from './useMatrix.ts';
import type { AxisRow } from './useMatrixAxes.ts';
import styles from './matrix.module.css';

interface Axes {
  rows: readonly AxisRow[];
  cols: readonly AxisRow[];
  /** the pair of a row and a column, by their row numbers, and back */
  pairAt(row: number, col: number): RowPath;
  numbersOf(pair: RowPath): { row: number; col: number };
}

export interface GridHandle {
  focus(): void;
}

interface MatrixGridProps {
  axes: Axes;
  pair: RowPath;
  actions: PairActions;
  ref: Ref<GridHandle>;
}

/** Sizes in rem, so that the grid grows with the user's letters. */
const SIZE = { row: 3.5, col: 10, rowHead: 12, colHead: 3 };
/** how wide a column may grow where there is room */
const WIDEST_COL = 16;
const AROUND = { rows: 3, cols: 2 };
const remInPx = (): number => parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

const NO_WINDOW = { top: 0, left: 0, height: 0, width: 0 };

/**
 * An ARIA grid of which only what is in sight is in the document. One cell is in the tab order; it stays in the
 * document wherever one scrolls, so that the focus is never lost.
 */
export function MatrixGrid({ axes, pair, actions, ref }: MatrixGridProps) {
  const { session } = useEngine();
  const { shape, state, t } = useMatrix();
  const setPair = useSetAtom(state.pair);
  const { rows, cols, pairAt, numbersOf } = axes;
  const [rem] = useState(remInPx);
  const scroller = useRef<HTMLDivElement>(null);
  const [window_, setWindow] = useState(NO_WINDOW);
  const takesFocus = useRef(false);
  const helpId = useId();

  const numbers = numbersOf(pair);
  const position: CellPosition = {
    row: rows.findIndex(({ rowNo }) => rowNo === numbers.row),
    col: cols.findIndex(({ rowNo }) => rowNo === numbers.col),
  };

  const look = useCallback(() => {
    const box = scroller.current;
    if (!box) return;
    const next = { top: box.scrollTop, left: box.scrollLeft, ...extentOf(box, rem) };
    setWindow((was) => (isSame(was, next) ? was : next));
  }, [rem]);
  useLayoutEffect(look, [look]);
  useEffect(() => {
    const watcher = new ResizeObserver(look);
    if (scroller.current) watcher.observe(scroller.current);
    return () => watcher.disconnect();
  }, [look]);

  const bringIntoView = useEffectEvent(() => {
    const box = scroller.current;
    if (!box || position.row < 0) return;
    const { height, width } = window_ === NO_WINDOW ? extentOf(box, rem) : window_;
    const top = offsetFor(position.row, { offset: box.scrollTop, extent: height, size: SIZE.row * rem });
    const size = colWidth(width / rem, cols.length) * rem;
    const left = offsetFor(position.col, { offset: box.scrollLeft, extent: width, size });
    if (top !== box.scrollTop) box.scrollTop = top;
    if (left !== box.scrollLeft) box.scrollLeft = left;
    look();
  });
  // before it is painted, and not after scrolling by hand
  useLayoutEffect(() => bringIntoView(), [position.row, position.col, cols.length, rem, look]);

  const focusCell = useCallback(
    () => document.getElementById(cellIdOf(shape, pair))?.focus({ preventScroll: true }),
    [shape, pair],
  );
  useLayoutEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    focusCell();
  }, [focusCell]);
  useImperativeHandle(ref, () => ({ focus: focusCell }), [focusCell]);

  const goTo = (next: CellPosition): void => {
    const [row, col] = [rows[next.row], cols[next.col]];
    if (!row || !col || (next.row === position.row && next.col === position.col)) return;
    session.closeStep();
    takesFocus.current = true;
    setPair(pairAt(row.rowNo, col.rowNo));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event)) return;
    const page = Math.max(1, Math.floor(window_.height / (SIZE.row * rem)) - 1);
    const next = positionAfter(position, event, { rows: rows.length, cols: cols.length, page });
    if (next) goTo(next);
    else if (!actions.followKey(event, pair)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // by the mouse, or by the cursor of a screen reader
  const onFocus = ({ target }: FocusEvent): void => {
    const cell = (target as Element).closest<HTMLElement>('[role="gridcell"]');
    if (cell) goTo({ row: Number(cell.dataset.row), col: Number(cell.dataset.col) });
  };

  const inRows = stretchInSight(
    { offset: window_.top, extent: window_.height, size: SIZE.row * rem },
    rows.length,
    AROUND.rows,
  );
  const col = colWidth(window_.width / rem, cols.length);
  const inCols = stretchInSight(
    { offset: window_.left, extent: window_.width, size: col * rem },
    cols.length,
    AROUND.cols,
  );
  const shownCols = useMemo(
    () =>
      linesOf({ from: inCols.from, to: inCols.to }, position.col).map((index) => ({
        index,
        row: cols[index],
      })),
    [inCols.from, inCols.to, position.col, cols],
  );

  return (
    <div className={styles.gridPart}>
      <div
        ref={scroller}
        role="grid"
        aria-label={t('grid', { own: rows.length, other: cols.length, count: rows.length * cols.length })}
        aria-describedby={helpId}
        aria-rowcount={rows.length + 1}
        aria-colcount={cols.length + 1}
        aria-readonly={session.readOnly || undefined}
        className={styles.scroller}
        style={sizeVariables(rows.length, cols.length, col)}
        onScroll={look}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onDoubleClick={() => actions.open(pair)}
      >
        <div role="presentation" className={styles.plane}>
          <div role="row" aria-rowindex={1} className={styles.heads}>
            <div role="columnheader" aria-colindex={1} className={styles.corner}>
              {t('corner')}
            </div>
            {shownCols.map(({ index, row }) => (
              <div
                key={row?.rowNo}
                role="columnheader"
                aria-colindex={index + 2}
                className={styles.colHead}
                data-current={index === position.col || undefined}
                style={{ '--at': index } as CSSProperties}
                title={row?.name}
              >
                <span>{row?.name}</span>
              </div>
            ))}
          </div>
          {linesOf(inRows, position.row).map((index) => (
            <MatrixRow
              key={rows[index]?.rowNo}
              index={index}
              row={rows[index]}
              cols={shownCols}
              pairAt={pairAt}
              focusedCol={index === position.row ? position.col : -1}
            />
          ))}
        </div>
      </div>
      <p id={helpId} className={styles.keys}>
        {t(session.readOnly ? 'keysReading' : 'keys')}
      </p>
    </div>
  );
}

/** What the cells have of the box, the heads taken off. */
const extentOf = (box: HTMLElement, rem: number) => ({
  height: box.clientHeight - SIZE.colHead * rem,
  width: box.clientWidth - SIZE.rowHead * rem,
});

const isSame = (a: typeof NO_WINDOW, b: typeof NO_WINDOW): boolean =>
  a.top === b.top && a.left === b.left && a.height === b.height && a.width === b.width;

/** Columns share the room there is, in rem, between what they need and what they can use. */
const colWidth = (room: number, cols: number): number =>
  Math.min(WIDEST_COL, Math.max(SIZE.col, Math.floor(room / cols)));

const sizeVariables = (rows: number, cols: number, col: number): CSSProperties =>
  ({
    '--rows': rows,
    '--cols': cols,
    '--row': `${SIZE.row}rem`,
    '--col': `${col}rem`,
    '--row-head': `${SIZE.rowHead}rem`,
    '--col-head': `${SIZE.colHead}rem`,
  }) as CSSProperties;
