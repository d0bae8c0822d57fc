/** Requests recommended codes as the chart defines: once, then with polling until they arrive or the dialog is left. */
import { createActor, fromPromise } from 'xstate';
import {
  makeAiCodingMachine,
  type AiCodingFailure,
  type Recommendation,
} from '../../machines/ai-coding/aiCoding.machine.ts';

export interface Asking<Code> {
  keyword: string;
  /** asks once; the signal tells that the answer is not wanted any more */
  ask: (shouldUsePooling: boolean, signal: AbortSignal) => Promise<Recommendation<Code>>;
  failureOf: (error: unknown) => AiCodingFailure;
}

/** How it ended: with codes, with an ordinary search, or with a dialog that is to be closed. */
export type Ending<Code> =
  | { how: 'codes'; codes: readonly Code[] }
  | { how: 'tooLate' | 'closed' | 'left' }
  | { how: 'notMatched' }
  | { how: 'failed'; error: unknown }
  | { how: 'missingItem' | 'aiError'; message: string };

/** An ending without codes, reported to the user once the dialog is closed. */
export type NoCodes = Extract<Ending<never>, { how: 'notMatched' | 'missingItem' | 'aiError' }>;

/**
 * Resolves once, and never rejects. The deadline is a time of the clock, and a tab that is seen again asks at once where
 * it is time, so timers that slept in a hidden tab lose nothing.
 *
 * @param leaveSignal the user searches, or has closed the dialog: nothing is asked any more
 */
export function askUntilAnswered<Code>(
  { keyword, ask, failureOf }: Asking<Code>,
  leaveSignal: AbortSignal,
): Promise<Ending<Code>> {
  return new Promise((resolve) => {
    const messageOf = (failure: AiCodingFailure) => ('message' in failure ? failure.message : '');
    const ends = (how: 'tooLate' | 'notMatched') => () => resolve({ how });
    const chart = makeAiCodingMachine<Code>().provide({
      actors: {
        askForCodes: fromPromise<Recommendation<Code>, { shouldUsePooling: boolean }>(({ input, signal }) =>
          ask(input.shouldUsePooling, signal),
        ),
      },
      actions: {
        showCodes: ({ context }) => resolve({ how: 'codes', codes: context.codes }),
        tellTooLate: ends('tooLate'),
        tellNoResults: ends('notMatched'),
        tellMissingItem: ({ context }) =>
          resolve({ how: 'missingItem', message: messageOf(context.failure) }),
        tellAiError: ({ context }) => resolve({ how: 'aiError', message: messageOf(context.failure) }),
        tellFailure: ({ context: { failure } }) =>
          resolve({ how: 'failed', error: failure.kind === 'other' ? failure.error : failure }),
      },
    });
    const actor = createActor(chart, { input: { keyword, failureOf, now: () => Date.now() } });
    const onShown = () => {
      if (document.visibilityState === 'visible') actor.send({ type: 'tab.shown' });
    };
    const onLeft = () => actor.send({ type: 'dialog.closed' });
    actor.subscribe((snapshot) => {
      const over = snapshot.matches('ready') || snapshot.matches('searching');
      if (!over && snapshot.status === 'active') return;
      document.removeEventListener('visibilitychange', onShown);
      leaveSignal.removeEventListener('abort', onLeft);
      if (snapshot.matches('closed')) resolve({ how: 'closed' });
      if (snapshot.matches('left')) resolve({ how: 'left' });
      actor.stop();
    });
    document.addEventListener('visibilitychange', onShown);
    leaveSignal.addEventListener('abort', onLeft);
    actor.start();
    if (leaveSignal.aborted) onLeft();
  });
}
