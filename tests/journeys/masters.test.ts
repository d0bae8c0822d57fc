/** Studies, senders and products are chosen from the sponsor's masters: by keyboard, into the items of the page. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { saveRecord } from '../../shared/contract/index.ts';
import { makeCall, tokenOf } from '../api/harness.ts';
import { keyboardUser, type KeyboardUser } from './keyboardUser.ts';
import { follow, startProduct, type Product } from './product.ts';
import { hasFocus } from './waits.ts';

const STUDY = { name: 'C.5.2', number: 'C.5.3', type: 'C.5.4' };
const SENDER = { organisation: 'C.3.2', type: 'C.3.1', country: 'C.3.4.5' };
const DRUG_NAME = 'G.k.2.2';
const REPORTER = { organisation: 'C.2.r.2.1', city: 'C.2.r.2.4' };

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const dialog = (page: Page) => page.getByRole('dialog');
const rows = (page: Page) => dialog(page).locator('tbody tr[data-row]');
const fieldOf = (page: Page, item: string) =>
  page.locator(`[data-item="${item}"] :is(input, textarea, select)`).first();
const valuesOf = async (page: Page, items: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(items).map(async ([name, item]) => [name, await fieldOf(page, item).inputValue()]),
    ),
  ) as Record<string, string>;

describe('a master', () => {
  let page: Page;
  let problems: string[];
  let user: KeyboardUser;
  let tabs: string;

  beforeAll(async () => {
    ({ page, problems, tabs } = await product.openCase('case.editor', 1, 'SI'));
    user = keyboardUser(page, null);
  });

  async function toPage(name: string): Promise<void> {
    await follow(page, `${tabs}/${name}`);
    await page
      .getByRole('navigation', { name: 'Pages of the case' })
      .locator(`[aria-current][href*="/${name.slice(0, 2)}"]`)
      .waitFor();
  }
  async function chooseFirst(item: string, keyword = ''): Promise<void> {
    const before = await fieldOf(page, item).inputValue();
    await fieldOf(page, item).press('Alt+l');
    await rows(page).first().waitFor();
    await dialog(page).getByRole('textbox', { name: 'Keyword' }).focus();
    if (keyword !== '') {
      await user.type(keyword);
      await user.press('Enter');
      await expect.poll(() => rows(page).count()).toBe(1);
    }
    await user.press('ArrowDown', 'Enter');
    await overwrite(item, before);
  }
  /** Confirms what is overwritten, if anything is, until the item is filled. */
  async function overwrite(item: string, before: string): Promise<void> {
    const confirm = dialog(page).getByRole('button', { name: 'Overwrite' });
    const isFilled = async () => (await fieldOf(page, item).inputValue()) !== before;
    await expect.poll(async () => (await confirm.count()) > 0 || (await isFilled())).toBe(true);
    if ((await confirm.count()) > 0) await confirm.press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(isFilled).toBe(true);
  }

  it('that is a study fills the study page, is one step to undo, and is saved with its reason', async () => {
    await toPage('SI');
    const before = await valuesOf(page, STUDY);
    await fieldOf(page, STUDY.number).fill('typed by hand');
    const typed = { ...before, number: 'typed by hand' };
    await fieldOf(page, STUDY.name).press('Alt+l');
    await rows(page).first().waitFor();
    await user.press('ArrowDown', 'Enter');
    // what is overwritten is shown first; nothing happens if it is kept
    await dialog(page).getByText('typed by hand').waitFor();
    await dialog(page).getByRole('button', { name: 'Keep the case values' }).press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await valuesOf(page, STUDY)).toEqual(typed);
    await chooseFirst(STUDY.name);
    // A code is shown alone until its label is loaded.
    await expect.poll(async () => (await valuesOf(page, STUDY)).type).toMatch(/\D/);
    const chosen = await valuesOf(page, STUDY);
    expect(chosen.number).toMatch(/^HB-/);
    expect(chosen.name).toMatch(/, phase I/);
    expect(chosen.type).toMatch(/Clinical trials/);
    await hasFocus(fieldOf(page, STUDY.name));
    await user.press('Control+z');
    await expect.poll(() => valuesOf(page, STUDY)).toEqual(typed);
    await user.press('Control+y');
    await expect.poll(() => valuesOf(page, STUDY)).toEqual(chosen);

    // the page was never saved before: nobody is asked why
    await user.press('Control+s');
    await page.locator('button[data-dirty]').waitFor({ state: 'detached' });
    await page.reload();
    await fieldOf(page, STUDY.number).waitFor();
    await expect.poll(() => valuesOf(page, STUDY)).toEqual(chosen);
    await fieldOf(page, STUDY.number).focus();
    await user.press('Alt+m');
    await page.getByRole('menuitem', { name: 'History' }).click();
    await expect.poll(() => dialog(page).textContent()).toContain(chosen.number);
    expect(await dialog(page).textContent()).toContain('Initial Data');
    await user.press('Escape');
  });

  it('that is a sender fills the sender page', async () => {
    await toPage('SD');
    await fieldOf(page, SENDER.organisation).fill('');
    await chooseFirst(SENDER.organisation);
    const { organisation, type, country } = await valuesOf(page, SENDER);
    expect(organisation).not.toBe('');
    expect(type).not.toBe('');
    expect(country).not.toBe('');
    await hasFocus(fieldOf(page, SENDER.organisation));
    await user.press('Control+z', 'Control+z');
    await page.locator('button[data-dirty]').waitFor({ state: 'detached' });
  });

  it('that is a product names the drug; closing the dialog leaves it as it is', async () => {
    await toPage('DG/1');
    const before = await fieldOf(page, DRUG_NAME).inputValue();
    await fieldOf(page, DRUG_NAME).press('Alt+l');
    await rows(page).first().waitFor();
    await user.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await fieldOf(page, DRUG_NAME).inputValue()).toBe(before);
    const second = await (async () => {
      await fieldOf(page, DRUG_NAME).press('Alt+l');
      await rows(page).first().waitFor();
      return (await rows(page).nth(1).textContent()) ?? '';
    })();
    await dialog(page).getByRole('textbox', { name: 'Keyword' }).focus();
    await user.press('ArrowDown', 'ArrowDown', 'Enter');
    await overwrite(DRUG_NAME, before);
    const name = await fieldOf(page, DRUG_NAME).inputValue();
    expect(name).not.toBe('');
    expect(second).toContain(name);
    await hasFocus(fieldOf(page, DRUG_NAME));
    // back to the page as it was stored
    await user.press('Control+z');
    await page.locator('button[data-dirty]').waitFor({ state: 'detached' });
  });

  it('that is a reporter fills a row; changed later, it is marked and offers the difference', async () => {
    const token = await tokenOf(product.url, 'sponsor.admin');
    const change = (recordKey: number, itemId: string, value: string) =>
      makeCall(product.url, saveRecord, {
        params: { sponsorKey: 1, kind: 'reporter', recordKey, page: 'RT' },
        body: {
          reason: 'Moved',
          retrievedAt: '2999-01-01T00:00:00.000Z',
          changes: [{ itemId, rowNo: 0, rowNo2: 0, rowNo3: 0, value, nullFlavor: null, notation: null }],
        },
        token,
      });
    const { recordKey } = (await change(0, 'RPT_ORGAN', 'Harbour clinic')).data;
    await change(recordKey, 'RPT_CITY', 'Busan');
    await toPage('RP/1');
    await chooseFirst(REPORTER.organisation, 'Harbour');
    await expect
      .poll(() => valuesOf(page, REPORTER))
      .toEqual({ organisation: 'Harbour clinic', city: 'Busan' });
    await user.press('Control+s');
    await dialog(page).getByRole('button', { name: 'OK' }).click();
    await page.locator('button[data-dirty]').waitFor({ state: 'detached' });
    await fieldOf(page, REPORTER.city).focus();
    await user.press('Alt+m');
    await page.getByRole('menuitem', { name: 'Last changed by' }).press('Enter');
    await dialog(page).getByText('Source: record “Harbour clinic”, version 2').waitFor();
    await user.press('Escape');

    await change(recordKey, 'RPT_CITY', 'Seoul');
    await page.reload();
    await page.getByRole('button', { name: 'Show the difference' }).press('Enter');
    await dialog(page).getByText('Seoul', { exact: true }).waitFor();
    await dialog(page).getByRole('button', { name: 'Apply 1 value' }).press('Enter');
    await expect
      .poll(() => valuesOf(page, REPORTER))
      .toEqual({ organisation: 'Harbour clinic', city: 'Seoul' });
    expect(await page.getByRole('button', { name: 'Show the difference' }).count()).toBe(0);
    await fieldOf(page, REPORTER.city).focus();
    await user.press('Control+z');
    await page.getByRole('button', { name: 'Show the difference' }).waitFor();
    await expect
      .poll(() => valuesOf(page, REPORTER))
      .toEqual({ organisation: 'Harbour clinic', city: 'Busan' });
    expect(await page.locator(`[data-item="${REPORTER.city}"]`).innerText()).toContain('was changed since');
    expect(problems).toEqual([]);
  });

  it('gives the case to receivers: proposed with the reason, chosen with one, none refused', async () => {
    await page.goto(`${tabs}/RE`);
    await page.getByRole('button', { name: 'Why?' }).first().click();
    await dialog(page).getByText('A report is due to the authority').first().waitFor();
    await user.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    const save = page.getByRole('button', { name: 'Save receivers' });
    const boxOf = (state: string) =>
      page
        .getByRole('row')
        .filter({ has: page.getByText(state, { exact: true }) })
        .getByRole('checkbox');
    // proposed ones are selected at first
    expect(await boxOf('Proposed').isChecked()).toBe(true);
    await save.click();
    await dialog(page).getByRole('textbox').fill('As proposed');
    await dialog(page).getByRole('button', { name: 'OK' }).click();
    await boxOf('Selected').waitFor();
    await boxOf('Selected').click();
    await save.click();
    await dialog(page).getByRole('textbox').fill('Nobody');
    await dialog(page).getByRole('button', { name: 'OK' }).click();
    await dialog(page).getByText('Please select at least one receiver').waitFor();
  });

  it('adds a receiver of many by the selection dialog', async () => {
    const token = await tokenOf(product.url, 'sponsor.admin');
    const value = (itemId: string, text: string) => ({
      itemId,
      rowNo: 0,
      rowNo2: 0,
      rowNo3: 0,
      value: text,
      nullFlavor: null,
      notation: null,
    });
    for (let number = 1; number <= 12; number += 1) {
      const changes = [value('receiverName', `Licensee ${number}`), value('receiverType', 'partner')];
      const saved = await makeCall(product.url, saveRecord, {
        params: { sponsorKey: 1, kind: 'receiver', recordKey: 0, page: 'RV' },
        body: { reason: 'New', retrievedAt: '2999-01-01T00:00:00.000Z', changes },
        token,
      });
      expect(saved.status).toBe(200);
    }
    // the console has the refusal above
    problems.splice(0);
    await page.goto(`${tabs}/RE`);
    const receivers = page.getByRole('grid', { name: 'Receivers', exact: true });
    await receivers.waitFor();
    expect(await receivers.getByText('Licensee 7').count()).toBe(0);
    await page.getByRole('button', { name: 'Add receiver', exact: true }).press('Enter');
    const choose = page.getByRole('dialog', { name: 'Choose a receiver' });
    await choose.getByRole('textbox', { name: 'Keyword' }).fill('see 7');
    await choose.getByRole('textbox', { name: 'Keyword' }).press('Enter');
    await expect.poll(() => choose.locator('tbody tr[data-row]').count()).toBe(1);
    await choose.getByText('Licensee 7', { exact: true }).click();
    const added = receivers.getByRole('row').filter({ hasText: 'Licensee 7' });
    expect(await added.getByRole('checkbox').isChecked()).toBe(true);
    expect(problems).toEqual([]);
  });
});
