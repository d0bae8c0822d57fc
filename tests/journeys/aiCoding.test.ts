/** Recommended codes, by keyboard alone, and the messages when there are none. */
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

const REACTION = 'E.i.2.1b';
/** says the reaction best, then as the reporter did */
const WORDS = 'E.i.1.2';
const REPORTED = 'E.i.1.1a';
const DRUG = 'G.k.2.1.1b';
const DRUG_NAME = 'G.k.2.2';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

describe('AI coding', () => {
  let page: Page;
  let problems: string[];
  let user: KeyboardUser;

  beforeAll(async () => {
    ({ page, problems } = await product.openCase('case.editor', 1, 'AE/1'));
    user = keyboardUser(page, null);
  });

  /** What the reporter said, and then the key that asks. */
  async function askFor(words: string): Promise<void> {
    await fieldOf(page, WORDS).fill(words);
    await fieldOf(page, REACTION).focus();
    await user.press('Alt+r');
  }

  it('suggests codes for the text just typed, with reasons, as one step of undo', async () => {
    const before = await fieldOf(page, REACTION).inputValue();
    await askFor('strong head pain');
    await rows(page).first().waitFor();
    const first = rows(page).first();
    expect(await first.textContent()).toMatch(/Head pain/);
    expect(await first.textContent()).toMatch(/(Very high|High|Medium|Low) confidence/);
    expect(await first.textContent()).toMatch(/Exact match|Coded this way|A similar text|Shared words/);
    await dialog(page).getByText('Suggested by AI').waitFor();
    expect(await dialog(page).getByLabel('Rows per page').isDisabled()).toBe(true);
    await picture(page, 'recommended-1280');
    const key = (await first.getAttribute('data-row')) ?? '';
    const recorded = page.waitForResponse((answer) => answer.url().includes('/MEDDRA/update'));
    await keyword(page).focus();
    await user.press('ArrowDown', 'Enter');
    const { data } = (await (await recorded).json()) as { data: Record<string, number> };
    expect(data).toEqual({ rows: 1, first: 1, other: 0, changed: 0 });
    await isTakenInOneStep(user, REACTION, before, key);
  });

  it('ends with a search, and a code accepted from it is recorded as another code', async () => {
    await askFor('strong head pain');
    await rows(page).first().waitFor();
    await searchFor(page, 'skin');
    await dialog(page).getByText('Suggested by AI').waitFor({ state: 'detached' });
    expect(await dialog(page).getByRole('columnheader', { name: 'Why' }).count()).toBe(0);
    const other = rows(page).first();
    await other.waitFor();
    const recorded = page.waitForResponse((answer) => answer.url().includes('/MEDDRA/update'));
    await other.click();
    const { data } = (await (await recorded).json()) as { data: Record<string, number> };
    expect(data).toEqual({ rows: 1, first: 0, other: 0, changed: 1 });
    await gone(page);
  });

  it('is available in the field menu', async () => {
    await fieldOf(page, REACTION).focus();
    await user.press('F2');
    await page.getByRole('menuitem', { name: /uggested by AI/ }).press('Enter');
    await rows(page).first().waitFor();
    await user.press('Escape');
    await gone(page);
    await hasFocus(fieldOf(page, REACTION));
  });

  it('reports in a message with OK alone that nothing matches', async () => {
    await askFor('zzqx vvkjw');
    await dialog(page).getByRole('heading', { name: 'No results' }).waitFor();
    await picture(page, 'no-results');
    expect(await dialog(page).locator('button:visible').allTextContents()).toEqual(['', 'OK']);
    await user.press('Enter');
    await gone(page);
  });

  it('names the empty item, saved or not', async () => {
    await fieldOf(page, REPORTED).fill('');
    await askFor('');
    await dialog(page).getByRole('heading', { name: 'Missing item for AI coding' }).waitFor();
    expect(await dialog(page).getByRole('listitem').textContent()).toBeTruthy();
    await picture(page, 'missing-item');
    await user.press('Enter');
    await gone(page);
    // the answer is an error of the call, which the browser notes
    expect(problems.splice(0)).toEqual([expect.stringContaining('422')]);
  });

  it('shows the entry of a code, and continues to the look-up', async () => {
    // regions may code drugs with dictionaries of their own
    await page.goto(page.url().replace(/\/[A-Z]+\/case\//, '/ICH/case/'));
    await toPageOfCase(page, 'DG/1');
    await fieldOf(page, DRUG_NAME).fill('Zalmer');
    await fieldOf(page, DRUG).focus();
    await user.press('Alt+r');
    await rows(page).filter({ hasText: 'Zalmer' }).first().waitFor();
    await user.press('Escape');
    await gone(page);
    await fieldOf(page, DRUG).press('Alt+l');
    // of the country of the reporter
    await searchFor(page, 'dorv');
    await rows(page).first().click();
    await gone(page);
    const details = page.locator(`[data-item="${DRUG}"]`).getByRole('button', { name: /^Details of/ });
    await details.click();
    await expect.poll(() => dialog(page).locator('dt').count()).toBe(16);
    await picture(page, 'entry-1280');
    await dialog(page).getByRole('button', { name: 'More' }).click();
    await rows(page).first().waitFor();
    await user.press('Escape');
    await gone(page);
  });

  it('causes no error in the browser', () => {
    expect(problems).toEqual([]);
  });
});
