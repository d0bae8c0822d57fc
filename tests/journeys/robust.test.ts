/** What goes wrong around the product: releases, lost code, lost connections, broken pages, refused calls. */
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { plainUrl } from './browser.ts';
import { continueAs, follow, prefixOf, rememberTab, startProduct, type Product } from './product.ts';
import { saveWithReason } from './saves.ts';
import { aMoment } from './waits.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

let page: Page;
async function openPage(): Promise<void> {
  // a page that asks for nothing of its own
  ({ page } = await product.openAs('case.editor', 'monitoring'));
  await menuItem('Cases').waitFor();
  // it knows its version
  await page.waitForLoadState('networkidle');
}
const closePage = () => page.context().close();
/** Each test begins with a page that has met nothing yet. */
function withOwnPages(): void {
  beforeEach(openPage);
  afterEach(closePage);
}

const VERSION = '**/version.json*';
const NAME = 'D.1|0|0|0';
const box = (address: string) => page.locator(`[data-address="${address}"]`).getByRole('textbox').first();
const main = () => page.getByRole('main');
const menuItem = (name: string) => page.getByRole('link', { name, exact: true }).first();
const offerOf = (text: string) =>
  page.getByRole('dialog').filter({ hasText: 'You have unsaved edits' }).getByText(text);

/** Says which version is deployed from now on. */
async function deploy(...versions: string[]): Promise<void> {
  let requests = 0;
  await page.unroute(VERSION);
  await page.route(VERSION, (route) => {
    const version = versions[requests % versions.length];
    requests += 1;
    return route.fulfill({ json: { version } });
  });
}

/** Within this time a page shows that the browser is offline. */
const LOST_MS = 10_000;

/** Counts how often the document is loaded from now on. */
function loads(): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) count += 1;
  });
  return () => count;
}

async function openCase(): Promise<void> {
  await follow(page, `${prefixOf(page)}/case/list?sort=updatedAt`);
  await page
    .getByRole('link', { name: /^CASE-/ })
    .first()
    .click();
  await page.waitForURL(/\/case\/\d+\/detail\/./);
  const tabs = /^(.*\/case\/\d+\/detail)/.exec(page.url())?.[1] ?? '';
  await follow(page, `${tabs}/DM`);
  await box(NAME).waitFor();
}

describe('a release while somebody works', () => {
  withOwnPages();
  it('reloads once at the next page, which is the one that was wanted', async () => {
    const count = loads();
    await deploy('99.0.0');
    await menuItem('Cases').click();
    await expect.poll(count).toBe(1);
    await page.waitForURL(/\/case\/list/);
    await page.getByRole('row').filter({ hasText: 'CASE-' }).first().waitFor();
    await menuItem('Monitoring').click();
    await page.waitForURL(/\/monitoring/);
    await aMoment(page);
    expect(count()).toBe(1);
  });

  it('does not go in circles while two versions answer in turn', async () => {
    const count = loads();
    await deploy('99.0.0', '98.0.0');
    for (let turn = 0; turn < 4; turn += 1) {
      await menuItem('Cases').click();
      await page.waitForURL(/\/case\/list/);
      await aMoment(page);
      await menuItem('Monitoring').click();
      await page.waitForURL(/\/monitoring/);
      await aMoment(page);
    }
    expect(count()).toBeLessThanOrEqual(2);
  });

  it('asks where edits are unsaved, once for each version, and keeps them over the reload', async () => {
    await openCase();
    await box(NAME).fill('Mitten im Satz');
    const count = loads();
    await deploy('99.0.0');
    await reconnect();
    const notice = main().getByText('A new version of Casewright is ready.');
    await notice.waitFor();
    await page.getByRole('button', { name: 'Later' }).click();
    await reconnect();
    await aMoment(page);
    expect(await notice.count()).toBe(0);
    await deploy('99.1.0');
    await reconnect();
    await notice.waitFor();
    expect(count()).toBe(0);
    await page.getByRole('button', { name: 'Reload now' }).click();
    await expect.poll(count).toBe(1);
    await offerOf('Mitten im Satz').waitFor();
  });

  /** The server has gone and come back, as it does for a release. */
  async function reconnect(): Promise<void> {
    const lost = page.getByText('There is no connection to the server.');
    for (let isLost = false; !isLost;) {
      await page.context().setOffline(true);
      isLost = await lost.waitFor({ timeout: LOST_MS }).then(
        () => true,
        () => false,
      );
      // an answer that was under way has shown that the server is there
      if (!isLost) await page.context().setOffline(false);
    }
    await page.context().setOffline(false);
    await page.getByText('The connection is back.', { exact: true }).waitFor();
  }
});

