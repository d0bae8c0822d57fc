/** A report is checked before it becomes a case, by the keyboard alone; and once more as a follow-up. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright';
import { faultsOf } from './faults.ts';
import { keyboardUser, type KeyboardUser } from './keyboardUser.ts';
import { follow, prefixOf, startProduct, type Product } from './product.ts';

let product: Product;
let page: Page;
let problems: string[];
let prefix = '';
beforeAll(async () => {
  product = await startProduct();
  ({ page, problems } = await product.openAs('case.editor', 'case/duplication-check'));
  prefix = prefixOf(page);
});
afterAll(() => product.stop());

const dialog = () => page.getByRole('dialog', { name: 'Possible duplicates' });
const CASE_NO = /[A-Z]+-\d{4}-\d+/;
/** The number of the case that is open, once it is. */
const openedCase = async () => {
  const heading = page.getByRole('heading', { level: 1 }).filter({ hasText: CASE_NO });
  return CASE_NO.exec(await heading.innerText())?.[0] ?? '';
};

/** Types a report into the form that has the focus in its first field. */
async function typeReport({ tabTo, press, type, choose }: KeyboardUser, initials: string): Promise<void> {
  await page.getByRole('combobox', { name: /Type of report/ }).waitFor();
  await tabTo(/Type of report/);
  await choose('spont');
  await tabTo(/Patient name or initials/);
  await type(initials);
  await tabTo(/Add Drug/);
  await press('Enter');
  await page.getByRole('textbox', { name: /Product name as reported/ }).waitFor();
  await tabTo(/Product name as reported/);
  await type('Quxazolam 20 mg');
  await tabTo(/Add Reaction/);
  await press('Enter');
  await page.getByRole('textbox', { name: /native language/ }).waitFor();
  await tabTo(/Reaction in native language/);
  await type('green hiccups');
  await tabTo(/Start date/);
  await type('20240105');
  await tabTo(/More criteria/);
  await press('Enter');
  await tabTo(/Date of birth/);
  await type('19330217');
  await tabTo(/^Check$/);
  await press('Enter');
}

it('adds a case from the criteria if there is no duplicate', async () => {
  const user = keyboardUser(page, null);
  await typeReport(user, 'QXZ');
  await dialog().waitFor();
  await expect.poll(() => dialog().innerText()).toMatch(/no duplicates|possible/i);
  await user.tabTo(/Add new case/);
  await user.press('Enter');
  await page.waitForURL(/case\/\d+\/detail/);
  expect(await openedCase()).not.toBe('');
});

it('shows the possible duplicate with its evidence, and adds a case that is none', async () => {
  const first = await openedCase();
  await follow(page, `${prefix}/case/duplication-check`);
  const user = keyboardUser(page, null);
  await typeReport(user, 'QXY');
  await dialog().waitFor();
  const row = dialog().getByRole('row').filter({ hasText: first });
  await expect.poll(() => row.innerText()).toContain('Likely');
  // what can be done is seen without scrolling
  const [whole, action] = await Promise.all([
    dialog().boundingBox(),
    row.getByRole('button', { name: /not a duplicate/i }).boundingBox(),
  ]);
  expect((action?.x ?? Infinity) + (action?.width ?? 0)).toBeLessThan((whole?.x ?? 0) + (whole?.width ?? 0));
  await user.tabTo(new RegExp(`^${first}$`));
  await user.press('ArrowRight', 'Enter');
  const why = page.getByRole('dialog', { name: `Why ${first} was found` });
  await why.waitFor();
  const born = why.getByRole('row').filter({ hasText: 'Date of birth' });
  expect(await born.innerText()).toMatch(/1933-02-17[\s\S]*1933-02-17[\s\S]*Agrees/);
  expect(await why.getByRole('row').filter({ hasText: 'initials' }).innerText()).toContain('Differs');
  await user.press('Escape');
  await why.waitFor({ state: 'detached' });
  await expect.poll(() => dialog().isVisible()).toBe(true);

  await user.tabTo(/Likely/);
  await user.press('ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter');
  const confirmation = page.getByRole('dialog', { name: /Why is this not a duplicate/ });
  await confirmation.waitFor();
  await user.type('A brother, says the reporter');
  await user.tabTo(/^Not a duplicate$/);
  await user.press('Enter');
  await confirmation.waitFor({ state: 'detached' });
  await expect.poll(() => row.innerText()).toContain('Not a duplicate');
  await user.tabTo(/Add new case/);
  await user.press('Enter');
  await page.waitForURL(/case\/\d+\/detail\/./);
  expect(await openedCase()).not.toBe(first);

  await follow(page, page.url().replace(/detail.*/, 'detail/DM'));
  await expect
    .poll(() => page.getByRole('textbox', { name: /Patient name or initials/ }).inputValue())
    .toBe('QXY');
});

it('links an open case to its duplicates, where the dismissed pair is shown', async () => {
  await page.getByRole('button', { name: 'More actions for the case' }).click();
  await page.getByRole('menuitem', { name: 'Check for duplicates' }).click();
  await dialog().waitFor();
  await expect.poll(() => dialog().getByRole('row').last().innerText()).toContain('Not a duplicate');
  expect(await dialog().getByRole('button', { name: /^Undo/ }).count()).toBe(1);
  await dialog().getByRole('button', { name: 'Close' }).last().click();
});

it('adds a follow-up to the duplicate instead', async () => {
  await follow(page, `${prefix}/case/duplication-check`);
  const user = keyboardUser(page, null);
  await typeReport(user, 'QXZ');
  await dialog().waitFor();
  await dialog()
    .getByRole('button', { name: /^Follow-up of/ })
    .first()
    .click();
  // it is the case of the first report: what was typed is there, but for what was typed otherwise
  const taking = page.getByRole('dialog', { name: /^Follow-up of/ });
  await taking.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await taking.getByRole('button', { name: 'Create follow-up' }).click();
  await page.waitForURL(/case\/\d+\/detail/);
  await expect
    .poll(() => page.getByRole('banner').or(page.getByRole('main')).last().innerText())
    .toMatch(/2/);
  expect(problems).toEqual([]);
});
