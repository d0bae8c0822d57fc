/** One save for the case: edits of several tabs are kept, marked, undone and saved together. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

describe('edits of several tabs', () => {
  let page: Page;
  let problems: string[];
  const tabs = () => page.getByRole('navigation', { name: 'Pages of the case' });
  const toTab = (name: string) =>
    tabs()
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .click();
  const field = (address: string) => page.locator(`[data-address="${address}"]`).getByRole('textbox').first();
  const marked = () => page.locator('[data-unsaved]').count();
  const type = async (address: string, text: string) => {
    await field(address).fill(text);
    await page.keyboard.press('Tab');
  };

  beforeAll(async () => {
    ({ page, problems } = await product.openCase('case.editor', 0, 'CI'));
    await page.locator('[data-fact="owner"]').waitFor();
  });

  it('stay when the tab is left, and are marked', async () => {
    await toTab('Patient');
    await type('D.1|0|0|0', 'Q.X.');
    await toTab('Study');
    await type('C.5.2|0|0|0', 'A study');
    await toTab('Sender');
    await expect.poll(marked).toBe(2);
    expect(await page.getByRole('dialog').count()).toBe(0);
    await toTab('Patient');
    expect(await field('D.1|0|0|0').inputValue()).toBe('Q.X.');
  });

  it('stop once on the way to another tab where an entry is none, which is looked at first', async () => {
    const [birth, country] = ['D.2.1|0|0|0', 'E.i.9|1|0|0'];
    const stopped = (text: string) => page.getByText(text).first().waitFor();
    await toTab('Patient');
    await type(birth, '1990-05-05');
    await field(birth).fill('1990-99-99');
    await toTab('Study');
    await stopped('"1990-99-99" was cleared');
    expect(page.url()).toMatch(/\/DM/);
    await page.waitForFunction((at) => document.activeElement?.closest(`[data-address="${at}"]`), birth);
    await page.keyboard.press('Control+z');
    await expect.poll(() => field(birth).inputValue()).toBe('1990-05-05');
    // without a click the field is left by nothing else
    await field(birth).fill('1991');
    await field(birth).fill('1991-88');
    await page.goBack();
    await stopped('"1991-88" was cleared');
    expect(page.url()).toMatch(/\/DM/);
    await page.goBack();
    await page.waitForURL((url) => !/\/DM/.test(url.pathname));
    await toTab('Patient');
    await field(birth).press('Control+z');
    await toTab('Reactions');
    await page.locator('tbody tr').first().click();
    await page.locator(`[data-address="${country}"]`).getByRole('combobox').fill('Nowhereland');
    await toTab('Patient');
    await stopped('"Nowhereland" is not in the list');
    expect(page.url()).toMatch(/\/AE\/1/);
    await toTab('Patient');
    await field(birth).waitFor();
  });

  it('are in the header from every tab', async () => {
    await toTab('Sender');
    await expect.poll(() => page.locator('[data-fact="patient"] dd').innerText()).toBe('Q.X.');
  });

  it('have a file that was still being uploaded when its tab was left', async () => {
    const { promise: left, resolve: letArrive } = Promise.withResolvers<void>();
    const uploads = /\/files\?/;
    await page.route(uploads, async (route) => {
      await left;
      await route.continue();
    });
    await toTab('Case');
    const letter = { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('A letter') };
    await Promise.all([
      page.waitForRequest(uploads),
      page.locator('input[type=file][multiple]').first().setInputFiles(letter),
    ]);
    await page.keyboard.press('Control+s');
    await page.getByText('A file, a translation or a list of codes is still on its way').waitFor();
    await toTab('Sender');
    await field('C.3.3.4|0|0|0').waitFor();
    const arrived = page.waitForResponse(uploads);
    letArrive();
    await arrived;
    await page.unroute(uploads);
    await toTab('Case');
    await page.getByText('letter.txt').first().waitFor();
    await field('C.1.8.1|0|0|0').press('Control+z');
    await expect.poll(() => page.getByText('letter.txt').count()).toBe(0);
  });

  it('are undone across tabs', async () => {
    await toTab('Patient');
    await type('D.1|0|0|0', 'Q.Y.');
    await toTab('Study');
    await type('C.5.2|0|0|0', 'Another study');
    for (let steps = 0; steps < 2; steps += 1) await page.keyboard.press('Control+z');
    await expect.poll(() => field('C.5.2|0|0|0').inputValue()).not.toContain('study');
    await page.keyboard.press('Control+z');
    await page.waitForURL(/\/DM/);
    await expect.poll(() => field('D.1|0|0|0').inputValue()).toBe('Q.X.');
    // from the link of the tab, which has the focus after a click
    await type('D.1|0|0|0', 'Q.Z.');
    await toTab('Study');
    await field('C.5.2|0|0|0').waitFor();
    await page.keyboard.press('Control+z');
    await page.waitForURL(/\/DM/);
    await expect.poll(() => field('D.1|0|0|0').inputValue()).toBe('Q.X.');
  });

  it('are marked where a save does not take them, on a tab that was left, until they are changed', async () => {
    await toTab('Study');
    await type('C.5.2|0|0|0', 'A refused study');
    const saves = /\/cases\/\d+\/pages\?/;
    const place = { itemId: 'D.1', rowNo: 0, rowNo2: 0, rowNo3: 0 };
    const details = [{ ...place, ruleId: 'X', message: 'Initials of nobody' }];
    const refusal = { success: false, data: null, errMsg: 'Not saved', errCode: 'ITEM_REFUSED', details };
    await page.route(saves, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 422, json: refusal }) : route.fallback(),
    );
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/DM/);
    const mark = page.locator('[data-address="D.1|0|0|0"]').getByText('Initials of nobody');
    await mark.waitFor();
    await toTab('Study');
    await field('C.5.2|0|0|0').waitFor();
    await toTab('Patient');
    await mark.waitFor();
    await type('D.1|0|0|0', 'Q.');
    await mark.waitFor({ state: 'detached' });
    await type('D.1|0|0|0', 'Q.X.');
    await page.unroute(saves);
    expect(problems.filter((text) => !text.includes('422'))).toEqual([]);
    problems.length = 0;
  });

  it('are saved at once with one reason, in at most eight steps for three edits', async () => {
    await toTab('Study');
    await type('C.5.2|0|0|0', 'The study');
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(marked).toBe(0);
    await toTab('Audit trail');
    const row = (text: string) => page.getByRole('row').filter({ hasText: text });
    const times = await Promise.all(
      ['Q.X.', 'The study'].map(
        async (text) => /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.exec(await row(text).first().innerText())?.[0],
      ),
    );
    expect(times[0]).toBeTruthy();
    expect(times[1]).toBe(times[0]);
  });

  it('are asked about when the case is left', async () => {
    await toTab('Patient');
    await type('D.1|0|0|0', 'Q.Z.');
    await toTab('Study');
    await page.getByRole('link', { name: 'Home' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard changes' }).click();
    await page.waitForURL(/\/home/);
    await page.goBack();
    await toTab('Patient');
    await expect.poll(() => field('D.1|0|0|0').inputValue()).toBe('Q.X.');
  });

  it('are marked in a list of rows, which leads to a row that is not saved yet', async () => {
    const drug = 'G.k.2.2|0|0|0';
    await toTab('Drugs');
    await page.locator('tbody tr').first().click();
    await type('G.k.2.2|1|0|0', 'Aspirin');
    await toTab('Drugs');
    await page.locator('tbody tr').first().getByText('Unsaved edits').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Add Drug' }).click();
    await type(drug, 'Paracetamol');
    await toTab('Drugs');
    await page.getByRole('link', { name: 'New: Drug, not saved yet' }).click();
    expect(await field(drug).inputValue()).toBe('Paracetamol');
    expect(problems).toEqual([]);
  });
});