describe('code of a page that is not there any more', () => {
  withOwnPages();
  const CODE = '**/assets/CaseListPage-*.js';

  it('is loaded with the whole page, at the address that was wanted', async () => {
    const count = loads();
    await page.route(CODE, (route) => (count() < 2 ? route.fulfill({ status: 404 }) : route.continue()));
    await menuItem('Cases').click();
    await page.waitForURL(/\/case\/list/);
    await page.getByRole('row').filter({ hasText: 'CASE-' }).first().waitFor();
    expect(count()).toBe(2);
  });

  it('is given up after five retries, which is reported, and can be tried again', async () => {
    const reports: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/logs/error')) reports.push(request.postData() ?? '');
    });
    await page.route(CODE, (route) => route.fulfill({ status: 404 }));
    const count = loads();
    await menuItem('Cases').click();
    await page.getByRole('heading', { name: 'The page could not be loaded' }).waitFor();
    expect(count()).toBe(5);
    expect(page.url()).toMatch(/\/case\/list/);
    await expect.poll(() => reports.filter((report) => report.includes('PAGE_LOAD'))).toHaveLength(1);
    await page.unroute(CODE);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('row').filter({ hasText: 'CASE-' }).first().waitFor();
  });

  it('waits for the connection where there is none, without a retry', async () => {
    const count = loads();
    await page.context().setOffline(true);
    await menuItem('Cases').click();
    await page.getByRole('heading', { name: 'No connection' }).waitFor();
    await page.getByText('There is no connection to the server.').waitFor();
    expect(count()).toBe(0);
    const retries = await page.evaluate(() => sessionStorage.getItem('casewright.loadRetries.cases'));
    expect(retries).toBeNull();
    await page.context().setOffline(false);
    await page.getByRole('row').filter({ hasText: 'CASE-' }).first().waitFor();
    expect(page.url()).toMatch(/\/case\/list/);
  });
});

describe('without a connection', () => {
  withOwnPages();
  it('says so, keeps what is typed, says that a save was not one, and saves later', async () => {
    await openCase();
    await page.context().setOffline(true);
    const banner = page.getByRole('status').filter({ hasText: 'There is no connection to the server.' });
    await banner.waitFor();
    await page.getByText(/Next try in \d+ s/).waitFor();
    await box(NAME).fill('Ohne Netz');
    await banner.getByText('your edits are kept on this device').waitFor();
    await saveWithReason(page);
    await page.getByText(/^Not confirmed as saved: the server did not answer\./).waitFor();
    expect(await box(NAME).inputValue()).toBe('Ohne Netz');
    await page.context().setOffline(false);
    await page.getByText('The connection is back.', { exact: true }).waitFor();
    await page.getByText('The connection is back.', { exact: true }).waitFor({ state: 'detached' });
    await saveWithReason(page);
    await page.locator('button[data-dirty]').waitFor({ state: 'detached' });
    // what is no longer so does not stay on the screen
    await page
      .getByText(/^Not confirmed as saved: the server did not answer\./)
      .waitFor({ state: 'detached' });
    await page.reload();
    await box(NAME).waitFor();
    expect(await box(NAME).inputValue()).toBe('Ohne Netz');
  });

  it('asks the list again when the user wants to, and it is back', async () => {
    const calls = '**/1.0/cases?*';
    await page.route(calls, (route) => route.abort());
    await page.route(VERSION, (route) => route.abort());
    await menuItem('Cases').click();
    await page.getByText('There is no connection to the server.').waitFor();
    // by now it would be a while until it is tried again
    await page.getByText(/Next try in (8|9|1\d) s/).waitFor();
    await page.unroute(calls);
    await page.unroute(VERSION);
    await page.getByRole('button', { name: 'Try now' }).click();
    await page.getByText('The connection is back.', { exact: true }).waitFor();
    await page.getByRole('row').filter({ hasText: 'CASE-' }).first().waitFor();
  });
});

