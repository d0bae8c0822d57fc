/** Terms are looked up in dictionaries: by keyboard alone, literally, and without loss on a narrow screen. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyboardUser, type KeyboardUser } from './keyboardUser.ts';
import {
  dialog,
  fieldOf,
  gone,
  isTakenInOneStep,
  keyword,
  picture,
  rows,
  searchFor,
  toPageOfCase,
} from './lookUps.ts';
import { startProduct, type Product } from './product.ts';
import { hasFocus } from './waits.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

/** What is wider than its window can be reached nowhere. */
const sticksOut = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);

describe('a look-up in a dictionary', () => {
  let page: Page;
  let problems: string[];
  let user: KeyboardUser;
  const REACTION = 'E.i.2.1b';
  const DRUG = 'G.k.2.1.1b';
  const DRUG_NAME = 'G.k.2.2';
  const KOREAN_DRUG = 'G.k.2.1.KR.1b';

  beforeAll(async () => {
    ({ page, problems } = await product.openCase('case.editor', 0, 'AE/1', { appendix: 'KR' }));
    user = keyboardUser(page, null);
  });

  it('codes a reaction by keyboard alone, as one step of undo', async () => {
    const field = fieldOf(page, REACTION);
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
    const outdated = dialog(page).getByText('is no longer current');
    await Promise.race([outdated.waitFor(), gone(page)]);
    if (await outdated.isVisible()) {
      await user.tabTo(/Use it anyway/);
      await user.press('Enter');
    }
    await isTakenInOneStep(user, REACTION, before, key);
  });

  it('takes every character of a keyword literally', async () => {
    await fieldOf(page, REACTION).press('Alt+l');
    for (const text of ['%%', '__']) {
      await searchFor(page, text);
      await dialog(page)
        .getByText('No matches')
        .or(dialog(page).getByText('Showing similar entries'))
        .waitFor();
    }
    await user.press('Escape');
    await gone(page);
  });

  it('refuses a free text that is too long, and names the limit', async () => {
    await toPageOfCase(page, 'DG/1');
    await fieldOf(page, KOREAN_DRUG).press('Alt+l');
    await keyword(page).fill('12345678901');
    await dialog(page).getByRole('button', { name: 'Use as typed' }).click();
    expect(await dialog(page).getByRole('alert').textContent()).toContain('10 characters');
    await picture(page, 'too-long');
    await keyword(page).fill('1234567890');
    await dialog(page).getByRole('button', { name: 'Use as typed' }).click();
    await gone(page);
    await expect.poll(() => fieldOf(page, KOREAN_DRUG).inputValue()).toBe('1234567890');
    await hasFocus(fieldOf(page, KOREAN_DRUG));
    // what is left unsaved would be offered when the page is opened again
    await user.press('Control+z');
    await page.locator('button[data-dirty]').waitFor({ state: 'detached' });
  });

  it('accepts a free text as the drug name if that is empty, and replaces no name', async () => {
    const name = fieldOf(page, DRUG_NAME);
    const asTyped = dialog(page).getByRole('button', { name: 'Use as typed' });
    const before = await name.inputValue();
    expect(before).not.toBe('');
    await fieldOf(page, DRUG).press('Alt+l');
    await keyword(page).waitFor();
    expect(await asTyped.count()).toBe(0);
    await user.press('Escape');
    await gone(page);
    await name.fill('');
    await fieldOf(page, DRUG).press('Alt+l');
    await keyword(page).fill('Herbal tea of the neighbour');
    await asTyped.click();
    await gone(page);
    await expect.poll(() => name.inputValue()).toBe('Herbal tea of the neighbour');
    await hasFocus(fieldOf(page, DRUG));
    await user.press('Control+z');
    await expect.poll(() => name.inputValue()).toBe('');
    await user.press('Control+z');
    await expect.poll(() => name.inputValue()).toBe(before);
  });

  it.each([
    [1280, 'zal'],
    // Enter on the last keyword, whose rows are there, would take the first of them
    [400, 'zalm'],
  ])('shows sixteen columns of a drug without loss at %i pixels', async (width, text) => {
    await page.setViewportSize({ width, height: 800 });
    await fieldOf(page, DRUG).press('Alt+l');
    await searchFor(page, text);
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
    await gone(page);
  });

  it('limits the results to the drugs of one country', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await toPageOfCase(page, 'DG/1');
    await fieldOf(page, DRUG).press('Alt+l');
    const country = dialog(page).getByRole('combobox', { name: 'Country' });
    // it begins with that of the reporter
    await expect.poll(() => country.inputValue()).toBe('South Korea');
    await searchFor(page, 'zal');
    await rows(page).filter({ hasText: 'South Korea' }).first().waitFor();
    await country.fill('Germany');
    const requested = page.waitForRequest((request) => request.url().includes('DEU'));
    await user.press('ArrowDown', 'Enter');
    const fields = new URL((await requested).url()).searchParams.get('fields') ?? '';
    expect(JSON.parse(fields)).toMatchObject({ countryCode: 'DEU' });
    await rows(page).filter({ hasText: 'Germany' }).first().waitFor();
    for (const row of await rows(page).all()) expect(await row.textContent()).toContain('Germany');
    expect(await rows(page).count()).toBeGreaterThan(0);
    await user.press('Escape');
    await gone(page);
  });

  it('causes no error in the browser', () => {
    expect(problems).toEqual([]);
  });
});
