import { expect, it } from 'vitest';
import { BOX, layoutSteps } from './layoutSteps.ts';

const plan = {
  steps: ['A', 'B', 'C', 'D'].map((key) => ({ key })),
  routes: [
    { from: 'A', to: 'B' },
    { from: 'A', to: 'D' },
    { from: 'B', to: 'A' },
    { from: 'D', to: 'A' },
    { from: 'A', to: 'gone' },
  ],
};

it('stacks the steps in order without overlap', () => {
  const { boxes, height } = layoutSteps(plan);
  expect(boxes.map((box) => box.step.key)).toEqual(['A', 'B', 'C', 'D']);
  boxes.slice(1).forEach(({ y }, index) => expect(y - (boxes[index]?.y ?? 0)).toBe(BOX.height + BOX.gap));
  expect(height).toBeGreaterThan((boxes.at(-1)?.y ?? 0) + BOX.height);
});

it('draws each route once, forward routes at the right and backward routes at the left, and omits one without a target', () => {
  const { arrows, boxes, width } = layoutSteps(plan);
  expect(arrows.map(({ from, to }) => from + to).sort()).toEqual(['AB', 'AD', 'BA', 'DA']);
  const [left] = boxes.map(({ x }) => x);
  const turn = (from: string, to: string) => {
    const arrow = arrows.find((one) => one.from === from && one.to === to);
    return Number(/H(-?[\d.]+)V/.exec(arrow?.line ?? '')?.[1]);
  };
  expect(turn('A', 'D')).toBeGreaterThan((left ?? 0) + BOX.width);
  expect(turn('A', 'D')).toBeLessThan(width);
  expect(turn('B', 'A')).toBeLessThan(left ?? 0);
  expect(turn('D', 'A')).toBeLessThan(turn('B', 'A'));
  expect(turn('D', 'A')).toBeGreaterThan(0);
});

it('draws a single step', () => {
  expect(layoutSteps({ steps: [{ key: 'A' }], routes: [] })).toMatchObject({ arrows: [], boxes: [{ y: 6 }] });
});
