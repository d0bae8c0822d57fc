/** Studies, senders and products are chosen from the sponsor's masters: by keyboard, into the items of the page. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyboardUser, type KeyboardUser } from './keyboardUser.ts';
import { prefixOf, startProduct, type Product, startSession } from './product.ts';

const STUDY = { name: 'C.5.2', number: 'C.5.3', type: 'C.5.4' };
const SENDER = { organisation: 'C.3.2', type: 'C.3.1', country: 'C.3.4.5' };
const DRUG_NAME = 'G.k.2.2';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const dialog = (page: Page) => page.getByRole('dialog');
const rows = (page: Page) => dialog(page).locator('tbody tr[data-row]');
const fieldOf = (page: Page, item: string) =>
  page.locator(`[data-item="${item}"] :is(input, textarea, select)`).first();
const valuesOf = async (page: Page, items: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(items).map(async ([name, item]) => [name, await fieldOf(page, item).inputValue()]),
    ),
  ) as Record<string, string>;

describe('a master', () => {
  let page: Page;
  let problems: string[];
  let user: KeyboardUser;
  let tabs: string;

  beforeAll(async () => {
    ({ page, problems } = await product.open());
    await startSession(page, product.url, 'case.editor');
    user = keyboardUser(page, null);
    await page.goto(`${product.url}${prefixOf(page)}/case/list`);
    await page.getByRole('row').filter({ hasText: 'CASE-' }).nth(1).click();
    await page.waitForURL(/\/case\/\d+\/detail/);
    tabs = /^(.*\/case\/\d+\/detail)/.exec(page.url())?.[1] ?? '';
  });

  async function toPage(name: string): Promise<void> {
    await page.goto(`${tabs}/${name}`);
    await page.locator('[data-action="choose"]').first().waitFor();
  }
  async function chooseFirst(item: string, keyword = ''): Promise<void> {
    await fieldOf(page, item).press('Alt+l');
    await rows(page).first().waitFor();
    await dialog(page).getByRole('textbox', { name: 'Keyword' }).focus();
    if (keyword !== '') {
      await user.type(keyword);
      await user.press('Enter');
      await expect.poll(() => rows(page).count()).toBe(1);
    }
    await user.press('ArrowDown', 'Enter');
    await dialog(page).waitFor({ state: 'detached' });
  }

  it('that is a study fills the study page, is one step to undo, and is saved with its reason', async () => {
    await toPage('SI');
    const before = await valuesOf(page, STUDY);
    await fieldOf(page, STUDY.number).fill('typed by hand');
    const typed = { ...before, number: 'typed by hand' };
    await chooseFirst(STUDY.name);
    // A code is shown alone until its label is loaded.
    await expect.poll(async () => (await valuesOf(page, STUDY)).type).toMatch(/\D/);
    const chosen = await valuesOf(page, STUDY);
    expect(chosen.number).toMatch(/^HB-/);
    expect(chosen.name).toMatch(/, phase I/);
    expect(chosen.type).toMatch(/Clinical trials/);
    expect(await fieldOf(page, STUDY.name).evaluate((at) => at === document.activeElement)).toBe(true);
    await user.press('Control+z');
    await expect.poll(() => valuesOf(page, STUDY)).toEqual(typed);
    await user.press('Control+y');
    await expect.poll(() => valuesOf(page, STUDY)).toEqual(chosen);

    // the page was never saved before: nobody is asked why
    await user.press('Control+s');
    await page.locator('button[data-dirty]').waitFor({ state: 'detached' });
    await page.reload();
    await fieldOf(page, STUDY.number).waitFor();
    await expect.poll(() => valuesOf(page, STUDY)).toEqual(chosen);
    await fieldOf(page, STUDY.number).focus();
    await user.press('Alt+m');
    await page.getByRole('menuitem', { name: 'History' }).click();
    await expect.poll(() => dialog(page).textContent()).toContain(chosen.number);
    expect(await dialog(page).textContent()).toContain('Initial Data');
    await user.press('Escape');
  });

  it('that is a sender fills the sender page', async () => {
    await toPage('SD');
    await fieldOf(page, SENDER.organisation).fill('');
    await chooseFirst(SENDER.organisation);
    const { organisation, type, country } = await valuesOf(page, SENDER);
    expect(organisation).not.toBe('');
    expect(type).not.toBe('');
    expect(country).not.toBe('');
    await user.press('Control+z', 'Control+z');
    await page.locator('button[data-dirty]').waitFor({ state: 'detached' });
  });

  it('that is a product names the drug; closing the dialog leaves it as it is', async () => {
    await toPage('DG/1');
    const before = await fieldOf(page, DRUG_NAME).inputValue();
    await fieldOf(page, DRUG_NAME).press('Alt+l');
    await rows(page).first().waitFor();
    await user.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await fieldOf(page, DRUG_NAME).inputValue()).toBe(before);
    const first = await (async () => {
      await user.press('Alt+l');
      await rows(page).first().waitFor();
      return (await rows(page).first().textContent()) ?? '';
    })();
    await dialog(page).getByRole('textbox', { name: 'Keyword' }).focus();
    await user.press('ArrowDown', 'Enter');
    await dialog(page).waitFor({ state: 'detached' });
    const name = await fieldOf(page, DRUG_NAME).inputValue();
    expect(name).not.toBe('');
    expect(first).toContain(name);
    expect(problems).toEqual([]);
  });
});
