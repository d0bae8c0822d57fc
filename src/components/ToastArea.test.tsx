// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { act } from 'react';
import { expect, it } from 'vitest';
import { showSuccess } from './toasts.tsx';
import { ToastArea } from './ToastArea.tsx';
import { render, startWithEmptyDocument } from '../testing/render.tsx';

startWithEmptyDocument();

it('is a live region before it has a message', async () => {
  await render(<ToastArea />);
  const region = document.querySelector('[data-position="bottom-left"][aria-live="polite"]');
  expect(region?.textContent).toBe('');
  await act(async () => showSuccess('Saved'));
  expect(region?.textContent).toBe('Saved');
  await act(async () => notifications.clean());
});
