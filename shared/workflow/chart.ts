/** Layout of a workflow diagram: steps from top to bottom, forward routes at the right, backward routes at the left. */
import type { WorkflowPlan, WorkflowRoute, WorkflowStep } from './plan.ts';

/** Sizes of the diagram in its own units (CSS pixels if not scaled). */
export const BOX = { width: 190, height: 44, gap: 30 };
const MARGIN = 6;
/** gap between parallel routes */
const LANE = 15;
/** share of a box's height where a route leaves and enters it */
const NEAR = 0.3;
const TIP = 6;

interface ChartBox<Step> {
  step: Step;
  x: number;
  y: number;
}

export interface ChartArrow extends WorkflowRoute {
  /** SVG paths of the line and its arrowhead */
  line: string;
  tip: string;
}

export interface ChartLayout<Step> {
  width: number;
  height: number;
  boxes: ChartBox<Step>[];
  arrows: ChartArrow[];
}

interface ChartRoute {
  from: number;
  to: number;
  route: WorkflowRoute;
}
const spanOf = ({ from, to }: ChartRoute): number => Math.abs(to - from);

/** The diagram of a plan. Routes from or to an unknown step are omitted. */
export function layoutChart<Step extends WorkflowStep>({
  steps,
  routes,
}: WorkflowPlan<Step>): ChartLayout<Step> {
  const ordered = steps.toSorted((a, b) => a.sort - b.sort);
  const indexOfStep = new Map(ordered.map(({ workflowKey }, index) => [workflowKey, index]));
  const chartRoutes = routes.flatMap((route): ChartRoute[] => {
    const [from, to] = [indexOfStep.get(route.from), indexOfStep.get(route.to)];
    return from === undefined || to === undefined || from === to ? [] : [{ from, to, route }];
  });
  const next = chartRoutes.filter(({ from, to }) => to === from + 1);
  const [on, back] = [
    chartRoutes.filter(({ from, to }) => to > from + 1),
    chartRoutes.filter(({ from, to }) => to < from),
  ];
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
      ...on.map((chartRoute) => ({
        ...chartRoute.route,
        ...around(chartRoute, right, laneOf(chartRoute, on), top),
      })),
      ...back.map((chartRoute) => ({
        ...chartRoute.route,
        ...around(chartRoute, left, -laneOf(chartRoute, back), top),
      })),
    ],
  };
}

/** Longer routes run further outside; routes of equal length never overlap. */
const lanesOf = (chartRoutes: readonly ChartRoute[]): number[] =>
  [...new Set(chartRoutes.map(spanOf))].sort((a, b) => a - b);
const laneOf = (chartRoute: ChartRoute, chartRoutes: readonly ChartRoute[]): number =>
  (lanesOf(chartRoutes).indexOf(spanOf(chartRoute)) + 1) * LANE;

function straight(x: number, above: number, below: number) {
  return {
    line: `M${x} ${above + BOX.height}V${below - TIP}`,
    tip: `M${x} ${below}l${-TIP / 1.5} ${-TIP}h${TIP / 0.75}z`,
  };
}

/** From the side of one box into the same side of another. */
function around({ from, to }: ChartRoute, x: number, lane: number, top: (index: number) => number) {
  const [leaves, enters] = to > from ? [1 - NEAR, NEAR] : [NEAR, 1 - NEAR];
  const [y1, y2] = [top(from) + BOX.height * leaves, top(to) + BOX.height * enters];
  const side = Math.sign(lane);
  return {
    line: `M${x} ${y1}H${x + lane}V${y2}H${x + side * TIP}`,
    tip: `M${x} ${y2}l${side * TIP} ${-TIP / 1.5}v${TIP / 0.75}z`,
  };
}
