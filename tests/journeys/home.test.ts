/** From the home page: what is due and why, to the list of all of it; where cases stand, to exactly those cases. */
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from './faults.ts';
import { prefixOf, signIn, startProduct, type Product } from './product.ts';
import { hasFocus } from './waits.ts';

let product: Product;
const problems: string[] = [];
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());
afterEach(() => expect(problems).toEqual([]));

async function atHome(userId: string, viewport?: { width: number; height: number }): Promise<Page> {
  const { page, problems: found } = await product.open(viewport);
  page.on('close', () => problems.push(...found));
  await signIn(page, product.url, userId);
  return page;
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).first();
const numberIn = (text: string | null): number => Number(/\d+/.exec(text ?? '')?.[0]);
/** How many rows the list of the page has in all. */
const listed = async (page: Page): Promise<number> =>
  numberIn(
    await page
      .getByText(/^\d+ entr(y|ies)$/)
      .first()
      .textContent(),
  );

describe('the reports that are due', () => {
  it('explain why they are due, and link to the list and to the case', async () => {
    const page = await atHome('sponsor.admin');
    const due = card(page, 'Reports that are due');
    const lines = due.getByRole('listitem');
    await lines.first().waitFor();
    expect(await lines.count()).toBeLessThanOrEqual(5);
    expect(await faultsOf(page)).toEqual([]);

    await lines
      .first()
      .getByRole('button', { name: /^Why is/ })
      .click();
    const why = page.getByRole('dialog', { name: /why it is due/ });
    await why.getByText('Day 0').waitFor();
    expect(await why.innerText()).toMatch(/plus \d+ calendar days/);
    expect(await why.innerText()).toMatch(/Confirm them with your regulatory team/);
    await why.getByText('Values used').first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await why.waitFor({ state: 'detached' });

    const all = due.getByRole('link', { name: /^All \d+ reports?$/ });
    const count = numberIn(await all.textContent());
    await all.click();
    await page.waitForURL(/\/home\/report\/list/);
    await page.getByRole('grid').waitFor();
    expect(await listed(page)).toBe(count);
    const left = await page.getByText(/^(\d+ days? overdue|Due today|\d+ days? left)$/).allTextContents();
    expect(left.length).toBeGreaterThan(0);
    expect(await faultsOf(page)).toEqual([]);
    await page
      .getByRole('button', { name: /^Why is/ })
      .first()
      .click();
    await page
      .getByRole('dialog', { name: /why it is due/ })
      .getByText('Due date')
      .waitFor();
    await page.keyboard.press('Escape');
    await page.close();
  });

  it('are charted by day, accessible by keyboard, and available as a table', async () => {
    const page = await atHome('case.editor');
    const chart = page.getByRole('figure', { name: 'Due by day' });
    const bars = chart.locator('[data-bar]');
    await bars.first().focus();
    await page.keyboard.press('ArrowRight');
    await hasFocus(bars.nth(1));
    await page.keyboard.press('End');
    const last = await bars.last().getAttribute('aria-label');
    await hasFocus(bars.last());
    await chart.getByRole('switch', { name: 'Show as table' }).press('Space');
    const rows = chart.getByRole('row');
    expect(await rows.count()).toBe(1 + 22);
    expect((await rows.last().innerText()).replace(/\s+/, ': ')).toBe(last);
    await page.close();
  });
});

describe('the counts of cases', () => {
  it('link each number to a list of as many cases', async () => {
    const page = await atHome('case.editor');
    const workflow = card(page, 'Workflow status');
    const numbers = workflow.getByRole('link');
    await numbers.first().waitFor();
    const names = await numbers.evaluateAll((links) =>
      links.map((link) => link.getAttribute('aria-label') ?? ''),
    );
    expect(names.length).toBeGreaterThan(2);
    for (const name of names) {
      await workflow.getByRole('link', { name }).click();
      await page.waitForURL(/\/case\/list\?workflow=/);
      await page
        .getByRole('group', { name: 'Filters' })
        .getByText(/^Workflow/)
        .waitFor();
      await page.getByRole('grid').getByRole('link').first().waitFor();
      expect([name, await listed(page)]).toEqual([name, numberIn(name.split(': ').at(-1) ?? '')]);
      await page.goBack();
      await numbers.first().waitFor();
    }
    const ofRole = page
      .getByRole('list', { name: 'Your work' })
      .getByRole('link', { name: /unassigned cases? for your role in/ });
    const count = numberIn((await ofRole.first().textContent()) ?? '');
    await ofRole.first().click();
    await page.getByRole('grid').getByRole('link').first().waitFor();
    expect(await listed(page)).toBe(count);
    await page.close();
  });
});

