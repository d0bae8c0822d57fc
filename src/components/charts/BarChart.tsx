/**
 * Numbers as bars, small enough to stand in a card: columns along time, or rows for things with names. Every bar is
 * reached by the keyboard and says its number; a switch shows the same as a table.
 */
import { Switch } from '@mantine/core';
import { useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './BarChart.module.css';
import { Scroller } from '../Scroller.tsx';

export interface Bar {
  key: string;
  /** what is counted, in full: read out and in the table */
  label: string;
  /** label below a column; columns without one are identified by their neighbours */
  mark?: string;
  value: number;
  /** the number as it is written, if it has a unit; above a column also where it is 0 */
  text?: string;
  /** emphasis; the label states its meaning */
  tone?: 'error';
}

export interface BarChartProps {
  title: string;
  /** what is to be seen, in a sentence */
  description: string;
  layout: 'columns' | 'rows';
  bars: readonly Bar[];
  /** headings of the table: of what is counted, of the numbers; omitted where a table with the numbers is beside it */
  columns?: readonly [string, string];
}

export function BarChart({ title, description, layout, bars, columns }: BarChartProps) {
  const { t } = useTranslation('components');
  const id = useId();
  const [asTable, setAsTable] = useState(false);
  return (
    <figure className={classes.chart} aria-labelledby={`${id}-title`}>
      <figcaption className={classes.head}>
        <span id={`${id}-title`} className={classes.title}>
          {title}
        </span>
        {columns && (
          <Switch
            size="xs"
            label={t('asTable')}
            checked={asTable}
            onChange={(event) => setAsTable(event.currentTarget.checked)}
          />
        )}
      </figcaption>
      <p id={`${id}-said`} className={classes.said}>
        {description}
      </p>
      {asTable && columns ? (
        <BarTable bars={bars} columns={columns} titleId={`${id}-title`} />
      ) : (
        <Drawing bars={bars} layout={layout} titleId={`${id}-title`} descriptionId={`${id}-said`} />
      )}
    </figure>
  );
}

interface BarTableProps extends Pick<BarChartProps, 'bars'> {
  columns: readonly [string, string];
  titleId: string;
}

const BarTable = ({ bars, columns: [what, count], titleId }: BarTableProps) => (
  <Scroller className={classes.scroll} aria-labelledby={titleId}>
    <table className={classes.table} aria-labelledby={titleId}>
      <thead>
        <tr>
          <th scope="col">{what}</th>
          <th scope="col">{count}</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ key, label, value, text }) => (
          <tr key={key}>
            <th scope="row">{label}</th>
            <td>{text ?? value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Scroller>
);

/** of a drawing of columns, in pixels: the bars, and below them their marks */
const COLUMN = { bars: 96, top: 16, marks: 18 };
/** of a row: its name, its bar, what is left to the next */
const ROW = { name: 16, bar: 12, height: 36 };
/** part of its place that a column takes */
const COLUMN_WIDTH = 0.72;
/** Digits that fit above all columns; with more, a number is read at its column only. */
const MAX_DIGITS = 80;
/** Share of the width of the longest row; its number follows it. */
const MAX_BAR_SHARE = 0.86;

const textOf = ({ text, value }: Bar): string => text ?? String(value);
const percent = (part: number): string => `${(part * 100).toFixed(3)}%`;

interface DrawingProps extends Pick<BarChartProps, 'bars' | 'layout'> {
  titleId: string;
  descriptionId: string;
}

function Drawing({ bars, layout, titleId, descriptionId }: DrawingProps) {
  const { t } = useTranslation('components');
  const svg = useRef<SVGSVGElement>(null);
  const [reached, setReached] = useState(0);
  const largest = Math.max(1, ...bars.map(({ value }) => value));
  const digits = bars.length * Math.max(0, ...bars.map((bar) => textOf(bar).length));
  const height = layout === 'rows' ? bars.length * ROW.height : COLUMN.top + COLUMN.bars + COLUMN.marks;

  /** One bar is a stop of the tab key; arrows go on from it. */
  function move(event: KeyboardEvent): void {
    const last = bars.length - 1;
    const next = {
      ArrowRight: reached + 1,
      ArrowDown: reached + 1,
      ArrowLeft: reached - 1,
      ArrowUp: reached - 1,
    };
    const to = { ...next, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const at = Math.min(last, Math.max(0, to));
    setReached(at);
    svg.current?.querySelectorAll<SVGGElement>('[data-bar]')[at]?.focus();
  }

  return (
    <svg
      ref={svg}
      className={classes.drawing}
      width="100%"
      height={height}
      role="group"
      aria-labelledby={titleId}
      aria-describedby={descriptionId}
      onKeyDown={move}
    >
      {layout === 'columns' && (
        <line
          className={classes.ground}
          x1="0"
          x2="100%"
          y1={COLUMN.top + COLUMN.bars}
          y2={COLUMN.top + COLUMN.bars}
        />
      )}
      {bars.map((bar, at) => (
        <g
          key={bar.key}
          data-bar
          data-tone={bar.tone}
          className={classes.bar}
          role="img"
          aria-label={t('barSays', { label: bar.label, value: textOf(bar) })}
          tabIndex={at === Math.min(reached, bars.length - 1) ? 0 : -1}
          onFocus={() => setReached(at)}
        >
          <title>{t('barSays', { label: bar.label, value: textOf(bar) })}</title>
          {layout === 'rows' ? (
            <RowBar bar={bar} at={at} part={bar.value / largest} />
          ) : (
            <ColumnBar
              bar={bar}
              at={at}
              of={bars.length}
              part={bar.value / largest}
              isNumbered={digits <= MAX_DIGITS}
            />
          )}
        </g>
      ))}
    </svg>
  );
}

interface ColumnBarProps {
  bar: Bar;
  at: number;
  of: number;
  part: number;
  /** shows its number */
  isNumbered: boolean;
}

function ColumnBar({ bar, at, of, part, isNumbered }: ColumnBarProps) {
  const tall = Math.round(part * COLUMN.bars);
  const ground = COLUMN.top + COLUMN.bars;
  const middle = percent((at + 0.5) / of);
  return (
    <>
      {/* the whole place of the column, for the pointer and the ring of the focus */}
      <rect className={classes.place} x={percent(at / of)} y={0} width={percent(1 / of)} height={ground} />
      <rect
        className={classes.fill}
        x={percent((at + (1 - COLUMN_WIDTH) / 2) / of)}
        y={ground - tall}
        width={percent(COLUMN_WIDTH / of)}
        height={tall}
      />
      {isNumbered && (bar.value > 0 || bar.text !== undefined) && (
        <text className={classes.number} x={middle} y={ground - tall - 4} textAnchor="middle">
          {textOf(bar)}
        </text>
      )}
      {bar.mark && (
        <text
          className={classes.name}
          x={at === 0 ? 0 : middle}
          y={ground + 13}
          textAnchor={at === 0 ? 'start' : 'middle'}
        >
          {bar.mark}
        </text>
      )}
    </>
  );
}

function RowBar({ bar, at, part }: { bar: Bar; at: number; part: number }) {
  const top = at * ROW.height;
  const end = part * MAX_BAR_SHARE;
  return (
    <>
      <rect className={classes.place} x={0} y={top} width="100%" height={ROW.height - 2} />
      <text className={classes.name} x={0} y={top + 12}>
        {bar.label}
      </text>
      <rect className={classes.fill} x={0} y={top + ROW.name} width={percent(end)} height={ROW.bar} />
      <text className={classes.number} x={percent(end)} dx={6} y={top + ROW.name + ROW.bar - 2}>
        {textOf(bar)}
      </text>
    </>
  );
}
