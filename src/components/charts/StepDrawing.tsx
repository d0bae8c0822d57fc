/** Steps and routes as a drawing. What it shows has to be said elsewhere, too, unless its steps can be selected. */
import { BOX, layoutSteps, type Arrow, type Route } from '../../../shared/diagram/layoutSteps.ts';
import classes from './StepDrawing.module.css';

interface DrawnStep {
  key: string;
  label: string;
  /** in small letters below the label */
  note?: string;
  /** the same, in a line of its own */
  time?: string;
  /** dashed, with the routes from here */
  off?: boolean;
}

export interface StepDrawingProps {
  label: string;
  /** in their order */
  steps: readonly DrawnStep[];
  routes: readonly Route[];
  /** keys of the steps that are marked */
  current: readonly string[];
  /** makes the steps buttons */
  onSelect?: (key: string) => void;
}

export function StepDrawing({ label, steps, routes, current, onSelect }: StepDrawingProps) {
  const { width, height, boxes, arrows } = layoutSteps({ steps, routes });
  const off = new Set(steps.filter((step) => step.off).map(({ key }) => key));
  return (
    <svg
      className={classes.chart}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      role={onSelect ? 'group' : 'img'}
      aria-label={label}
    >
      {arrows.map((arrow) => (
        <ArrowPath key={`${arrow.from} ${arrow.to}`} arrow={arrow} off={off.has(arrow.from)} />
      ))}
      {boxes.map(({ step, x, y }) => (
        <g
          key={step.key}
          className={classes.box}
          data-current={current.includes(step.key) || undefined}
          data-off={step.off || undefined}
        >
          <rect x={x} y={y} width={BOX.width} height={BOX.height} rx={4} />
          <foreignObject x={x} y={y} width={BOX.width} height={BOX.height}>
            {onSelect ? (
              <button
                type="button"
                className={classes.boxText}
                aria-pressed={current.includes(step.key)}
                onClick={() => onSelect(step.key)}
              >
                <BoxText step={step} />
              </button>
            ) : (
              <div className={classes.boxText}>
                <BoxText step={step} />
              </div>
            )}
          </foreignObject>
        </g>
      ))}
    </svg>
  );
}

const BoxText = ({ step: { label, note, time } }: { step: DrawnStep }) => (
  <>
    <span>{label}</span>
    <small>{note}</small>
    {time && <small>{time}</small>}
  </>
);

const ArrowPath = ({ arrow: { line, tip }, off }: { arrow: Arrow; off: boolean }) => (
  <g className={classes.arrow} data-off={off || undefined}>
    <path d={line} fill="none" />
    <path d={tip} />
  </g>
);
