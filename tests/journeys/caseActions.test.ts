/** Bulk actions on cases of a list and on rows of a page. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import yauzl from 'yauzl';
import { setCaseStatus, signIn } from '../../shared/contract/index.ts';
import { makeCall } from '../api/harness.ts';
import { follow, startProduct, type Product } from './product.ts';

const PASSWORD = 'Casewright-demo-1';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const dialogOf = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const confirm = (page: Page, name: string) =>
  dialogOf(page).getByRole('button', { name, exact: true }).click();
/** The button below the result; the cross of the dialog is called so, too. */
const closeResult = (page: Page) => dialogOf(page).getByRole('button', { name: 'Close' }).last().click();
/** Opens the list with the cases that were changed last on top. */
async function openList(userId: string): Promise<{ page: Page; problems: string[] }> {
  const opened = await product.openAs(userId, 'case/list?sort=updatedAt');
  await opened.page
    .getByRole('link', { name: /^CASE-/ })
    .first()
    .waitFor();
  return opened;
}
const rowOf = (page: Page, caseNo: string) => page.getByRole('row').filter({ hasText: caseNo });
async function choose(page: Page, caseNos: readonly string[]): Promise<void> {
  for (const caseNo of caseNos) await rowOf(page, caseNo).getByRole('checkbox').check();
}
/** Chooses in one of the menus what is to be done. */
async function ask(page: Page, menu: string, act: string): Promise<void> {
  await press(page, menu);
  await page.getByRole('menuitem', { name: `${act}…`, exact: true }).click();
  await dialogOf(page).getByRole('table').waitFor();
}
const resultOf = (page: Page, caseNo: string) => dialogOf(page).getByRole('row').filter({ hasText: caseNo });

/** Changes a case of the list as another user does somewhere else. */
async function elsewhere(page: Page, caseNo: string, statusId: 'DELETE'): Promise<void> {
  const link = await page.getByRole('link', { name: caseNo, exact: true }).getAttribute('href');
  const caseKey = Number(/case\/(\d+)/.exec(link ?? '')?.[1]);
  const { token } = (
    await makeCall(product.url, signIn, { body: { userId: 'sponsor.admin', password: PASSWORD } })
  ).data;
  const body = {
    statusId,
    status: 'Y' as const,
    reason: 'Duplicate',
    retrievedAt: '2999-01-01T00:00:00.000Z',
  };
  expect(await makeCall(product.url, setCaseStatus, { params: { caseKey }, body, token })).toMatchObject({
    status: 200,
  });
}

