/** Where the steps and routes of a workflow are drawn: steps from top to bottom, ways on at the right, ways back at the left. */
import type { WorkflowPlan, WorkflowRoute, WorkflowStep } from './plan.ts';

/** Sizes of the drawing, in its own units (CSS pixels where it is not scaled). */
export const BOX = { width: 190, height: 44, gap: 30 };
const MARGIN = 6;
/** between the ways that run beside each other */
const LANE = 15;
/** of a box's height: where a way leaves it, and where it comes in */
const NEAR = 0.3;
const TIP = 6;

interface ChartBox<Step> {
  step: Step;
  x: number;
  y: number;
}

export interface ChartArrow extends WorkflowRoute {
  /** SVG path of the line, and of its tip */
  line: string;
  tip: string;
}

export interface ChartLayout<Step> {
  width: number;
  height: number;
  boxes: ChartBox<Step>[];
  arrows: ChartArrow[];
}

interface Way {
  from: number;
  to: number;
  route: WorkflowRoute;
}
const spanOf = ({ from, to }: Way): number => Math.abs(to - from);

/** The drawing of a plan. A route from or to a step that it does not have is left out. */
export function layoutChart<Step extends WorkflowStep>({
  steps,
  routes,
}: WorkflowPlan<Step>): ChartLayout<Step> {
  const ordered = steps.toSorted((a, b) => a.sort - b.sort);
  const place = new Map(ordered.map(({ workflowKey }, index) => [workflowKey, index]));
  const ways = routes.flatMap((route): Way[] => {
    const [from, to] = [place.get(route.from), place.get(route.to)];
    return from === undefined || to === undefined || from === to ? [] : [{ from, to, route }];
  });
  const next = ways.filter(({ from, to }) => to === from + 1);
  const [on, back] = [ways.filter(({ from, to }) => to > from + 1), ways.filter(({ from, to }) => to < from)];
  const left = MARGIN + lanesOf(back).length * LANE;
  const right = left + BOX.width;
  const top = (index: number) => MARGIN + index * (BOX.height + BOX.gap);
  return {
    width: right + lanesOf(on).length * LANE + MARGIN,
    height: top(ordered.length) - BOX.gap + MARGIN,
    boxes: ordered.map((step, index) => ({ step, x: left, y: top(index) })),
    arrows: [
      ...next.map(({ from, to, route }) => ({
        ...route,
        ...straight(left + BOX.width / 2, top(from), top(to)),
      })),
      ...on.map((way) => ({ ...way.route, ...around(way, right, laneOf(way, on), top) })),
      ...back.map((way) => ({ ...way.route, ...around(way, left, -laneOf(way, back), top) })),
    ],
  };
}

/** Longer ways run further outside; ways of one length never run beside each other. */
const lanesOf = (ways: readonly Way[]): number[] => [...new Set(ways.map(spanOf))].sort((a, b) => a - b);
const laneOf = (way: Way, ways: readonly Way[]): number => (lanesOf(ways).indexOf(spanOf(way)) + 1) * LANE;

function straight(x: number, above: number, below: number) {
  return {
    line: `M${x} ${above + BOX.height}V${below - TIP}`,
    tip: `M${x} ${below}l${-TIP / 1.5} ${-TIP}h${TIP / 0.75}z`,
  };
}

/** Out of the side of one box and into the same side of another. */
function around({ from, to }: Way, x: number, lane: number, top: (index: number) => number) {
  const [leaves, enters] = to > from ? [1 - NEAR, NEAR] : [NEAR, 1 - NEAR];
  const [y1, y2] = [top(from) + BOX.height * leaves, top(to) + BOX.height * enters];
  const side = Math.sign(lane);
  return {
    line: `M${x} ${y1}H${x + lane}V${y2}H${x + side * TIP}`,
    tip: `M${x} ${y2}l${side * TIP} ${-TIP / 1.5}v${TIP / 0.75}z`,
  };
}
