/** A product of case info: entered by keyboard and from a spreadsheet, taken back, saved, copied, deleted, chosen for a case. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyboardUser, type KeyboardUser } from './keyboardUser.ts';
import { follow, prefixOf, startProduct, type Product } from './product.ts';
import { hasFocus } from './waits.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const field = (page: Page, item: string) =>
  page.locator(`[data-item="${item}"] :is(input, textarea, select)`).first();
const dialog = (page: Page) => page.getByRole('dialog');

describe('a product', () => {
  let page: Page;
  let problems: string[];
  let user: KeyboardUser;

  beforeAll(async () => {
    ({ page, problems } = await product.openAs('sponsor.admin', 'caseinfo/product/list'));
    user = keyboardUser(page, null);
  });

  it('is added from the list, with findings at its fields, and opened by its own address', async () => {
    await page.getByRole('link', { name: 'Add Product' }).click();
    await field(page, 'BRAND_NAME').fill('Tamarol');
    await expect.poll(() => page.locator('[data-item="PRD_NAME"]').innerText()).toContain('Required');
    // what the server refuses is said at the field, too
    await field(page, 'PRD_NAME').fill('Velanorix 20 mg tablet');
    await user.press('Control+s');
    await page.locator('[data-item="PRD_NAME"]').getByText('value already exists').waitFor();
    await page.getByText('Some items cannot be stored as they are').waitFor();
    await field(page, 'PRD_NAME').fill('Tamarol 40 mg tablet');
    await expect
      .poll(() => page.locator('[data-item="PRD_NAME"]').innerText())
      .not.toMatch(/Required|exists/);
    // never saved before: no reason is asked for
    await user.press('Control+s');
    await page.waitForURL(/caseinfo\/product\/[1-9]\d*\/detail/);
    await page.getByRole('heading', { name: 'Tamarol 40 mg tablet' }).waitFor();
    // what is no longer so does not stay on the screen
    await page.getByText('Some items cannot be stored as they are').waitFor({ state: 'detached' });
    await page.getByText('Version 1', { exact: true }).waitFor();
  });

  it('takes rows from a spreadsheet, as one step to undo, and is saved with a reason', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() =>
      navigator.clipboard.writeText('Substance\tStrength\ntamarol sodium\t40\ntamarol base\t2'),
    );
    await page.getByRole('button', { name: 'Add Substance' }).focus();
    await user.press('Control+v');
    await dialog(page).getByRole('button', { name: 'Paste 2 rows' }).press('Enter');
    await page.getByText('tamarol sodium').first().waitFor();
    await expect.poll(user.focused).toMatch(/Substance 1/);
    await user.press('Control+z');
    await expect.poll(() => page.getByText('tamarol sodium').count()).toBe(0);
    await user.press('Control+y');
    await page.getByText('tamarol sodium').first().waitFor();
    await user.press('Control+s');
    await dialog(page).getByRole('radio', { name: 'New data' }).check();
    await dialog(page).getByRole('button', { name: 'OK' }).click();
    await page.getByText('Version 2', { exact: true }).waitFor();
  });

  it('shows the history of a field, and the audit trail of all of them', async () => {
    await field(page, 'BRAND_NAME').focus();
    await user.press('F2');
    await page.getByRole('menuitem', { name: 'History' }).click();
    await expect.poll(() => dialog(page).innerText()).toContain('Tamarol');
    await user.press('Escape');
    await page.getByRole('link', { name: 'Audit trail' }).click();
    await expect.poll(() => page.locator('tbody').innerText()).toContain('tamarol base');
    await page.getByRole('link', { name: 'Product', exact: true }).click();
  });

  it('is copied as a draft, deleted with a reason, and found among the deleted', async () => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Copy' }).click();
    await dialog(page).getByRole('textbox').fill('Another strength');
    await dialog(page).getByRole('button', { name: 'OK' }).click();
    await page.getByText('Draft', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog(page).getByText('not used in any case').waitFor();
    await dialog(page).getByRole('textbox').fill('Copied by mistake');
    await dialog(page).getByRole('button', { name: 'OK' }).click();
    await expect.poll(() => field(page, 'BRAND_NAME').isEditable()).toBe(false);
  });

  it('is offered to a case with the columns of its schema files, and fills the item', async () => {
    await follow(page, `${prefixOf(page)}/case/list?sort=updatedAt`);
    await page
      .getByRole('link', { name: /^CASE-/ })
      .nth(1)
      .click();
    await page.waitForURL(/\/case\/\d+\/detail\/./);
    const tabs = /^(.*\/case\/\d+\/detail)/.exec(page.url())?.[1] ?? '';
    await follow(page, `${tabs}/DG/0`);
    await field(page, 'G.k.2.2').press('Alt+l');
    await dialog(page).getByRole('columnheader', { name: 'Brand name' }).waitFor();
    await dialog(page).getByRole('textbox', { name: 'Keyword' }).fill('Tamarol');
    await user.press('Enter');
    const offered = dialog(page).locator('tbody tr[data-row]');
    await expect.poll(() => offered.count()).toBe(1);
    await user.press('ArrowDown', 'Enter');
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => field(page, 'G.k.2.2').inputValue()).toBe('Tamarol 40 mg tablet');
    // with its rows; one undo takes all of it back
    const substances = page.getByText(/^tamarol (sodium|base)$/);
    await expect.poll(() => substances.count()).toBe(2);
    await hasFocus(field(page, 'G.k.2.2'));
    await user.press('Control+z');
    await expect.poll(() => substances.count()).toBe(0);
    await expect.poll(() => field(page, 'G.k.2.2').inputValue()).toBe('');
  });

  it('shows where it is used, in cases and in studies', async () => {
    await follow(page, `${prefixOf(page)}/caseinfo/product/1/detail`);
    await page.getByRole('link', { name: 'Where used' }).click();
    await page.getByRole('link', { name: 'HB-VEL-301' }).waitFor();
    expect(await page.getByRole('main').innerText()).toMatch(/Used in \d+ cases?[\s\S]*CASE-/);
    await page.getByRole('link', { name: 'HB-VEL-301' }).click();
    await page.getByRole('heading', { name: 'HB-VEL-301' }).waitFor();
  });

  it('comes with others from a spreadsheet: errors by cell, then a preview, then all of them', async () => {
    await follow(page, `${prefixOf(page)}/caseinfo/product/list`);
    await page.getByRole('button', { name: 'Import' }).click();
    const file = (text: string) => ({
      name: 'products.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    });
    const chooser = dialog(page).locator('input[type="file"]');
    await chooser.setInputFiles(file('Product name,Kind of product\nNewol 5 mg,potion\n'));
    await expect.poll(() => dialog(page).getByRole('table').first().innerText()).toContain('not in the list');
    expect(await dialog(page).getByRole('table').first().innerText()).toContain('B2');
    expect(
      await dialog(page)
        .getByRole('button', { name: /^Import \d/ })
        .count(),
    ).toBe(0);
    await chooser.setInputFiles(file('Product name,Kind of product\nNewol 5 mg,Drug\nNewol 10 mg,Vaccine\n'));
    await dialog(page).getByText('2 new').waitFor();
    await dialog(page).getByRole('textbox').fill('New line of products');
    await dialog(page).getByRole('button', { name: 'Import 2 records' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'Newol 10 mg' }).waitFor();
  });

  it('is in the file of the list', async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await dialog(page).getByRole('radio', { name: /CSV/ }).check();
    const downloading = page.waitForEvent('download');
    await dialog(page).getByRole('button', { name: 'Export' }).click();
    expect(readFileSync(await (await downloading).path(), 'utf8')).toContain('Newol 10 mg');
    await dialog(page).waitFor({ state: 'detached' });
  });

  it('has senders and studies beside it, in the same forms', async () => {
    await follow(page, `${prefixOf(page)}/caseinfo/sender/1/detail`);
    await expect.poll(() => field(page, 'SND_ORGAN').inputValue()).toBe('Hanbit Pharma, Seoul');
    await follow(page, `${prefixOf(page)}/caseinfo/study/0/detail`);
    await field(page, 'STD_SPN_NO').fill('HB-NEW-1');
    await page.getByRole('button', { name: 'Add Product' }).click();
    await field(page, 'PRODUCT').press('Alt+l');
    await dialog(page).getByRole('columnheader', { name: 'Brand name' }).waitFor();
    await dialog(page)
      .getByRole('row', { name: /Velanorix/ })
      .click();
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => field(page, 'PRODUCT').inputValue()).not.toBe('');
    await user.press('Control+s');
    await page.getByRole('heading', { name: 'HB-NEW-1' }).waitFor();
  });

  it('has what was typed while it was first saved, and asks before another of its tabs is opened', async () => {
    const saving = /\/records\//;
    const { promise: typed, resolve: letSave } = Promise.withResolvers<void>();
    // before the page is opened: a request at the moment in which the browser begins to hold some back may pass it by
    await page.route(saving, async (route) => {
      if (route.request().method() !== 'GET') await typed;
      await route.continue();
    });
    await follow(page, `${prefixOf(page)}/caseinfo/product/0/detail`);
    await field(page, 'PRD_NAME').fill('Latecol 5 mg tablet');
    await Promise.all([
      page.waitForRequest((request) => request.method() !== 'GET' && saving.test(request.url())),
      user.press('Control+s'),
    ]);
    await field(page, 'BRAND_NAME').fill('Latecol');
    letSave();
    await page.getByText('Version 1', { exact: true }).waitFor();
    await page.unroute(saving);
    expect(await field(page, 'BRAND_NAME').inputValue()).toBe('Latecol');
    await page.getByRole('link', { name: 'Audit trail' }).click();
    await dialog(page).getByRole('button', { name: 'Discard changes' }).click();
    await expect.poll(() => page.locator('tbody').innerText()).toContain('Latecol 5 mg tablet');
  });

  it('goes without an error in the console', () => {
    // the refused name is a 422, which the browser notes there
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
  });
});
