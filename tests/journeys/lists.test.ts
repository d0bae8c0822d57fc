/** A user configures the case list: columns, filters, views, and a file of it; by keyboard, too. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from './faults.ts';
import { prefixOf, startProduct, type Product, startSession } from './product.ts';
import { hasFocus } from './waits.ts';

let product: Product;
let page: Page;
let problems: string[];
let list: string;

beforeAll(async () => {
  product = await startProduct();
  ({ page, problems } = await product.open({ width: 1440, height: 900 }));
  await startSession(page, product.url, 'case.editor');
  list = `${product.url}${prefixOf(page)}/case/list`;
  await page.goto(list);
  await firstCase(page).waitFor();
});
afterAll(() => product.stop());

/** a busy machine needs its time */
const firstCase = (on: Page) => on.getByRole('link', { name: /^CASE-/ }).first();
const rows = () => page.locator('tbody tr[data-row]');
/** how many cases the list has on all its pages */
const entries = async () =>
  Number(/\d+/.exec((await page.getByText(/ entr(y|ies)$/).textContent()) ?? '')?.[0]);
const focused = () =>
  page.evaluate(() => {
    const at = document.activeElement;
    return at?.getAttribute('aria-label') ?? at?.textContent ?? '';
  });
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const chips = () => page.getByRole('group', { name: 'Filters' });
/** From wherever the focus is in the grid to the filter of a column, and into it. */
const openFilter = async (column: string) => {
  const button = page.getByRole('button', { name: new RegExp(`^Filter ${column}(,|$)`) });
  await button.focus();
  await press('Enter');
  const dialog = page.getByRole('dialog');
  // what is typed next reaches the filter
  await hasFocus(dialog.locator('[data-autofocus]'));
  return dialog;
};
/** Chooses an option of a check filter that may have hundreds. */
const choose = async (of: ReturnType<Page['getByRole']>, option: string) => {
  await of.getByLabel('Find an option').fill(option);
  await of.getByRole('checkbox', { name: option, exact: true }).press('Space');
};
const showAll = async () => {
  const all = page.getByRole('button', { name: 'Show all' });
  if (await all.isVisible()) await all.press('Enter');
  await chips().waitFor({ state: 'detached' });
};

describe('by keys alone', () => {
  it('is one stop for Tab, and is walked through cell by cell', async () => {
    await page.getByRole('checkbox', { name: 'Select row 1', exact: true }).focus();
    await press('ArrowRight');
    const first = await focused();
    expect(first).toMatch(/^CASE-/);
    await press('ArrowDown', 'End', 'Home', 'ArrowUp', 'ArrowRight');
    expect(await focused()).toBe(first);
    await press('PageDown', 'PageUp');
    expect(await focused()).toBe(first);
    await press('Control+End', 'Control+Home', 'ArrowUp', 'ArrowRight');
    expect(await focused()).toBe('Case number');
    expect(await page.getByRole('grid').locator('[tabindex="0"]').count()).toBe(1);
    await press('Tab');
    expect(await page.evaluate(() => document.activeElement?.closest('[role=grid]'))).toBeNull();
  });

  it('is ordered at the head, where the focus stays', async () => {
    await page.getByRole('button', { name: 'Case number', exact: true }).focus();
    await press('Enter');
    await expect
      .poll(() => page.getByRole('columnheader', { name: 'Case number' }).getAttribute('aria-sort'))
      .toBe('ascending');
    await expect.poll(() => firstCase(page).textContent()).toMatch(/00001$/);
    await expect.poll(focused).toMatch(/^Case number/);
    expect(page.url()).toContain('sort=caseNo');
  });

  it('chooses rows one by one and by Shift', async () => {
    await page.getByRole('checkbox', { name: 'Select row 2', exact: true }).focus();
    await press('ArrowRight', 'Space', 'Shift+ArrowDown', 'Shift+ArrowDown');
    await expect.poll(() => page.getByRole('row', { selected: true }).count()).toBe(3);
    await page.getByText('3 selected').waitFor();
    await page.getByRole('button', { name: 'Clear selection' }).press('Enter');
    await expect.poll(() => page.getByRole('row', { selected: true }).count()).toBe(0);
  });

  it('opens a case, and finds the place in the list again', async () => {
    const here = page.url();
    const caseNo = await firstCase(page).textContent();
    await firstCase(page).focus();
    await press('ArrowRight', 'ArrowRight', 'Enter');
    await page.getByRole('heading', { level: 1, name: caseNo ?? '' }).waitFor();
    await page.goBack();
    await firstCase(page).waitFor();
    expect(page.url()).toBe(here);
  });

  it('makes a column wider, which stays so', async () => {
    const head = page.getByRole('columnheader', { name: 'Product' });
    const width = async () => (await head.boundingBox())?.width ?? 0;
    const before = await width();
    await page.getByRole('button', { name: 'Product', exact: true }).focus();
    const saves: Promise<unknown>[] = [];
    page.on('requestfinished', (request) => {
      if (request.url().includes('/columns') && request.method() !== 'GET') saves.push(request.response());
    });
    await press('Shift+ArrowRight', 'Shift+ArrowRight');
    await expect.poll(width).toBeGreaterThan(before + 20);
    // a page that is left does not save any more
    await expect.poll(() => saves.length).toBe(2);
    const wide = await width();
    await page.reload();
    await firstCase(page).waitFor();
    await expect.poll(width).toBe(wide);
  });
});

