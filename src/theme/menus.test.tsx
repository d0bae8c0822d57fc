// @vitest-environment happy-dom
import { MantineProvider, Menu } from '@mantine/core';
import { act } from 'react';
import { expect, it } from 'vitest';
import { render, startWithEmptyDocument } from '../testing/render.tsx';
import { theme } from './theme.ts';

startWithEmptyDocument();

it('the menus of the product are gone with the click on an entry, which a second one would not reach', async () => {
  await render(
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
  );
  const entry = document.querySelector<HTMLElement>('[role=menuitem]');
  expect(entry?.isConnected).toBe(true);
  await act(async () => entry?.click());
  expect(entry?.isConnected).toBe(false);
});
