/** Questions of the library: a line listing and a tabulation of a period as files, and a saved question as a list of cases. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tablesOf } from '../api/filledTemplate.ts';
import type { OpenedPage } from './browser.ts';
import { faultsOf } from './faults.ts';
import { startProduct, type Product } from './product.ts';
import { hasFocus } from './waits.ts';

let product: Product;
let opened: OpenedPage;
let page: Page;

beforeAll(async () => {
  product = await startProduct();
  opened = await product.openAs('case.editor', 'data/library/list');
  ({ page } = opened);
});
afterAll(() => product.stop());

const picture = (name: string) => page.screenshot({ path: `.cache/test/data-${name}.png`, fullPage: true });

/** Opens an entry of the library in the builder, and types its period. */
async function openInBuilder(name: string): Promise<void> {
  await page.getByRole('link', { name: 'Search library', exact: true }).click();
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, exact: true }).waitFor();
  await page.getByRole('button', { name: 'Open in the builder', exact: true }).click();
  await page.getByRole('textbox', { name: /, from$/ }).fill('2000-01-01');
  await page.getByRole('textbox', { name: /, to$/ }).fill('2030-12-31');
  await page.getByText('Enter the day, such as 2026-01-31.', { exact: true }).waitFor();
  await page.getByRole('textbox', { name: 'Data lock point', exact: true }).fill('2030-12-31');
  await page.getByText(/^\d+ cases$/).waitFor();
}

/** Has the file made, and returns the tables of the workbook. */
async function exported(name: string) {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: `Download ${name}`, exact: true }).click(),
  ]);
  return tablesOf(new Uint8Array(await readFile(await file.path())));
}

it('counts the reactions of a period by class and term', async () => {
  const name = 'Summary tabulation by SOC and PT';
  await openInBuilder(name);
  await picture('tabulation');
  expect(await faultsOf(page)).toEqual([]);
  const [table, about] = await exported(name);
  expect(table?.rows[0]).toEqual([
    'System organ class (SOC)',
    'Preferred term (PT)',
    'Serious, expected',
    'Serious, unexpected',
    'Serious, not assessed',
    'Not serious, expected',
    'Not serious, unexpected',
    'Not serious, not assessed',
    'Seriousness not assessed, expected',
    'Seriousness not assessed, unexpected',
    'Seriousness not assessed, not assessed',
    'Reactions',
    'Cases',
  ]);
  const last = (table?.rows.at(-1) ?? []).map(String);
  const counts = last.slice(2).map(Number);
  expect(last[0]).toBe('Total');
  expect(counts.slice(0, 9).reduce((sum, count) => sum + count, 0)).toBe(counts[9]);
  expect(counts[10]).toBeGreaterThan(3);
  const classes =
    table?.rows.filter(([, term]) => term === 'All terms').map(([organClass]) => organClass) ?? [];
  expect(classes.filter((organClass) => organClass !== 'Not coded').length).toBeGreaterThan(3);
  expect(about?.rows.flat()).toContainEqual(
    expect.stringMatching(
      /^Most recent information is from 2000-01-01 to 2030-12-31 and .* is not Nullification, or is empty, as received by 2030-12-31$/,
    ),
  );
});

it('asks before changes of a question are lost to another one', async () => {
  await openInBuilder('Line listing of a period');
  const removes = page.getByRole('button', { name: /^Remove / });
  const count = await removes.count();
  await removes.first().click();
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  await page.getByRole('button', { name: 'Start over', exact: true }).click();
  await question.getByRole('button', { name: 'Cancel', exact: true }).click();
  await question.waitFor({ state: 'hidden' });
  expect(await removes.count()).toBe(count - 1);
  await page.getByRole('link', { name: 'Search library', exact: true }).click();
  await page.getByRole('button', { name: 'New search', exact: true }).click();
  await question.getByRole('button', { name: 'Discard changes', exact: true }).click();
  await page.getByText('0 items selected', { exact: true }).waitFor();
  expect(opened.problems).toEqual([]);
});

it('lists the cases of a period, and saves the question for the list of cases', async () => {
  const name = 'Line listing of a period';
  await openInBuilder(name);
  const [table] = await exported(name);
  const cases = (table?.rows.length ?? 1) - 1;
  expect(cases).toBeGreaterThan(3);

  await page.getByRole('button', { name: 'Save to the library…', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Save to the library' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Cases of my period');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('For the periodic report');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: 'Search library', exact: true }).click();
  await page.getByRole('link', { name: 'Cases of my period', exact: true }).click();
  await page.getByRole('button', { name: 'Show as a list of cases', exact: true }).click();
  await page.waitForURL(/case\/list\?library=/);
  await page.getByText(new RegExp(`^${cases} entries`)).waitFor();
  await picture('list');

  await page.getByRole('link', { name: 'Add case', exact: true }).click();
  await page.getByRole('button', { name: 'Only cases of a saved search…', exact: true }).click();
  const library = page.getByRole('dialog', { name: 'Choose a data library' });
  await library.getByRole('row', { name: /^Cases of my period/ }).click();
  await page.waitForURL(/case\/duplication-check\?library=/);
  await page.getByText('Cases of my period').waitFor();
  await picture('duplicateSet');
  expect(await faultsOf(page)).toEqual([]);

  await page.goto(page.url().replace(/case\/.*/, 'data/export'));
  await page.getByRole('button', { name: 'Tokens for programs…', exact: true }).click();
  const tokens = page.getByRole('dialog', { name: 'Tokens for programs' });
  await hasFocus(tokens.getByRole('textbox', { name: 'Program', exact: true }));
  await tokens.getByRole('textbox', { name: 'Program', exact: true }).fill('Warehouse');
  await tokens.getByRole('button', { name: 'Create token', exact: true }).click();
  await tokens.getByText(/^casewright_[\w-]{43}$/).waitFor();
  await picture('tokens');
  expect(await faultsOf(page)).toEqual([]);
  await tokens.getByRole('button', { name: 'End the token of Warehouse', exact: true }).click();
  await tokens.getByRole('table', { name: 'Your tokens' }).waitFor({ state: 'detached' });
  expect(await faultsOf(page)).toEqual([]);
  expect(opened.problems).toEqual([]);
});
