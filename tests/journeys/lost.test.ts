/** Nothing typed is lost: crash, expiry, another user of the same browser, and two people on one case. */
import type { Locator, Page, Route } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  endOnServer,
  follow,
  prefixOf,
  signIn,
  startProduct,
  type Product,
  startSession,
} from './product.ts';
import { caseByCalls } from './caseByCalls.ts';
import { limitEditors } from './limitEditors.ts';
import { reasonDialog, save, saveWithReason } from './saves.ts';
import { aMoment, beat, seesMessage } from './waits.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const NAME = 'D.1|0|0|0';
const VALIDATOR = /\/assets\/DM-[^/]*\.js$/;
const box = (page: Page, address: string) =>
  page.locator(`[data-address="${address}"]`).getByRole('textbox').first();
const field = (page: Page, address: string) => page.locator(`[data-address="${address}"]`);

/** Opens a case of the list, newest first, and answers the address of its tabs. */
async function openCase(page: Page, place: number): Promise<string> {
  await page.goto(`${product.url}${prefixOf(page)}/case/list?sort=updatedAt`);
  await page
    .getByRole('link', { name: /^CASE-/ })
    .nth(place)
    .click();
  await page.waitForURL(/\/case\/\d+\/detail\/./);
  return /^(.*\/case\/\d+\/detail)/.exec(page.url())?.[1] ?? '';
}

/** All that lies in the browser's database and storages, as text. */
const atRest = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
      });
      for (const table of database.objectStoreNames) {
        const all = database.transaction(table).objectStore(table).getAll();
        await new Promise((resolve) => (all.onsuccess = resolve));
        for (const row of all.result as Record<string, unknown>[])
          found.push(
            Object.values(row).map((part) =>
              part instanceof ArrayBuffer ? String.fromCharCode(...new Uint8Array(part)) : String(part),
            ),
          );
      }
    }
    return JSON.stringify(found);
  });

/** The rows of the journal, which is the browser's only database: an encrypted one for each page with unsaved edits. */
const journalRows = async (page: Page): Promise<string> => {
  const [, , ...rows] = JSON.parse(await atRest(page)) as unknown[];
  return JSON.stringify(rows);
};

/** Fills the field, and waits until the journal has written it. */
async function fillAndKeep(page: Page, text: string, address = NAME): Promise<void> {
  await box(page, address).waitFor();
  const before = await journalRows(page);
  await box(page, address).fill(text);
  // the storages change for other reasons, too: only a new row of the journal tells that the edit is there
  await expect.poll(async () => (await journalRows(page)) !== before).toBe(true);
  expect(await journalRows(page)).not.toBe('[]');
}

describe('unsaved edits', () => {
  let page: Page;
  let tabs: string;
  beforeAll(async () => {
    ({ page, tabs } = await product.openCase('case.editor', 0, 'DM'));
  });

  it('come back after the renderer has crashed, keep what they were based on, and are saved', async () => {
    const context = page.context();
    await fillAndKeep(page, 'Verlorengeglaubt');
    const crash = await context.newCDPSession(page);
    const crashed = page.waitForEvent('crash');
    // is never answered
    crash.send('Page.crash').catch(() => {});
    await crashed;
    page = await context.newPage();
    await signIn(page, product.url, 'case.editor');
    await page.getByText('You have unsaved edits on this device').waitFor();
    await page
      .locator('main')
      .getByRole('link', { name: /^CASE-.*Patient|^CASE-/ })
      .first()
      .click();
    const offer = page.getByRole('dialog');
    await offer.getByText('You have unsaved edits').waitFor();
    expect(await offer.getByRole('row').nth(1).textContent()).toContain('Verlorengeglaubt');
    await offer.getByRole('button', { name: 'Restore' }).click();
    await offer.waitFor({ state: 'detached' });
    expect(await box(page, NAME).inputValue()).toBe('Verlorengeglaubt');
    await save(page);
    await page.reload();
    await box(page, NAME).waitFor();
    expect(await box(page, NAME).inputValue()).toBe('Verlorengeglaubt');
    await aMoment(page);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('are offered after a reload of the same tab; what was discarded can be had back for a moment', async () => {
    await fillAndKeep(page, 'Nachgeladen');
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByText('The unsaved edits were discarded').waitFor();
    expect(await box(page, NAME).inputValue()).toBe('Verlorengeglaubt');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => box(page, NAME).inputValue()).toBe('Nachgeladen');
  });

  it('cover no dialog that is in use when they are found', async () => {
    const validator = Promise.withResolvers<void>();
    await page.route(VALIDATOR, async (route) => {
      await validator.promise;
      await route.continue();
    });
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    await box(page, NAME).waitFor();
    await box(page, NAME).press('Control+k');
    const dialogs = page.getByRole('dialog');
    await dialogs.waitFor();
    validator.resolve();
    const show = page.getByText('kept on this device').getByRole('button', { name: 'Show' });
    await show.waitFor();
    expect(await dialogs.count()).toBe(1);
    await page.unroute(VALIDATOR);
    await page.keyboard.press('Escape');
    await show.click();
    await dialogs.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => box(page, NAME).inputValue()).toBe('Nachgeladen');
  });

  it('outlive the end of the session, and lie unreadable in the browser meanwhile', async () => {
    await box(page, NAME).fill('Abgelaufen');
    await endOnServer(page);
    // the next call of the page, e.g. the one that tells where it is, hears that the session is over
    await beat(page);
    const over = page.getByRole('dialog', { name: 'Sign in to continue' });
    await over.waitFor();
    await over.getByRole('button', { name: 'Sign in as another user' }).click();
    await page.waitForURL(/\/login/);
    const found = await atRest(page);
    expect(found).toContain('DM');
    for (const word of ['Abgelaufen', 'CASE-']) expect(found).not.toContain(word);
  });

  it('are not told to another user of the same browser', async () => {
    const other = await page.context().newPage();
    await startSession(other, product.url, 'sponsor.admin');
    await other.goto(page.url().includes('/login') ? `${tabs}/DM` : page.url());
    await box(other, NAME).waitFor();
    await aMoment(other);
    expect(await other.getByRole('dialog').count()).toBe(0);
    expect(await other.getByText('You have unsaved edits on this device').count()).toBe(0);
    await other.close();
  });

  it('are offered where they were made, after signing in again', async () => {
    await page.getByLabel('User ID').fill('case.editor');
    await page.getByRole('textbox', { name: 'Password' }).fill('Casewright-demo-1');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/detail\/DM$/);
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => box(page, NAME).inputValue()).toBe('Abgelaufen');
    await save(page);
    expect(JSON.parse(await atRest(page))).toHaveLength(2);
  });
});