describe('an address without https', () => {
  withOwnPages();

  it('has rows to add, and texts to copy', async () => {
    const session = await rememberTab(page);
    await closePage();
    const { page: plain, problems } = await product.open();
    page = plain;
    await continueAs(session, page, plainUrl(product.url), 'monitoring');
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await openCase();
    await box(NAME).press('F2');
    await page.getByRole('menuitem', { name: /^Copy item id/ }).click();
    await box(NAME).press('ControlOrMeta+a');
    await box(NAME).press('ControlOrMeta+v');
    await expect.poll(() => box(NAME).inputValue()).toBe('D.1');
    await follow(page, page.url().replace(/DM$/, 'CI'));
    const rows = main().locator('[data-address^="C.1.9.1.r.2|"]');
    const before = await rows.count();
    await main().getByRole('button', { name: '+ Add Case number' }).click();
    await expect.poll(() => rows.count()).toBe(before + 1);
    // browsers regret that headers for https do nothing here
    expect(problems.filter((problem) => !problem.includes('Cross-Origin-Opener-Policy'))).toEqual([]);
  });
});

describe('what the server refuses', () => {
  beforeAll(openPage);
  afterAll(closePage);
  afterEach(() => page.unrouteAll());

  const refusal = (errMsg: string, errCode = 'UNEXPECTED') => ({
    success: false,
    data: null,
    errMsg,
    errCode,
  });

  it('stays on the screen until it is closed, counted where it comes again, and nothing typed is lost', async () => {
    await openCase();
    await box(NAME).fill('Nicht verloren');
    const pages = '**/pages/DM*';
    await page.route(pages, (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 500, json: refusal('The disk is full') })
        : route.fallback(),
    );
    await saveWithReason(page);
    const toast = page.getByRole('alert').filter({ hasText: 'The disk is full' });
    await toast.waitFor();
    await saveWithReason(page);
    await toast.getByText('×2').waitFor();
    await aMoment(page);
    expect(await toast.count()).toBe(1);
    const covered = await page.evaluate(() => {
      const { x, y, width, height } =
        document.querySelector('button[data-dirty]')?.getBoundingClientRect() ?? new DOMRect();
      return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('button')?.dataset.dirty;
    });
    expect(covered).toBeDefined();
    await toast.getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('Escape');
    await toast.waitFor({ state: 'detached' });
    expect(await box(NAME).inputValue()).toBe('Nicht verloren');
    await page.unroute(pages);
    await saveWithReason(page);
    await page.locator('button[data-dirty]').waitFor({ state: 'detached' });
  });

  it.each([
    ['submission/history/99999/batch-detail', 'submission/history/list'],
    ['caseinfo/product/99999/detail', 'caseinfo/product/list'],
    ['monitoring/history/99999/detail', 'monitoring/history/list'],
  ])('leads from %s, where there is nothing, to %s', async (from, to) => {
    const prefix = prefixOf(page);
    await page.goto(`${product.url}${prefix}/${from}`);
    await page.waitForURL(`**${prefix}/${to}`);
    await page.getByText('An error has occurred. Please contact system administrator.').waitFor();
  });

  it('leads to the forbidden page, or back to the list where a key leads to nothing', async () => {
    const prefix = prefixOf(page);
    await page.goto(`${product.url}${prefix}/case/999999/detail/DM`);
    await page.waitForURL(/\/case\/list/);
    await page.getByText('An error has occurred. Please contact system administrator.').waitFor();
    await page.getByText("The requested information doesn't exist").waitFor();
    await page.goto(`${product.url}${prefix}/case/nothing/detail/DM`);
    await page.waitForURL(/\/case\/list/);
    await page.getByText("The requested information doesn't exist").waitFor();
    await page.route('**/1.0/cases/*/pages?*', (route) =>
      route.fulfill({ status: 403, json: refusal('no', 'NO_PRIVILEGE') }),
    );
    await page
      .getByRole('link', { name: /^CASE-/ })
      .first()
      .click();
    await page.waitForURL(/\/bad-permission/);
  });

  it('leaves the frame of a case where it has no such row, or the row cannot be read, with the ways on', async () => {
    await openCase();
    const rows = page.url().replace(/\/detail\/.*/, '/detail/AE');
    await page.goto(`${rows}/99`);
    const failed = page.getByRole('alert').filter({ hasText: "The requested information doesn't exist" });
    await failed.getByRole('link', { name: 'Back to list' }).click();
    await page.getByRole('grid', { name: 'Reactions and events' }).waitFor();
    expect(page.url()).toBe(rows);
    const row = '**/1.1/cases/*/pages/AE/1*';
    await page.route(row, (route) => route.fulfill({ status: 500, json: refusal('The disk is full') }));
    await page.goto(`${rows}/1`);
    await page.getByRole('alert').filter({ hasText: 'The disk is full' }).waitFor();
    await page.unroute(row);
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: /^Reaction 1 of/ }).waitFor();
  });

  it.each([
    [
      'with the words of the server',
      { status: 500, json: refusal('The report cannot be made') },
      'The report cannot be made',
    ],
    [
      'that is a page of a proxy',
      { status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' },
      '(HTTP 502)',
    ],
    ['with nothing in it', { status: 204, body: '' }, '(HTTP 204)'],
  ])('is shown of a download %s', async (_what, answer, words) => {
    await openCase();
    await page.route('**/reports/XML*', (route) => route.fulfill(answer));
    await page.getByRole('button', { name: 'Export XML' }).click();
    await page.getByRole('menuitem').first().click();
    await page.getByRole('alert').filter({ hasText: words }).waitFor();
  });
});

