/** Layout of a diagram of steps: from top to bottom, forward routes at the right, backward routes at the left. */

/** From one step to another, by their keys. */
export interface Route {
  from: string;
  to: string;
}

/** Steps in their order, and the routes between them. */
export interface StepPlan<Step extends { key: string }> {
  steps: readonly Step[];
  routes: readonly Route[];
}

/** Sizes of the diagram in its own units (CSS pixels if not scaled). */
export const BOX = { width: 190, height: 58, gap: 30 };
const MARGIN = 6;
/** gap between parallel routes */
const LANE = 15;
/** share of a box's height where a route leaves and enters it */
const NEAR = 0.3;
const TIP = 6;

interface PlacedStep<Step> {
  step: Step;
  x: number;
  y: number;
}

export interface Arrow extends Route {
  /** SVG paths of the line and its arrowhead */
  line: string;
  tip: string;
}

export interface StepLayout<Step> {
  width: number;
  height: number;
  boxes: PlacedStep<Step>[];
  arrows: Arrow[];
}

interface PlacedRoute {
  from: number;
  to: number;
  route: Route;
}
const spanOf = ({ from, to }: PlacedRoute): number => Math.abs(to - from);

/** The diagram of a plan. Routes from or to an unknown step are omitted. */
export function layoutSteps<Step extends { key: string }>({
  steps,
  routes,
}: StepPlan<Step>): StepLayout<Step> {
  const indexOfStep = new Map(steps.map(({ key }, index) => [key, index]));
  const placed = routes.flatMap((route): PlacedRoute[] => {
    const [from, to] = [indexOfStep.get(route.from), indexOfStep.get(route.to)];
    return from === undefined || to === undefined || from === to ? [] : [{ from, to, route }];
  });
  const next = placed.filter(({ from, to }) => to === from + 1);
  const [on, back] = [
    placed.filter(({ from, to }) => to > from + 1),
    placed.filter(({ from, to }) => to < from),
  ];
  const left = MARGIN + lanesOf(back).length * LANE;
  const right = left + BOX.width;
  const top = (index: number) => MARGIN + index * (BOX.height + BOX.gap);
  return {
    width: right + lanesOf(on).length * LANE + MARGIN,
    height: top(steps.length) - BOX.gap + MARGIN,
    boxes: steps.map((step, index) => ({ step, x: left, y: top(index) })),
    arrows: [
      ...next.map(({ from, to, route }) => ({
        ...route,
        ...straight(left + BOX.width / 2, top(from), top(to)),
      })),
      ...on.map((one) => ({
        ...one.route,
        ...around(one, right, laneOf(one, on), top),
      })),
      ...back.map((one) => ({
        ...one.route,
        ...around(one, left, -laneOf(one, back), top),
      })),
    ],
  };
}

/** Longer routes run further outside; routes of equal length never overlap. */
const lanesOf = (placed: readonly PlacedRoute[]): number[] =>
  [...new Set(placed.map(spanOf))].sort((a, b) => a - b);
const laneOf = (one: PlacedRoute, placed: readonly PlacedRoute[]): number =>
  (lanesOf(placed).indexOf(spanOf(one)) + 1) * LANE;

function straight(x: number, above: number, below: number) {
  return {
    line: `M${x} ${above + BOX.height}V${below - TIP}`,
    tip: `M${x} ${below}l${-TIP / 1.5} ${-TIP}h${TIP / 0.75}z`,
  };
}

/** From the side of one box into the same side of another. */
function around({ from, to }: PlacedRoute, x: number, lane: number, top: (index: number) => number) {
  const [leaves, enters] = to > from ? [1 - NEAR, NEAR] : [NEAR, 1 - NEAR];
  const [y1, y2] = [top(from) + BOX.height * leaves, top(to) + BOX.height * enters];
  const side = Math.sign(lane);
  return {
    line: `M${x} ${y1}H${x + lane}V${y2}H${x + side * TIP}`,
    tip: `M${x} ${y2}l${side * TIP} ${-TIP / 1.5}v${TIP / 0.75}z`,
  };
}