describe('a filter', () => {
  it.each<[string, (dialog: ReturnType<Page['getByRole']>) => Promise<void>, RegExp]>([
    ['Case number', (of) => of.getByLabel('Contains').fill('0002'), /Case number: .*0002/],
    ['Product', (of) => of.getByLabel('Contains').fill('velan'), /Product: .*velan/],
    ['Country', (of) => choose(of, 'Japan'), /Country: Japan/],
    [
      'First received',
      (of) => of.getByLabel('From', { exact: true }).fill('2026-06'),
      /First received: .*2026-06/,
    ],
    [
      'Changed',
      (of) => of.getByLabel('To', { exact: true }).fill('2999-01-01 12:00:00'),
      /Changed: .*2999-01-01/,
    ],
    ['Follow-up', (of) => of.getByLabel('From', { exact: true }).fill('1'), /Follow-up: .*1/],
  ])('by %s says so, counts, and goes away again', async (column, ask, message) => {
    const all = await entries();
    await ask(await openFilter(column));
    await press('Enter');
    await expect.poll(() => chips().textContent()).toMatch(message);
    await expect.poll(focused).toMatch(`Filter ${column}`);
    const fewer = column === 'Changed' ? all + 1 : all;
    await expect.poll(entries).toBeLessThan(fewer);
    expect(await entries()).toBeGreaterThan(0);
    await showAll();
    await expect.poll(entries).toBe(all);
  });

  it('that is a mistake is refused at its field', async () => {
    const dialog = await openFilter('First received');
    await dialog.getByLabel('From', { exact: true }).fill('2026-05');
    await dialog.getByLabel('To', { exact: true }).fill('2026-04');
    await press('Enter');
    await dialog.getByText('The end is before the start.').waitFor();
    await expect.poll(focused).toBe('');
    await press('Escape');
    await expect.poll(focused).toMatch('Filter First received');
  });

  it('is in sight, and closed by Escape, where its column is not any more', async () => {
    const dialog = await openFilter('Country');
    const size = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ width: 480, height: size.height });
    await expect
      .poll(async () => {
        const box = await dialog.boundingBox();
        return box !== null && box.x >= 0 && box.x + box.width <= 480;
      })
      .toBe(true);
    await press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(focused).toMatch('Filter Country');
    await page.setViewportSize(size);
  });

  it('of a column that is not shown stays in sight', async () => {
    await choose(await openFilter('Country'), 'Japan');
    await press('Enter');
    await chips().waitFor();
    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    await page.getByRole('button', { name: 'Remove Country' }).press('Enter');
    await page.getByRole('button', { name: 'Apply' }).press('Enter');
    await expect.poll(() => page.getByRole('columnheader', { name: 'Country' }).count()).toBe(0);
    expect(await chips().textContent()).toContain('Country: Japan');
    await showAll();
  });
});

