/** What is typed is what the item has: in fields of any kind, in a pasted table, and where a save is refused elsewhere. */
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPageRow, savePageRow, type DataOf, type readCodeList } from '../../shared/contract/index.ts';
import { makeCall, tokenOf } from '../api/harness.ts';
import { caseByCalls, type MadeCase } from './caseByCalls.ts';
import { limitEditors } from './limitEditors.ts';
import { follow, startProduct, type Product } from './product.ts';
import { save, saveWithReason } from './saves.ts';
import { setPart } from './sponsorSettings.ts';
import { hasFocus } from './waits.ts';

let product: Product;
let newCase: MadeCase;
let page: Page;
let tabs: string;
beforeAll(async () => {
  product = await startProduct();
  newCase = await caseByCalls(product.url, [
    ...['Headache', 'Nausea'].map((value) => ({ page: 'AE', itemId: 'E.i.1.1a', value })),
    { page: 'DG', itemId: 'G.k.2.2', value: 'Aspirin' },
    { page: 'DG', itemId: 'G.k.3.3', value: 'Example Pharma\nKorea' },
  ]);
  ({ page } = await product.openAs('case.editor', `case/${newCase.caseKey}/detail/DM`));
  tabs = page.url().replace(/\/DM$/, '');
});
afterAll(() => product.stop());

const box = (address: string) => page.locator(`[data-address="${address}"]`).getByRole('textbox').first();
const list = (address: string) => page.locator(`[data-address="${address}"]`).getByRole('combobox').first();

const optionOf = async (column: Locator, itemId: string): Promise<string> =>
  (await column.locator('option').allTextContents()).find((text) => text.includes(`(${itemId})`)) ?? '';

/** Another user deletes the first dosage of the drug that is open. */
async function deleteDosage(): Promise<void> {
  const params = { caseKey: newCase.caseKey, page: 'DG', rowNo: 2 };
  const call = { params, token: await tokenOf(product.url, 'sponsor.admin') };
  const { rows, retrievedAt } = (await makeCall(product.url, readPageRow, call)).data;
  const dosages = rows.filter(({ group, rowNo2 }) => group === 'G.k.4.r' && rowNo2 === 1);
  const deleted = dosages.map((row) => ({ ...row, deleted: true }));
  const body = { reason: 'Test', retrievedAt, changes: [], rows: deleted };
  const saved = await makeCall(product.url, savePageRow, { ...call, body });
  if (!saved.success) throw new Error(`the dosage was not deleted: ${saved.errMsg}`);
}

const isUnsaved = async () => (await page.locator('button[data-dirty]').count()) > 0;

describe('the texts of two languages side by side', () => {
  it('are saved by the key of the page, which closes them', async () => {
    const text = box('H.1|0|0|0');
    await follow(page, `${tabs}/NR`);
    await text.fill('A rash.');
    await text.press('Alt+Shift+O');
    const pane = page.getByRole('dialog', { name: /side by side/ });
    await pane.getByRole('textbox', { name: /second language, paragraph 1$/ }).fill('발진.');
    await page.keyboard.press('Control+s');
    await pane.waitFor({ state: 'detached' });
    await expect.poll(isUnsaved).toBe(false);
    await hasFocus(text);
    await follow(page, `${tabs}/DM`);
  });
});

describe('a field', () => {
  it('shows what it was when the change is taken back by its key, and stays that way', async () => {
    await box('D.3|0|0|0').fill('70');
    await expect.poll(isUnsaved).toBe(true);
    await box('D.3|0|0|0').press('Alt+u');
    await expect.poll(() => box('D.3|0|0|0').inputValue()).toBe('');
    await box('D.3|0|0|0').press('Tab');
    expect(await box('D.3|0|0|0').inputValue()).toBe('');
    expect(await isUnsaved()).toBe(false);
  });

  it('of one line keeps the words of several lines apart', async () => {
    await follow(page, `${tabs}/DG/2`);
    await box('G.k.3.3|2|0|0').press('End');
    await page.keyboard.type('!');
    expect(await box('G.k.3.3|2|0|0').inputValue()).toBe('Example Pharma Korea!');
    await page.keyboard.press('Control+z');
    await expect.poll(isUnsaved).toBe(false);
  });

  it('of a date keeps its time when another day is taken from the calendar', async () => {
    await follow(page, `${tabs}/AE/1`);
    const start = box('E.i.4|1|0|0');
    await start.fill('2024-03-05 14:30');
    await start.press('Tab');
    await start.press('F4');
    await page.getByRole('button', { name: '6 March 2024', exact: true }).click();
    await expect.poll(() => start.inputValue()).toBe('2024-03-06 14:30');
    await hasFocus(start);
    await start.press('Alt+u');
    await expect.poll(isUnsaved).toBe(false);
  });

  it('of a code keeps the space before the word that is typed next', async () => {
    await box('E.i.2.1b|1|0|0').pressSequentially('10019 211');
    expect(await box('E.i.2.1b|1|0|0').inputValue()).toBe('10019 211');
    await page.keyboard.press('Control+z');
    await expect.poll(isUnsaved).toBe(false);
    await follow(page, `${tabs}/DG/2`);
  });

  it('opens its list at the code it has, where a code before it is no longer in use', async () => {
    await page.route(/\/items\/G\.k\.8\/code-list/, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: DataOf<typeof readCodeList> };
      for (const first of answer.data.codeList.slice(0, 1)) first.deleted = 'Y';
      await route.fulfill({ response, json: answer });
    });
    await page.reload();
    await list('G.k.8|2|0|0').fill('3');
    await list('G.k.8|2|0|0').press('Tab');
    const code = await list('G.k.8|2|0|0').inputValue();
    expect(code).toMatch(/^3 /);
    await list('G.k.8|2|0|0').focus();
    for (const key of ['ArrowDown', 'Enter']) await list('G.k.8|2|0|0').press(key);
    expect(await list('G.k.8|2|0|0').inputValue()).toBe(code);
    await page.unroute(/code-list/);
    await save(page);
  });
});

