/** A dialog in which a term is looked up, or codes are recommended, as the journeys use it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import type { KeyboardUser } from './keyboardUser.ts';
import { hasFocus } from './waits.ts';

const PICTURES = process.env.DIALOG_PICTURES ?? null;

export const dialog = (page: Page): Locator => page.getByRole('dialog');
export const gone = (page: Page): Promise<void> => dialog(page).waitFor({ state: 'detached' });
export const keyword = (page: Page): Locator => dialog(page).getByRole('textbox', { name: 'Keyword' });
export const rows = (page: Page): Locator => dialog(page).locator('tbody tr[data-row]');
export const fieldOf = (page: Page, item: string): Locator =>
  page.locator(`[data-item="${item}"] :is(input, textarea)`).first();

export async function searchFor(page: Page, text: string): Promise<void> {
  await keyword(page).fill(text);
  await keyword(page).press('Enter');
}

/** Another page of the open case. */
export async function toPageOfCase(page: Page, name: string): Promise<void> {
  const tabs = /^(.*\/case\/\d+\/detail)/.exec(page.url())?.[1] ?? '';
  await page.goto(`${tabs}/${name}`);
  await page.locator('[data-look-up]').first().waitFor();
}

/** The code just taken has closed the dialog, is one step to undo and to redo, and is there after a save and a reload. */
export async function isTakenInOneStep(user: KeyboardUser, item: string, before: string, code: string) {
  const { page, press } = user;
  const field = fieldOf(page, item);
  await gone(page);
  await expect.poll(() => field.inputValue()).toBe(code);
  await hasFocus(field);
  await press('Control+z');
  await expect.poll(() => field.inputValue()).toBe(before);
  await press('Control+y');
  await expect.poll(() => field.inputValue()).toBe(code);
  await press('Control+s');
  await page.getByRole('dialog', { name: 'Reason for change' }).waitFor();
  await press('Enter');
  await page.locator('button[data-dirty]').waitFor({ state: 'detached' });
  await page.reload();
  await expect.poll(() => field.inputValue()).toBe(code);
}

/** A picture in the folder DIALOG_PICTURES, where it is named. */
export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === null) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}
