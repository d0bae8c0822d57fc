// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../feedback/queryClient.ts';
import { forgetSession, signedIn, type Session } from '../../session/sessionStore.ts';
import { ExportForm } from './ExportForm.tsx';
import type { Question } from './useQuestion.ts';
import { render, startWithEmptyDocument } from '../../testing/render.tsx';

beforeEach(() => {
  signedIn({
    userKey: 1,
    sponsorKey: 1,
    token: 't',
    timeZone: 'UTC',
    expiresAt: '2099-01-01T00:00:00Z',
    privList: [],
  } as unknown as Session);
});
afterEach(() => {
  forgetSession();
  queryClient.clear();
});
startWithEmptyDocument();

it('begins one export where it is pressed twice, or again after a lost answer, and another one later', async () => {
  const keys: string[] = [];
  let isLost = true;
  vi.stubGlobal('fetch', async (_: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'PUT') {
      keys.push((JSON.parse(String(body)) as { exportKey: string }).exportKey);
      if (isLost) throw new TypeError('Failed to fetch');
    }
    const headers = { 'content-type': 'application/json' };
    return new Response(JSON.stringify({ success: true, data: { datasets: [] } }), { headers });
  });
  const query = {
    items: ['C.1.1'],
    condition: { any: false, conditions: [{}] },
    layout: 'case',
    block: '',
    repeats: 'joined',
    codes: 'label',
  };
  const question = { query, faults: new Map(), entry: null } as unknown as Question;
  const Component = () => <ExportForm question={question} />;
  const path = '/:sponsorKey/:sessionSenderKey/:language/:appendix';
  const router = createMemoryRouter([{ path, Component }], { initialEntries: ['/1/-1/en/FDA'] });
  await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const button = () => document.querySelector('button');
  const press = (times: number) =>
    act(async () => {
      for (let time = 0; time < times; time++) button()?.click();
    });
  const isIdle = () => expect.poll(() => button()?.disabled).toBe(false);
  await press(2);
  await expect.poll(() => keys.length).toBe(2);
  await isIdle();
  isLost = false;
  await press(1);
  await expect.poll(() => keys.length).toBe(3);
  expect(new Set(keys).size).toBe(1);
  await isIdle();
  await press(1);
  await expect.poll(() => keys.length).toBe(4);
  expect(new Set(keys).size).toBe(2);
});
