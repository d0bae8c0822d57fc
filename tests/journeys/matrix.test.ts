/** The matrix of drugs and reactions, by the keyboard alone. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseByCalls, rowsByCalls, type MadeCase } from './caseByCalls.ts';
import { follow, startProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

/** The first save of a page asks for no reason. */
async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  const dialog = page.getByRole('dialog');
  const clean = () => page.locator('button[data-dirty]').waitFor({ state: 'detached' });
  await Promise.race([dialog.waitFor(), clean()]);
  if (await dialog.isVisible()) {
    await dialog.getByLabel(/New data/).press('Space');
    await dialog.getByRole('button', { name: 'OK', exact: true }).press('Enter');
  }
  await clean();
}

async function giveReason(page: Page, reason: string, confirm: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Others').press('Space');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  const button = dialog.getByRole('button', { name: confirm, exact: true });
  // it can be pressed once the dialog has said what speaks of the row
  await expect.poll(() => button.isEnabled()).toBe(true);
  await button.press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

const focusedName = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName);
const cell = (page: Page, pair: string) => page.getByRole('gridcell', { name: new RegExp(`^${pair}`) });

async function xmlOf(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Export XML' }).press('Enter');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Values as entered' }).press('Enter'),
  ]);
  const stream = await download.createReadStream();
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

describe('the matrix', () => {
  let page: Page;
  let problems: string[];
  let tabs: string;
  let made: MadeCase;
  beforeAll(async () => {
    made = await caseByCalls(product.url, [
      ...['Aspirin', 'Ibuprofen'].map((value) => ({ page: 'DG', itemId: 'G.k.2.2', value })),
      ...['Headache', 'Nausea', 'Rash'].map((value) => ({ page: 'AE', itemId: 'E.i.1.1a', value })),
    ]);
    ({ page, problems } = await product.openAs('case.editor', `case/${made.caseKey}/detail/DG`));
    tabs = page.url().replace(/\/DG$/, '');
  });

  it('is reached from the list of drugs and walked through by keys', async () => {
    await page.getByRole('radio', { name: 'List' }).focus();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/view=matrix/);
    await cell(page, 'Aspirin, Headache, not assessed').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focusedName(page)).toBe('Ibuprofen, Nausea, not assessed');
    await page.keyboard.press('Control+Home');
    await expect.poll(() => focusedName(page)).toBe('Aspirin, Headache, not assessed');
  });

  it('assesses a pair by two sources', async () => {
    for (const [source, result] of [
      ['Reporter', 'Related'],
      ['Sponsor', 'Not related'],
    ] as const) {
      await page.keyboard.press('Enter');
      await page.locator('[data-pair-panel="1|1"] :focus').waitFor();
      const add = page.getByRole('button', { name: /Add Causality opinion/ });
      await add.focus();
      await page.keyboard.press('Enter');
      await page.locator('[data-item="G.k.9.i.2.r.1"] :focus').waitFor();
      await page.keyboard.type(source);
      await page.locator('[data-item="G.k.9.i.2.r.3"]').getByRole('textbox').first().focus();
      await page.keyboard.type(result);
      await page.keyboard.press('Escape');
      await expect.poll(() => focusedName(page)).toMatch(/^Aspirin, Headache/);
    }
    await expect
      .poll(() => focusedName(page))
      .toBe('Aspirin, Headache, Reporter: Related; Sponsor: Not related, changed');
  });

  it('fills the empty pairs after telling how many, and keeps them after save and reload', async () => {
    await page
      .getByRole('group', { name: 'Fill empty pairs' })
      .getByRole('button', { name: 'All' })
      .press('Enter');
    const fill = page.getByRole('dialog').getByRole('button', { name: 'Fill 5 pairs' });
    await fill.press('Enter');
    await page.getByText('6 of 6 pairs assessed').waitFor();
    await cell(page, 'Ibuprofen, Rash').focus();
    await page.keyboard.press('Delete');
    await page.getByText('5 of 6 pairs assessed').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('6 of 6 pairs assessed').waitFor();
    await save(page);
    await page.reload();
    await cell(page, 'Ibuprofen, Rash, Reporter: Related; Sponsor: Not related$').waitFor();
  });

  it('shows the same in the form of the drug, which leads back to its pairs', async () => {
    await follow(page, `${tabs}/DG/2`);
    await page.getByRole('button', { name: 'Show in the matrix' }).press('Enter');
    await page.waitForURL(/view=matrix&rowNo=2/);
    await page.locator('[role="gridcell"][tabindex="0"][data-pair^="2|"]').waitFor();
  });

  it('loses the pairs of a deleted reaction, in the message too, and has them again when it is restored', async () => {
    const count = (xml: string) => xml.split('>Not related<').length - 1;
    expect(count(await xmlOf(page))).toBe(6);
    await strike('Delete');
    await follow(page, `${tabs}/DG?view=matrix`);
    await page.getByText('4 of 4 pairs assessed').waitFor();
    expect(await page.getByRole('rowheader', { name: 'Nausea' }).count()).toBe(0);
    expect(count(await xmlOf(page))).toBe(4);
    await strike('Restore');
    await follow(page, `${tabs}/DG?view=matrix`);
    await page.getByText('6 of 6 pairs assessed').waitFor();
    expect(count(await xmlOf(page))).toBe(6);
  });

  it('shows drugs and reactions that are added elsewhere while it is open', async () => {
    await rowsByCalls(product.url, made, { page: 'AE', itemId: 'E.i.1.1a' }, ['Dizziness']);
    await cell(page, 'Ibuprofen, Dizziness, not assessed').waitFor();
    await page.getByText('6 of 8 pairs assessed').waitFor();
    await rowsByCalls(product.url, made, { page: 'DG', itemId: 'G.k.2.2' }, ['Paracetamol']);
    await cell(page, 'Paracetamol, Dizziness, not assessed').waitFor();
    await page.getByText('6 of 12 pairs assessed').waitFor();
  });

  async function strike(action: 'Delete' | 'Restore'): Promise<void> {
    await follow(page, `${tabs}/AE`);
    await page.getByRole('row').filter({ hasText: 'Nausea' }).getByRole('checkbox').press('Space');
    await page.getByRole('button', { name: `${action} 1 row` }).press('Enter');
    await giveReason(page, 'Reported in error', action);
  }

  it('left no error in the console', () => expect(problems).toEqual([]));
});
