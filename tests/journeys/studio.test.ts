/** An analyst creates a region, from the empty file to a value in a case, and removes it. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright';
import { prefixOf, signIn, startProduct, type Product, startSession } from './product.ts';

let product: Product;
let page: Page;
let problems: string[];
/** files of its own, so that one can be dropped there */
const schemasDir = mkdtempSync(join(tmpdir(), 'casewright-studio-'));
const dropped = join(schemasDir, 'appendices', 'YY.appendix.json');
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

const ITEM = {
  itemId: 'X.AE.1',
  page: 'AE',
  after: 'E.i.9',
  label: { en: 'City of the reaction', ko: '도시', ja: '都市', zh: '城市' },
  control: 'text',
  maxLength: 40,
  span: 4,
};
const editor = () => page.locator('.cm-content');
const findings = () => page.getByRole('region', { name: 'Findings' });
const publishing = () => page.getByRole('dialog', { name: 'Publish a new schema version' });
const openPublishing = () => page.getByRole('button', { name: 'Publish' }).click();
/** Publishing waits for the first invented cases; where they differ, that is to be confirmed. */
const publish = async (reason: string) => {
  await publishing().getByRole('textbox').fill(reason);
  await publishing()
    .getByRole('checkbox', { name: /^Publish although invented cases differ/ })
    .check();
  await publishing().getByRole('button', { name: 'Publish' }).click();
  await publishing().waitFor({ state: 'detached' });
};
const tab = (name: string) => page.getByRole('tab', { name, exact: true }).click();

/** Places the cursor after a text within one line of the editor. */
async function cursorBehind(text: string): Promise<void> {
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.getByRole('textbox', { name: 'Find', exact: true }).pressSequentially(text);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
}

