/** Terms are looked up in dictionaries: by keyboard alone, literally, and without loss on a narrow screen. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyboardUser, type KeyboardUser } from './keyboardUser.ts';
import { prefixOf, signIn, startProduct, type Product } from './product.ts';

const PICTURES = process.env.DIALOG_PICTURES ?? null;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

/** The second newest case of the list, on one of its pages. */
async function toPage(page: Page, name: string): Promise<void> {
  await page.goto(`${product.url}${prefixOf(page)}/case/list`);
  await page.getByRole('row').filter({ hasText: 'CASE-' }).nth(1).click();
  await page.waitForURL(/\/case\/\d+\/detail/);
  const tabs = /^(.*\/case\/\d+\/detail)/.exec(page.url())?.[1] ?? '';
  await page.goto(`${tabs}/${name}`);
  await page.locator('[data-look-up]').first().waitFor();
}

const dialog = (page: Page) => page.getByRole('dialog');
const keyword = (page: Page) => dialog(page).getByRole('textbox', { name: 'Keyword' });
const rows = (page: Page) => dialog(page).locator('tbody tr[data-row]');
const codeOf = (page: Page, item: string) => page.locator(`[data-item="${item}"] input`).first();
async function searchFor(page: Page, text: string): Promise<void> {
  await keyword(page).fill(text);
  await keyword(page).press('Enter');
}
async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === null) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}
/** What is wider than its window can be reached nowhere. */
const sticksOut = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

describe('a look-up in a dictionary', () => {
  let page: Page;
  let problems: string[];
  let user: KeyboardUser;
  const REACTION = 'E.i.2.1b';
  const DRUG = 'G.k.2.1.1b';
  const KOREAN_DRUG = 'G.k.2.1.KR.1b';

  beforeAll(async () => {
    ({ page, problems } = await product.open());
    await signIn(page, product.url, 'case.editor');
    await page.getByLabel('Region').selectOption('KR');
    await page.waitForURL(/\/en\/KR\//);
    user = keyboardUser(page, null);
  });

  it('codes a reaction by keyboard alone, and is one step to undo', async () => {
    await toPage(page, 'AE/1');
    const field = codeOf(page, REACTION);
    const before = await field.inputValue();
    await field.focus();
    await user.press('Alt+l');
    await keyword(page).waitFor();
    await expect.poll(() => keyword(page).evaluate((box) => box === document.activeElement)).toBe(true);
    await user.press('Control+a');
    await user.type('a');
    await user.press('Enter');
    expect(await dialog(page).getByRole('alert').textContent()).toContain('at least 2');
    await user.press('Control+a');
    await user.type('na');
    await user.press('Enter');
    await rows(page).nth(1).waitFor();
    await picture(page, 'meddra');
    await user.press('ArrowDown', 'ArrowDown');
    const key = await page.evaluate(() => document.activeElement?.closest('tr')?.dataset.row ?? '');
    expect(key).toBe(await rows(page).nth(1).getAttribute('data-row'));
    await user.press('Enter');
    if (await dialog(page).getByText('not current any more').isVisible()) {
      await user.tabTo(/all the same/);
      await user.press('Enter');
    }
    await dialog(page).waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe(key);
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
    await user.press('Control+z');
    await expect.poll(() => field.inputValue()).toBe(before);
    await user.press('Control+y');
    await expect.poll(() => field.inputValue()).toBe(key);
    await user.press('Control+s');
    await dialog(page).getByRole('radio').first().waitFor();
    await user.press('Enter');
    await page.locator('button[data-dirty]').waitFor({ state: 'detached' });
    await page.reload();
    await expect.poll(() => codeOf(page, REACTION).inputValue()).toBe(key);
  });

  it('takes every character of a keyword literally', async () => {
    await codeOf(page, REACTION).focus();
    await user.press('Alt+l');
    for (const text of ['%%', '__']) {
      await searchFor(page, text);
      await dialog(page).getByText('Nothing matches').or(dialog(page).getByText('resemble it')).waitFor();
    }
    await user.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
  });

  it('refuses what is typed directly where it is too long, and says how long it may be', async () => {
    await toPage(page, 'DG/1');
    await codeOf(page, KOREAN_DRUG).focus();
    await user.press('Alt+l');
    await keyword(page).fill('12345678901');
    await dialog(page).getByRole('button', { name: 'Take as typed' }).click();
    expect(await dialog(page).getByRole('alert').textContent()).toContain('10 characters');
    await picture(page, 'too-long');
    await keyword(page).fill('1234567890');
    await dialog(page).getByRole('button', { name: 'Take as typed' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    expect(await codeOf(page, KOREAN_DRUG).inputValue()).toBe('1234567890');
  });

  it.each([1280, 400])('shows sixteen columns of a drug without loss at %i pixels', async (width) => {
    await page.setViewportSize({ width, height: 800 });
    await codeOf(page, DRUG).focus();
    await user.press('Alt+l');
    await searchFor(page, 'zal');
    await rows(page).first().waitFor();
    const heads = dialog(page).getByRole('columnheader');
    expect(await heads.count()).toBe(16);
    expect(await sticksOut(page)).toBe(false);
    // the last column is reached by the keyboard, and seen then
    await keyword(page).press('ArrowDown');
    await user.press('End');
    const cell = rows(page).first().getByRole('gridcell').last();
    await expect
      .poll(async () => {
        const box = await cell.boundingBox();
        return box !== null && box.x >= 0 && box.x < width && box.y >= 0 && box.y < 800;
      })
      .toBe(true);
    await picture(page, `whodrug-${width}`);
    await user.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
  });

  it('fails nowhere on the way', () => {
    expect(problems).toEqual([]);
  });
});
