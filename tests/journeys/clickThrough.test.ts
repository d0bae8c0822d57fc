/** The case as a report and as its message beside its form: each leads to the other, and follows the typing. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProduct, type Product } from './product.ts';

let product: Product;
let page: Page;
let problems: string[];
let tabs: string;
beforeAll(async () => {
  product = await startProduct();
  const viewport = { width: 1920, height: 1000 };
  ({ page, problems, tabs } = await product.openCase('case.editor', 0, 'DM', { viewport, appendix: 'ICH' }));
});
afterAll(() => product.stop());

const INITIALS = 'D.1|0|0|0';
const DRUG = 'G.k.2.2|1|0|0';
const field = (key: string) => page.locator(`[data-address="${key}"] input`).first();
const place = (key: string) => page.locator(`[data-spot][data-kind="value"][data-value="${key}"]`).first();
const line = (key: string) => page.locator(`[data-line][data-values~="${key}"]`).first();
const show = (as: string) =>
  page.getByRole('radiogroup', { name: 'Shown as' }).getByText(as, { exact: true }).click();
const focusedAddress = () =>
  page.evaluate(
    () => document.activeElement?.closest<HTMLElement>('[data-address]')?.dataset['address'] ?? null,
  );
const openReport = () => page.getByRole('button', { name: 'Report', exact: true }).click();

describe('the form beside the case', () => {
  it('lights the box of the focused field, and follows the typing', async () => {
    await openReport();
    await place(INITIALS).waitFor();
    await field(INITIALS).focus();
    await page.locator('[data-spot][data-kind="box"][data-lit]').waitFor();
    await field(INITIALS).fill('QZX');
    await page
      .getByRole('button', { name: /PATIENT INITIALS.*QZX/ })
      .first()
      .waitFor();
    expect(await page.locator('svg').getByText('QZX', { exact: true }).count()).toBe(1);
  });

  it('leads from a box to its field on another page, by pointer and by keyboard', async () => {
    await place(DRUG).click();
    await expect.poll(focusedAddress).toBe(DRUG);
    expect(page.url()).toContain('/DG/1');
    await page
      .getByRole('button', { name: /^1\. PATIENT INITIALS/ })
      .first()
      .focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect.poll(focusedAddress).toBe(INITIALS);
    expect(await field(INITIALS).inputValue()).toBe('QZX');
  });
});

describe('the message beside the case', () => {
  it('follows the typing, and leads from an element to its field and back', async () => {
    await show('Both');
    await field(INITIALS).fill('XML');
    await expect.poll(() => line(INITIALS).textContent()).toBe('<name>XML</name>');
    await field(INITIALS).focus();
    await page.locator(`[data-line][data-lit][data-values~="${INITIALS}"]`).waitFor();
    await line(DRUG).click();
    await expect.poll(focusedAddress).toBe(DRUG);
    await page.locator(`[data-line][data-lit][data-values~="${DRUG}"]`).waitFor();
  });
});

describe('the elements of the message', () => {
  it('are named by their items, and folded by the keyboard', async () => {
    await show('XML');
    await line(INITIALS).focus();
    await page.getByRole('button', { name: /^<name>XML<\/name>, D\.1 Patient/ }).waitFor();
    // to the element around it, which is folded, then unfolded
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await line(INITIALS).waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowRight');
    await line(INITIALS).waitFor();
    await page.getByRole('radiogroup', { name: 'Lines' }).getByText('Values only', { exact: true }).click();
    await page.getByText('<?xml', { exact: false }).waitFor({ state: 'detached' });
    await page.getByRole('radiogroup', { name: 'Lines' }).getByText('With items', { exact: true }).click();
    await page.getByText('<?xml', { exact: false }).waitFor();
  });
});

describe('a reviewer', () => {
  it('uses them without editing, also in the past and in a comparison', async () => {
    const path = tabs.replace(/^.*?(?=case\/)/, '');
    const reader = await product.openAs('case.reader', `${path}/DM?at=newest`, { width: 1500, height: 1000 });
    ({ page } = reader);
    await openReport();
    await place(DRUG).click();
    await expect.poll(focusedAddress).toBe(DRUG);
    expect(page.url()).toContain('at=');
    expect(await page.locator('[data-spot][data-changed]').count()).toBeGreaterThan(0);

    await page.goto(`${page.url().replace(/\/DG\/.*/, '/DM')}`);
    await page
      .getByRole('button', { name: /other versions|^Version/ })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Compare…' }).click();
    await page.getByRole('checkbox', { name: 'Show in the report' }).check();
    const marked = page.getByRole('dialog').locator('[data-spot][data-kind="value"][data-changed]').first();
    const key = await marked.getAttribute('data-value');
    await marked.click();
    await expect.poll(focusedAddress).toBe(key);
    expect(reader.problems).toEqual([]);
  });

  it('causes no error in the browser', () => {
    expect(problems).toEqual([]);
  });
});
