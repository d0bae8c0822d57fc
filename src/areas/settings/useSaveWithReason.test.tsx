// @vitest-environment happy-dom
/** A form of settings is filled again after it was saved: until then nothing can be typed into it that would be lost. */
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { queryClient } from '../../feedback/queryClient.ts';
import { settingsKey } from './settings.queries.ts';
import { useSaveWithReason } from './useSaveWithReason.tsx';

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // what other files of the worker left
  document.body.replaceChildren();
  // a text that grows waits for the fonts
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
});
afterAll(() => {
  queryClient.clear();
  notifications.clean();
});

it('stays behind its dialog until the settings are read again', async () => {
  const reads: ((setAt: string) => void)[] = [];
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
      queryFn: () => new Promise<string>((read) => void reads.push(read)),
    });
    return data === undefined ? null : <Form key={data} setAt={data} />;
  }
  const routes = [{ path: '/:sponsorKey', Component: Page }];
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/1'] })} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  await expect.poll(() => reads.length).toBe(1);
  await act(async () => reads[0]?.('stored'));
  await expect.poll(() => document.querySelector('p')?.textContent).toBe('stored');
  await act(async () => document.querySelector('button')?.click());
  await act(async () => {
    const field = document.querySelector('textarea') as HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, 'New label');
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => document.querySelector<HTMLButtonElement>('[type="submit"]')?.click());
  await expect.poll(() => reads.length).toBe(2);
  const dialog = () => document.querySelector('[role="dialog"]');
  expect(dialog()).not.toBeNull();
  await act(async () => reads[1]?.('stored again'));
  await expect.poll(dialog).toBeNull();
  expect(document.querySelector('p')?.textContent).toBe('stored again');
  await act(async () => root.unmount());
});
