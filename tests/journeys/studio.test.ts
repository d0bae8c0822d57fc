/** An analyst's way: a region of his own, from the empty file to a value in a case, and back. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright';
import { prefixOf, signIn, startProduct, type Product } from './product.ts';

let product: Product;
let page: Page;
let problems: string[];
beforeAll(async () => {
  product = await startProduct();
  ({ page, problems } = await product.open({ width: 1440, height: 900 }));
  await signIn(page, product.url, 'sponsor.admin');
});
afterAll(() => product.stop());

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
const tab = (name: string) => page.getByRole('tab', { name, exact: true }).click();

/** Puts the cursor behind a text of the editor that stands in one line. */
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
  await dialog.getByRole('button', { name: 'Begin the file' }).click();
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
  await page.getByText('Shown is what the last good text made').waitFor();
  expect(await page.getByRole('button', { name: 'Publish' }).getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Control+z');
  await findings().getByText('0 errors').waitFor();
});

it('completes a key of the language with what it means', async () => {
  await cursorBehind('"items": [');
  await page.keyboard.type('{ "maxL');
  const option = page.getByRole('option', { name: /maxLength/ });
  await option.waitFor();
  await page.getByText('Most characters').waitFor();
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

it('tells what it would do to stored cases, and publishes it with a reason', async () => {
  await tab('Impact');
  await page.getByRole('button', { name: 'Check impact' }).click();
  await page.getByText(/of \d+ cases looked at: \d+ affected/).waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish a new schema version' });
  await dialog.getByText('"itemId": "X.AE.1"').waitFor();
  await dialog.getByRole('textbox').fill('A city for the example region');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 1', { exact: true }).first().waitFor();
  await tab('Versions');
  await page.getByRole('row', { name: /A city for the example region/ }).waitFor();
});

it('has the item in a case, where it is filled and saved', async () => {
  await page.goto(`${product.url}${prefixOf(page)}/case/list`);
  await page.getByRole('combobox', { name: 'Region' }).selectOption('XX');
  await page.waitForURL(/\/XX\//);
  await page.locator('tr[data-opens]').first().click();
  await page.waitForURL(/\/detail/);
  const detail = new URL(page.url()).pathname.split('/').slice(0, 8).join('/');
  await page.goto(`${product.url}${detail}/AE/1`);
  const field = page.locator('[data-item="X.AE.1"] input');
  await field.fill('Busan');
  await field.press('Control+s');
  const reason = page.getByRole('dialog');
  await reason.waitFor();
  await reason.getByRole('button').last().click();
  await expect.poll(async () => (await page.locator('[data-changed]').count()) === 0).toBe(true);
  await page.reload();
  await expect.poll(() => page.locator('[data-item="X.AE.1"] input').inputValue()).toBe('Busan');
});

it('leads from the field to its definition, and rolls back', async () => {
  await page.locator('[data-item="X.AE.1"] [data-action="item"]').click();
  await page.getByRole('menuitem', { name: 'Definition' }).click();
  await page.waitForURL(/exam-editor\?.*item=X\.AE\.1/);
  await tab('Versions');
  await page.getByRole('button', { name: 'Roll back to the files as delivered' }).click();
  const dialog = page.getByRole('dialog', { name: 'Roll back to the files as delivered' });
  await dialog.getByRole('textbox').fill('It was only an example');
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await page.getByRole('row', { name: /It was only an example/ }).waitFor();
  expect(problems).toEqual([]);
});

it('lets everybody read and nobody else change', async () => {
  const reader = await product.open({ width: 1440, height: 900 });
  await signIn(reader.page, product.url, 'case.reader');
  await reader.page.goto(`${product.url}/exam-editor`);
  await reader.page.getByText('Changing it needs the privilege EDIT.ADMIN').waitFor();
  expect(await reader.page.locator('.cm-content').first().getAttribute('aria-readonly')).toBe('true');
  expect(await reader.page.getByRole('button', { name: 'New appendix' }).count()).toBe(0);
  expect(reader.problems).toEqual([]);
});
