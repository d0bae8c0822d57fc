// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterAll, expect, it } from 'vitest';
import { queryClient } from '../../feedback/queryClient.ts';
import { LogoForm } from './LogoForm.tsx';
import { render, startWithEmptyDocument } from '../../testing/render.tsx';

afterAll(() => queryClient.clear());
startWithEmptyDocument();

it('takes the same file again after it was refused', async () => {
  const Component = () => (
    <LogoForm stored={{ setAt: null, logo: null }} readOnly={false} onDiscard={() => {}} />
  );
  const router = createMemoryRouter([{ path: '/:sponsorKey', Component }], { initialEntries: ['/1'] });
  await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
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
});
