/** What is typed into a new row while it is saved belongs to that row, whatever page is opened meanwhile. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { follow, startProduct, type Product } from './product.ts';
import { isSaved, save, saveWithReason } from './saves.ts';
import { hasFocus } from './waits.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const box = (page: Page, address: string) =>
  page.locator(`[data-address="${address}"]`).getByRole('textbox').first();

it('is an edit of the stored row when the new row was left, and the next new row is empty', async () => {
  const { page } = await product.openCase('case.editor', 3, 'AE/0');
  const tabs = page.getByRole('navigation', { name: 'Pages of the case' });
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(/pages\/AE\/0/, async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  await box(page, 'E.i.1.1a|0|0|0').fill('Schwindel');
  await saveWithReason(page);
  await box(page, 'E.i.1.2|0|0|0').fill('Dizzy');
  await tabs.getByRole('link', { name: /^Patient/ }).click();
  await box(page, 'D.1|0|0|0').waitFor();
  const answered = page.waitForResponse(
    (one) => one.request().method() === 'POST' && /AE\/0/.test(one.url()),
  );
  release();
  await answered;
  await tabs.getByRole('link', { name: /^Reactions/ }).click();
  await page.getByRole('button', { name: /^Add/ }).click();
  await box(page, 'E.i.1.1a|0|0|0').waitFor();
  expect(await box(page, 'E.i.1.2|0|0|0').inputValue()).toBe('');
  await tabs.getByRole('link', { name: /^Reactions/ }).click();
  await page.getByText('Schwindel').first().click();
  await page.waitForURL(/AE\/[1-9]/);
  const { rowNo } = /AE\/(?<rowNo>\d+)/.exec(page.url())?.groups ?? {};
  await expect.poll(() => box(page, `E.i.1.2|${rowNo}|0|0`).inputValue()).toBe('Dizzy');
  await save(page);
  await page.reload();
  await expect.poll(() => box(page, `E.i.1.2|${rowNo}|0|0`).inputValue()).toBe('Dizzy');
});

it('has the focus where it was when it is stored, also on a button', async () => {
  const { page, tabs } = await product.openCase('case.editor', 3, 'DG/0');
  const dosages = page.locator('[data-group="G.k.4.r"]');
  const add = dosages.getByRole('button', { name: '+ Add Dosage' });
  for (const [name, control] of [
    ['Aspirin', add],
    ['Ibuprofen', dosages.getByRole('button', { name: 'Delete Dosage 1' })],
  ] as const) {
    await follow(page, `${tabs}/DG/0`);
    await box(page, 'G.k.2.2|0|0|0').fill(name);
    await add.click();
    await control.focus();
    await saveWithReason(page);
    await page.waitForURL(/DG\/[1-9]/);
    await isSaved(page);
    await hasFocus(control);
  }
});
