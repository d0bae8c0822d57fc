/**
 * The analyst's guide, followed to the letter: what it tells to type is read from it, and typed where it says. With
 * GUIDE_PICTURES=<folder> it leaves the pictures of the guide there.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { finishedAppendix, GUIDE, snippet, tableRows } from './guideText.ts';
import { follow, signIn, startProduct, type Product } from './product.ts';
import { smallPng } from './smallPng.ts';
import { confirmDifferences } from './trials.ts';

const PICTURES = process.env.GUIDE_PICTURES ?? null;

let product: Product;
let page: Page;
let problems: string[];
let taken = 0;
let caseAddress: string;
/** files of its own, so that the guide can drop one there */
const schemasDir = mkdtempSync(join(tmpdir(), 'casewright-guide-'));
beforeAll(async () => {
  cpSync(join(import.meta.dirname, '..', '..', 'schemas'), schemasDir, { recursive: true });
  product = await startProduct({ CASEWRIGHT_SCHEMAS_DIR: schemasDir });
  ({ page, problems } = await product.open({ width: 1440, height: 900 }));
  await signIn(page, product.url, 'sponsor.admin');
});
afterAll(async () => {
  await product.stop();
  rmSync(schemasDir, { recursive: true });
});

const form = () => page.getByRole('complementary', { name: 'Results' });
const findings = () => page.getByRole('region', { name: 'Findings' });
const tab = (name: string) => page.getByRole('tab', { name, exact: true }).click();
const item = (itemId: string) => page.locator(`[data-item="${itemId}"]`).last();
const isChecked = () => page.getByText('Checking', { exact: true }).waitFor({ state: 'detached' });
const withoutErrors = async () => {
  await isChecked();
  await findings().getByText('0 errors').waitFor();
};

/** Places the cursor after the first occurrence of these words, by Ctrl+Home and Find. */
async function cursorBehind(words: string): Promise<void> {
  await page.locator('section .cm-content').first().click();
  await page.keyboard.press('Control+Home');
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.getByRole('textbox', { name: 'Find', exact: true }).pressSequentially(words);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
}

/** Behind the bracket that opens a list, with a comma where something follows. */
async function pasteFirst(into: string, text: string, comma: boolean): Promise<void> {
  await cursorBehind(into);
  await page.keyboard.insertText(comma ? `${text},` : text);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Format', exact: true }).click();
  await withoutErrors();
}

async function picture(): Promise<void> {
  taken += 1;
  if (PICTURES === null) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.waitForTimeout(600);
  const name = `guide-${String(taken).padStart(2, '0')}.png`;
  writeFileSync(join(PICTURES, name), smallPng(await page.screenshot()));
}

