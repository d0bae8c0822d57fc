/** A case on its way: entered, sent to review, taken, refused to the one who brought it, sent back. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { follow, prefixOf, startProduct, type Product } from './product.ts';
import { seesMessage } from './waits.ts';

let product: Product;
const problems: string[][] = [];
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product.stop();
});

const open = async (userId: string, path: string): Promise<Page> => {
  const opened = await product.openAs(userId, path);
  problems.push(opened.problems);
  return opened.page;
};
const LIST = 'case/list?sort=updatedAt';
const pathOf = (caseKey: number, tab: string) => `case/${caseKey}/detail/${tab}`;
const tabOf = (page: Page, caseKey: number, tab: string) =>
  page.goto(`${product.url}${prefixOf(page)}/${pathOf(caseKey, tab)}`);
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
const route = async (page: Page, to: string, comments: string, role?: string, insteadBecause?: string) => {
  await press(page, /^Route/);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Route to').selectOption(to);
  if (role) await dialog.getByLabel('Role', { exact: true }).selectOption(role);
  await dialog.getByLabel('Comments').fill(comments);
  if (insteadBecause) await dialog.getByLabel(/^Reason for acting on behalf/).fill(insteadBecause);
  await dialog.getByRole('button', { name: 'OK' }).click();
  await dialog.waitFor({ state: 'detached' });
};
const here = (page: Page) => page.locator('li[aria-current=step]');

it('is not led on before what was typed in it is saved, from the tab of its workflow neither', async () => {
  const page = await open('case.editor', pathOf(1, 'DM'));
  await page.locator('[data-address="D.1|0|0|0"]').getByRole('textbox').first().fill('A.B.');
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Workflow/ })
    .click();
  await seesMessage(page, 'Please save the page modified.', () => press(page, /^Route/));
  await seesMessage(page, 'Please save the page modified.', () => press(page, /^Reassign/));
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.keyboard.press('Control+s');
  const reason = page.getByRole('dialog');
  await reason.getByRole('button', { name: 'OK', exact: true }).click();
  await page.locator('button[data-dirty]').waitFor({ state: 'detached' });
  await press(page, /^Route/);
  await page.getByRole('dialog').getByLabel('Route to').waitFor();
  await page.context().close();
});

it('goes from the processor to the reviewer, who takes it, and back', async () => {
  // the newest case of the demo: nothing has happened to it yet
  const caseKey = 1;
  const processor = await open('case.editor', pathOf(caseKey, 'WF'));
  expect(await here(processor).textContent()).toContain('Saved');
  await route(processor, 'To be reviewed', 'Data entry is complete', 'Medical reviewer');
  await expect.poll(() => here(processor).textContent()).toContain('To be reviewed');

  // The user may not route the case, and the button says who may.
  const why = await processor.getByRole('button', { name: /^Route/ }).getAttribute('aria-description');
  expect(why).toMatch(/Amara Okafor can do it/);
  await tabOf(processor, caseKey, 'DM');
  const banner = processor.getByRole('status').filter({ hasText: 'Read-only in “To be reviewed”' });
  await banner.waitFor();
  expect(await banner.textContent()).toContain('Sent to this step by Mina Park');
  expect(await banner.textContent()).toContain('Can be routed by Amara Okafor');

  const reviewer = await open('medical.reviewer', pathOf(caseKey, 'WF'));
  await press(reviewer, 'Assign to me');
  await reviewer.getByText('Assigned to Medical reviewer, Amara Okafor').waitFor();
  // the page that is open elsewhere follows
  await tabOf(processor, caseKey, 'WF');
  await processor.getByText('Assigned to Medical reviewer, Amara Okafor').waitFor();

  await route(reviewer, 'Saved', 'Please ask for the dose', 'Case processor');
  await reviewer.getByRole('table', { name: 'History' }).getByText('Please ask for the dose').waitFor();
  await press(reviewer, 'Audit trail of the workflow');
  const trail = reviewer.getByRole('dialog').getByRole('table');
  await trail.getByText('Please ask for the dose').first().waitFor();

  // what is open learns of it by itself
  await tabOf(processor, caseKey, 'DM');
  await processor.locator('[data-item]').first().waitFor();
  expect(await banner.count()).toBe(0);
  expect(problems.flat()).toEqual([]);
});

it('is not led on by who brought it, alone or with others from the list', async () => {
  const admin = await open('sponsor.admin', pathOf(1, 'WF'));
  await route(admin, 'To be reviewed', 'Quick look, please', 'Medical reviewer', 'Mina is away');
  await admin.getByRole('table', { name: 'History' }).getByText('Mina is away').waitFor();
  await expect
    .poll(() => admin.getByRole('button', { name: /^Route/ }).getAttribute('aria-description'))
    .toMatch(/a second person must check it/);

  // among others in the list each is judged by itself
  await follow(admin, `${prefixOf(admin)}/${LIST}`);
  const rows = admin.getByRole('row').filter({ hasText: 'CASE-' });
  await rows.first().waitFor();
  // Sorted by last change: the case just routed comes first.
  for (const at of [0, 1, 2]) await rows.nth(at).getByRole('checkbox').click();
  await press(admin, 'Workflow…');
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Route to').selectOption('To be reviewed');
  await dialog.getByLabel('Comments').fill('Both of them');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByText('2 of 3 cases can be routed').waitFor();
  await dialog.getByText(/a second person must check it/).waitFor();
  await dialog.getByRole('button', { name: 'Route 2 cases' }).click();
  await dialog.getByText('2 cases were routed').waitFor();

  // who reviews takes them from the list, where one that is not theirs to take does not hold up the others
  const reviewer = await open('medical.reviewer', LIST);
  const listed = reviewer.getByRole('row').filter({ hasText: 'CASE-' });
  await listed.first().waitFor();
  for (const at of [0, 1, 2, 3]) await listed.nth(at).getByRole('checkbox').click();
  await seesMessage(reviewer, '3 cases were assigned to you', () => press(reviewer, /^Assign to me$/));
  await reviewer.getByText(/^CASE-\S+ was not assigned to you\./).waitFor();
});

it('assigns an unassigned case from its row in the list', async () => {
  const processor = await open('case.editor', 'case/list?view=-8');
  const assign = processor.getByRole('button', { name: /^Assign to me: CASE-/ }).first();
  const caseNo = /CASE-\S+/.exec((await assign.getAttribute('aria-label')) ?? '')?.[0] ?? '';
  await assign.click();
  await processor.getByRole('row').filter({ hasText: caseNo }).getByText('Mina Park').waitFor();
  expect(new URL(processor.url()).pathname).toMatch(/case\/list/);
});

it('takes the step that an administrator adds, and lets nobody remove it under a case', async () => {
  const caseKey = 2;
  const admin = await open('sponsor.admin', 'settings?part=workflow');
  await press(admin, 'Add a step after it');
  await admin.getByText('This field is required').waitFor();
  await admin.getByRole('textbox', { name: 'English' }).fill('Triage');
  await press(admin, 'Apply workflow');
  const reason = admin.getByRole('dialog');
  await reason.getByText('Next steps: To be reviewed → Triage').waitFor();
  await reason.getByRole('textbox', { name: 'Reason' }).fill('SOP 12');
  await reason.getByRole('button', { name: 'OK' }).click();
  await reason.waitFor({ state: 'detached' });

  const processor = await open('case.editor', pathOf(caseKey, 'WF'));
  await route(processor, 'Triage', 'New');
  await expect.poll(() => here(processor).textContent()).toContain('Triage');

  await admin.reload();
  await press(admin, /^Triage/);
  await admin.getByRole('link', { name: '1 case is in this step, 1 of them open' }).waitFor();
  const remove = admin.getByRole('button', { name: 'Remove' });
  expect(await remove.getAttribute('aria-description')).toContain('Route it to another step first');
});
