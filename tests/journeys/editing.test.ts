/** What a case processor does with rows, files, status and history, in the demo's own cases. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { save } from './saves.ts';
import { setPart } from './sponsorSettings.ts';
import { follow, prefixOf, startProduct, type Product } from './product.ts';

let product: Product;
let folder: string;
beforeAll(async () => {
  product = await startProduct();
  folder = await mkdtemp(join(tmpdir(), 'casewright-files-'));
});
afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
});

const field = (page: Page, address: string) => page.locator(`[data-address="${address}"]`);

async function giveReason(page: Page, reason: string, confirm: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Others').check();
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await dialog.getByRole('button', { name: confirm, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

describe('an editor', () => {
  let page: Page;
  let problems: string[];
  let tabs: string;
  beforeAll(async () => {
    ({ page, problems, tabs } = await product.openCase('case.editor', 0, 'DG/1'));
  });

  it('adds a dosage to a drug and finds it again after a reload', async () => {
    await page.getByRole('button', { name: /Add Dosage/ }).click();
    const lot = page.locator('[data-item="G.k.4.r.7"]').last();
    await lot.getByRole('textbox').first().fill('LOT-4711');
    await save(page);
    await page.reload();
    await page.getByText('LOT-4711').first().waitFor();
  });

  it('adds a reaction as a new row with its own number', async () => {
    await follow(page, `${tabs}/AE/0`);
    await page.locator('[data-item="E.i.1.1a"]').getByRole('textbox').first().fill('Dizzy spells');
    await save(page);
    await page.waitForURL(/\/AE\/[1-9]\d*(\?.*)?$/);
    await follow(page, `${tabs}/AE`);
    await page.getByText('Dizzy spells').waitFor();
  });

  it('deletes a row with a reason, and restores it', async () => {
    await page.getByText('Dizzy spells').waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Dizzy spells' });
    await row.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Delete 1 row' }).click();
    await giveReason(page, 'Entered twice by hand', 'Delete');
    await page.locator('[data-struck]').filter({ hasText: 'Dizzy spells' }).waitFor();
    await row.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Restore 1 row' }).click();
    await giveReason(page, 'It was another reaction', 'Restore');
    await page.locator('[data-struck]').waitFor({ state: 'detached' });
  });

  it('attaches a document', async () => {
    const file = join(folder, 'discharge letter.txt');
    await writeFile(file, 'The patient went home.');
    await follow(page, `${tabs}/CI`);
    await page.getByRole('button', { name: /Add Document/ }).click();
    await page.locator('[data-item="C.1.6.1.r.2"] input[type=file]').last().setInputFiles(file);
    await page.getByText('discharge letter.txt').first().waitFor();
    await save(page);
    await page.reload();
    await page.getByText('discharge letter.txt').first().waitFor();
  });

  it('reads the history of an item', async () => {
    await follow(page, `${tabs}/DM`);
    const name = field(page, 'D.1|0|0|0').getByRole('textbox').first();
    await name.fill('Q.Q.');
    await save(page, /Edited data/);
    await name.focus();
    await page.keyboard.press('Alt+M');
    await page.getByRole('menuitem', { name: 'History' }).click();
    const history = page.getByRole('dialog');
    await history.getByText('Q.Q.').first().waitFor();
    expect(await history.textContent()).toContain('Edited Data');
  });

  it('is warned before unsaved changes are lost, where the sponsor did not set otherwise', async () => {
    await setPart(product.url, 'editing', { leavePage: 'ask' });
    await page.goto(`${tabs}/DM`);
    await field(page, 'D.1|0|0|0').getByRole('textbox').first().fill('Z.Z.');
    await page
      .getByRole('tab', { name: /Drugs/ })
      .or(page.getByRole('link', { name: /Drugs/ }))
      .first()
      .click();
    await page.getByRole('dialog').getByText('Unsaved changes').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(page.url()).toMatch(/\/DM$/);
    await field(page, 'D.1|0|0|0').getByRole('textbox').first().fill('Q.Q.');
  });

  it('locks the case and then cannot edit it', async () => {
    await setPart(product.url, 'editing', { readiness: 'show' });
    await page.goto(`${tabs}/DM`);
    await page.getByRole('button', { name: 'Lock', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Your password').fill('Casewright-demo-1');
    await giveReason(page, 'Ready at last', 'Sign');
    await page.getByText(/locked and read-only/).waitFor();
    expect(await field(page, 'D.1|0|0|0').getByRole('textbox').first().isEditable()).toBe(false);
  });

  it('sees line and column of an unreadable file, which is not imported', async () => {
    const file = join(folder, 'broken.xml');
    await writeFile(file, '<?xml version="1.0"?>\n<MCCI_IN200100UV01 xmlns="urn:hl7-org:v3">\n  <id></ide>');
    await follow(page, `${prefixOf(page)}/data/import`);
    await page.getByRole('heading', { name: 'Import', exact: true }).waitFor();
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText(/^broken\.xml:3:\d+ /).waitFor();
    await page.getByRole('button', { name: 'End without importing' }).click();
    await page.getByText('0 messages imported').waitFor();
    await page.getByText('1 message was not imported', { exact: false }).waitFor();
  });

  it('causes no error in the browser', () => {
    expect(problems).toEqual([]);
  });
});

describe('a reader', () => {
  it('sees a case but cannot edit it, and sees the reason', async () => {
    // the first one was locked by the editor above
    const { page } = await product.openCase('case.reader', 1, 'CI');
    await page.getByText('You can view this case but not edit it.').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isEnabled()).toBe(false);
  });
});
