// @vitest-environment happy-dom
/** The end of a run is reported wherever the user has gone, and to nobody else who is signed in by then. */
import { notifications, notificationsStore } from '@mantine/notifications';
import type { TFunction } from 'i18next';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SyncRun } from '../../../shared/contract/index.ts';
import { queryClient } from '../../feedback/queryClient.ts';
import { forgetSession, signedIn, type Session } from '../../session/sessionStore.ts';
import { followRun } from './followRun.ts';

const shown = () => notificationsStore.getState().notifications.map(({ id }) => id);

let states: SyncRun['state'][];
let reads: number;
const userOf = (userKey: number) =>
  ({ userKey, sponsorKey: 1, token: 't', privList: [] }) as unknown as Session;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  notifications.clean();
  reads = 0;
  signedIn(userOf(1));
  vi.stubGlobal('fetch', async () => {
    const state = states[Math.min(reads++, states.length - 1)];
    const events = [{ eventKey: 1, term: 'Rash', outcome: 'failed', problem: null }];
    const data = { runKey: 'r', state, kind: 'new', caseKey: null, caseNo: null, events };
    return new Response(JSON.stringify({ success: true, data }), {
      headers: { 'content-type': 'application/json' },
    });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  forgetSession();
  queryClient.clear();
  notifications.clean();
});

const scope = {
  sponsorKey: 1,
  sessionSenderKey: '-1',
  language: 'en',
  appendix: 'FDA',
  studyKey: 2,
} as const;
const t = ((key: string) => key) as unknown as TFunction<'sync'>;
const refresh = vi.fn(async () => {});
const follow = () => followRun(queryClient, t, { scope, runKey: 'r', refresh });
const pass = () => vi.advanceTimersByTimeAsync(5_000);

it('is followed until it ends, and reported once', async () => {
  states = ['committing', 'committing', 'failed'];
  refresh.mockClear();
  follow();
  await pass();
  expect(shown()).toEqual(['error run.failed']);
  expect([refresh.mock.calls.length, reads]).toEqual([2, 3]);
});

it('is not reported to another user of the tab', async () => {
  states = ['committing', 'committing', 'failed'];
  follow();
  await vi.advanceTimersByTimeAsync(500);
  signedIn(userOf(2));
  await pass();
  expect(shown()).toEqual([]);
});
