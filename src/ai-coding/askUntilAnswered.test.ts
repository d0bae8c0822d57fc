// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  POLL_FOR_MS,
  POLL_WAITS_MS,
  type AiCodingFailure,
  type Recommendation,
} from '../../machines/ai-coding/aiCoding.machine.ts';
import { askUntilAnswered } from './askUntilAnswered.ts';

const PENDING: Recommendation<string> = { status: 'PENDING', recommendedCodes: [] };
const NONE: Recommendation<string> = { status: 'NOT_MATCHED', recommendedCodes: [] };
const FOUND: Recommendation<string> = { status: 'MATCHED', recommendedCodes: ['1'] };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Answers come in their order, the last one again and again; a failure is thrown. */
function start(...answers: (Recommendation<string> | AiCodingFailure)[]) {
  const requests: boolean[] = [];
  const signals: AbortSignal[] = [];
  const left = new AbortController();
  const ending = askUntilAnswered<string>(
    {
      keyword: '',
      ask: async (shouldUsePooling, signal) => {
        requests.push(shouldUsePooling);
        signals.push(signal);
        const answer = answers.length > 1 ? answers.shift() : answers[0];
        if (!answer || 'kind' in answer) throw answer;
        return answer;
      },
      failureOf: (error) => error as AiCodingFailure,
    },
    left.signal,
  );
  return { asked: requests, signals, left, ending };
}

it('asks with polling after an empty answer, and gives the codes', async () => {
  const { asked: requests, ending } = start(NONE, PENDING, FOUND);
  await vi.advanceTimersByTimeAsync(POLL_WAITS_MS[0]);
  expect(await ending).toEqual({ how: 'codes', codes: ['1'] });
  expect(requests).toEqual([false, true, true]);
});

it.each<[Recommendation<string> | AiCodingFailure, object]>([
  [NONE, { how: 'notMatched' }],
  [{ kind: 'closed' }, { how: 'closed' }],
  [
    { kind: 'missingItem', message: 'Reaction' },
    { how: 'missingItem', message: 'Reaction' },
  ],
  [
    { kind: 'aiError', message: 'no terms' },
    { how: 'aiError', message: 'no terms' },
  ],
  [
    { kind: 'other', error: 1 },
    { how: 'failed', error: 1 },
  ],
])('%j ends it', async (answer, end) => {
  expect(await start(answer).ending).toEqual(end);
});

it('stops at the deadline, and never asks again', async () => {
  const { asked: requests, ending } = start(PENDING);
  await vi.advanceTimersByTimeAsync(2 * POLL_FOR_MS);
  expect(await ending).toEqual({ how: 'tooLate' });
  const before = requests.length;
  await vi.advanceTimersByTimeAsync(POLL_FOR_MS);
  expect(requests).toHaveLength(before);
});

it('asks at once when the tab is seen again after its timers slept', async () => {
  const { asked: requests, ending } = start(PENDING, PENDING, FOUND);
  await vi.advanceTimersByTimeAsync(0);
  expect(requests).toHaveLength(2);
  vi.setSystemTime(Date.now() + POLL_WAITS_MS[0]);
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(0);
  expect(await ending).toEqual({ how: 'codes', codes: ['1'] });
});

it('asks nothing any more once it was left, and tells the question that runs', async () => {
  const { asked: requests, signals, left, ending } = start(PENDING);
  left.abort();
  expect(await ending).toEqual({ how: 'left' });
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
  await vi.advanceTimersByTimeAsync(POLL_FOR_MS);
  expect(requests).toEqual([false]);
});
