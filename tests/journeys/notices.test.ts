/** Notices reach their readers: they pop up on the home page, keep away as ticked, and are read in their list. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dayAfter, dayAt, startOfDay } from '../../shared/dates/zonedDay.ts';
import { faultsOf } from './faults.ts';
import { prefixOf, signIn, startProduct, type Product } from './product.ts';
import { aMoment } from './waits.ts';

/** of the demo sponsor */
const SEOUL = 'Asia/Seoul';
const COOKIE = 'NOTICE_POPUP_KR_1';

let product: Product;
const problems: string[] = [];
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());
afterEach(() => expect(problems).toEqual([]));

/** A browser in which no notice was ever closed, signed in and at home. */
async function freshUser(userId = 'case.editor'): Promise<Page> {
  const { page, problems: found } = await product.open();
  page.on('close', () => problems.push(...found));
  await page.context().clearCookies({ name: COOKIE });
  await signIn(page, product.url, userId);
  return page;
}

const popup = (page: Page) => page.getByRole('dialog', { name: /Planned maintenance/ });
const tick = (page: Page, name: RegExp) => popup(page).getByRole('checkbox', { name });
const UNTIL_TOMORROW = /until tomorrow/;
const NOT_AGAIN = /not remind me again/;
const close = async (page: Page) => {
  await popup(page).getByRole('button', { name: 'Close' }).last().click();
  await popup(page).waitFor({ state: 'detached' });
};
const cookie = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === COOKIE);
/** Home again; false where nothing popped up although the notices were asked for. */
async function popsUp(page: Page, go: () => Promise<unknown>): Promise<boolean> {
  const answered = page.waitForResponse(/popup-notice/);
  await go();
  await page.getByRole('heading', { level: 1, name: /Welcome/ }).waitFor();
  await answered;
  await aMoment(page);
  return popup(page).isVisible();
}
/** Seconds; the browser rounds. */
const about = (seconds: number | undefined, moment: number) =>
  expect(Math.abs((seconds ?? 0) - moment / 1000)).toBeLessThan(5);

describe('a notice that pops up on the home page', () => {
  it('has two ticks of which one can be set, and keeps away until the next midnight of the user', async () => {
    const page = await freshUser();
    await popup(page).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await tick(page, NOT_AGAIN).check();
    await tick(page, UNTIL_TOMORROW).check();
    expect(await tick(page, NOT_AGAIN).isChecked()).toBe(false);
    const closedAt = Date.now();
    await close(page);
    const remembered = await cookie(page);
    expect(remembered).toMatchObject({ value: '1', path: '/', sameSite: 'Lax' });
    about(remembered?.expires, startOfDay(dayAfter(dayAt(closedAt, SEOUL)), SEOUL));
    expect(await popsUp(page, () => page.reload())).toBe(false);

    // tomorrow the browser has forgotten the cookie
    await page.context().clearCookies({ name: COOKIE });
    await page.reload();
    await popup(page).waitFor();
    await page.close();
  });

  it('keeps away to the end of its last day when it is not to come again', async () => {
    const page = await freshUser();
    await popup(page).waitFor();
    await tick(page, NOT_AGAIN).press('Space');
    await page.keyboard.press('Escape');
    await popup(page).waitFor({ state: 'detached' });
    const answered = page.waitForResponse(/popup-notice/);
    expect(await popsUp(page, () => page.reload())).toBe(false);
    // as the notice has it: the demo may have been made before midnight
    const { data } = (await (await answered).json()) as { data: { listInfo: { expireDate: string }[] } };
    const lastDay = data.listInfo[0]?.expireDate ?? '';
    about((await cookie(page))?.expires, startOfDay(dayAfter(lastDay), SEOUL));
    await page.close();
  });

  it('comes again with the next session when nothing is ticked, not before', async () => {
    const page = await freshUser();
    await popup(page).waitFor();
    await close(page);
    expect(await cookie(page)).toBeUndefined();
    const home = page.getByRole('navigation').getByRole('link', { name: 'Home' });
    await page.getByRole('link', { name: 'All notices' }).click();
    await page.getByRole('heading', { level: 1, name: 'Notices' }).waitFor();
    expect(await popsUp(page, () => home.click())).toBe(false);
    expect(await popsUp(page, () => page.reload())).toBe(false);
    await page.close();
    const next = await freshUser();
    await popup(next).waitFor();
    await next.close();
  });

  it('waits until an open dialog is closed, and does not come on other pages', async () => {
    const page = await freshUser();
    await popup(page).waitFor();
    let release: () => void = () => {};
    const opened = new Promise<void>((resolve) => (release = resolve));
    await page.route(/popup-notice/, async (route) => {
      await opened;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: /Welcome/ }).waitFor();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog');
    await keys.waitFor();
    const answered = page.waitForResponse(/popup-notice/);
    release();
    await answered;
    await aMoment(page);
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(await popup(page).count()).toBe(0);
    await page.keyboard.press('Escape');
    await popup(page).waitFor();
    await page.goto(`${product.url}${prefixOf(page)}/home/notice/list`);
    await page.getByRole('grid').waitFor();
    expect(await popup(page).count()).toBe(0);
    await page.close();
  });

  it('leads to the notice itself', async () => {
    const page = await freshUser();
    await popup(page).getByRole('link', { name: 'Open the notice' }).click();
    await page.getByRole('heading', { level: 1, name: /Planned maintenance/ }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.close();
  });
});

it('is read in the list, with its file, its neighbours, and no longer as a new one', async () => {
  const opened = await product.open();
  const { page } = opened;
  await signIn(page, product.url, 'case.reader');
  const line = page.getByRole('listitem').filter({ hasText: 'Reporting calendar' });
  await line.getByText('New').waitFor();
  await page.getByRole('link', { name: 'All notices' }).click();
  await page.getByRole('grid').waitFor();
  expect(await faultsOf(page)).toEqual([]);

  const search = page.getByRole('textbox', { name: 'Search by title' });
  await search.fill('CALENDAR');
  await search.press('Enter');
  await expect.poll(() => page.locator('tbody tr').count()).toBe(1);
  await page.getByRole('grid').getByRole('link', { name: 'Reporting calendar' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Reporting calendar' }).waitFor();
  expect(await faultsOf(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /reporting-calendar\.csv/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('reporting-calendar.csv');
  expect(readFileSync(await download.path(), 'utf8')).toContain('Follow-up,8,15');

  await page.getByRole('link', { name: 'Older notice' }).click();
  await page.getByRole('heading', { level: 1, name: 'Training for case processors' }).waitFor();
  await page.getByText('Ended').waitFor();
  await page.getByRole('link', { name: 'Newer notice' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reporting calendar' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Training for case processors' }).waitFor();

  await page.goto(`${product.url}${prefixOf(page)}/home`);
  await line.waitFor();
  await expect.poll(() => line.getByText('New').count()).toBe(0);
  expect(opened.problems).toEqual([]);
});

it('returns to the list with a message where the key of the address is that of no notice', async () => {
  const { page } = await product.open();
  await signIn(page, product.url, 'case.reader', 'home/notice/99999/detail');
  await page.waitForURL(/notice\/list/);
  await page.getByText('An error has occurred').waitFor();
});
