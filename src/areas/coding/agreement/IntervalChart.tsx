/** Kappa with its confidence interval for each level; the table below has the same numbers. */
import { useTranslation } from 'react-i18next';
import type { DataOf, readCodingAgreement } from '../../../../shared/contract/index.ts';
import classes from './agreement.module.css';
import { useNumber } from './useNumber.ts';

type Agreement = DataOf<typeof readCodingAgreement>['levels'][number];

export interface IntervalChartProps {
  levels: readonly string[];
  values: readonly Agreement[];
}

const [WIDTH, ROW, LABEL, MARGIN] = [640, 30, 200, 24];
const MARKS = [0, 0.2, 0.4, 0.6, 0.8, 1];

export function IntervalChart({ levels, values }: IntervalChartProps) {
  const { t } = useTranslation('coding');
  const number = useNumber();
  // below 0, agreement is less than by chance
  const start = Math.min(0, ...values.map(({ low }) => low ?? 0));
  const xOf = (kappa: number) => LABEL + ((kappa - start) / (1 - start)) * (WIDTH - LABEL - MARGIN);
  const bottom = values.length * ROW;
  return (
    <svg
      className={classes.drawing}
      viewBox={`0 0 ${WIDTH} ${bottom + 24}`}
      role="img"
      aria-label={t('agreement.chart')}
    >
      {MARKS.map((mark) => (
        <g key={mark}>
          <line className={classes.grid} x1={xOf(mark)} x2={xOf(mark)} y1={0} y2={bottom} />
          <text className={classes.mark} x={xOf(mark)} y={bottom + 16} textAnchor="middle">
            {number(mark, 1)}
          </text>
        </g>
      ))}
      {values.map(({ kappa, low, high }, index) => {
        const y = index * ROW + ROW / 2;
        return (
          <g key={levels[index]}>
            <text className={classes.level} x={0} y={y + 4}>
              {levels[index]}
            </text>
            {kappa !== null && low !== null && high !== null && (
              <>
                <line className={classes.interval} x1={xOf(low)} x2={xOf(high)} y1={y} y2={y} />
                <circle className={classes.point} cx={xOf(kappa)} cy={y} r={5} />
              </>
            )}
          </g>
        );
      })}
    </svg>
  );
}
