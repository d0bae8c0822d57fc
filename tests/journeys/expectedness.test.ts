/** Reference safety information of a product, and what it suggests for a drug and a reaction of a case. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { follow, prefixOf, startProduct, type Product } from './product.ts';

const DRUG_NAME = 'G.k.2.2';
const PAIR = 'CW.expectedness';
const REASON = 'CW.expectednessReason';
const REACTION = 'E.i.2.1b';
const ONSET = 'E.i.4';
/** lowest level terms of one preferred term of the invented sample */
const [LISTED, REPORTED] = ['99011111', '99011112'];

let product: Product;
let page: Page;
let problems: string[];
let tabs: string;
let drug: string;
beforeAll(async () => {
  product = await startProduct();
  ({ page, problems, tabs } = await product.openCase('sponsor.admin', 0, 'DG/1'));
  await field(DRUG_NAME).waitFor();
  drug = await field(DRUG_NAME).inputValue();
});
afterAll(() => product.stop());

const field = (item: string) => page.locator(`[data-item="${item}"] :is(input, textarea, select)`).first();
const dialog = () => page.getByRole('dialog');
const pair = () => page.locator(`[data-item="${PAIR}"]`).first();

async function save(): Promise<void> {
  await page.keyboard.press('Control+s');
  const dirty = () => page.locator('button[data-dirty]').count();
  await expect.poll(async () => (await dialog().count()) > 0 || (await dirty()) === 0).toBe(true);
  if ((await dialog().count()) > 0) {
    await dialog()
      .getByLabel(/New data/)
      .check();
    await dialog().getByRole('button', { name: 'OK' }).click();
  }
  await expect.poll(dirty).toBe(0);
}

async function openPair(): Promise<void> {
  await page.goto(`${tabs}/DG/1`);
  // what is read for the page is there, so that nothing is drawn again below the pointer
  await page.waitForLoadState('networkidle');
  await page.locator('[data-group="G.k.9.i"] tbody tr').first().click();
  await pair().waitFor();
}

describe('reference safety information', () => {
  it('is entered for a product, with its expected terms', async () => {
    await follow(page, `${prefixOf(page)}/caseinfo/product/list`);
    await page.getByRole('row').filter({ hasText: drug }).first().click();
    await page.getByRole('button', { name: 'Add Version' }).click();
    await field('RSI_VERSION').fill('Core 7');
    await field('RSI_FROM').fill('2020-01-01');
    await page.getByRole('button', { name: 'Add Expected term' }).click();
    await field('RSI_TERM').fill(LISTED ?? '');
    await save();
  });

  it('suggests what it says of the reaction on its onset date, and why', async () => {
    await follow(page, `${tabs}/AE/1`);
    await field(REACTION).fill(REPORTED ?? '');
    await field(ONSET).fill('2024-05-06');
    await save();
    await openPair();
    await page.getByRole('button', { name: 'Expected according to Core 7' }).first().click();
    await expect
      .poll(() => pair().getByRole('radio', { name: 'Expected', exact: true }).isChecked())
      .toBe(true);
    await pair().getByRole('radio', { name: 'Unexpected' }).check();
    await pair().getByRole('button', { name: /Why/ }).click();
    await dialog().getByText('Core 7 (2020-01-01').waitFor();
    expect(await dialog().textContent()).toContain('2024-05-06');
    await page.keyboard.press('Escape');
  });

  it('is no decision: the assessor differs with a reason', async () => {
    await pair().getByText('Enter the reason for the difference.').waitFor();
    await field(REASON).fill('More severe than described');
    await pair().getByText('Enter the reason for the difference.').waitFor({ state: 'detached' });
    await save();
    await openPair();
    await expect.poll(() => field(REASON).inputValue()).toBe('More severe than described');
    expect(await pair().getByRole('radio', { name: 'Unexpected' }).isChecked()).toBe(true);
    expect(problems).toEqual([]);
  });
});
