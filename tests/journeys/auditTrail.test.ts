/** An inspector narrows the audit trail of a case down, takes it along as a file, and follows an entry to its item. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from './faults.ts';
import { follow, prefixOf, startProduct, startSession, type Product } from './product.ts';

let product: Product;
let page: Page;
let problems: string[];
let main: string;

beforeAll(async () => {
  product = await startProduct();
  ({ page, problems } = await product.open({ width: 1440, height: 900 }));
  await startSession(page, product.url, 'case.reader');
  main = `${product.url}${prefixOf(page)}`;
});
afterAll(() => product.stop());

/** a busy machine needs its time */
const entries = async () =>
  Number(/\d+/.exec((await page.getByText(/ entr(y|ies)$/).textContent()) ?? '')?.[0]);
const chips = () => page.getByRole('group', { name: 'Filters' });
const grid = () => page.getByRole('grid', { name: 'Audit trail' });
const open = async (caseKey: number) => {
  await page.goto(`${main}/case/${caseKey}/detail/AT`);
  await grid().locator('tbody tr[data-row]').first().waitFor();
};
const filter = async (column: string, option: string) => {
  await page.getByRole('button', { name: new RegExp(`^Filter ${column}(,|$)`) }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox', { name: option, exact: true }).press('Space');
  await dialog.getByRole('button', { name: 'Done' }).press('Enter');
  await chips().waitFor();
};

describe('the audit trail', () => {
  it('is filtered by a page of the case, as its chips show', async () => {
    await open(1);
    const all = await entries();
    await filter('Page', 'Patient');
    await expect.poll(entries).toBeLessThan(all);
    expect(await entries()).toBeGreaterThan(0);
    expect(await chips().textContent()).toContain('Page: Patient');
    await expect
      .poll(async () => new Set(await grid().locator('tbody tr[data-row] td:nth-child(3)').allTextContents()))
      .toEqual(new Set(['Patient']));
    expect(await faultsOf(page)).toEqual([]);
  });

  it('is exported with its filters', async () => {
    const count = await entries();
    await page.getByRole('button', { name: 'Export', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /CSV/ }).check();
    const coming = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Export', exact: true }).press('Enter');
    const lines = readFileSync(await (await coming).path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(count + 1);
    expect(lines[0]).toContain('New value');
    expect(lines.slice(1).every((line) => line.includes('Patient'))).toBe(true);
    await page.keyboard.press('Escape');
  });

  it('keeps its filters in another case, until they are cleared', async () => {
    await open(2);
    expect(await chips().textContent()).toContain('Page: Patient');
    const few = await entries();
    await page.getByRole('button', { name: 'Show all' }).press('Enter');
    await chips().waitFor({ state: 'detached' });
    await expect.poll(entries).toBeGreaterThan(few);
  });

  it('is read by save, each with the way to the case as it was then', async () => {
    await open(2);
    const shown = await grid().locator('tbody tr[data-row]').count();
    await page.goto(`${page.url().split('?')[0] ?? ''}?view=-1`);
    const save = page.getByRole('link', { name: /^\d+ changes?$/ });
    await save.first().waitFor();
    expect(await page.locator('tbody tr[data-row]').count()).toBeLessThan(shown);
    await save.first().press('Enter');
    await page.waitForURL(/\/detail\/CI\?at=\d+/);
    await page.getByRole('heading', { name: /^Viewing CASE-/ }).waitFor();
    await open(2);
  });

  it('links an entry to its item', async () => {
    await grid().getByRole('link').first().press('Enter');
    await page.waitForURL(/\/detail\/[A-Z]{2}.*item=/);
    expect(problems).toEqual([]);
  });
});

describe('the list of cases', () => {
  it('shows the warnings of a case, and links to them', async () => {
    await follow(page, `${main}/case/list?sort=updatedAt`);
    const link = page.getByRole('link', { name: /^Warnings of CASE-/ }).first();
    await link.waitFor();
    const caseNo = /CASE-[\d-]+\d/.exec((await link.getAttribute('aria-label')) ?? '')?.[0] ?? '';
    await link.press('Enter');
    await page.waitForURL(/\/case\/warning\/case\/\d+/);
    await page.getByRole('link', { name: caseNo }).first().waitFor();
    expect(problems).toEqual([]);
  });
});