describe('selected cases', () => {
  let page: Page;
  let problems: string[];
  let caseNos: string[];

  beforeAll(async () => {
    ({ page, problems } = await openList('case.editor'));
    caseNos = (await page.getByRole('link', { name: /^CASE-/ }).allInnerTexts()).slice(0, 3);
  });
  const [first, second, third] = [0, 1, 2].map((at) => () => caseNos[at] ?? '') as [
    () => string,
    () => string,
    () => string,
  ];

  it('must be selected first: a line says for what, in place of buttons that do nothing', async () => {
    await page.getByText('Please select one or more cases to review, lock, route').waitFor();
    expect(await page.getByRole('button', { name: 'Lock', exact: true }).count()).toBe(0);
  });

  it('are selected by Space and locked with one password; one deleted since is reported', async () => {
    await choose(page, [first(), second()]);
    await rowOf(page, third()).getByRole('checkbox').focus();
    await page.keyboard.press('Space');
    await page.getByText('3 selected').waitFor();
    await ask(page, 'Lock', 'Lock');
    await dialogOf(page).getByText('3 cases will be locked').waitFor();
    await elsewhere(page, third(), 'DELETE');
    await dialogOf(page).getByLabel('Reason for the override').fill('Reporter lost');
    await dialogOf(page).getByLabel('Your password').fill('wrong');
    await confirm(page, 'Sign');
    await dialogOf(page).getByRole('alert').getByText('The password is wrong').waitFor();
    await dialogOf(page).getByLabel('Your password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await dialogOf(page).getByText('2 cases done, 1 not done').waitFor();
    expect(await resultOf(page, first()).innerText()).toContain('Done');
    expect(await resultOf(page, third()).innerText()).toContain('changed the status in the meantime');
  });

  it('are checked again on retry, and show their obstacles', async () => {
    await confirm(page, 'Try 1 again');
    await dialogOf(page).getByText('None of the selected cases can be changed.').waitFor();
    expect(await resultOf(page, third()).innerText()).toContain('it is deleted; restore it first');
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });
  });

  it('are deleted and restored with a reason, except for locked ones', async () => {
    await ask(page, 'Lock', 'Unlock');
    await dialogOf(page).getByText('2 cases will be unlocked, 1 will not change').waitFor();
    await confirm(page, 'Unlock');
    await dialogOf(page).getByText('2 cases done, 1 not done').waitFor();
    await closeResult(page);
    await ask(page, 'Delete', 'Delete');
    await dialogOf(page).getByText('2 cases will be deleted, 1 will not change').waitFor();
    await dialogOf(page).getByLabel('Entered by mistake').check();
    await confirm(page, 'Delete');
    await dialogOf(page).getByText('2 cases done, 1 not done').waitFor();
    await closeResult(page);
    await rowOf(page, first()).waitFor({ state: 'detached' });
    // still chosen, so that one press takes it back
    await ask(page, 'Delete', 'Restore');
    await confirm(page, 'Restore');
    await dialogOf(page).getByText('3 cases done').waitFor();
    await closeResult(page);
    await rowOf(page, first()).waitFor();
  });

  it('are exported, and no others', async () => {
    const file = page.waitForEvent('download');
    await press(page, 'Export selected');
    const download = await file;
    expect(download.suggestedFilename()).toMatch(/\.xlsx$/);
    expect((await readFile(await download.path())).length).toBeGreaterThan(1000);
  });

  it('are offered to the workflow', async () => {
    await press(page, 'Workflow…');
    await dialogOf(page).waitFor();
    await page.keyboard.press('Escape');
    await dialogOf(page).waitFor({ state: 'detached' });
  });

  it('are copied one at a time, once, without identifiers of the case', async () => {
    await press(page, 'Clear selection');
    await choose(page, [second()]);
    let made = '';
    await page.route(
      /\/case-add\?/,
      async (route) => {
        const answer = await route.fetch();
        ({
          data: { caseNo: made },
        } = (await answer.json()) as { data: { caseNo: string } });
        await route.abort();
      },
      { times: 1 },
    );
    await press(page, 'Copy…');
    await dialogOf(page).getByText('Worldwide unique case number').waitFor();
    await confirm(page, 'Copy');
    await dialogOf(page).getByText('The server did not answer').waitFor();
    await page.keyboard.press('Escape');
    // the answer is lost, but not the case
    await rowOf(page, made).waitFor();
    await press(page, 'Copy…');
    await confirm(page, 'Copy');
    await page.waitForURL(/\/case\/\d+\/detail/);
    await page.getByRole('heading', { name: made }).waitFor();
    await page.locator('[data-item="C.1.3"]').waitFor();
    expect(await page.locator('[data-item="C.1.8.1"]').getByRole('textbox').first().inputValue()).toBe('');
  });

  it('cannot be selected by a user who may only read', async () => {
    const { page: reading } = await openList('case.reader');
    expect(await reading.getByRole('toolbar', { name: 'Actions for selected cases' }).count()).toBe(0);
    expect(await reading.getByRole('checkbox', { name: /^Select row/ }).count()).toBe(0);
    await reading.context().close();
  });

  it('cause no error on the page, except for the wrong password and the lost answer', () => {
    expect(problems.filter((problem) => !/422|ERR_FAILED/.test(problem))).toEqual([]);
  });
});

