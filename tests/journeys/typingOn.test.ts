/** What is typed without a pause while a new row or record is saved, and opened at its own address. */
import type { Page, Route } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProduct, type Product } from './product.ts';
import { reasonDialog } from './saves.ts';
import { aMoment } from './waits.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const box = (page: Page, address: string) =>
  page.locator(`[data-address="${address}"]`).getByRole('textbox').first();

/** A key each tenth of a second, as fast hands type. */
const DELAY = { delay: 100 };

/** Saves by the key; answers the question for a reason where one is asked. */
async function saveByKey(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await reasonDialog(page).getByRole('radio').first().waitFor();
  await page.keyboard.press('Enter');
}

/** Answers take as long as over a slow line. */
const slow = async (route: Route): Promise<void> => {
  const response = await route.fetch();
  await new Promise((resolve) => setTimeout(resolve, 600));
  await route.fulfill({ response });
};

describe('what is typed on', () => {
  it('in the new row is all there, in its order, with the caret behind it', async () => {
    const { page } = await product.openCase('case.editor', 3, 'AE/0');
    const field = box(page, 'E.i.1.1a|0|0|0');
    await field.fill('Schwindel');
    await page.route(/pages\/AE\/[1-9]/, slow);
    await saveByKey(page);
    await reasonDialog(page).waitFor({ state: 'detached' });
    await page.keyboard.type(' beim Aufstehen am Morgen', DELAY);
    await page.waitForURL(/\/AE\/[1-9]/);
    await page.keyboard.type(' und am Abend', DELAY);
    const rowNo = /AE\/(\d+)/.exec(page.url())?.[1] ?? '';
    await expect
      .poll(() => box(page, `E.i.1.1a|${rowNo}|0|0`).inputValue())
      .toBe('Schwindel beim Aufstehen am Morgen und am Abend');
  });

  it('as a date that is half typed stays until it is whole', async () => {
    const { page } = await product.openCase('case.editor', 4, 'AE/0');
    await box(page, 'E.i.1.1a|0|0|0').fill('Schwindel');
    await box(page, 'E.i.4|0|0|0').focus();
    await saveByKey(page);
    await reasonDialog(page).waitFor({ state: 'detached' });
    await page.keyboard.type('2024-0', DELAY);
    await page
      .locator('button[data-dirty] [data-loading], button[data-loading]')
      .waitFor({ state: 'detached' });
    await aMoment(page);
    expect(await box(page, 'E.i.4|0|0|0').inputValue()).toBe('2024-0');
    await page.keyboard.type('3-05');
    await page.keyboard.press('Tab');
    await page.waitForURL(/\/AE\/[1-9]/);
    const rowNo = /AE\/(\d+)/.exec(page.url())?.[1] ?? '';
    await expect.poll(() => box(page, `E.i.4|${rowNo}|0|0`).inputValue()).toBe('2024-03-05');
  });

  it('in a new record is all there', async () => {
    const { page } = await product.openAs('sponsor.admin', 'caseinfo/narrative/0/detail');
    const name = page.locator('[data-item="NAME"]').getByRole('textbox').first();
    await name.fill('Vorlage');
    await page.locator('[data-item="NR_TEXT"]').getByRole('textbox').first().fill('Text');
    await name.focus();
    await page.keyboard.press('End');
    await page.route(/narrative/, slow);
    await page.keyboard.press('Control+s');
    await page.keyboard.type(' fuer Studien in mehreren Laendern', DELAY);
    await page.waitForURL(/narrative\/[1-9]/);
    await page.keyboard.type(' der EU', DELAY);
    await expect.poll(() => name.inputValue()).toBe('Vorlage fuer Studien in mehreren Laendern der EU');
  });
});
