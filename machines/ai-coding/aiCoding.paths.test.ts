/** All paths in which codes are recommended, polled, missing and left. */
import { it } from 'vitest';
import type { SimulatedClock } from 'xstate';
import { checkModel } from '../testing/checkModel.ts';
import { makeAiCodingMachine, POLL_FOR_MS, POLL_WAITS_MS, type AiCodingFailure } from './aiCoding.machine.ts';

interface World {
  now: () => number;
  slept: number;
}
const ENDS = ['notMatched', 'missingItem', 'aiError', 'closed', 'left'] as const;
const fails = (failure: AiCodingFailure) => ({ answer: 'askForCodes', error: failure });
const answers = (status: string, recommendedCodes: string[] = []) => ({
  answer: 'askForCodes',
  output: { status, recommendedCodes },
});

checkModel(
  {
    machine: makeAiCodingMachine<string>(),
    world: (clock: SimulatedClock): World => {
      const world: World = { now: () => clock.now() + world.slept, slept: 0 };
      return world;
    },
    starts: {
      dialog: ({ now }) => ({ now, keyword: '', failureOf: (error) => error as AiCodingFailure }),
    },
    steps: {
      found: answers('MATCHED', ['1']),
      'nothing matches': answers('NOT_MATCHED'),
      pending: answers('PENDING'),
      1129: fails({ kind: 'closed' }),
      1130: fails({ kind: 'missingItem', message: 'Reaction' }),
      1131: fails({ kind: 'aiError', message: 'no terms' }),
      'another failure': fails({ kind: 'other', error: 1 }),
      'the first wait': { pass: POLL_WAITS_MS[0] },
      'the tab sleeps': { change: (world) => void (world.slept = POLL_FOR_MS) },
      'the tab is shown': { send: { type: 'tab.shown' } },
      types: { send: { type: 'keyword.typed', keyword: 'head' } },
      searches: { send: { type: 'search.asked' } },
      closes: { send: { type: 'dialog.closed' } },
    },
    view: ({ context }, { slept }) => [Math.min(context.polls, 2), context.keyword, slept],
    rests: (snapshot) => snapshot.matches('ready') || snapshot.matches('searching'),
    invariants: {
      'codes are shown only where there are some': ({ after }) =>
        !after.matches('ready') || after.context.codes.length > 0,
      'the first question is without polling': ({ before, after }) =>
        !(before.matches('asking') && after.matches('polling')) || after.context.polls === 1,
      'the user is told one thing at most': ({ history }) =>
        history.filter(({ action }) => action.startsWith('tell')).length <= 1,
      'nothing is asked any more after it was left or has ended': ({ after }) =>
        ![...ENDS, 'searching' as const, 'ready' as const].some((state) => after.matches(state)) ||
        Object.keys(after.children).length === 0,
      'whoever searches gets an ordinary look-up': ({ step, before, after }) =>
        step !== 'searches' || before.status === 'done' || after.matches('searching'),
      'closing by hand gives the keyword back, once': ({ step, before, did }) =>
        did.filter(({ action }) => action === 'returnKeyword').length ===
        (step === 'closes' && before.status !== 'done' ? 1 : 0),
    },
  },
  it,
);