it('puts the reports of chosen cases into one file', async () => {
  const { page, problems } = await openList('case.editor');
  const links = page.getByRole('link', { name: /^CASE-/ });
  const caseNos = [await links.first().innerText(), await links.last().innerText()];
  await choose(page, caseNos);
  await press(page, 'Reports…');
  await confirm(page, 'Create file');
  await dialogOf(page).getByText('You have to choose a report').waitFor();
  await dialogOf(page)
    .getByRole('combobox', { name: /^Report/ })
    .click();
  await page.getByRole('option', { name: 'CIOMS I form' }).click();
  const downloading = page.waitForEvent('download');
  await confirm(page, 'Create file');
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^CIOMS_\d{8}\.zip$/);
  const zip = await yauzl.openPromise(await file.path());
  const names: string[] = [];
  for await (const { fileName } of zip.eachEntry()) names.push(fileName);
  expect(names).toEqual([...caseNos.map((caseNo) => expect.stringContaining(caseNo)), 'Contents.csv']);
  expect(problems).toEqual([]);
});

/** Where a row says something; rows of the other pages every case of the demo has. */
const NAMED: Readonly<Record<string, string>> = { LB: 'F.r.2.1' };

/** Adds a row to a page without any, and comes back to their list. */
async function addRow(page: Page, rows: string, tab: string): Promise<void> {
  await follow(page, `${rows}/0`);
  await page.locator(`[data-item="${NAMED[tab]}"]`).getByRole('textbox').first().fill('Of the journey');
  await page.keyboard.press('Control+s');
  await page.waitForURL(/\/[1-9]\d*(\?|$)/);
  await follow(page, rows);
}

describe('the rows of a page', () => {
  let page: Page;
  let tabs = '';
  beforeAll(async () => {
    ({ page } = await openList('case.editor'));
    await page
      .getByRole('link', { name: /^CASE-/ })
      .last()
      .click();
    await page.waitForURL(/\/case\/\d+\/detail/);
    tabs = /^(.*\/case\/\d+\/detail)/.exec(page.url())?.[1] ?? '';
  });

  // all pages of rows are one page of the browser: one with a row, one whose rows others name, one without rows
  it.each(['RP', 'DG', 'LB'])('%s: are deleted and restored together', async (tab) => {
    await page.goto(`${tabs}/${tab}`);
    const box = page.getByRole('checkbox', { name: /^Select row/ }).last();
    await box.or(page.getByText('No rows yet')).waitFor();
    if ((await box.count()) === 0) await addRow(page, `${tabs}/${tab}`, tab);
    await box.waitFor();
    await box.focus();
    await page.keyboard.press('Space');
    await press(page, 'Delete 1 row');
    await dialogOf(page).getByText('1 row will be deleted').waitFor();
    await dialogOf(page).getByRole('radio', { name: 'Input error' }).check();
    await confirm(page, 'Delete');
    await press(page, 'Restore 1 row');
    await dialogOf(page).getByText('1 row will be restored').waitFor();
    await confirm(page, 'Restore');
    await page.getByRole('button', { name: 'Delete 1 row' }).waitFor();
  });

  it('are not deleted over edits that are unsaved', async () => {
    const name = page.locator('[data-address="C.2.r.2.1|1|0|0"]').getByRole('textbox').first();
    await page.goto(`${tabs}/RP/1`);
    const before = await name.inputValue();
    await name.fill('Not saved yet');
    await follow(page, `${tabs}/RP`);
    await page.getByRole('checkbox', { name: 'Select row 1' }).check();
    await press(page, 'Delete 1 row');
    await page.getByRole('status').filter({ hasText: 'Please save the page modified' }).waitFor();
    expect(await dialogOf(page).count()).toBe(0);
    await follow(page, `${tabs}/RP/1`);
    await expect.poll(() => name.inputValue()).toBe('Not saved yet');
    await name.fill(before);
  });
});