describe('columns', () => {
  it('are items of the case too, in the order of the user, also after a reload', async () => {
    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Find a column').fill('C.1.4');
    const show = dialog.getByRole('button', { name: /^Show .*C\.1\.4$/ });
    const label = /^Show (.*) C\.1\.4$/.exec((await show.getAttribute('aria-label')) ?? '')?.[1] ?? '';
    await show.press('Enter');
    await dialog.getByRole('button', { name: `Move ${label} C.1.4 up` }).focus();
    const place = () =>
      dialog
        .getByRole('region', { name: /^Selected/ })
        .getByRole('listitem')
        .nth(1)
        .textContent();
    for (let step = 0; step < 30 && !(await place())?.includes('C.1.4'); step += 1)
      await press('Alt+Shift+ArrowUp');
    await dialog.getByRole('button', { name: 'Apply' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.reload();
    await expect.poll(() => page.locator('thead th').nth(2).textContent()).toContain(label);
    await expect.poll(() => rows().first().locator('td').nth(2).textContent()).toMatch(/^\d{4}-/);
  });

  it('come back as the list has them', async () => {
    await page.getByRole('button', { name: 'Columns' }).press('Enter');
    await page.getByRole('button', { name: 'Reset to default' }).press('Enter');
    await page.getByRole('columnheader', { name: 'Country' }).waitFor();
    await expect.poll(() => page.locator('thead th').nth(2).textContent()).toContain('Due date');
  });

  it('show texts in full where the user wants that, and as many rows', async () => {
    await page.getByRole('checkbox', { name: 'Show full text' }).press('Space');
    await page.getByLabel('Rows per page').selectOption('10');
    await expect.poll(() => rows().count()).toBe(10);
    await page.goto(list);
    await firstCase(page).waitFor();
    expect(await rows().count()).toBe(10);
    await expect.poll(() => page.getByRole('checkbox', { name: 'Show full text' }).isChecked()).toBe(true);
  });
});

describe('a view', () => {
  it('is saved, changed, and shared by its address', async () => {
    const all = await entries();
    await choose(await openFilter('Country'), 'Japan');
    await press('Enter');
    await expect.poll(entries).toBeLessThan(all);
    const count = await entries();
    await page.getByRole('button', { name: /^View:/ }).press('Enter');
    await page.getByRole('menuitem', { name: /^Save as/ }).press('Enter');
    await page.getByLabel('Name').fill('Japanese cases');
    await page.getByRole('checkbox', { name: 'Shared' }).press('Space');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByRole('button', { name: 'View: Japanese cases' }).waitFor();
    const address = new URL(page.url());

    await page.getByRole('button', { name: /^Remove the filter of Country/ }).press('Enter');
    await page.getByRole('button', { name: 'View: Japanese cases (changed)' }).waitFor();
    await expect.poll(entries).toBeGreaterThan(count);

    const other = await product.open();
    await startSession(other.page, product.url, 'case.reader');
    await other.page.goto(`${product.url}${prefixOf(other.page)}/case/list${address.search}`);
    await other.page.getByRole('button', { name: 'View: Japanese cases' }).waitFor();
    await expect
      .poll(() => other.page.getByRole('group', { name: 'Filters' }).textContent())
      .toContain('Country: Japan');
    await expect.poll(() => other.page.locator('tbody tr[data-row]').count()).toBe(Math.min(count, 20));
    await other.page.context().close();
  });

  it('that is gone is said to be', async () => {
    await page.goto(`${list}?view=999`);
    await page.getByRole('alert').getByText('This view cannot be shown').waitFor();
    await page.getByRole('alert').getByRole('button', { name: 'My own list' }).press('Enter');
    await firstCase(page).waitFor();
    await showAll();
    // the browser tells of every answer that refuses
    problems.splice(0, problems.length, ...problems.filter((problem) => !problem.includes('404')));
  });
});

it('gives a file of what is seen', async () => {
  const all = await entries();
  await choose(await openFilter('Country'), 'South Korea');
  await press('Enter');
  await expect.poll(entries).toBeLessThan(all);
  const count = await entries();
  await page.getByRole('button', { name: 'Export', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByText(`${count} rows`).waitFor();
  await dialog.getByRole('radio', { name: /CSV/ }).check();
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Export' }).press('Enter');
  const text = readFileSync(await (await downloading).path(), 'utf8');
  await dialog.waitFor({ state: 'detached' });
  const lines = text.trim().split('\r\n');
  expect(lines).toHaveLength(count + 1);
  const heads = await page.locator('thead th [class*=head] > :first-child').allTextContents();
  for (const head of heads) expect(lines[0]).toContain(head.replace(/[▲▼]/, ''));
  const shown = await page.getByRole('link', { name: /^CASE-/ }).allTextContents();
  for (const [at, caseNo] of shown.entries()) expect(lines[at + 1]).toContain(caseNo);
  await showAll();
});

it('has no fault that axe finds, also where it is narrow', async () => {
  expect(await faultsOf(page)).toEqual([]);
  await page.setViewportSize({ width: 320, height: 640 });
  await firstCase(page).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(await faultsOf(page)).toEqual([]);
  expect(problems).toEqual([]);
});