describe('unsaved edits of an item that the form no longer has', () => {
  const FORMER = 'D.1.former';
  const CATALOGUE = /\/catalogue\/[A-Z]+\?/;

  it('are found by the delivered validator, shown with their values, and not restored', async () => {
    const { page, problems } = await product.open();
    await startSession(page, product.url, 'case.editor');
    // as before an upgrade that renamed the item
    const former = async (route: Route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('"D.1"', `"${FORMER}"`) });
    };
    await page.route(CATALOGUE, former);
    const tabs = await openCase(page, 2);
    await follow(page, `${tabs}/DM`);
    await fillAndKeep(page, 'Umbenannt', `${FORMER}|0|0|0`);
    await page.unroute(CATALOGUE, former);

    page.once('dialog', (question) => void question.accept());
    const validator = page.waitForResponse(VALIDATOR);
    await page.reload();
    expect((await validator).status()).toBe(200);
    const offer = page.getByRole('dialog');
    await offer.getByText(/1 change does not fit this form/).waitFor();
    expect(await offer.getByRole('listitem').allTextContents()).toEqual([`${FORMER}: Umbenannt`]);
    expect(await offer.getByRole('button', { name: 'Restore' }).isDisabled()).toBe(true);
    // a violation of the content security policy would be among them
    expect(problems).toEqual([]);
  });
});

describe('unsaved edits of an item that a role hides meanwhile', () => {
  it('are offered without their values', async () => {
    const { page } = await product.openCase('case.editor', 4, 'DM');
    await fillAndKeep(page, 'Verborgen');
    await limitEditors(product.url, [{ itemId: NAME.split('|')[0] ?? '', right: 'hidden' }]);
    page.once('dialog', (question) => void question.accept());
    await page.reload();
    const offer = page.getByRole('dialog');
    await offer.getByText('You have unsaved edits').waitFor();
    const cells = offer.getByRole('row').nth(1).getByRole('cell');
    expect(await cells.allTextContents()).toEqual(['Hidden', 'Hidden']);
    await limitEditors(product.url, []);
  });
});

describe('what is typed while a new row is saved', () => {
  it('goes along to the address of the row, unsaved, and becomes no second row', async () => {
    const { page, tabs } = await product.openCase('case.editor', 3, 'AE/0');
    await box(page, 'E.i.1.1a|0|0|0').fill('Schwindel');
    await saveWithReason(page);
    await box(page, 'E.i.1.2|0|0|0').fill('Dizzy');
    await page.waitForURL(/\/AE\/[1-9]\d*/);
    const row = /\/AE\/(\d+)/.exec(page.url())?.[1] ?? '';
    await expect.poll(() => box(page, `E.i.1.2|${row}|0|0`).inputValue()).toBe('Dizzy');
    await save(page);
    await follow(page, `${tabs}/AE`);
    await page.getByRole('checkbox', { name: 'Select row 1' }).waitFor();
    await page.getByText('Schwindel').waitFor();
    expect(await page.getByText('Schwindel').count()).toBe(1);
  });
});