it('leads from the plain address to the studio, and begins a region from a template', async () => {
  await page.goto(`${product.url}/exam-editor`);
  await page.getByRole('heading', { level: 1, name: 'Schema Studio' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`${prefixOf(page)}/exam-editor`);
  await page.getByRole('button', { name: 'New appendix' }).click();
  const dialog = page.getByRole('dialog', { name: 'New appendix' });
  await dialog.getByRole('textbox', { name: 'Code of the region' }).fill('XX');
  await dialog.getByRole('textbox', { name: 'Authority' }).fill('ZZZ');
  for (const language of ['English', '한국어', '日本語', '中文'])
    await dialog.getByRole('textbox', { name: `Name in ${language}` }).fill('Example');
  await dialog.getByRole('button', { name: 'Create file' }).click();
  await page.getByText('appendices/XX.appendix.json').waitFor();
  await page.getByText('All drafts are saved').waitFor();
});

it('says at once where the text is broken, and keeps the form', async () => {
  await findings().getByText('0 errors').waitFor();
  await cursorBehind('"items": [');
  await page.keyboard.type('{ ');
  await findings()
    .getByText(/XX:\d+:\d+/)
    .first()
    .waitFor();
  await page.getByText('Showing the last valid version').waitFor();
  expect(await page.getByRole('button', { name: 'Publish' }).getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Control+z');
  await findings().getByText('0 errors').waitFor();
});

it('completes a key of the language with what it means', async () => {
  await cursorBehind('"items": [');
  await page.keyboard.type('{ "maxL');
  const option = page.getByRole('option', { name: /maxLength/ });
  await option.waitFor();
  await page.getByText('Maximum length').waitFor();
  // A list ignores keys right after it opens, so that nothing is accepted unseen.
  await page.waitForTimeout(150);
  await page.keyboard.press('Enter');
  await expect.poll(() => editor().innerText()).toContain('"maxLength": ');
});

it('shows a new item in the real form, which can be typed into', async () => {
  await editor().click();
  await page.keyboard.press('Control+a');
  const source = {
    $schema: '../meta/appendix.schema.json',
    appendix: 'XX',
    authority: 'ZZZ',
    label: { en: 'Example', ko: '예', ja: '例', zh: '例' },
    items: [ITEM],
    groups: [],
  };
  await page.keyboard.insertText(`${JSON.stringify(source, null, 2)}\n`);
  await page.getByRole('button', { name: 'Format', exact: true }).click();
  await cursorBehind('"X.AE.1"');
  const field = page.locator('[data-item="X.AE.1"] input');
  await field.waitFor();
  await field.fill('Busan');
  await tab('Data');
  await page.getByRole('row', { name: /X\.AE\.1.*Busan/ }).waitFor();
  await tab('Overlay');
  await page.getByText('1 items added, 0 changed').waitFor();
  await tab('Compiled');
  await page.locator('aside .cm-content').getByText('"formKey"').waitFor();
  await page.getByText('All drafts are saved').waitFor();
});

it('asks which files to publish, and looks for errors in those only', async () => {
  // an authority that has an appendix already
  const region = {
    appendix: 'YY',
    authority: 'MFDS',
    label: ITEM.label,
    items: [],
    groups: [],
    overlays: {},
  };
  writeFileSync(dropped, JSON.stringify(region));
  await page.reload();
  await page.getByText('2 files not published').waitFor();
  await openPublishing();
  const own = publishing().getByRole('checkbox', { name: 'Publish appendices/XX.appendix.json' });
  const onDisk = publishing().getByRole('checkbox', { name: 'Publish appendices/YY.appendix.json' });
  const refusal = publishing().getByRole('alert');
  expect([await own.isChecked(), await onDisk.isChecked()]).toEqual([true, false]);
  await publishing().getByText('Your draft').waitFor();
  await publishing().getByText('On disk').waitFor();
  await onDisk.check();
  await refusal.getByText('Fix 1 error first.').waitFor();
  await publishing().getByText('an authority has one appendix', { exact: false }).waitFor();
  await onDisk.uncheck();
  await refusal.waitFor({ state: 'detached' });
  await own.uncheck();
  await refusal.getByText('Select at least one file.').waitFor();
  await publishing().getByRole('button', { name: 'Cancel' }).click();
});

it('tells what it would do to stored cases, and publishes it with a reason', async () => {
  await tab('Impact');
  await page.getByRole('button', { name: 'Check impact' }).click();
  await page.getByText(/of \d+ cases checked, \d+ affected/).waitFor();
  await page.getByRole('button', { name: 'Try invented cases' }).click();
  const differences = page.getByRole('table', { name: 'Invented cases' });
  // a receiver that is new gets messages and findings
  await differences.getByRole('row', { name: /ZZZ/ }).first().waitFor();
  await page.getByRole('button', { name: 'Stop trial' }).click();
  await page.getByText(/Stopped after [1-9]\d* invented cases/).waitFor();
  await openPublishing();
  await publishing().getByText('"itemId": "X.AE.1"').waitFor();
  await publish('A city for the example region');
  await page.getByText('Version 1', { exact: true }).first().waitFor();
  // what was not ticked is as it was
  await page.getByText('1 file not published').waitFor();
  rmSync(dropped);
  await tab('Versions');
  await page.getByRole('row', { name: /A city for the example region/ }).waitFor();
});

it('has the item in a case, where it is filled and saved', async () => {
  await page.goto(`${product.url}${prefixOf(page)}/case/list?sort=updatedAt`);
  await page.getByRole('combobox', { name: 'Region' }).selectOption('XX');
  await page.waitForURL(/\/XX\//);
  await page.locator('tr[data-opens]').first().click();
  await page.waitForURL(/\/detail/);
  const detail = new URL(page.url()).pathname.split('/').slice(0, 8).join('/');
  await page.goto(`${product.url}${detail}/AE/1`);
  const field = page.locator('[data-item="X.AE.1"] input');
  await field.fill('Busan');
  await field.press('Control+s');
  const reason = page.getByRole('dialog', { name: 'Reason for change' });
  await reason.getByRole('button', { name: 'OK', exact: true }).click();
  await expect.poll(async () => (await page.locator('[data-changed]').count()) === 0).toBe(true);
  await page.reload();
  await expect.poll(() => page.locator('[data-item="X.AE.1"] input').inputValue()).toBe('Busan');
});

it('leads from the field to its definition, and takes the whole file out', async () => {
  await page.locator('[data-item="X.AE.1"] [data-action="item"]').click();
  await page.getByRole('menuitem', { name: 'Definition' }).click();
  await page.waitForURL(/exam-editor\?.*item=X\.AE\.1/);
  await page.getByRole('button', { name: 'Remove file' }).click();
  await page.getByText('This file is removed when the draft is published.', { exact: false }).waitFor();
  await page.getByText('All drafts are saved').waitFor();
  await openPublishing();
  await publish('No such region');
  await page.getByText('Version 2', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: /^XX/ }).waitFor({ state: 'detached' });
});

it('rolls back, and compares what is in use then with what was', async () => {
  await tab('Versions');
  await page.getByRole('button', { name: 'Roll back', exact: true }).click();
  const back = page.getByRole('dialog', { name: 'Roll back to version 1' });
  await back.getByRole('textbox').fill('It is wanted again');
  await back.getByRole('button', { name: 'Roll back' }).click();
  await page.getByRole('button', { name: /^XX/ }).waitFor();
  await expect.poll(() => page.getByLabel('Later version').inputValue()).toBe('3');
  expect(await page.getByLabel('Earlier version').inputValue()).toBe('2');
  await page.getByRole('button', { name: 'Roll back to the files as delivered' }).click();
  const dialog = page.getByRole('dialog', { name: 'Roll back to the files as delivered' });
  await dialog.getByRole('textbox').fill('It was only an example');
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await page.getByRole('row', { name: /It was only an example/ }).waitFor();
  expect(problems).toEqual([]);
});

it('draws a report of a case while its file is edited', async () => {
  await page.goto(`${product.url}${prefixOf(page)}/exam-editor?file=reports/CIOMS.report.json`);
  const drawing = page.getByRole('complementary', { name: 'Results' }).locator('svg');
  await drawing.getByText('CIOMS FORM', { exact: true }).first().waitFor();
  await page.getByLabel('Case', { exact: true }).selectOption({ index: 1 });
  await drawing.getByText('Male', { exact: false }).or(drawing.getByText('Female')).first().waitFor();
  await cursorBehind('INITIALS (first');
  await page.keyboard.insertText(' of all');
  await page
    .getByRole('button', { name: /INITIALS \(first of all/ })
    .first()
    .waitFor();
  expect(problems).toEqual([]);
});

it('lets everybody read and nobody else change', async () => {
  const reader = await product.open({ width: 1440, height: 900 });
  await startSession(reader.page, product.url, 'case.reader');
  await reader.page.goto(`${product.url}/exam-editor`);
  await reader.page.getByText('Changing it needs the privilege EDIT.ADMIN').waitFor();
  expect(await reader.page.locator('.cm-content').first().getAttribute('aria-readonly')).toBe('true');
  expect(await reader.page.getByRole('button', { name: 'New appendix' }).count()).toBe(0);
  expect(reader.problems).toEqual([]);
});
