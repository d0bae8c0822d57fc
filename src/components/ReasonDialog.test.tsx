// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it, vi } from 'vitest';
import { ReasonDialog } from './ReasonDialog.tsx';

beforeAll(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // what other files of the worker left
  document.body.replaceChildren();
  // a text that grows waits for the fonts
  Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
});

it('shows why an attempt failed until it is closed, and not to the next one who opens it', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  const draw = (opened: boolean) =>
    act(async () =>
      root.render(
        <MantineProvider>
          <ReasonDialog
            opened={opened}
            title="Delete"
            problem="The server does not answer"
            onConfirm={() => {}}
            onCancel={() => {}}
          />
        </MantineProvider>,
      ),
    );
  const isShown = () => document.body.textContent.includes('The server does not answer');
  const confirm = async (reason: string) => {
    await act(async () => {
      const field = document.querySelector('textarea') as HTMLTextAreaElement;
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, reason);
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await act(async () => document.querySelector<HTMLButtonElement>('[type="submit"]')?.click());
  };
  // left by an attempt before
  await draw(true);
  expect(isShown()).toBe(false);
  await confirm('Entered twice');
  expect(isShown()).toBe(true);
  await draw(false);
  await draw(true);
  expect(isShown()).toBe(false);
  await act(async () => root.unmount());
});