describe('a page that breaks', () => {
  withOwnPages();
  it('leaves the frame as it is, is reported once without a word of the case, and can be tried again', async () => {
    const reports: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/logs/error')) reports.push(request.postData() ?? '');
    });
    const cases = '**/1.0/cases?*';
    await page.route(cases, (route) =>
      route.fulfill({ json: { success: true, data: { listInfo: { secret: 'Kim Minsu' }, pageInfo: {} } } }),
    );
    await menuItem('Cases').click();
    await page.getByRole('heading', { name: 'This page could not be shown' }).waitFor();
    await expect.poll(() => reports.length).toBe(1);
    expect(JSON.parse(reports[0] ?? '')).toMatchObject({
      category: 'RENDER',
      name: 'TypeError',
      params: { route: 'CaseList', language: 'en' },
      additional: expect.stringMatching(/^[\w.-]+\.js:\d+:\d+/),
    });
    expect(reports[0]).not.toMatch(/Kim|secret/);
    await page.unroute(cases);
    // the broken answer is still in memory: another page and back, from the menu that still works
    await menuItem('Monitoring').click();
    await page.waitForURL(/\/monitoring/);
    await menuItem('Cases').click();
    await page.waitForURL(/\/case\/list/);
  });
});

describe('a start without a server', () => {
  withOwnPages();
  it('says so, and goes on where the user wanted to be, still signed in', async () => {
    const session = '**/1.0/auth/me*';
    await page.route(session, (route) => route.abort());
    await page.route(VERSION, (route) => route.abort());
    await page.goto(`${product.url}${prefixOf(page)}/case/list?sort=updatedAt`);
    await page.getByRole('heading', { name: 'No connection' }).waitFor();
    await page.unroute(session);
    await page.unroute(VERSION);
    await page.getByRole('row').filter({ hasText: 'CASE-' }).first().waitFor();
    expect(page.url()).toMatch(/\/case\/list/);
  });
});