describe('the guide, step by step', () => {
  it('opens the studio from the menu of the user', async () => {
    await page.getByRole('button', { name: 'My info' }).click();
    await page.getByRole('link', { name: 'Schema Studio' }).click();
    await page.waitForURL(/exam-editor/);
    await page.getByRole('link', { name: 'Schema Studio' }).waitFor({ state: 'detached' });
    await form().getByLabel('Region').waitFor();
    await isChecked();
    await picture();
  });

  it('begins an appendix', async () => {
    await page.getByRole('button', { name: 'New appendix' }).click();
    const dialog = page.getByRole('dialog', { name: 'New appendix' });
    for (const [label, text] of tableRows('In the box', 'type')) {
      await dialog.getByRole('textbox', { name: label ?? '' }).fill(text ?? '');
    }
    await picture();
    await dialog.getByRole('button', { name: 'Create file' }).click();
    await page.getByText('appendices/QN.appendix.json').waitFor();
    await withoutErrors();
    await expect.poll(() => form().getByLabel('Region').inputValue()).toBe('QN');
  });

  it('adds a field with a second language', async () => {
    await pasteFirst('"items": [', snippet('registration'), false);
    await cursorBehind('C.1.QN.1');
    const field = item('C.1.QN.1');
    await field.getByRole('textbox').first().fill('2031');
    await field.getByRole('button', { name: /second language/i }).click();
    await field.getByRole('textbox').last().fill('이공삼일');
    await picture();
    await tab('Data');
    await page.getByRole('row', { name: /C\.1\.QN\.1.*2031.*이공삼일/ }).waitFor();
    await tab('Form');
  });

  it('adds a code list and a coded field', async () => {
    await pasteFirst('"codeLists": [', snippet('noticed-list'), false);
    await findings().getByText('qn-noticed: no item has this code list').waitFor();
    await pasteFirst('"items": [', snippet('noticed'), true);
    await findings().getByText('no item has this code list').waitFor({ state: 'detached' });
    await cursorBehind('E.i.QN.1');
    const choice = item('E.i.QN.1').getByRole('combobox');
    await choice.click();
    await page.getByRole('option', { name: /By a laboratory test/ }).waitFor();
    await picture();
    await page.keyboard.press('Escape');
  });

  it('changes an ICH item, and hides one', async () => {
    await pasteFirst('"overlays": {', snippet('overlays'), false);
    await form().getByLabel('Page').selectOption('DM');
    await item('D.1').getByText('Patient code').waitFor();
    expect(await form().locator('[data-item="D.1.1.1"]').count()).toBe(0);
    await tab('Overlay');
    await form().getByText('2 items added, 2 changed, 1 hidden, 0 rules.').waitFor();
    await picture();
    await tab('Form');
  });

  it('adds rows with rows inside', async () => {
    await pasteFirst('"groups": [', snippet('group'), false);
    // the item itself leads to its page: a place that names it does not
    await cursorBehind('"itemId": "D.QN.r.v.1');
    await form().getByRole('button', { name: 'Add Genetic test' }).click();
    await item('D.QN.r.1').getByRole('textbox').first().fill('CYP2D6');
    await form().getByRole('button', { name: 'Add Variant' }).click();
    await item('D.QN.r.v.1').getByRole('textbox').first().fill('2');
    await picture();
  });

  it('shows a field only if it applies, and computes another', async () => {
    await pasteFirst('"items": [', snippet('condition'), true);
    await cursorBehind('E.i.QN.2');
    const choice = item('E.i.QN.1').getByRole('combobox');
    await choice.waitFor();
    expect(await form().locator('[data-item="E.i.QN.2"]').count()).toBe(0);
    await choice.fill('laboratory');
    await choice.press('Enter');
    await item('E.i.QN.2').getByRole('textbox').first().fill('Troponin');
    await picture();
    await choice.fill('patient');
    await choice.press('Enter');
    await item('E.i.QN.2').waitFor({ state: 'detached' });
    await choice.fill('laboratory');
    await choice.press('Enter');
    await expect.poll(() => item('E.i.QN.2').getByRole('textbox').first().inputValue()).toBe('');

    await pasteFirst('"items": [', snippet('computed'), true);
    await cursorBehind('D.QN.1');
    await item('D.3').getByRole('textbox').first().fill('70');
    await item('D.4').getByRole('textbox').first().fill('175');
    await item('D.QN.1').getByText('22.9').waitFor();
  });

  it('adds a rule', async () => {
    await pasteFirst('"rules": [', snippet('rule'), false);
  });

  it('maps the value to its location in the message', async () => {
    await pasteFirst('"containers": [', snippet('container'), false);
    await cursorBehind('"itemId": "C.1.QN.1",');
    await page.keyboard.press('Enter');
    await page.keyboard.insertText(`${snippet('e2b')},`);
    await page.getByRole('button', { name: 'Format', exact: true }).click();
    await withoutErrors();
    await tab('Coverage');
    await page.getByLabel('Filter').fill('C.1.QN.1');
    await page.getByRole('row', { name: /C\.1\.QN\.1/ }).waitFor();
    expect(await findings().getByText('warning').count()).toBe(0);
  });

  it('previews the impact, and publishes', async () => {
    await tab('Impact');
    await page.getByRole('button', { name: 'Check impact' }).click();
    await page.getByText(/of \d+ cases checked, \d+ affected\./).waitFor();
    await picture();
    await page.getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish a new schema version' });
    await dialog.getByText('appendices/QN.appendix.json').waitFor();
    expect(await dialog.locator('details').count()).toBe(1);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Novaria Guidance 7');
    await confirmDifferences(dialog);
    await picture();
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 1', { exact: true }).first().waitFor();
  });

  it('sees the rule applied in a case, its explanation, and the value in the message', async () => {
    await page.getByRole('link', { name: 'Cases' }).first().click();
    await page.getByRole('heading', { name: 'Cases', exact: true }).waitFor();
    await page.getByRole('combobox', { name: 'Region' }).selectOption('QN');
    await page.waitForURL(/\/QN\/case\/list/);
    await page
      .getByRole('link', { name: /^CASE-/ })
      .first()
      .click();
    await page.waitForURL(/\/detail/);
    caseAddress = page.url().replace(/detail.*/, '');
    const field = item('C.1.QN.1');
    await field.getByRole('textbox').first().fill('2031');
    await page.getByRole('button', { name: /^Findings/ }).click();
    const panel = page.getByRole('complementary', { name: 'Findings' });
    await panel.getByLabel('Rules of').selectOption('NVA');
    await panel.getByText('The registration number begins with NV-.').waitFor();
    await field.getByRole('button', { name: 'Why?' }).click();
    const why = page.getByRole('dialog');
    await why.getByText('Source: Novaria Guidance 7 (invented), section 3').waitFor();
    await picture();
    await why.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: /^Save(?! and)/ }).click();
    await page.getByRole('dialog').getByLabel('New data').check();
    await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
    await page.locator('button[data-dirty]').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: /Export XML/ }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Values as entered' }).click();
    const xml = readFileSync(await (await downloading).path(), 'utf8');
    const promised = /^```xml\n([\s\S]*?)^```$/m.exec(GUIDE)?.[1]?.trim() ?? 'nothing';
    for (const line of promised.split('\n')) expect(xml).toContain(line);
  });

  it('goes from the field to its text, and rolls back; the value stays in the history', async () => {
    await item('C.1.QN.1').locator('[data-action="item"]').click();
    await page.getByRole('menuitem', { name: 'Definition' }).click();
    await page.waitForURL(/exam-editor\?.*item=C\.1\.QN\.1/);
    await tab('Versions');
    await page.getByRole('button', { name: 'Roll back to the files as delivered' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Only an example');
    await dialog.getByRole('button', { name: 'Roll back' }).click();
    await page.getByRole('row', { name: /back to As delivered.*Only an example/ }).waitFor();
    await page.goto(`${caseAddress}detail/AT`);
    await page.getByText('Registration number').first().waitFor();
    await follow(page, `${caseAddress}detail/CI`);
    await item('C.1.8.2').waitFor();
    expect(await page.locator('[data-item="C.1.QN.1"]').count()).toBe(0);
  });

  it('reads the same file from the disk, and publishes it without a restart', async () => {
    writeFileSync(join(schemasDir, 'appendices', 'QN.appendix.json'), finishedAppendix());
    await page.goto(`${product.url}/exam-editor`);
    await page.getByRole('button', { name: /^QN/ }).click();
    await withoutErrors();
    await page.getByText('The file on disk differs from the one in use.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    const dialog = page.getByRole('dialog', { name: 'Publish a new schema version' });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('From git');
    await confirmDifferences(dialog);
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 3', { exact: true }).first().waitFor();
    await page.goto(`${caseAddress}detail/CI`);
    await expect.poll(() => item('C.1.QN.1').getByRole('textbox').first().inputValue()).toBe('2031');
    expect(problems).toEqual([]);
  });
});
