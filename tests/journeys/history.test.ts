/** A case as it was: an editor looks back, compares what is not saved yet, asks who wrote an item, and gets a number. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCase } from '../../shared/contract/index.ts';
import { makeCall, tokenOf } from '../api/harness.ts';
import { setPart } from './sponsorSettings.ts';
import { prefixOf, signIn, startProduct, type Product, startSession } from './product.ts';
import { isSaved, reasonDialog } from './saves.ts';
import { hasFocus, seesMessage } from './waits.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
  await setPart(product.url, 'editing', { newCase: 'empty' });
});
afterAll(() => product.stop());

describe('the past of a case', () => {
  let page: Page;
  let problems: string[];
  let tabs: string;
  const dialog = () => page.getByRole('dialog');
  const initials = () => page.locator('[data-address="D.1|0|0|0"]').getByRole('textbox').first();
  const slider = () => page.getByRole('slider', { name: 'Point in time' });
  const write = async (text: string, first = false) => {
    await initials().fill(text);
    await page.locator('button[data-dirty]').waitFor();
    await page.keyboard.press('Control+s');
    if (!first) await reasonDialog(page).getByRole('button', { name: 'OK', exact: true }).click();
    await isSaved(page);
  };

  beforeAll(async () => {
    ({ page, problems } = await product.open());
    await startSession(page, product.url, 'case.editor');
    const token = await tokenOf(product.url, 'case.editor');
    const { caseKey } = (await makeCall(product.url, addCase, { body: {}, token })).data;
    tabs = `${product.url}${prefixOf(page)}/case/${caseKey}/detail`;
  });

  it('has each save with its reason, over all versions', async () => {
    await page.goto(`${tabs}/DM`);
    await write('First words', true);
    await write('Second words');
    const before = page.url();
    await page.getByRole('button', { name: 'More actions for the case' }).click();
    await page.getByRole('menuitem', { name: /follow-up/ }).click();
    await dialog().getByRole('button', { name: 'Create version' }).click();
    await page.waitForURL((url) => url.href !== before);
    await page.getByRole('button', { name: /Version 2: other versions/ }).waitFor();
    tabs = page.url().replace(/\/DM$/, '');
  });

  it('is shown on the pages themselves, by keyboard, with a link back to the current version', async () => {
    await page.getByRole('button', { name: /other versions/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Time machine…' }).press('Enter');
    await page.getByRole('heading', { name: /Viewing / }).waitFor();
    expect(new URL(page.url()).searchParams.get('at')).toBe('newest');
    await expect.poll(() => initials().inputValue()).toBe('Second words');
    expect(await slider().getAttribute('aria-valuetext')).toContain('version 2');
    await slider().press('ArrowLeft');
    const mark = page.locator('[data-address="D.1|0|0|0"]').getByRole('img', { name: /First words/ });
    await mark.waitFor();
    await slider().press('ArrowLeft');
    await expect.poll(() => initials().inputValue()).toBe('First words');
    expect(await initials().isEditable()).toBe(false);
    expect(await page.getByRole('status').filter({ hasText: 'Mina Park' }).textContent()).toContain(
      'Initial data',
    );
    await page.getByRole('link', { name: 'Return to current version' }).press('Enter');
    await expect.poll(() => initials().inputValue()).toBe('Second words');
    expect(await initials().isEditable()).toBe(true);
  });

  it('names the last author of an item, and leads to that moment', async () => {
    await initials().focus();
    await page.keyboard.press('F2');
    await page.getByRole('menuitem', { name: 'Last changed by' }).press('Enter');
    await dialog()
      .getByText(/Mina Park \(case.editor\)/)
      .waitFor();
    await dialog().getByText('Before: First words').waitFor();
    await dialog().getByRole('link', { name: 'View the case at that time' }).press('Enter');
    await page.getByRole('heading', { name: /Viewing / }).waitFor();
    await page.getByRole('link', { name: 'Return to current version' }).press('Enter');
    await initials().waitFor();
  });

  it('is compared with unsaved edits', async () => {
    await initials().fill('Unsaved words');
    await page.getByRole('button', { name: /other versions/ }).press('Enter');
    await page.getByRole('menuitem', { name: 'Compare…' }).press('Enter');
    const row = dialog().getByRole('row').filter({ hasText: 'Modified' });
    await row.filter({ hasText: 'Second' }).filter({ hasText: 'Unsaved' }).waitFor();
    await dialog().getByRole('checkbox', { name: 'Show unchanged items' }).focus();
    await page.keyboard.press('F8');
    await hasFocus(row.getByRole('link'));
    await page.keyboard.press('Enter');
    await expect.poll(() => dialog().count()).toBe(0);
    expect(await initials().inputValue()).toBe('Unsaved words');
    await page.keyboard.press('Control+s');
    await reasonDialog(page).getByRole('button', { name: 'OK', exact: true }).click();
    await isSaved(page);
  });

  it('begins with a number that is generated once', async () => {
    const { promise: left, resolve: letGenerate } = Promise.withResolvers<void>();
    const generation = /\/case-number\?/;
    await page.route(generation, async (route) => {
      await left;
      await route.continue();
    });
    await page.goto(`${tabs}/CI`);
    const number = page.locator('[data-address="C.1.1|0|0|0"]').getByRole('textbox').first();
    const below = page.locator('[data-item="C.1.1"]').getByRole('button', { name: 'Generate number' });
    await below.waitFor();
    const toTab = (tab: string) => page.locator(`a[href*="/detail/${tab}"]`).first().click();
    const generate = async () => {
      await number.focus();
      await page.keyboard.press('F2');
      await page.getByRole('menuitem', { name: 'Generate number' }).press('Enter');
    };
    await Promise.all([page.waitForRequest(generation), generate()]);
    // it comes to the tab that was left meanwhile
    await toTab('SD');
    await page.locator('[data-address="C.3.3.4|0|0|0"]').waitFor();
    const generated = page.waitForResponse(generation);
    letGenerate();
    await generated;
    await page.unroute(generation);
    await toTab('CI');
    await expect.poll(() => number.inputValue()).toMatch(/^[A-Z]{2}-[^-]+-CASE-\d{4}-\d{5}$/);
    const made = await number.inputValue();
    expect(await below.count()).toBe(0);
    expect(
      await page.locator('[data-address="C.1.8.1|0|0|0"]').getByRole('textbox').first().inputValue(),
    ).toBe(made);
    await number.fill('');
    await generate();
    await page.getByText(`The number ${made} was already generated for this case`).waitFor();
    await page.keyboard.press('Control+z');
  });

  it('causes no error in the browser', () => {
    // the number asked for twice is a 409, which the browser notes in the console
    expect(problems.filter((problem) => !problem.includes('409'))).toEqual([]);
  });
});

describe('the numbers of cases', () => {
  it('are configured by an administrator with a live preview', async () => {
    const { page, problems } = await product.open();
    await signIn(page, product.url, 'sponsor.admin', 'settings');
    const identifier = page.getByRole('textbox', { name: 'Identifier', exact: true });
    await identifier.fill('ICSR');
    await page
      .getByText(/^ICSR-\d{4}-\d{5}$/)
      .first()
      .waitFor();
    const pattern = page.getByRole('textbox', { name: 'Format of the number' });
    await pattern.fill('{ID}-{YYYY}');
    await page.getByText('The format needs a sequence').waitFor();
    await pattern.fill('{ID}-{YYYY}-{SEQ:4}');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('New year');
    await seesMessage(page, 'The settings are saved', () =>
      dialog.getByRole('button', { name: 'OK' }).click(),
    );
    await page.getByRole('button', { name: 'Changes…' }).click();
    await dialog.getByText('New year').first().waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });
});
