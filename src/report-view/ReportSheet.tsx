/** One page of a report on the screen: its drawing, and over it a button for each place that leads to a field. */
import { memo, useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { addressKey, type ItemAddress } from '../../shared/case/itemAddress.ts';
import type { ReportPage, Stroke, TextBlock, TextRun } from '../../shared/reports/report.types.ts';
import { hotSpotsOf, litSpots, type HotSpot } from './hotSpots.ts';
import classes from './ReportSheet.module.css';

export interface ReportSheetProps {
  page: ReportPage;
  /** names the page to assistive technology */
  label: string;
  /** key of the value whose places are lit */
  lit: string | null;
  /** keys of values that are marked as changed */
  changed?: ReadonlySet<string>;
  /** per cent of the width that is available */
  zoom: number;
  /** absent where a place leads nowhere */
  onOpen?: (address: ItemAddress) => void;
}

const NONE: ReadonlySet<string> = new Set();
/** Of a long text, what names its place. */
const MAX_NAME = 160;

export function ReportSheet({ page, label, lit, changed = NONE, zoom, onOpen }: ReportSheetProps) {
  const spots = useMemo(() => hotSpotsOf(page), [page]);
  const litKeys = useMemo(() => litSpots(spots, lit), [spots, lit]);
  const [current, setCurrent] = useState<string | null>(null);
  const places = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (lit === null) return;
    places.current?.querySelector('[data-lit]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [lit, page.height]);
  // one place of the page takes part in the order of the Tab key
  const entry =
    spots.find(({ key }) => key === current) ?? spots.find(({ key }) => litKeys.has(key)) ?? spots[0];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = entry && neighbour(spots, entry, event.key);
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    setCurrent(target.key);
    event.currentTarget.querySelector<HTMLElement>(`[data-spot="${CSS.escape(target.key)}"]`)?.focus();
  };
  const spotOf = ({ target }: { target: EventTarget }): HotSpot | undefined => {
    const key = target instanceof HTMLElement ? target.dataset['spot'] : undefined;
    return spots.find((spot) => spot.key === key);
  };
  return (
    <div
      className={classes.sheet}
      style={{ width: `${zoom}%`, aspectRatio: `${page.width} / ${page.height}` }}
    >
      <Drawing page={page} />
      {/* eslint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows move between its buttons */}
      <div
        ref={places}
        role="group"
        aria-label={label}
        className={classes.spots}
        onKeyDown={onKeyDown}
        onFocus={(event) => setCurrent(spotOf(event)?.key ?? null)}
        onClick={(event) => {
          const spot = spotOf(event);
          if (spot) onOpen?.(spot.address);
        }}
      >
        {spots.map((spot) => (
          <Spot
            key={spot.key}
            spot={spot}
            page={page}
            isLit={litKeys.has(spot.key)}
            isChanged={hasAny(spot.prints, changed) || (spot.kind !== 'value' && hasAny(spot.reads, changed))}
            isEntry={spot === entry}
          />
        ))}
      </div>
    </div>
  );
}

const hasAny = (keys: ReadonlySet<string>, changed: ReadonlySet<string>): boolean =>
  changed.size > 0 && [...keys].some((key) => changed.has(key));

/** Up and down lead from box to box, left and right through what is in them too. */
function neighbour(spots: readonly HotSpot[], from: HotSpot, key: string): HotSpot | undefined {
  const at = spots.indexOf(from);
  if (key === 'ArrowRight') return spots[at + 1];
  if (key === 'ArrowLeft') return spots[at - 1];
  if (key === 'ArrowDown') return spots.find(({ kind }, index) => index > at && kind === 'box');
  if (key === 'ArrowUp') return spots.findLast(({ kind }, index) => index < at && kind === 'box');
  if (key === 'Home') return spots[0];
  return key === 'End' ? spots.at(-1) : undefined;
}

interface SpotProps {
  spot: HotSpot;
  page: Pick<ReportPage, 'width' | 'height'>;
  isLit: boolean;
  isChanged: boolean;
  isEntry: boolean;
}

const Spot = memo(function Spot({ spot, page, isLit, isChanged, isEntry }: SpotProps) {
  const { t } = useTranslation('report');
  const { label, text, kind, address, x, y, width, height } = spot;
  const name = [label, shortened(text), isLit && t('lit'), isChanged && t('changed')]
    .filter(Boolean)
    .join(', ');
  return (
    <button
      type="button"
      className={classes.spot}
      aria-label={name}
      title={kind === 'box' ? undefined : name}
      tabIndex={isEntry ? 0 : -1}
      data-spot={spot.key}
      data-kind={kind}
      data-value={addressKey(address)}
      data-lit={isLit || undefined}
      data-changed={isChanged || undefined}
      style={{
        left: share(x, page.width),
        top: share(y, page.height),
        width: share(width, page.width),
        height: share(height, page.height),
      }}
    />
  );
});

const share = (length: number, whole: number): string => `${(100 * length) / whole}%`;
const shortened = (text: string): string =>
  text.length > MAX_NAME ? `${text.slice(0, MAX_NAME).trimEnd()}…` : text;

/** What the form looks like on paper. Blocks that stay the same objects are not drawn again. */
const Drawing = memo(function Drawing({ page }: { page: ReportPage }) {
  return (
    <svg
      className={classes.drawing}
      viewBox={`0 0 ${page.width} ${page.height}`}
      aria-hidden
      focusable={false}
    >
      <g className={classes.fills}>
        {page.fills.map(({ x, y, width, height }) => (
          <rect key={`${x} ${y}`} {...{ x, y, width, height }} />
        ))}
      </g>
      <g className={classes.watermark}>
        {page.watermark.map((run) => (
          <Run key={run.x} run={run} />
        ))}
      </g>
      <Lines strokes={page.strokes} />
      {page.blocks.map((block, index) => (
        // blocks have no identity, and their order is that of the boxes
        // eslint-disable-next-line react/no-array-index-key
        <Block key={index} block={block} />
      ))}
    </svg>
  );
});

function Lines({ strokes }: { strokes: readonly Stroke[] }) {
  const path = strokes.map(({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`).join('');
  return <path d={path} className={classes.lines} />;
}

const Block = memo(function Block({ block }: { block: TextBlock }) {
  return (
    <g data-box={block.box} data-role={block.role}>
      {block.runs.map((run) => (
        <Run key={`${run.x} ${run.y}`} run={run} />
      ))}
    </g>
  );
});

/** The widths of the report's fonts hold whatever font the browser has. */
const Run = ({ run: { x, y, size, bold, width, text } }: { run: TextRun }) =>
  text.trim() === '' ? null : (
    <text
      x={x}
      y={y}
      fontSize={size}
      fontWeight={bold ? 700 : 400}
      textLength={width}
      lengthAdjust="spacingAndGlyphs"
      xmlSpace="preserve"
    >
      {text}
    </text>
  );
