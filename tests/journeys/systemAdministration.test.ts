/**
 * The system administration: a notice is written with a table, without picture and script, and read by a user; a company is
 * made, and begun by its first administrator. The administration of a sponsor: its roles are changed by two administrators,
 * and seen as their users see the product.
 */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsOf } from './faults.ts';
import { follow, signIn, startProduct, type Product } from './product.ts';
import { hasFocus } from './waits.ts';

let product: Product;
let page: Page;
let problems: string[];
beforeAll(async () => {
  product = await startProduct();
  ({ page, problems } = await product.open());
  await signIn(page, product.url, 'system.admin');
});
afterAll(async () => {
  await product.stop();
  expect(problems).toEqual([]);
});

const dialog = () => page.getByRole('dialog');
const tool = (name: string) =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name });
const confirmReason = async (reason: string) => {
  await dialog().getByRole('textbox').fill(reason);
  await dialog().getByRole('button', { name: 'OK' }).click();
  await dialog().waitFor({ state: 'detached' });
};
/** Pastes markup as another program would. */
const paste = (html: string) =>
  page.evaluate((markup) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/html', markup);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, html);

it('a company is made, its first administrator comes in by the link and is led by what is missing', async () => {
  const field = (where: Page, name: string) => where.getByRole('textbox', { name, exact: true });
  await follow(page, '/system-admin/company/list');
  await page.getByRole('link', { name: 'Add Company' }).click();
  await field(page, 'Organisation name').fill('Aurora Bio');
  await page.getByRole('radio', { name: 'Sponsor', exact: true }).check();
  await page.getByRole('combobox', { name: 'Country' }).fill('Japan');
  await page.getByRole('option', { name: /Japan/ }).click();
  await field(page, 'Name of the first administrator').fill('Ada Aurora');
  await field(page, 'User ID of the first administrator').fill('ada.aurora');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL('**/user/list');
  await page.getByRole('button', { name: 'Create a new invitation link' }).click();
  await confirmReason('Handed over in person');
  const link = await page.getByText('/password/change/').textContent();
  expect(await faultsOf(page)).toEqual([]);

  const first = await product.open();
  await first.page.goto(link ?? '');
  for (const name of ['New password', 'Confirm new password'])
    await field(first.page, name).fill('First-password-1');
  await first.page.keyboard.press('Enter');
  await first.page.waitForURL(/\/password\/finish$/);
  await first.page.getByRole('link', { name: 'Sign in' }).click();
  await first.page.getByLabel('User ID').fill('ada.aurora');
  await first.page.getByRole('textbox', { name: 'Password' }).fill('First-password-1');
  await first.page.getByRole('button', { name: 'Sign in' }).click();
  const steps = first.page.getByRole('region', { name: 'First steps' });
  await steps.getByRole('link', { name: 'Add a sender' }).click();
  await field(first.page, 'Organisation').fill('Aurora Bio, Seoul');
  await first.page.getByRole('button', { name: 'Save' }).click();
  await first.page.waitForURL(/sender\/1\/detail/);
  await first.page.getByRole('navigation').getByRole('link', { name: 'Home' }).click();
  await steps.getByRole('listitem').filter({ hasText: 'Add a sender' }).getByText('Done').waitFor();
  expect(await steps.getByRole('link', { name: 'Add a sender' }).count()).toBe(0);
  expect(await faultsOf(first.page)).toEqual([]);
  expect(first.problems).toEqual([]);

  await page.getByRole('link', { name: 'Property' }).click();
  // what it began with never changes
  expect(await field(page, 'User ID of the first administrator').getAttribute('readonly')).not.toBeNull();
  await page.getByRole('radio', { name: 'Inactive' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await dialog().getByRole('radio', { name: 'New data' }).check();
  await dialog().getByRole('button', { name: 'OK' }).click();
  await page.getByText('Version 2', { exact: true }).waitFor();
  const later = await product.open();
  await later.page.goto(`${product.url}/login/en`);
  await later.page.getByLabel('User ID').fill('ada.aurora');
  await later.page.getByRole('textbox', { name: 'Password' }).fill('First-password-1');
  await later.page.getByRole('button', { name: 'Sign in' }).click();
  await later.page.getByText('Aurora Bio is inactive').waitFor();
});

it('two administrators change the same role: the second is told who was faster, keeps the edits, and saves', async () => {
  const first = await product.openAs('sponsor.admin', 'role-priv');
  const second = await product.openAs('sponsor.admin', 'role-priv');
  const box = (of: Page, privilege: string) =>
    of.getByRole('checkbox', { name: `Reader: ${privilege}`, exact: true });
  const asks = (of: Page) => of.getByRole('dialog', { name: 'Change the privileges' });
  const save = async (of: Page, reason: string) => {
    await of.getByRole('button', { name: 'Save privileges', exact: true }).click();
    await asks(of).getByRole('textbox').fill(reason);
    await asks(of).getByRole('button', { name: 'Save', exact: true }).click();
  };
  await box(second.page, 'Data: Edit').waitFor();
  await box(first.page, 'Monitoring: Edit').focus();
  await first.page.keyboard.press('Space');
  expect(await faultsOf(first.page)).toEqual([]);
  await save(first.page, 'Prepares the monthly figures');
  await asks(first.page).waitFor({ state: 'detached' });
  await box(second.page, 'Data: Edit').check();
  await save(second.page, 'Makes exports');
  await asks(second.page).getByText('has changed the role Reader in the meantime').waitFor();
  await asks(second.page).getByRole('button', { name: 'Cancel', exact: true }).click();
  await asks(second.page).waitFor({ state: 'detached' });
  await expect.poll(() => box(second.page, 'Monitoring: Edit').isChecked()).toBe(true);
  expect(await box(second.page, 'Data: Edit').isChecked()).toBe(true);
  await save(second.page, 'Makes exports');
  await asks(second.page).waitFor({ state: 'detached' });
  await second.page.getByText('No role changed', { exact: true }).waitFor();
  expect(first.problems).toEqual([]);
});

it('the product is seen as three roles see it, announced and read-only', async () => {
  const { page: seen, problems: faults } = await product.openAs('sponsor.admin', 'role');
  const banner = seen.getByRole('region', { name: 'View as another' });
  const chooses = seen.getByRole('dialog', { name: 'View as a role or a user' });
  const administration = seen.getByRole('navigation').getByRole('link', { name: 'Administration' });
  for (const role of ['Reader', 'Case processor', 'Medical reviewer']) {
    await administration.waitFor();
    await seen.getByRole('button', { name: 'View as…', exact: true }).click();
    await chooses.getByRole('combobox', { name: 'Role or user' }).click();
    await seen.getByRole('option', { name: role, exact: true }).click();
    await chooses.getByRole('textbox', { name: 'Reason' }).fill('Checks the menus');
    await chooses.getByRole('button', { name: 'View', exact: true }).click();
    await banner.getByText(`You see the product as the role ${role}`, { exact: true }).waitFor();
    await seen.getByRole('navigation').getByRole('link', { name: 'Home' }).waitFor();
    expect(await administration.count()).toBe(0);
    await banner.getByRole('button', { name: 'End view', exact: true }).click();
    await seen.waitForURL(/\/role$/);
    await banner.waitFor({ state: 'detached' });
  }
  expect(faults).toEqual([]);
});

it('a notice is written with a table, without pictures and scripts, and is read by a user', async () => {
  await follow(page, '/system-admin/notice/list');
  await page.getByRole('grid').waitFor();
  await page.getByRole('link', { name: 'Write a notice' }).click();
  const text = page.getByRole('textbox', { name: 'Text' });
  await text.waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Title' }).fill('New deadlines');
  // the day of every reader's calendar
  await page.getByRole('textbox', { name: 'In effect from' }).fill('2026-01-01');

  await text.click();
  await paste(
    '<p style="color:red">Pasted <b>words</b></p><img src="https://example.org/x.png"><script>window.ran = true</script>',
  );
  await page.getByText('Pictures, scripts and embedded pages are left out').waitFor();
  expect(await text.locator('img, script, [style*=color]').count()).toBe(0);
  expect(await text.locator('strong').textContent()).toBe('words');

  await tool('Link…').click();
  await dialog().getByRole('textbox').fill('javascript:alert(1)');
  await dialog().getByRole('textbox').press('Enter');
  await dialog().getByText('Enter an address that begins with').waitFor();
  await dialog().getByRole('textbox').fill('https://example.org/rules');
  await dialog().getByRole('textbox').press('Enter');
  await text.getByRole('link', { name: 'https://example.org/rules' }).waitFor();

  await tool('Table…').click();
  await dialog().getByRole('textbox', { name: 'Rows' }).fill('11');
  await dialog().getByRole('button', { name: 'Insert' }).click();
  await dialog().getByText('Enter a number from 1 to 10').waitFor();
  await dialog().getByRole('textbox', { name: 'Rows' }).fill('2');
  await dialog().getByRole('button', { name: 'Insert' }).click();
  await dialog().waitFor({ state: 'detached' });
  await hasFocus(text);
  await page.keyboard.type('Report');
  await page.getByRole('button', { name: 'Save' }).click();
  await confirmReason('New rules');
  await page.waitForURL(/notice\/\d+\/detail/);
  await page.getByRole('heading', { level: 1, name: 'New deadlines' }).waitFor();
  await page.getByRole('button', { name: 'Audit trail' }).click();
  await dialog().getByRole('cell', { name: 'New rules' }).first().waitFor();
  expect(await faultsOf(page)).toEqual([]);

  const reader = await product.openAs('case.reader', 'home/notice/list');
  await reader.page.getByRole('grid').getByRole('link', { name: 'New deadlines' }).click();
  await reader.page.getByRole('columnheader', { name: 'Report' }).waitFor();
  expect(await reader.page.getByRole('cell').count()).toBe(3);
});
