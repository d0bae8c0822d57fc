// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { ListRow } from '../../../shared/contract/index.ts';
import { queryClient } from '../../feedback/queryClient.ts';
import { FailedJobActions } from './FailedJobActions.tsx';
import { render, startWithEmptyDocument } from '../../testing/render.tsx';

afterEach(() => {
  queryClient.clear();
  notifications.clean();
});
startWithEmptyDocument();

it('runs a job again once, however often it is confirmed while that is under way', async () => {
  const answers: ((response: Response) => void)[] = [];
  vi.stubGlobal(
    'fetch',
    (url: string) =>
      new Promise<Response>((answer) => {
        if (url.endsWith('/7/retry')) answers.push(answer);
      }),
  );
  const row = { rowKey: '7', name: 'Job', delFlag: 'N', link: null, cells: {}, codes: {} } as ListRow;
  const list = { rows: [row], count: 1, query: {}, clear: () => {}, refresh: async () => {} };
  await render(
    <QueryClientProvider client={queryClient}>
      <FailedJobActions state={{ ...list, selected: [row] }} />
    </QueryClientProvider>,
  );
  await act(async () => document.querySelector<HTMLButtonElement>('[role="toolbar"] button')?.click());
  const dialog = () => document.querySelector('[role="dialog"]');
  const confirm = () =>
    act(async () => {
      const button = [...(dialog()?.querySelectorAll<HTMLButtonElement>('button') ?? [])].at(-1);
      // nothing is drawn between the clicks
      button?.click();
      button?.click();
    });
  await confirm();
  await confirm();
  expect(answers).toHaveLength(1);
  await act(async () => {
    const headers = { 'content-type': 'application/json' };
    answers[0]?.(new Response(JSON.stringify({ success: true, data: {} }), { status: 200, headers }));
  });
  await expect.poll(dialog).toBeNull();
  expect(answers).toHaveLength(1);
});
