// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it, vi } from 'vitest';
import { showSuccess } from './toasts.tsx';
import { ToastArea } from './ToastArea.tsx';

beforeAll(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));

it('is a live region before it has a message', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <MantineProvider>
        <ToastArea />
      </MantineProvider>,
    ),
  );
  const region = document.querySelector('[data-position="bottom-left"][aria-live="polite"]');
  expect(region?.textContent).toBe('');
  await act(async () => showSuccess('Saved'));
  expect(region?.textContent).toBe('Saved');
  await act(async () => {
    notifications.clean();
    root.unmount();
  });
});
