// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it, vi } from 'vitest';
import { isModalOpen } from '../keys/index.ts';
import { Dialog } from './Dialog.tsx';

beforeAll(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));

it('is gone as soon as it is closed, and the focus is back where it was opened', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const draw = (opened: boolean) =>
    act(async () =>
      root.render(
        <MantineProvider>
          <button type="button">Lock</button>
          <Dialog opened={opened} title="Lock the case" onClose={() => {}}>
            <button type="button" data-autofocus>
              Cancel
            </button>
          </Dialog>
        </MantineProvider>,
      ),
    );
  await draw(false);
  const opener = document.querySelector('button') as HTMLButtonElement;
  opener.focus();
  await draw(true);
  expect(isModalOpen()).toBe(true);
  expect(document.activeElement?.textContent).toBe('Cancel');
  await draw(false);
  expect(isModalOpen()).toBe(false);
  expect(document.activeElement).toBe(opener);
  await act(async () => root.unmount());
});
