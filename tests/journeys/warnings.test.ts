/** A user finds what is to be looked after, goes there, mends it, and it is gone; and reads what became of a mail. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inSponsor } from '../../server/storage/database.ts';
import { caseByCalls, type MadeCase } from './caseByCalls.ts';
import { faultsOf } from './faults.ts';
import { follow, prefixOf, startProduct, type Product } from './product.ts';
import { save } from './saves.ts';
import { hasFocus } from './waits.ts';

const WORDS = 'hurting head';
const HOUR_MS = 3_600_000;

let product: Product;
let page: Page;
let problems: string[];
let prefix: string;
let kase: MadeCase;

beforeAll(async () => {
  product = await startProduct();
  // its reaction is not coded
  kase = await caseByCalls(product.url, [{ page: 'AE', itemId: 'E.i.1.1a', value: WORDS }]);
  const viewport = { width: 1440, height: 900 };
  ({ page, problems } = await product.openAs('case.editor', 'case/list', viewport));
  prefix = product.url + prefixOf(page);
});
afterAll(() => product.stop());

const counts = () => page.getByRole('navigation', { name: 'By warning' });
const warning = () => page.getByRole('row').filter({ hasText: kase.caseNo }).filter({ hasText: WORDS });
const focusedItem = () =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-item]')?.dataset['item'] ?? null);

describe('warnings', () => {
  it('are reached from the list of cases, and counted', async () => {
    const tabs = page.getByRole('navigation', { name: 'Pages of Cases' });
    await tabs.getByRole('link', { name: 'Case warnings' }).click();
    await counts()
      .getByRole('link', { name: /^Overdue/ })
      .waitFor();
    await counts()
      .getByRole('link', { name: /^Term not coded/ })
      .click();
    await page.waitForURL(/case\/warning\/rule\/uncoded/);
    await warning().waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'Overdue' }).count()).toBe(0);
    expect(await faultsOf(page)).toEqual([]);
  });

  it('lead to the item, and are gone once it is mended', async () => {
    await warning().getByRole('link').first().click();
    await page.waitForURL(/detail\/AE\/1\?item=E\.i\.2\.1b/);
    await expect.poll(focusedItem).toBe('E.i.2.1b');
    await page.keyboard.type('10019211');
    await page.keyboard.press('Tab');
    await save(page);
    await follow(page, `${prefix}/case/warning/case/${kase.caseKey}`);
    await counts().getByText('Only this case').waitFor();
    await expect.poll(() => warning().count()).toBe(0);
  });

  it('of one case are all again by one click', async () => {
    await counts().getByRole('link', { name: 'Only this case' }).click();
    await page.waitForURL(/case\/warning$/);
    await page.getByRole('row').filter({ hasText: 'Overdue' }).first().waitFor();
  });
});

describe('a case over the maximum time of its step', () => {
  it('is told of in the header and on the home page, which leads to its workflow', async () => {
    const { db, clock } = product.deps;
    await inSponsor(db, 1, async (trx) => {
      const ofStep = { normal_hours: 1, maximum_hours: 26 };
      await trx
        .updateTable('workflow_step')
        .set(ofStep)
        .where('sponsor_key', '=', 1)
        .where('is_saved', '=', true)
        .execute();
      const since = new Date(clock.now().getTime() - 27 * HOUR_MS);
      await trx
        .updateTable('pv_case')
        .set({ workflow_at: since })
        .where('case_key', '=', kase.caseKey)
        .execute();
    });
    await page.goto(`${prefix}/home`);
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page
      .getByText(`${kase.caseNo} is in the step “Saved” longer than the maximum of 1 d 2 h`)
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: /over the maximum time of/ }).click();
    await page.waitForURL(/case\/warning\/rule\/step-over-maximum/);
    const row = page.getByRole('row').filter({ hasText: kase.caseNo });
    await row.getByRole('link').first().click();
    await page.waitForURL(/detail\/WF/);
    await page.getByText('Maximum time of the step exceeded').waitFor();
  });
});

describe('the e-mail log', () => {
  it('opens a mail, says what became of it at each recipient, and closes again', async () => {
    await follow(page, `${prefix}/case/email-log`);
    const row = page.getByRole('row').filter({ hasText: 'MFDS' });
    await row.waitFor();
    await row.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('550 5.1.1 mailbox unavailable').waitFor();
    expect(
      await dialog.getByRole('row').filter({ hasText: 'sponsor.admin@example.com' }).innerText(),
    ).toContain('Sent');
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(page.url()).not.toContain('mail=');
    // by its link the mail has an entry in the history, and the focus is there again afterwards
    const link = row.getByRole('link');
    await link.click();
    await dialog.waitFor();
    await page.goBack();
    await dialog.waitFor({ state: 'detached' });
    await hasFocus(link);
  });

  it('leaves no error behind', () => {
    expect(problems).toEqual([]);
  });
});
