/** Findings follow the typing: at the item, in the list, across pages; every one leads to its field and says why. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prefixOf, signIn, startProduct, type Product } from './product.ts';

let product: Product;
let page: Page;
let problems: string[];
let tabs: string;
beforeAll(async () => {
  product = await startProduct();
  ({ page, problems } = await product.open({ width: 1440, height: 900 }));
  await signIn(page, product.url, 'case.editor');
  const prefix = prefixOf(page).replace(/\/[^/]+$/, '/ICH');
  await page.goto(`${product.url}${prefix}/case/list`);
  await page.getByRole('row').filter({ hasText: 'CASE-' }).first().click();
  await page.waitForURL(/\/case\/\d+\/detail/);
  tabs = /^(.*\/case\/\d+\/detail)/.exec(page.url())?.[1] ?? '';
});
afterAll(() => product.stop());

const field = (item: string) => page.locator(`[data-item="${item}"]`).last();
const panel = () => page.getByRole('complementary', { name: 'Findings' });
const entry = (rule: string) => panel().locator(`[data-rule="${rule}"]`);
const dialog = () => page.getByRole('dialog');
const focusedItem = () =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-item]')?.dataset['item'] ?? null);

/** A dose without its unit. */
const NO_UNIT = 'ICH.G.k.4.r.1b';
/** A study without its type: the one is said on the page of the case, the other missing on that of the study. */
const NO_STUDY_TYPE = 'ICH.C.5.4-1';

describe('findings while typing', () => {
  it('appear at the item and in the list without a save, and go when it is corrected', async () => {
    await page.goto(`${tabs}/DG/1`);
    await page.getByRole('button', { name: 'Findings', exact: true }).click();
    await panel().getByRole('combobox', { name: 'Rules of' }).selectOption('ICH');
    await page.getByRole('button', { name: /Add Dosage/ }).click();
    expect(await entry(NO_UNIT).count()).toBe(0);
    await field('G.k.4.r.1a').getByRole('textbox').first().fill('5');
    await entry(NO_UNIT).waitFor();
    await field('G.k.4.r.1b').getByText('unit', { exact: false }).first().waitFor();
    expect(await field('G.k.4.r.1b').locator('[data-severity]').count()).toBe(1);

    await field('G.k.4.r.1a').getByRole('textbox').first().fill('');
    await entry(NO_UNIT).waitFor({ state: 'detached' });
    expect(await field('G.k.4.r.1b').locator('[data-severity]').count()).toBe(0);
    await field('G.k.4.r.1a').getByRole('textbox').first().fill('5');
    await entry(NO_UNIT).waitFor();
  });

  it('lead by F8 and by the list into a row that is closed', async () => {
    await page.getByRole('button', { name: /Add Dosage/ }).click();
    await expect.poll(() => page.locator('[data-item="G.k.4.r.1b"]').count()).toBe(1);
    expect(await field('G.k.4.r.1a').getByRole('textbox').first().inputValue()).toBe('');

    await entry(NO_UNIT).getByRole('link').click();
    await expect.poll(focusedItem).toBe('G.k.4.r.1b');
    expect(await field('G.k.4.r.1a').getByRole('textbox').first().inputValue()).toBe('5');

    await page.getByRole('button', { name: /Add Dosage/ }).click();
    await expect.poll(() => field('G.k.4.r.1a').getByRole('textbox').first().inputValue()).toBe('');
    for (let step = 0; step < 12 && (await focusedItem()) !== 'G.k.4.r.1b'; step += 1) {
      await page.keyboard.press('F8');
      await page.waitForTimeout(300);
    }
    expect(await focusedItem()).toBe('G.k.4.r.1b');
    expect(await field('G.k.4.r.1a').getByRole('textbox').first().inputValue()).toBe('5');
  });

  it('say why: the rule, its conditions, and what was read in which row', async () => {
    await field('G.k.4.r.1b').getByRole('button', { name: 'Why?' }).click();
    await dialog().getByText(NO_UNIT, { exact: false }).waitFor();
    const inputs = dialog().getByRole('table').last();
    expect(await inputs.innerText()).toMatch(/G\.k\.4\.r\.1b[\s\S]*Drug 1 › Dosage \d+[\s\S]*nothing said/);
    expect(await dialog().innerText()).toContain('G.k.4.r.1a');
    expect(await dialog().innerText()).toMatch(/Source: \S/);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('say why by the keyboard too, from the menu of the item', async () => {
    await field('G.k.4.r.1b').getByRole('combobox').first().focus();
    await page.keyboard.press('F2');
    await page.getByRole('menuitem', { name: 'Why?' }).press('Enter');
    await dialog().getByText(NO_UNIT, { exact: false }).waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });
});

describe('rules over several pages', () => {
  it('follow what is typed on another page, and lead there', async () => {
    await page.goto('about:blank');
    await page.goto(`${tabs}/CI`);
    await panel().getByText('As it stands').waitFor();
    await expect.poll(() => panel().locator('[data-rule]').count()).toBeGreaterThan(0);
    expect(await entry(NO_STUDY_TYPE).count()).toBe(0);
    const type = field('C.1.3').getByRole('combobox');
    await type.fill('study');
    await type.press('Enter');
    await entry(NO_STUDY_TYPE).waitFor();
    await page.getByRole('link', { name: /^Study.*finding/ }).waitFor();

    await entry(NO_STUDY_TYPE).getByRole('button', { name: /Why/ }).click();
    expect(await dialog().getByRole('table').first().innerText()).toMatch(/C\.1\.3[\s\S]*\(2\)/);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('are told for all receivers at once, the common ones once, and say where no field stands for them', async () => {
    await panel().getByRole('combobox', { name: 'Rules of' }).selectOption('');
    await panel().getByText('All receivers', { exact: true }).first().waitFor();
    await expect
      .poll(() =>
        panel()
          .getByText(/Not in this form: open the form of/)
          .count(),
      )
      .toBeGreaterThan(0);
    expect(await entry(NO_STUDY_TYPE).count()).toBe(1);
  });
});

it('leaves no error in the console', () => expect(problems).toEqual([]));
