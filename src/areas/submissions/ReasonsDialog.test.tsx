// @vitest-environment happy-dom
/** A reason for warnings that is refused, since the batch was checked again, is given to what is ticked in its dialog. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../feedback/queryClient.ts';
import { forgetSession, signedIn, type Session } from '../../session/sessionStore.ts';
import { CheckListPage } from './CheckListPage.tsx';
import { fill, render, startWithEmptyDocument } from '../../testing/render.tsx';

beforeEach(() => {
  signedIn({
    userKey: 1,
    sponsorKey: 1,
    token: 't',
    timeZone: 'UTC',
    expiresAt: '2099-01-01T00:00:00Z',
    privList: [{ privId: 'EDIT.SUBMISSION' }],
  } as Session);
});
afterEach(() => {
  forgetSession();
  queryClient.clear();
});
startWithEmptyDocument();

const AT = '2026-01-01T00:00:00.000Z';
const event = (eventKey: number) => ({
  eventKey,
  seq: null,
  type: 'created',
  code: null,
  text: null,
  at: AT,
  remoteAt: null,
  userName: 'Kim',
  fileKey: null,
});
const batch = (events: number) => ({
  batchKey: 7,
  receiver: 'FDA',
  sender: 'Acme',
  environment: 'production',
  transport: 'folder',
  pretend: null,
  notation: false,
  batchNumber: '1',
  state: 'ready',
  delayed: false,
  manualStatus: null,
  sending: null,
  awaitsPerson: false,
  isSigned: false,
  hidesTexts: false,
  takes: ['cancel', 'check', 'confirm'],
  fault: null,
  nextTryAt: null,
  fileKey: null,
  fileSize: null,
  frozenAt: AT,
  catalogueVersion: '1',
  dictionaries: {},
  createdAt: AT,
  createdName: 'Kim',
  confirmedAt: null,
  confirmedName: null,
  comment: '',
  sentAt: null,
  answeredAt: null,
  messages: [],
  attempts: [],
  events: Array.from({ length: events }, (_, index) => event(index + 1)),
});
const warning = (findingKey: number, text: string) => ({
  findingKey,
  seq: null,
  checkId: 'structure',
  severity: 'warning',
  ruleId: text,
  message: { en: text, ko: text, ja: text, zh: text },
  item: null,
  reason: null,
  reasonName: null,
});

it('shows the warnings of the last check to be ticked, beside the reason that was typed', async () => {
  const given: unknown[] = [];
  let isChecked = false;
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const headers = { 'content-type': 'application/json' };
    const answer = (data: unknown) => new Response(JSON.stringify({ success: true, data }), { headers });
    if (method === 'PUT' && url.includes('reason')) {
      given.push(JSON.parse(String(body)));
      if (isChecked) return answer({});
      isChecked = true;
      const refusal = { success: false, errCode: 'SUBMISSION_STALE', errMsg: 'Checked meanwhile', data: [] };
      return new Response(JSON.stringify(refusal), { status: 409, headers });
    }
    if (method !== 'GET') return answer({});
    if (!url.includes('/check')) return answer(batch(isChecked ? 2 : 1));
    const findings = isChecked
      ? [warning(11, 'No ICH schema'), warning(12, 'Created too early')]
      : [warning(1, 'No ICH schema')];
    return answer({ checkedAt: AT, findings });
  });
  const routes = [
    {
      path: '/:sponsorKey/:sessionSenderKey/:language/:appendix/submission/:batchKey',
      Component: CheckListPage,
    },
  ];
  const router = createMemoryRouter(routes, { initialEntries: ['/1/-1/en/FDA/submission/7'] });
  await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  const boxes = (within = '') =>
    [...document.querySelectorAll<HTMLInputElement>(`${within} input[type="checkbox"]`)].map(
      ({ checked }) => checked,
    );
  const press = (name: string) =>
    act(async () => {
      const buttons = [...document.querySelectorAll<HTMLElement>('button, input[type="checkbox"]')];
      buttons
        .findLast((one) => (one.getAttribute('aria-label') ?? one.textContent).startsWith(name))
        ?.click();
    });
  await expect.poll(() => boxes().length).toBe(1);
  await press('check.tick');
  await press('check.giveReason');
  const field = () => document.querySelector('textarea');
  await expect.poll(field).not.toBeNull();
  await fill(field(), 'Known');
  const submit = () => act(async () => document.querySelector<HTMLButtonElement>('[type="submit"]')?.click());
  expect(boxes('[role="dialog"]')).toEqual([]);
  await submit();
  // the one that comes again keeps its tick; the other one was not seen
  await expect.poll(() => boxes('[role="dialog"]')).toEqual([true, false]);
  expect(field()?.value).toBe('Known');
  await press('check.tick');
  await submit();
  await expect.poll(() => document.querySelector('[role="dialog"]')).toBeNull();
  expect(given).toEqual([
    { findingKeys: [1], reason: 'Known' },
    { findingKeys: [11, 12], reason: 'Known' },
  ]);
});
