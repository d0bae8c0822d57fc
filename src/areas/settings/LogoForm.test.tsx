// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { queryClient } from '../../feedback/queryClient.ts';
import { LogoForm } from './LogoForm.tsx';

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // what other files of the worker left
  document.body.replaceChildren();
});
afterAll(() => queryClient.clear());

it('takes the same file again after it was refused', async () => {
  const Component = () => (
    <LogoForm stored={{ setAt: null, logo: null }} readOnly={false} onDiscard={() => {}} />
  );
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const router = createMemoryRouter([{ path: '/:sponsorKey', Component }], { initialEntries: ['/1'] });
  await act(async () =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  );
  const chooser = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!chooser) throw new Error('no chooser');
  // a browser raises an event only where the chosen file differs from what the field has
  const values: string[] = [];
  Object.defineProperty(chooser, 'value', {
    set(value: string) {
      values.push(value);
    },
  });
  Object.defineProperty(chooser, 'files', { value: [new File(['x'], 'logo.txt', { type: 'text/plain' })] });
  await act(async () => void chooser.dispatchEvent(new Event('change', { bubbles: true })));
  expect(document.querySelector('[role="alert"]')?.textContent).toBe('logo.wrong');
  expect(values).toEqual(['']);
  await act(async () => root.unmount());
});