it('opens a case by its number, and reports an unknown number', async () => {
  const page = await atHome('case.editor');
  const recent = card(page, 'Recently changed').getByRole('listitem').first();
  const caseNo = (await recent.locator('strong').textContent()) ?? '';
  const box = page.getByRole('textbox', { name: 'Case number' });
  await box.fill('no such number');
  await box.press('Enter');
  await page.getByText(/No case "no such number" found/).waitFor();
  await box.fill(caseNo.toLowerCase());
  await box.press('Enter');
  await page.waitForURL(/\/case\/\d+\/detail/);
  await page.close();
  // what the browser says of the number there is none of
  expect(problems.splice(0)).toEqual([expect.stringContaining('404')]);
});

it('shows a card only to users who may read it, and one failure does not affect the others', async () => {
  const { page } = await product.open();
  await page.route(/home-reports/, (route) => route.fulfill({ status: 500, body: '{}' }));
  await signIn(page, product.url, 'case.editor');
  await card(page, 'Recently changed').getByRole('listitem').first().waitFor();
  const due = card(page, 'Reports that are due');
  await due.getByRole('button', { name: 'Try again' }).waitFor();
  expect(await page.getByRole('region', { name: 'EDC sync' }).count()).toBe(0);
  await page.unroute(/home-reports/);
  await due.getByRole('button', { name: 'Try again' }).click();
  await due.getByRole('listitem').first().waitFor();
  await page.close();
});

it('fits into 320 pixels', async () => {
  const page = await atHome('sponsor.admin', { width: 320, height: 700 });
  await card(page, 'EDC sync').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await page.goto(`${product.url}${prefixOf(page)}/home/edcsync/list`);
  await page.getByRole('grid').or(page.getByRole('table')).first().waitFor();
  await page.close();
});

it('tells in the header what waits, by rules of the user, until it is read', async () => {
  const page = await atHome('sponsor.admin');
  await page.getByRole('button', { name: 'My info', exact: true }).click();
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  const rules = page.getByRole('dialog', { name: 'My notifications' });
  await rules.getByLabel('Days before the due date').fill('90');
  await rules.getByRole('checkbox', { name: /Reports of all cases/ }).check();
  await rules.getByRole('checkbox', { name: 'Events of a study are found' }).uncheck();
  await rules
    .getByRole('combobox', { name: 'E-mail: A report is due' })
    .selectOption({ label: 'E-mail soon' });
  expect(await faultsOf(page)).toEqual([]);
  await rules.getByRole('button', { name: 'Save', exact: true }).click();
  await rules.waitFor({ state: 'detached' });

  const unread = page.getByRole('button', { name: /^Notifications: \d+ new$/ });
  const before = numberIn(await unread.textContent());
  await unread.click();
  const list = page.getByRole('list', { name: 'Notifications' });
  const first = list.getByRole('link', { name: /: report to .* due / }).first();
  expect(await list.getByRole('link', { name: /events$/ }).count()).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
  await first.click();
  await page.waitForURL(/case\/\d+\/detail/);
  await page.getByRole('button', { name: `Notifications: ${before - 1} new` }).click();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await list.waitFor({ state: 'detached' });
  await page.close();
});

it('tells of a pasted text that does not fit into its field', async () => {
  const page = await atHome('sponsor.admin');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const field = page.getByRole('textbox', { name: 'Case number' });
  const paste = async (text: string) => {
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await field.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+v');
  };
  await paste('7'.repeat(200));
  expect(await field.inputValue()).toBe('7'.repeat(200));
  expect(await page.getByRole('alert').count()).toBe(0);
  await paste('8'.repeat(212));
  await page
    .getByRole('alert')
    .filter({ hasText: 'The last 12 characters of the text did not fit' })
    .waitFor();
  expect(await field.inputValue()).toBe('8'.repeat(200));
  expect(await faultsOf(page)).toEqual([]);
  await page.close();
});
