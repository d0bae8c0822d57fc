// @vitest-environment happy-dom
/** A comment that is refused, since another user has set the status meanwhile, stays with the reason why. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../feedback/queryClient.ts';
import { forgetSession, signedIn, type Session } from '../../session/sessionStore.ts';
import { CommentsDialog } from './CommentsDialog.tsx';

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // what other files of the worker left
  document.body.replaceChildren();
  // a text that grows waits for the fonts
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
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
  vi.unstubAllGlobals();
});

const revision = (revisionNo: number, userName: string) => ({
  revisionNo,
  comments: 'Paper receipt',
  batchStatus: 'accepted',
  originBatchStatus: 'delayed',
  at: '2026-01-01T00:00:00.000Z',
  userName,
});

it('keeps a comment whose status another user was faster to set, and says why it was refused', async () => {
  const revisions: ReturnType<typeof revision>[] = [];
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
    const headers = { 'content-type': 'application/json' };
    const isStale = revisions.length === 0;
    if (url.includes('/comments') && method !== 'GET') {
      bodies.push(JSON.parse(String(body)));
      if (isStale) revisions.push(revision(1, 'Kim'));
      const refusal = { success: false, errCode: 'SUBMISSION_STALE', errMsg: 'Changed meanwhile', data: [] };
      return new Response(JSON.stringify(isStale ? refusal : { success: true, data: {} }), {
        status: isStale ? 409 : 200,
        headers,
      });
    }
    const data = {
      revisions,
      changeableStatus: true,
      manualBatchStatusOptions: ['accepted', 'rejected', 'transmitted'],
      originBatchStatus: isStale ? 'delayed' : 'accepted',
    };
    return new Response(JSON.stringify({ success: true, data }), { status: 200, headers });
  });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={queryClient}>
          <MemoryRouter>
            <CommentsDialog batchKey={7} />
          </MemoryRouter>
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await act(async () => document.querySelector('button')?.click());
  const field = () => document.querySelector('textarea');
  const put = (element: HTMLTextAreaElement | HTMLSelectElement | null, value: string) =>
    act(async () => {
      if (!element) throw new Error('no field');
      const { prototype } = element.tagName === 'SELECT' ? HTMLSelectElement : HTMLTextAreaElement;
      Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(element, value);
      element.dispatchEvent(new Event(element.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
    });
  const submit = () => act(async () => document.querySelector<HTMLButtonElement>('[type="submit"]')?.click());
  await expect.poll(field).not.toBeNull();
  await put(document.querySelector('select'), 'accepted');
  await put(field(), 'Receipt by telephone, Dr Park');
  await submit();
  await expect.poll(() => document.body.textContent).toContain('Kim');
  expect(field()?.value).toBe('Receipt by telephone, Dr Park');
  expect(document.body.textContent).toContain('Changed meanwhile');
  // the other user has set the same status: only the comment is left to be stored
  await submit();
  await expect.poll(() => field()?.value).toBe('');
  expect(bodies).toMatchObject([
    { batchStatus: 'accepted', originBatchStatus: 'delayed' },
    { batchStatus: null, comments: 'Receipt by telephone, Dr Park' },
  ]);
  await act(async () => root.unmount());
});