describe('a pasted table', () => {
  it('has the spaces and lines that are typed into it, and keeps the columns that were chosen', async () => {
    await page.locator('[data-list="G.k.4.r|2"] [data-action="pasteTable"]').click();
    const dialog = page.getByRole('dialog');
    const text = dialog.getByRole('textbox', { name: 'Copied table' });
    await text.pressSequentially('Lot\nA 12');
    const column = dialog.getByRole('combobox', { name: 'Column 1' });
    await column.selectOption({ label: await optionOf(column, 'G.k.4.r.8') });
    await text.press('End');
    await text.pressSequentially(' b\nC 3');
    expect(await text.inputValue()).toBe('Lot\nA 12 b\nC 3');
    expect(await column.inputValue()).toBe('G.k.4.r.8');
    await dialog.getByRole('button', { name: 'Paste 2 rows' }).click();
    await dialog.waitFor({ state: 'detached' });
    await save(page);
    const stored = await page.evaluate(() => document.querySelector('[data-list="G.k.4.r|2"]')?.textContent);
    expect(stored).toContain('Dosages (2)');
  });
});

describe('the keys of a dialog of the form', () => {
  it('do nothing to the page behind it', async () => {
    await box('G.k.2.2|2|0|0').fill('Aspirin forte');
    await page.locator('[data-list="G.k.4.r|2"] [data-action="pasteTable"]').click();
    const text = page.getByRole('dialog').getByRole('textbox', { name: 'Copied table' });
    await text.pressSequentially('Lot');
    await text.press('Control+z');
    await text.press('Control+z');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await box('G.k.2.2|2|0|0').inputValue()).toBe('Aspirin forte');
    await save(page);
  });
});

describe('a save that is refused', () => {
  const TOO_LONG = 'x'.repeat(300);

  it('is told with the name of its page where that was left meanwhile', async () => {
    await setPart(product.url, 'editing', { leavePage: 'keep' });
    await page.goto(`${tabs}/DM`);
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/\/pages\/DM/, async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      await promise;
      await route.fulfill({
        status: 500,
        json: { success: false, data: null, errMsg: 'The disk is full', errCode: 'INTERNAL' },
      });
    });
    await box('D.1|0|0|0').fill('A.B.');
    // the first save of a page asks for no reason
    const sent = page.waitForRequest((one) => /\/pages\/DM/.test(one.url()) && one.method() === 'POST');
    await page.keyboard.press('Control+s');
    await sent;
    await page.getByRole('link', { name: /^Reactions/ }).click();
    await page.getByRole('checkbox', { name: 'Select row 1' }).waitFor();
    resolve();
    await page.getByRole('alert').getByText(`${newCase.caseNo} Patient: The disk is full`).waitFor();
    await page.unroute(/\/pages\/DM/);
    expect(await isUnsaved()).toBe(true);
  });

  it('for an item of another row opens that row, and says why', async () => {
    await follow(page, `${tabs}/AE/2`);
    await box('E.i.1.2|2|0|0').fill(TOO_LONG);
    await follow(page, `${tabs}/AE/1`);
    await box('E.i.1.1a|1|0|0').fill('Bad headache');
    await saveWithReason(page);
    await page.waitForURL(/\/AE\/2/);
    await page.getByRole('alert').getByText(/250/).waitFor();
  });

  it('for items that a role limits meanwhile says so there, and is freed by taking these changes back', async () => {
    await page.goto(`${tabs}/DM`);
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    for (const address of ['D.1|0|0|0', 'D.1.1.1|0|0|0', 'D.3|0|0|0']) await box(address).fill('70');
    await limitEditors(product.url, [
      { itemId: 'D.1', right: 'hidden' },
      { itemId: 'D.1.1.1', right: 'read' },
    ]);
    await page.keyboard.press('Control+s');
    const hidden = page.locator('[data-address="D.1|0|0|0"]');
    await hidden.getByText('You may not see this item').waitFor();
    await expect.poll(() => hidden.locator(':focus').count()).toBe(1);
    await page.keyboard.press('Alt+u');
    await hidden.getByText('You may not see this item').waitFor({ state: 'detached' });
    await box('D.1.1.1|0|0|0').press('Alt+u');
    await page.keyboard.press('Control+s');
    await expect.poll(isUnsaved).toBe(false);
    expect(await box('D.3|0|0|0').inputValue()).toBe('70');
    await limitEditors(product.url, []);
  });

  it('for a row that another user deletes meanwhile is freed by taking the change back', async () => {
    // a page that learns of the role meanwhile is read again, which closes rows
    await page.goto(`${tabs}/DG/2`);
    await page.locator('[data-list="G.k.4.r|2"] [data-row-toggle]').first().click();
    const text = page.locator('[data-address="G.k.4.r.8|2|1|0"]');
    await text.getByRole('textbox').first().fill('Once');
    await deleteDosage();
    await page
      .locator('[data-list="G.k.4.r|2"]')
      .getByRole('button', { name: /^Restore/ })
      .waitFor();
    await saveWithReason(page);
    await text.getByText('The row is deleted').waitFor();
    await expect.poll(() => text.locator(':focus').count()).toBe(1);
    await page.keyboard.press('Alt+u');
    await expect.poll(isUnsaved).toBe(false);
  });
});
