/**
 * At 320 CSS pixels (WCAG 1.4.10) every page is whole in a language without spaces, and so is what opens over it. With
 * room, a choice breaks no words.
 */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTES, shortPath, type Route } from '../../shared/access/routes.ts';
import { caseByCalls } from './caseByCalls.ts';
import { layoutFaults } from './narrowLayout.ts';
import { follow, prefixOf, startProduct, type Product } from './product.ts';
import { animationsEnd } from './waits.ts';

const NARROW = { width: 320, height: 640 };
/** What the addresses of single pages name; other keys are of the first record. */
const NAMED: Record<string, string> = { ':itemId': 'E.i.1.1a', ':notation': 'en' };

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

const pathOf = (route: Route): string =>
  shortPath(route)
    .split('/')
    .map((part) => (part.startsWith(':') ? (NAMED[part] ?? '1') : part))
    .join('/');
const pagesOf = (isAdmin: boolean): [name: string, path: string][] =>
  ROUTES.filter((route) => route.isAdmin === isAdmin && !route.redirectTo && !route.appendices).map(
    (route) => [route.name, pathOf(route)],
  );

/** Waits until the page of an address is drawn with all that it loads. */
async function enter(page: Page, address: string): Promise<void> {
  await follow(page, address);
  await page.waitForLoadState('networkidle');
  await page.locator('h1').first().waitFor({ state: 'attached' });
  await expect
    .poll(() => page.locator('main .mantine-Loader-root').filter({ visible: true }).count())
    .toBe(0);
  await animationsEnd(page);
}

describe('a narrow window shows whole', () => {
  let page: Page;
  let prefix: string;
  beforeAll(async () => {
    ({ page } = await product.openAs('sponsor.admin', 'home', NARROW));
    await page.locator('h1').first().waitFor();
    prefix = prefixOf(page).replace('/en/', '/ja/');
    await page.goto(`${product.url}${prefix}/home`);
    await page.locator('html[lang=ja]').waitFor();
  });

  it.each(pagesOf(false))('%s', async (_name, path) => {
    await enter(page, `${prefix}/${path}`);
    expect(await layoutFaults(page)).toEqual([]);
  });

  it('the editor of the studio', async () => {
    await enter(page, `${prefix}/exam-editor`);
    await page.getByRole('button', { name: '整形' }).waitFor();
    expect(await layoutFaults(page)).toEqual([]);
  });

  it('the menu of the versions of a case', async () => {
    await enter(page, `${prefix}/case/1/detail/CI`);
    await page.getByRole('button', { name: /^版 / }).click();
    await page.getByRole('menuitem').first().waitFor();
    await animationsEnd(page);
    expect(await layoutFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('the filter of a time', async () => {
    await enter(page, `${prefix}/data/history/list`);
    await page.getByRole('button', { name: '日時のフィルター' }).click();
    await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    await animationsEnd(page);
    expect(await layoutFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('a page of a case in the longer words of English', async () => {
    await enter(page, `${prefix.replace('/ja/', '/en/')}/case/1/detail/CI`);
    await page.getByRole('button', { name: 'Second languages' }).waitFor();
    expect(await layoutFaults(page)).toEqual([]);
  });

  it('a row that is named by one long word, and its case in the palette', async () => {
    const value = 'W'.repeat(250);
    const { caseKey } = await caseByCalls(product.url, [{ page: 'AE', itemId: 'E.i.1.1a', value }]);
    await enter(page, `${prefix.replace('/ja/', '/en/')}/case/${caseKey}/detail/AE/1`);
    await page.getByRole('heading', { name: value }).waitFor();
    expect(await layoutFaults(page)).toEqual([]);
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog');
    await palette.getByRole('combobox').fill('WWWWW');
    const found = palette.getByRole('option').filter({ hasText: value });
    await found.waitFor();
    expect(await found.evaluate((option) => option.scrollWidth - option.clientWidth)).toBe(0);
    await page.keyboard.press('Escape');
  });
});

describe('a window with room', () => {
  it('breaks no entry of a choice in two', async () => {
    const { page } = await product.openAs('sponsor.admin', 'coding/queue', { width: 1280, height: 800 });
    await page.getByRole('radiogroup').waitFor();
    await page.goto(page.url().replace('/en/', '/ja/'));
    const entries = page.getByRole('radiogroup').locator('label');
    await entries.filter({ hasText: '2人目のコーディング' }).waitFor();
    const lines = await entries.evaluateAll((labels) =>
      labels.map((label) => {
        const text = document.createRange();
        text.selectNodeContents(label);
        return new Set([...text.getClientRects()].map(({ top }) => top)).size;
      }),
    );
    expect(lines).toEqual([1, 1, 1]);
  });
});

describe('a narrow window of the system administration shows whole', () => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await product.openAs('system.admin', 'home', NARROW));
    await page.locator('h1').first().waitFor();
    await page.goto(`${product.url}/system-admin/notice/list`);
    await page.locator('h1').first().waitFor();
  });

  it.each(pagesOf(true))('%s', async (_name, path) => {
    await enter(page, `/system-admin/${path}`);
    expect(await layoutFaults(page)).toEqual([]);
  });
});
