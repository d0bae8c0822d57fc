import { afterAll, expect, it, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import {
  CLEAR_CHANGES_AFTER_MS,
  FIRST_SAVE_REASON,
  SAVE_REASONS,
  reasonText,
  saveMachine,
  type SaveOutcome,
  type StaleAnswer,
  type StaleItem,
} from './save.machine.ts';

const transitions = watchTransitions(saveMachine);

function startSave(outcomes: (SaveOutcome | Error)[] = [{ kind: 'saved' }]) {
  const submitted: string[] = [];
  const settled: StaleAnswer[] = [];
  const world = {
    showNothingToSave: vi.fn(),
    showSaved: vi.fn(),
    showFailed: vi.fn(),
    clearChanges: vi.fn(),
  };
  const clock = new SimulatedClock();
  const machine = saveMachine.provide({
    actors: {
      submitPage: fromPromise<SaveOutcome, { reason: string }>(({ input }) => {
        submitted.push(`${input.reason}, ${settled.length} answers`);
        const outcome = outcomes.shift() ?? { kind: 'saved' as const };
        return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
      }),
    },
    actions: {
      ...world,
      showFailed: (_, failure) => world.showFailed(failure),
      settleConflict: (_, answer) => void settled.push(answer),
    },
  });
  const save = createActor(machine, { clock, inspect: transitions.inspect }).start();
  return { save, clock, submitted, settled, ...world };
}

const stale: StaleItem = {
  itemId: 'X.1',
  rowNo: 0,
  rowNo2: 0,
  rowNo3: 0,
  theirs: { value: 'theirs', nullFlavor: null, notation: null },
  changedBy: 'kim',
  changedAt: '2026-01-02T00:00:00.000Z',
};

it('reports that nothing was modified and asks nothing', () => {
  const { save, showNothingToSave, submitted } = startSave();
  save.send({ type: 'save.requested', changeCount: 0, savedBefore: true });
  expect(save.getSnapshot().value).toBe('idle');
  expect(showNothingToSave).toHaveBeenCalledOnce();
  expect(submitted).toEqual([]);
});

it('does not ask for a reason on the very first save', async () => {
  const { save, submitted, showSaved } = startSave();
  save.send({ type: 'save.requested', changeCount: 1, savedBefore: false });
  await waitFor(save, (state) => state.matches('saved'));
  expect(submitted).toEqual([`${FIRST_SAVE_REASON}, 0 answers`]);
  expect(showSaved).toHaveBeenCalledOnce();
});

it('asks for a reason on later saves, refuses a blank one and can be cancelled', async () => {
  const { save, submitted } = startSave();
  save.send({ type: 'save.requested', changeCount: 2, savedBefore: true });
  save.send({ type: 'reason.given', reason: '   ' });
  expect(save.getSnapshot().value).toBe('askingReason');
  save.send({ type: 'reason.cancelled' });
  expect(save.getSnapshot().value).toBe('idle');

  save.send({ type: 'save.requested', changeCount: 2, savedBefore: true });
  save.send({ type: 'reason.given', reason: ' New Data ' });
  await waitFor(save, (state) => state.matches('saved'));
  expect(submitted).toEqual(['New Data, 0 answers']);
});

it('clears the changes 300 ms after success', async () => {
  const { save, clock, clearChanges } = startSave();
  save.send({ type: 'save.requested', changeCount: 1, savedBefore: false });
  await waitFor(save, (state) => state.matches('saved'));

  clock.increment(CLEAR_CHANGES_AFTER_MS - 1);
  expect(clearChanges).not.toHaveBeenCalled();
  clock.increment(1);
  expect(clearChanges).toHaveBeenCalledOnce();
  expect(save.getSnapshot().value).toBe('idle');
});

it('keeps the changes and reports SUBMIT_FAIL when the server refuses', async () => {
  const { save, clock, clearChanges, showFailed } = startSave([new Error('refused')]);
  save.send({ type: 'save.requested', changeCount: 1, savedBefore: false });
  await waitFor(save, (state) => state.matches('idle'));
  clock.increment(CLEAR_CHANGES_AFTER_MS * 2);
  expect(clearChanges).not.toHaveBeenCalled();
  expect(showFailed).toHaveBeenCalledWith({ error: new Error('refused'), category: 'SUBMIT_FAIL' });
});

it("lists stale items, and sends again after the page has applied the user's decision", async () => {
  const { save, submitted, settled, clearChanges } = startSave([{ kind: 'stale', items: [stale] }]);
  save.send({ type: 'save.requested', changeCount: 2, savedBefore: true });
  save.send({ type: 'reason.given', reason: 'New Data' });
  await waitFor(save, (state) => state.matches('conflict'));
  expect(save.getSnapshot().context.stale).toEqual([stale]);
  expect(clearChanges).not.toHaveBeenCalled();

  save.send({ type: 'conflict.answered', takeTheirs: ['X.1|0|0|0'] });
  await waitFor(save, (state) => state.matches('saved'));
  expect(submitted).toEqual(['New Data, 0 answers', 'New Data, 1 answers']);
  expect(settled).toEqual([{ stale: [stale], takeTheirs: ['X.1|0|0|0'] }]);
  expect(save.getSnapshot().context.stale).toEqual([]);
});

it('keeps everything when the user closes the list of stale items', async () => {
  const { save, settled } = startSave([{ kind: 'stale', items: [stale] }]);
  save.send({ type: 'save.requested', changeCount: 1, savedBefore: false });
  await waitFor(save, (state) => state.matches('conflict'));
  save.send({ type: 'conflict.closed' });
  expect(save.getSnapshot().value).toBe('idle');
  save.send({ type: 'save.requested', changeCount: 1, savedBefore: false });
  await waitFor(save, (state) => state.matches('saved'));
  expect(settled).toEqual([]);
});

it('uses the choice as reason, or the text if Others is chosen', () => {
  expect(SAVE_REASONS.map((choice) => reasonText(choice, ' typo '))).toEqual([
    'Input Error',
    'New Data',
    'Edited Data',
    'typo',
  ]);
  expect(reasonText('Others', '  ')).toBe('');
});

afterAll(() => expect(transitions.untaken()).toEqual([]));
