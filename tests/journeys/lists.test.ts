/** A user makes the case list his own: columns, filters, a file of what he sees. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from './faults.ts';
import { prefixOf, signIn, startProduct, type Product } from './product.ts';

let product: Product;
let page: Page;
let problems: string[];

beforeAll(async () => {
  product = await startProduct();
  ({ page, problems } = await product.open({ width: 1440, height: 900 }));
  await signIn(page, product.url, 'case.editor');
  await page.goto(`${product.url}${prefixOf(page)}/case/list`);
  await page.getByRole('columnheader', { name: 'Case number' }).waitFor();
});
afterAll(() => product.stop());

const rows = () => page.locator('tbody tr').count();
/** how many cases the list has on all its pages */
const entries = async () => Number(/\d+/.exec((await page.getByText(/ entries/).textContent()) ?? '')?.[0]);
const filter = (column: string) => page.getByRole('button', { name: new RegExp(`^Filter ${column}`) });

describe('the case list', () => {
  it('shows an item of the case as a column, where the user wants it, also after a reload', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Find a column').fill('C.1.4');
    const show = dialog.getByRole('button', { name: /^Show .*C\.1\.4$/ });
    const label = /^Show (.*) C\.1\.4$/.exec((await show.getAttribute('aria-label')) ?? '')?.[1] ?? '';
    await show.press('Enter');
    // it came last of twelve
    const up = dialog.getByRole('button', { name: `Move ${label} C.1.4 up` });
    for (let step = 0; step < 10; step += 1) await up.click();
    await dialog.getByRole('button', { name: 'Show these' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await expect.poll(() => page.locator('thead th').nth(2).textContent()).toBe(label);
    await expect
      .poll(() => page.locator('tbody tr td:nth-child(3)').first().textContent())
      .toMatch(/^\d{4}-/);
  });

  it('is filtered by keyboard, says by what, and shows all again', async () => {
    const all = await rows();
    await filter('Report type').press('Enter');
    await page.getByRole('dialog').getByRole('checkbox', { name: /study/i }).press('Space');
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).press('Enter');
    await expect.poll(rows).toBeLessThan(all);
    const texts = await page.locator('tbody tr').allTextContents();
    expect(texts.every((text) => /study/i.test(text))).toBe(true);
    await page.reload();
    await page.getByRole('group', { name: 'Filters' }).waitFor();
    expect(await rows()).toBe(texts.length);
    await page.getByRole('button', { name: /^Remove the filter of Report type/ }).click();
    await expect.poll(rows).toBe(all);
  });

  it('gives a file of what is seen', async () => {
    const all = await entries();
    await filter('Country').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Find a column').fill('korea');
    await dialog
      .getByRole('checkbox', { name: /South Korea|Republic of Korea/ })
      .first()
      .check();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect.poll(entries).toBeLessThan(all);
    const count = await entries();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const text = readFileSync(await (await downloading).path(), 'utf8');
    expect(text.trim().split('\r\n')).toHaveLength(count + 1);
    expect(text).toMatch(/Case number/);
  });

  it('has no fault that axe finds', async () => {
    expect(await faultsOf(page)).toEqual([]);
    expect(problems).toEqual([]);
  });
});
