import { afterAll, describe, expect, it, vi } from 'vitest';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { watchTransitions } from '../testing/transitionCoverage.ts';
import {
  CLEAR_CHANGES_AFTER_MS,
  FIRST_SAVE_REASON,
  SAVE_REASONS,
  reasonText,
  saveMachine,
  type AfterSave,
  type OtherVersion,
  type Refreshed,
  type SaveOutcome,
  type StaleAnswer,
  type StaleItem,
} from './save.machine.ts';

const transitions = watchTransitions(saveMachine);

const CLEAN: Refreshed = { unsaved: false, newRow: false };

interface Server {
  otherVersions?: readonly OtherVersion[] | Error;
  refreshed?: Refreshed | Error;
}

const answer = <T>(given: T | Error): Promise<T> =>
  given instanceof Error ? Promise.reject(given) : Promise.resolve(given);

function startSave(
  outcomes: (SaveOutcome | Error)[] = [{ kind: 'saved' }],
  { otherVersions = [], refreshed = CLEAN }: Server = {},
) {
  const submitted: string[] = [];
  const settled: StaleAnswer[] = [];
  const world = {
    showNothingToSave: vi.fn(),
    showSaved: vi.fn(),
    showFailed: vi.fn(),
    showNotRead: vi.fn(),
    clearChanges: vi.fn(),
    openSavedRow: vi.fn(),
    requestAgain: vi.fn(),
  };
  const clock = new SimulatedClock();
  const machine = saveMachine.provide({
    actors: {
      submitPage: fromPromise<SaveOutcome, { reason: string }>(({ input }) => {
        submitted.push(`${input.reason}, ${settled.length} answers`);
        return answer(outcomes.shift() ?? { kind: 'saved' as const });
      }),
      findOtherVersions: fromPromise(() => answer(otherVersions)),
      refreshPage: fromPromise(() => answer(refreshed)),
    },
    actions: {
      ...world,
      showFailed: (_, failure) => world.showFailed(failure),
      showNotRead: (_, failure) => world.showNotRead(failure),
      requestAgain: (_, request) => world.requestAgain(request),
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
  await waitFor(save, (state) => state.matches('idle'));
  expect(clearChanges).toHaveBeenCalledOnce();
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

describe('a save that may make the version a case of its own', () => {
  const other: OtherVersion = {
    caseKey: 7,
    versionNo: 1,
    createdAt: '2026-01-02T00:00:00.000Z',
    createdByName: 'Kim',
  };
  const request = { type: 'save.requested', changeCount: 1, savedBefore: true, mayDisconnect: true } as const;

  it('warns of the versions it leaves behind, and asks for the reason when that is confirmed', async () => {
    const { save, submitted } = startSave([{ kind: 'saved' }], { otherVersions: [other] });
    save.send(request);
    await waitFor(save, (state) => state.matches('warning'));
    expect(save.getSnapshot().context.otherVersions).toEqual([other]);
    save.send({ type: 'disconnect.confirmed' });
    expect(save.getSnapshot().value).toBe('askingReason');
    expect(submitted).toEqual([]);
  });

  it('keeps everything when the warning is not confirmed', async () => {
    const { save, submitted, clearChanges } = startSave([], { otherVersions: [other] });
    save.send(request);
    await waitFor(save, (state) => state.matches('warning'));
    save.send({ type: 'disconnect.cancelled' });
    expect(save.getSnapshot().value).toBe('idle');
    expect(save.getSnapshot().context.otherVersions).toEqual([]);
    expect(submitted).toEqual([]);
    expect(clearChanges).not.toHaveBeenCalled();
  });

  it('does not warn where the case has no other version', async () => {
    const { save } = startSave();
    save.send(request);
    await waitFor(save, (state) => state.matches('askingReason'));
  });

  it('saves nothing as long as the versions cannot be read', async () => {
    const { save, submitted, showNotRead } = startSave([], { otherVersions: new Error('offline') });
    save.send(request);
    await waitFor(save, (state) => state.matches('idle'));
    expect(showNotRead).toHaveBeenCalledWith({ error: new Error('offline') });
    expect(submitted).toEqual([]);
  });
});

describe('after a save', () => {
  const savedAnd = async (refreshed: Refreshed | Error, afterSave: AfterSave | null) => {
    const started = startSave([{ kind: 'saved' }], { refreshed });
    started.save.send({ type: 'save.requested', changeCount: 1, savedBefore: false, afterSave });
    await waitFor(started.save, (state) => state.matches('saved'));
    return { ...started, forget: () => started.clock.increment(CLEAR_CHANGES_AFTER_MS) };
  };

  it('goes on once nothing is unsaved', async () => {
    const goOn = vi.fn();
    const { save, forget, openSavedRow } = await savedAnd(CLEAN, goOn);
    forget();
    await waitFor(save, (state) => state.matches('idle'));
    expect(goOn).toHaveBeenCalledOnce();
    expect(openSavedRow).not.toHaveBeenCalled();
  });

  it('stays where something was typed meanwhile', async () => {
    const goOn = vi.fn();
    const { save, forget } = await savedAnd({ unsaved: true, newRow: false }, goOn);
    forget();
    await waitFor(save, (state) => state.matches('idle'));
    expect(goOn).not.toHaveBeenCalled();
  });

  it.each([
    ['the user stays', { unsaved: false, newRow: true }, null],
    ['something was typed meanwhile', { unsaved: true, newRow: true }, vi.fn()],
  ])('opens a new row at its own address when %s', async (_, refreshed, goOn) => {
    const { save, forget, openSavedRow } = await savedAnd(refreshed, goOn);
    forget();
    await waitFor(save, (state) => state.matches('idle'));
    expect(openSavedRow).toHaveBeenCalledOnce();
    if (goOn) expect(goOn).not.toHaveBeenCalled();
  });

  it('shows that the page could not be read again, and does not go on', async () => {
    const goOn = vi.fn();
    const { save, forget, showNotRead } = await savedAnd(new Error('offline'), goOn);
    forget();
    await waitFor(save, (state) => state.matches('idle'));
    expect(showNotRead).toHaveBeenCalledWith({ error: new Error('offline') });
    expect(goOn).not.toHaveBeenCalled();
  });

  it.each([{ unsaved: true, newRow: false }, new Error('offline')])(
    'requests a save again that had to wait: %o',
    async (refreshed) => {
      const { save, forget, requestAgain } = await savedAnd(refreshed, vi.fn());
      forget();
      const afterSave = vi.fn();
      save.send({ type: 'save.requested', changeCount: 1, savedBefore: true, afterSave });
      expect(save.getSnapshot().value).toBe('refreshing');
      await waitFor(save, (state) => state.matches('idle'));
      expect(requestAgain).toHaveBeenCalledExactlyOnceWith({ afterSave });
      expect(afterSave).not.toHaveBeenCalled();
    },
  );

  it.each(['submitting', 'saved'] as const)(
    'requests a save again that came while it was %s',
    async (state) => {
      const { save, clock, requestAgain } = startSave([{ kind: 'saved' }], {
        refreshed: { unsaved: true, newRow: false },
      });
      const request = { type: 'save.requested', changeCount: 1, savedBefore: false } as const;
      save.send(request);
      if (state === 'saved') await waitFor(save, (snapshot) => snapshot.matches(state));
      expect(save.getSnapshot().value).toBe(state);
      save.send(request);
      await waitFor(save, (snapshot) => snapshot.matches('saved'));
      clock.increment(CLEAR_CHANGES_AFTER_MS);
      await waitFor(save, (snapshot) => snapshot.matches('idle'));
      expect(requestAgain).toHaveBeenCalledExactlyOnceWith({ afterSave: null });
    },
  );
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
