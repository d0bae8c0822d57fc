/** Monitoring: from a figure to its rows, a reason for late reports, a saved page compared with now. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsOf } from './faults.ts';
import { signIn, startProduct, type Product } from './product.ts';
import { hasFocus } from './waits.ts';

let product: Product;
let page: Page;
let problems: string[];
beforeAll(async () => {
  product = await startProduct();
  ({ page, problems } = await product.open());
  await signIn(page, product.url, 'sponsor.admin');
});
afterAll(() => product.stop());

const panel = (name: string) => page.getByRole('region', { name, exact: true }).first();
const figure = (name: string) => panel(name).getByRole('link', { name: /Show the rows/ });
const numberIn = (text: string | null): number => Number(/\d+/.exec(text ?? '')?.[0]);

it('leads from a figure to its rows, takes a reason for them, and counts them no more; a saved page stays', async () => {
  await page.getByRole('link', { name: 'Monitoring' }).first().click();
  const missing = 'Late, without a reason';
  const total = figure(missing).last();
  await total.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const count = numberIn(await total.textContent());
  expect(count).toBeGreaterThan(0);

  // the page as it is now is saved for good
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByRole('dialog').getByLabel('Comment').fill('Before the reasons');
  await page.getByRole('dialog').getByRole('button', { name: /^Save/ }).click();
  await page.waitForURL(/monitoring\/history\/\d+\/detail/);
  const saved = page.url();
  await page.getByText(/Before the reasons/).waitFor();

  await figure(missing).last().click();
  await page.getByRole('heading', { name: `${missing}: Reports` }).waitFor();
  await page
    .getByText(new RegExp(`^${count} entr(y|ies)$`))
    .first()
    .waitFor();
  await page.getByRole('grid').getByRole('checkbox').first().click();
  await page.getByRole('button', { name: /^Give reason for late submission/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Choose a reason').waitFor();
  await hasFocus(dialog.getByLabel('Reason'));
  await dialog.getByLabel('Reason').selectOption({ label: 'Other (say which)' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Describe the other reason').waitFor();
  await dialog.getByLabel('Comment').fill('Power cut at the site');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  // all rows of the page were chosen
  await page
    .getByText('No matches')
    .or(page.getByText(/^\d+ entr(y|ies)$/))
    .first()
    .waitFor();

  await page.goto(saved);
  await page.getByRole('switch', { name: 'Compare with now' }).click({ force: true });
  await panel(missing)
    .getByText(/^now \d+$/)
    .first()
    .waitFor();
  expect(numberIn(await figure(missing).last().textContent())).toBe(count);
  expect(await faultsOf(page)).toEqual([]);
  expect(problems).toEqual([]);
});

it('leads from a figure of the months and of the forecast to as many rows', async () => {
  const monitoring = page.url().replace(/\/monitoring\/.*/, '/monitoring');
  for (const [tab, name, measure] of [
    ['Months', 'Completeness of versions', 'Versions'],
    ['Forecast', 'Work of the next 30 days, by step and person', 'In 30 days'],
  ] as const) {
    await page.goto(monitoring);
    await page.getByRole('tab', { name: tab, exact: true }).click();
    const total = panel(name).getByRole('row').last().getByRole('link').first();
    await total.waitFor();
    if (tab === 'Forecast') await page.getByText(/^There are not enough days yet/).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    const count = numberIn(await total.textContent());
    expect(count).toBeGreaterThan(0);
    await total.click();
    await page.getByRole('heading', { name: `${name}: ${measure}`, exact: true }).waitFor();
    await page
      .getByText(new RegExp(`^${count} entr(y|ies)$`))
      .first()
      .waitFor();
  }
  expect(problems).toEqual([]);
});
