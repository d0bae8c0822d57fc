// @vitest-environment happy-dom
/** A comment that is refused, since another user has set the status meanwhile, stays with the reason why. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../feedback/queryClient.ts';
import { forgetSession, signedIn, type Session } from '../../session/sessionStore.ts';
import { CommentsDialog } from './CommentsDialog.tsx';
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
  await render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <CommentsDialog batchKey={7} />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await act(async () => document.querySelector('button')?.click());
  const field = () => document.querySelector('textarea');
  const submit = () => act(async () => document.querySelector<HTMLButtonElement>('[type="submit"]')?.click());
  await expect.poll(field).not.toBeNull();
  await fill(document.querySelector('select'), 'accepted');
  await fill(field(), 'Receipt by telephone, Dr Park');
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
});
