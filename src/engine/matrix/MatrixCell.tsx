import { memo, useMemo, type CSSProperties } from 'react';
import { useAtomValue } from 'jotai';
import type { RowPath } from '../../../shared/case/itemAddress.ts';
import { useEngine } from '../page/context.ts';
import type { Finding } from '../page/formState.ts';
import { SeverityIcon } from '../item/SeverityIcon.tsx';
import { pairKey, pairRowKey } from './matrixState.ts';
import type { MatrixShape } from './shape.ts';
import { useMatrix } from './useMatrix.ts';
import styles from './matrix.module.css';

interface MatrixCellProps {
  own: number;
  other: number;
  row: number;
  col: number;
  rowName: string;
  colName: string;
  focused: boolean;
}

/** The id of a pair's cell in the document. */
export const cellIdOf = ({ group }: MatrixShape, pair: RowPath): string =>
  `matrix-${group.group}-${pairKey(pair)}`;

/** What the marks of a pair look like, by role; any other is a dot. */
const MARKS: Record<string, string> = { recurrence: '↻', onsetFromFirstDose: '⇤', onsetFromLastDose: '⇥' };

const LINES = 2;

/** One pair: who says what, in few letters; all of it in words for assistive technology. */
export const MatrixCell = memo(function MatrixCell(props: MatrixCellProps) {
  const { own, other, row, col, rowName, colName, focused } = props;
  const { form } = useEngine();
  const { shape, state, t } = useMatrix();
  const pair = useMemo(() => [own, other], [own, other]);
  const text = useAtomValue(state.text(pair));
  const findings = useAtomValue(form.rowFindings(pairRowKey(shape, pair)));
  const worst = worstOf(findings);
  const spoken = [
    colName,
    rowName,
    text.words || t('empty'),
    text.changed && t('changed'),
    findings.length > 0 && t('findings', { count: findings.length }),
  ];
  const more = text.lines.length - LINES;
  return (
    <div
      role="gridcell"
      id={cellIdOf(shape, pair)}
      tabIndex={focused ? 0 : -1}
      aria-colindex={col + 2}
      aria-label={spoken.filter(Boolean).join(', ')}
      className={styles.cell}
      data-row={row}
      data-col={col}
      data-pair={pairKey(pair)}
      data-changed={text.changed || undefined}
      style={{ '--at': col } as CSSProperties}
      title={text.words || undefined}
    >
      {text.words === '' && <span className={styles.dash}>—</span>}
      {text.lines.slice(0, LINES).map(({ head, text: line }, index) => (
        <span key={index} className={styles.line}>
          <b>{head}</b> {line}
        </span>
      ))}
      {(text.marks.length > 0 || more > 0) && (
        <span className={styles.marks}>
          {more > 0 && <span>+{more}</span>}
          {text.marks.map((mark, index) => (
            <span key={index}>
              <i>{MARKS[mark.role ?? ''] ?? '·'}</i>
              {mark.text}
            </span>
          ))}
        </span>
      )}
      {worst && (
        <span className={styles.finding} data-severity={worst}>
          <SeverityIcon severity={worst} />
        </span>
      )}
    </div>
  );
});

const worstOf = (findings: readonly Finding[]): Finding['severity'] | null =>
  (['error', 'warning', 'info'] as const).find((level) =>
    findings.some(({ severity }) => severity === level),
  ) ?? null;
