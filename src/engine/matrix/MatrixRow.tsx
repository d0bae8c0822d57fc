import { memo, type CSSProperties } from 'react';
import type { RowPath } from '../../../shared/case/itemAddress.ts';
import { MatrixCell } from './MatrixCell.tsx';
import type { AxisRow } from './useMatrixAxes.ts';
import styles from './matrix.module.css';

interface MatrixRowProps {
  index: number;
  row: AxisRow | undefined;
  cols: readonly { index: number; row: AxisRow | undefined }[];
  pairAt: (row: number, col: number) => RowPath;
  /** -1 where the focus is in another row */
  focusedCol: number;
}

/** A line of pairs. Moving the focus renders the line it leaves and the line it enters. */
export const MatrixRow = memo(function MatrixRow({ index, row, cols, pairAt, focusedCol }: MatrixRowProps) {
  if (!row) return null;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={styles.row}
      data-current={focusedCol >= 0 || undefined}
      style={{ '--at': index } as CSSProperties}
    >
      <div role="rowheader" aria-colindex={1} className={styles.rowHead} title={row.name}>
        <span>{row.name}</span>
      </div>
      {cols.map(({ index: col, row: column }) => {
        if (!column) return null;
        const [own = 0, other = 0] = pairAt(row.rowNo, column.rowNo);
        return (
          <MatrixCell
            key={column.rowNo}
            own={own}
            other={other}
            row={index}
            col={col}
            rowName={row.name}
            colName={column.name}
            focused={col === focusedCol}
          />
        );
      })}
    </div>
  );
});
