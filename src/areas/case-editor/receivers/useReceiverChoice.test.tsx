// @vitest-environment happy-dom
/** A choice of receivers is saved with the time of what it began with, so that the server refuses it if others chose since. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useEffect } from 'react';
import { expect, it, vi } from 'vitest';
import type { CaseReceiver } from './receivers.queries.ts';
import { useReceiverChoice, type ReceiverChoice } from './useReceiverChoice.ts';
import { render, startWithEmptyDocument } from '../../../testing/render.tsx';

const SEEN = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-01T00:05:00.000Z';

startWithEmptyDocument();

const receiver = (name: string, isChosen: boolean): CaseReceiver => ({
  receiver: name,
  type: 'authority',
  region: 'US',
  reasons: [],
  due: null,
  met: null,
  daysLeft: null,
  state: isChosen ? 'chosen' : 'none',
  format: 'R3',
  language: 'en',
  chosen: isChosen ? { at: SEEN, by: 'kim', reason: '' } : null,
});

/** The choice on a screen, and the bodies of its saves, which are refused: others have chosen meanwhile. */
function openChoice() {
  const saves: unknown[] = [];
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit) => {
    // the failure is reported, too
    if (url.endsWith('/receivers')) saves.push(JSON.parse(String(body)));
    const refusal = { success: false, errCode: 'CASE_CHANGED', errMsg: 'changed', data: [] };
    const headers = { 'content-type': 'application/json' };
    return Promise.resolve(new Response(JSON.stringify(refusal), { status: 409, headers }));
  });
  const shown: { choice?: ReceiverChoice } = {};
  function Page({ rows, at }: { rows: CaseReceiver[]; at: string }) {
    const now = useReceiverChoice(1, rows, at);
    useEffect(() => {
      shown.choice = now;
    });
    return null;
  }
  const queries = new QueryClient();
  return {
    saves,
    draw: (rows: CaseReceiver[], at: string) =>
      render(
        <QueryClientProvider client={queries}>
          <Page rows={rows} at={at} />
        </QueryClientProvider>,
      ),
    choose: (use: (choice: ReceiverChoice) => void) =>
      act(async () => {
        if (shown.choice) use(shown.choice);
      }),
    selected: () => [...(shown.choice?.selected ?? [])],
    problem: () => shown.choice?.dialog.problem,
  };
}

it('names the time at which the choice began, though the list was read again; refused, it begins again', async () => {
  const { saves, draw, choose, selected, problem } = openChoice();
  await draw([receiver('FDA', true), receiver('PMDA', false), receiver('EMA', false)], SEEN);
  await choose(({ select }) => select(new Set(['FDA', 'EMA'])));
  await draw([receiver('FDA', true), receiver('PMDA', true), receiver('EMA', false)], LATER);
  expect(selected()).toEqual(['FDA', 'EMA']);
  await choose(({ dialog }) => dialog.onConfirm('New receiver'));
  await expect.poll(problem).toBe('changed');
  expect(saves).toMatchObject([{ retrievedAt: SEEN }]);

  await choose(({ dialog }) => dialog.onCancel());
  expect(selected()).toEqual(['FDA', 'PMDA']);
  await choose(({ select }) => select(new Set(['FDA', 'PMDA', 'EMA'])));
  await choose(({ dialog }) => dialog.onConfirm('New receiver'));
  await expect.poll(() => saves).toHaveLength(2);
  expect(saves[1]).toMatchObject({ retrievedAt: LATER });
});