describe('a pasted table whose answers were lost', () => {
  it('is there once, however often it is tried', async () => {
    // the first save of a page is asked for no reason, and the page may learn between two attempts that there was one
    const { caseKey } = await caseByCalls(product.url, [
      { page: 'AE', itemId: 'E.i.1.1a', value: 'Kopfschmerz' },
    ]);
    const { page } = await product.openAs('case.editor', `case/${caseKey}/detail/AE`);
    const SUMMARY = /\/pages\/AE\/summary\?/;
    let isLost = true;
    await page.route(SUMMARY, async (route) => {
      if (route.request().method() !== 'POST' || !isLost) return route.continue();
      await route.fetch();
      await route.abort();
    });
    const paste = async () => {
      await page.getByRole('button', { name: 'Paste table' }).click();
      const dialog = page.getByRole('dialog').first();
      await dialog.getByLabel('Copied table').fill('E.i.1.1a\nSchwindel\nTinnitus');
      await dialog.getByRole('button', { name: 'Paste 2 rows' }).click();
    };
    const give = async () => {
      await reasonDialog(page)
        .getByLabel(/New data/)
        .check();
      await reasonDialog(page).getByRole('button', { name: 'OK', exact: true }).click();
    };
    await paste();
    await give();
    await reasonDialog(page).getByText('The server did not answer').waitFor();
    await page.getByRole('gridcell', { name: 'Tinnitus' }).waitFor();
    await reasonDialog(page).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    isLost = false;
    await paste();
    await seesMessage(page, '2 rows added', give);
    await page.getByRole('row').filter({ hasText: 'Tinnitus' }).waitFor();
    expect(await page.getByRole('row').filter({ hasText: 'Schwindel' }).count()).toBe(1);
  });
});

describe('two people on one case', () => {
  let mine: Page;
  let theirs: Page;
  let problems: string[];
  beforeAll(async () => {
    ({ page: mine, problems } = await product.openCase('case.editor', 1, 'DM'));
    ({ page: theirs } = await product.openCase('sponsor.admin', 1, 'DM'));
    await box(theirs, NAME).waitFor();
  });

  /** Has a page ask what is new until it shows what it is to hear. */
  const hears = (page: Page, news: Locator) =>
    expect
      .poll(
        async () => {
          await beat(page);
          return news.isVisible();
        },
        { interval: 1_000 },
      )
      .toBe(true);

  it('see each other in the case, on the tab, and at the item', async () => {
    await box(theirs, NAME).focus();
    await hears(mine, field(mine, NAME).getByText('Seo Ha-neul is here'));
    await mine
      .getByRole('list', { name: 'In this case now' })
      .getByText(/Seo Ha-neul: Patient/)
      .waitFor();
    await mine
      .getByRole('navigation', { name: 'Pages of the case' })
      .getByText('Seo Ha-neul is here')
      .waitFor();
  });

  it('get what the other one saved into their page, and are told where it meets their own edit', async () => {
    await box(mine, NAME).fill('Mine');
    await box(theirs, NAME).fill('Theirs');
    await save(theirs);
    await hears(mine, field(mine, NAME).getByText('Changed by Seo Ha-neul: Theirs'));
    expect(await box(mine, NAME).inputValue()).toBe('Mine');
  });

  it('choose item by item between original, theirs and mine', async () => {
    await saveWithReason(mine);
    const conflict = mine.getByRole('dialog', { name: 'These items changed in the meantime' });
    await conflict.getByText('These items changed in the meantime').waitFor();
    const row = conflict.getByRole('row').nth(1);
    expect(await row.textContent()).toMatch(/Theirs.*Mine/s);
    expect(await row.textContent()).toContain('Seo Ha-neul');
    await conflict.getByRole('button', { name: 'All mine' }).press('Enter');
    await conflict.getByRole('button', { name: 'Save with this choice' }).press('Enter');
    await mine.locator('button[data-dirty]').waitFor({ state: 'detached' });
    await beat(theirs);
    await expect.poll(() => box(theirs, NAME).inputValue()).toBe('Mine');
  });

  it('are gone when they leave', async () => {
    await theirs.close();
    // heard by a beat that comes by itself
    await field(mine, NAME).getByText('is here').waitFor({ state: 'detached' });
    // a refused save is a 409, which the browser notes in the console
    expect(problems.filter((problem) => !problem.includes('409'))).toEqual([]);
  });
});
