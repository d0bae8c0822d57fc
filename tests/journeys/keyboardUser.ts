/** A user who works with the keyboard alone: every action is a key press. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { expect } from 'vitest';
import { smallPng } from './smallPng.ts';

const MAX_TABS = 150;

export type KeyboardUser = ReturnType<typeof keyboardUser>;

/** @param pictures folder for a numbered sequence of pictures; null takes none */
export function keyboardUser(page: Page, pictures: string | null) {
  let taken = 0;
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const type = (text: string) => page.keyboard.type(text);

  /** name of what has the focus, as it is drawn; of a container its label alone, and not all that is in it */
  const focused = () =>
    page.evaluate(() => {
      const at = document.activeElement;
      const isContainer = at?.querySelector('a[href], button, input, select, textarea') != null;
      const labelled = at?.getAttribute('aria-labelledby')?.split(' ') ?? [];
      const names = labelled.map((id) => document.getElementById(id)?.textContent ?? '');
      const label = at instanceof HTMLInputElement ? (at.labels?.[0]?.textContent ?? '') : '';
      const text = isContainer ? '' : at?.textContent;
      return [at?.getAttribute('aria-label'), ...names, label, text].filter(Boolean).join(' ');
    });
  const address = () =>
    page.evaluate(
      () => document.activeElement?.closest<HTMLElement>('[data-address]')?.dataset.address ?? null,
    );

  const inDialog = () => page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null);
  return {
    page,
    press,
    type,
    focused,
    address,

    /** Tab, or another key, until something of that name has the focus. */
    async tabTo(name: RegExp, key: 'Tab' | 'Shift+Tab' | 'ArrowDown' = 'Tab') {
      for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
        if (name.test(await focused())) return;
        await press(key);
      }
      throw new Error(
        `nothing that is called ${name} takes the focus by ${key}; last was ${await focused()}`,
      );
    },

    /** Waits until the field of an address has the focus. */
    reaches: (expected: string) => expect.poll(address).toBe(expected),

    /** Takes the first code that typed words find. */
    async choose(words: string) {
      await type(words);
      await page.getByRole('listbox').getByRole('option').first().waitFor();
      await press('Enter');
    },

    /** Goes to an item by the palette; with null to where rows of it may be added. */
    async goTo(query: string, expected: string | null) {
      await press('Control+k');
      await expect.poll(inDialog).toBe(true);
      await type(query);
      await page.getByRole('dialog').getByRole('option', { selected: true }).waitFor();
      await press('Enter');
      if (expected !== null) await expect.poll(address).toBe(expected);
      else await expect.poll(focused).toMatch(/Add/);
    },

    /** Saves, and answers the question for the reason where one is asked: what is suggested. */
    async save() {
      await press('Control+s');
      // where several pages have edits there are two buttons to save them
      const clean = () => page.locator('button[data-dirty]').first().waitFor({ state: 'detached' });
      const dialog = page.getByRole('dialog');
      await Promise.race([dialog.waitFor(), clean()]);
      if (await dialog.isVisible()) {
        await expect.poll(inDialog).toBe(true);
        await press('Enter');
      }
      await clean();
    },

    /** A picture of the moment, for the guide. */
    async picture() {
      if (pictures === null) return;
      mkdirSync(pictures, { recursive: true });
      taken += 1;
      await page.waitForTimeout(400);
      const name = `keyboard-${String(taken).padStart(2, '0')}.png`;
      writeFileSync(join(pictures, name), smallPng(await page.screenshot()));
    },
  };
}
