// @vitest-environment happy-dom
import { MantineProvider, Menu } from '@mantine/core';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeAll, expect, it, vi } from 'vitest';
import { theme } from './theme.ts';

beforeAll(() => void vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true));

it('the menus of the product are gone with the click on an entry, which a second one would not reach', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () =>
    root.render(
      <MantineProvider theme={theme}>
        <Menu defaultOpened trapFocus={false}>
          <Menu.Target>
            <button type="button">Export</button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item>XML</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </MantineProvider>,
    ),
  );
  const entry = document.querySelector<HTMLElement>('[role=menuitem]');
  expect(entry?.isConnected).toBe(true);
  await act(async () => entry?.click());
  expect(entry?.isConnected).toBe(false);
  await act(async () => root.unmount());
});
