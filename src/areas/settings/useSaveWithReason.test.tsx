// @vitest-environment happy-dom
/** A form of settings is filled again after it was saved: until then nothing can be typed into it that would be lost. */
import { notifications, notificationsStore } from '@mantine/notifications';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, useState } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, expect, it } from 'vitest';
import type { Call } from '../../../shared/contract/call.ts';
import { noAnswer } from '../../api/call.ts';
import { queryClient } from '../../feedback/queryClient.ts';
import { settingsKey } from './settings.queries.ts';
import { useSaveWithReason } from './useSaveWithReason.tsx';
import { fill, render, startWithEmptyDocument } from '../../testing/render.tsx';

afterAll(() => {
  queryClient.clear();
  notifications.clean();
});
startWithEmptyDocument();

const reads: { answer: (setAt: string) => void; lose: () => void }[] = [];

function Form({ setAt }: { setAt: string }) {
  const [typed, setTyped] = useState('');
  const store = async () => {};
  const { ask, dialog } = useSaveWithReason({ dirty: typed !== '', onDiscard: () => {}, store });
  return (
    <>
      <p>{setAt}</p>
      <input value={typed} onChange={({ currentTarget }) => setTyped(currentTarget.value)} />
      <button type="button" onClick={ask}>
        Save
      </button>
      {dialog}
    </>
  );
}

function Page() {
  const queryKey = [...settingsKey(1), 'now'];
  const { data } = useQuery({
    queryKey,
    queryFn: () =>
      new Promise<string>((answer, reject) => {
        const lose = () => reject(noAnswer({ path: '/settings' } as Call));
        reads.push({ answer, lose });
      }),
    meta: { ownFailure: true },
  });
  return data === undefined ? null : <Form key={data} setAt={data} />;
}

const dialog = () => document.querySelector('[role="dialog"]');

/** Reads the settings and saves the form of them. */
async function saved(): Promise<void> {
  reads.length = 0;
  queryClient.clear();
  notifications.clean();
  const routes = [{ path: '/:sponsorKey', Component: Page }];
  await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/1'] })} />
    </QueryClientProvider>,
  );
  await expect.poll(() => reads.length).toBe(1);
  await act(async () => reads[0]?.answer('stored'));
  await expect.poll(() => document.querySelector('p')?.textContent).toBe('stored');
  await act(async () => document.querySelector('button')?.click());
  await fill(document.querySelector('textarea'), 'New label');
  await act(async () => document.querySelector<HTMLButtonElement>('[type="submit"]')?.click());
  await expect.poll(() => reads.length).toBe(2);
  expect(dialog()).not.toBeNull();
  expect(notificationsStore.getState().notifications.map(({ id }) => id)).toEqual(['success done']);
}

it('stays behind its dialog until the settings are read again', async () => {
  await saved();
  await act(async () => reads[1]?.answer('stored again'));
  await expect.poll(dialog).toBeNull();
  expect(document.querySelector('p')?.textContent).toBe('stored again');
});

it('does not wait for an answer that does not come', async () => {
  await saved();
  await act(async () => reads[1]?.lose());
  // further attempts to read are never answered
  await expect.poll(dialog).toBeNull();
});
