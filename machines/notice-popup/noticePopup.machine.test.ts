import { afterAll, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import { LOOK_AGAIN_MS, makeNoticePopupMachine } from './noticePopup.machine.ts';

const chart = makeNoticePopupMachine<string>();
const transitions = watchTransitions(chart);

function startPopup(notices: readonly string[]) {
  const screen = { free: true };
  const remembered: unknown[] = [];
  const clock = new SimulatedClock();
  const machine = chart.provide({
    actions: { remember: (_, { notice, remind }) => void remembered.push([notice, remind]) },
  });
  const input = { notices, isFree: () => screen.free };
  const popup = createActor(machine, { clock, input, inspect: transitions.inspect }).start();
  return { popup, clock, screen, remembered, at: () => popup.getSnapshot() };
}

it('shows nothing without notices', () => {
  expect(startPopup([]).at().value).toBe('done');
});

it('shows one after the other and stores how each was closed', () => {
  const { popup, remembered, at } = startPopup(['first', 'second']);
  popup.send({ type: 'remind.toggled', remind: 'never' });
  popup.send({ type: 'popup.closed' });
  expect(at().context).toMatchObject({ notices: ['second'], remind: null });
  popup.send({ type: 'popup.closed' });
  expect(remembered).toEqual([
    ['first', 'never'],
    ['second', null],
  ]);
  expect(at().value).toBe('done');
});

it('ticks one box at most, and clears the ticked one', () => {
  const { popup, at } = startPopup(['notice']);
  const ticked = (['tomorrow', 'never', 'never', 'tomorrow'] as const).map((remind) => {
    popup.send({ type: 'remind.toggled', remind });
    return at().context.remind;
  });
  expect(ticked).toEqual(['tomorrow', 'never', null, 'tomorrow']);
});

it('waits until the screen is free', () => {
  const { popup, clock, screen, at } = startPopup(['first', 'second']);
  screen.free = false;
  popup.send({ type: 'popup.closed' });
  clock.increment(LOOK_AGAIN_MS);
  expect(at().value).toBe('waiting');
  screen.free = true;
  clock.increment(LOOK_AGAIN_MS - 1);
  expect(at().value).toBe('waiting');
  clock.increment(1);
  expect(at().value).toBe('showing');
});

afterAll(() => expect(transitions.untaken()).toEqual([]));
