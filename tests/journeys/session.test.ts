/** A session that ends during editing: no edit is lost, and no other user sees it. */
import type { Locator, Page, Route } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endOnServer, prefixOf, signIn, startProduct, type Product } from './product.ts';
import { isSaved, reasonDialog, save, saveWithReason } from './saves.ts';
import { aMoment, hasFocus } from './waits.ts';

const NAME = 'D.1|0|0|0';
const BIRTH = 'D.2.1|0|0|0';
const PASSWORD = 'Casewright-demo-1';
const SESSION_MINUTES = 10;
const MINUTE_MS = 60_000;
const WARN_MINUTES = 5;
/** a page tells the server where it is, and hears then that its session is over */
const BEAT_MS = 10_000;

let product: Product;
beforeAll(async () => {
  product = await startProduct({ CASEWRIGHT_SESSION_MINUTES: String(SESSION_MINUTES) });
});
afterAll(() => product.stop());

/** A page whose time can be put forward. */
async function openWithClock(userId: string): Promise<Page> {
  const { page } = await product.open();
  await page.clock.install();
  await signInAtList(page, userId);
  return page;
}

/**
 * Puts the time of the page forward, which the server does not share, until something is seen of it. An answer meanwhile
 * would tell the page the time of the server, and that of the page would count no more.
 */
async function passTime(page: Page, minutes: number, seen: Locator): Promise<void> {
  const letBeatsGo = await holdBeats(page);
  await page.clock.fastForward(minutes * MINUTE_MS);
  await seen.waitFor();
  await letBeatsGo();
}

/** It is known by the next beat that the session is over. */
async function isOver(...pages: Page[]): Promise<void> {
  for (const page of pages) await page.clock.fastForward(BEAT_MS);
  for (const page of pages) await again(page).waitFor();
}

const box = (page: Page) => page.locator(`[data-address="${NAME}"]`).getByRole('textbox').first();
const field = (page: Page) => page.locator(`[data-address="${NAME}"] input`).first();
const again = (page: Page) => page.getByRole('dialog', { name: 'Sign in to continue' });
const warning = (page: Page) => page.getByRole('dialog', { name: 'Your session is about to end' });
const clock = (page: Page) => page.getByRole('button', { name: /Session ends in/ });

/** Lets no beat of the page reach the server, until the returned function lets them go. */
async function holdBeats(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isHolding = true;
  const beats = '**/presence/**';
  await page.route(beats, (route) => (isHolding ? void held.push(route) : route.continue()));
  return async () => {
    isHolding = false;
    await Promise.all(held.map((route) => route.continue()));
    await page.unroute(beats);
  };
}

/** Who ignores it is not asked again. */
async function ignoreWarning(page: Page): Promise<void> {
  await warning(page).getByRole('button', { name: 'Ignore' }).click();
  await warning(page).waitFor({ state: 'detached' });
}

/** Logs in as a user without popup notices. */
async function signInAtList(page: Page, userId: string): Promise<void> {
  await signIn(page, product.url, userId, 'case/list?sort=updatedAt');
  await clock(page).waitFor();
  // an answer after a jump of the page's time tells the page that of the server
  await page
    .getByRole('link', { name: /^CASE-/ })
    .first()
    .waitFor();
}

/** Goes where no notice waits for the user. */
async function openList(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  await page.goto(`${origin}${prefixOf(page)}/case/list?sort=updatedAt`);
  await clock(page).waitFor();
}

/** Opens the page of the patient in a case of the list, newest first. */
async function openPatient(page: Page, place: number): Promise<void> {
  await page
    .getByRole('link', { name: /^CASE-/ })
    .nth(place)
    .click();
  await page.waitForURL(/\/case\/\d+\/detail/);
  await page
    .getByRole('navigation', { name: 'Pages of the case' })
    .getByRole('link', { name: /Patient/ })
    .first()
    .click();
  await box(page).waitFor();
}

/** Puts the caret somewhere inside of the text. */
const caretAt = (page: Page, place: number) =>
  box(page).evaluate((input: HTMLInputElement, at) => input.setSelectionRange(at, at), place);

async function signInAgain(page: Page, password = PASSWORD): Promise<void> {
  await again(page).getByRole('textbox', { name: 'Password' }).fill(password);
  await page.keyboard.press('Enter');
}

describe('a session that somebody has ended', () => {
  let page: Page;
  beforeAll(async () => {
    page = await openWithClock('case.editor');
    await openPatient(page, 0);
  });
  afterAll(() => page.context().close());

  it('is ended from another device, in the list of open sessions', async () => {
    await box(page).fill('Unterbrochen');
    await caretAt(page, 5);
    const { page: device } = await product.open();
    await signInAtList(device, 'case.editor');
    await device.getByRole('button', { name: 'My info' }).click();
    await device.getByRole('button', { name: 'Open sessions' }).click();
    const sessions = device.getByRole('dialog', { name: 'Open sessions' });
    await sessions.getByText('This session').waitFor();
    await sessions.getByRole('button', { name: /^End the session of/ }).click();
    await expect.poll(() => sessions.getByRole('row').count()).toBe(2);
    await isOver(page);
    await device.context().close();
  });

  it('lets the refused save be pressed again, caret in place', async () => {
    await signInAgain(page);
    await again(page).waitFor({ state: 'detached' });
    await page.keyboard.type('X');
    expect(await box(page).inputValue()).toBe('UnterXbrochen');
    // the save is what hears that the session is over, and not a beat before it
    const letBeatsGo = await holdBeats(page);
    await endOnServer(page);
    await saveWithReason(page);
    await again(page).waitFor();
    await letBeatsGo();
    await signInAgain(page);
    await again(page).waitFor({ state: 'detached' });
    // the dialog of the refused save is on its way out
    await reasonDialog(page).waitFor({ state: 'detached' });
    await save(page);
    expect(await box(page).inputValue()).toBe('UnterXbrochen');
  });

  it('lets a save whose reason is just being written go on', async () => {
    await box(page).fill('Unterbrochen');
    await page.keyboard.press('Control+s');
    await reasonDialog(page)
      .getByLabel(/Others/)
      .check();
    const text = reasonDialog(page).getByRole('textbox', { name: 'Reason' });
    await text.fill('Read aain');
    await text.evaluate((input: HTMLTextAreaElement) => input.setSelectionRange(6, 6));
    await endOnServer(page);
    await isOver(page);
    expect(await reasonDialog(page).isVisible()).toBe(false);
    await signInAgain(page);
    await again(page).waitFor({ state: 'detached' });
    await page.keyboard.type('g');
    expect(await text.inputValue()).toBe('Read again');
    await reasonDialog(page).getByRole('button', { name: 'OK' }).click();
    await isSaved(page);
    expect(await box(page).inputValue()).toBe('Unterbrochen');
  });

  it('gives the focus to a dialog that opened beneath meanwhile', async () => {
    await box(page).fill('Ungespeichert');
    let load: () => void = () => {};
    const loaded = new Promise<void>((resolve) => (load = resolve));
    await page.route(/KeyMapDialog.*\.js$/, async (route) => {
      await loaded;
      await route.continue();
    });
    await page.keyboard.press('Control+/');
    await endOnServer(page);
    await isOver(page);
    load();
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts', includeHidden: true });
    await keys.waitFor({ state: 'attached' });
    await signInAgain(page);
    await again(page).waitFor({ state: 'detached' });
    expect(await keys.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true);
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'detached' });
    const id = await box(page).getAttribute('id');
    await expect.poll(() => page.evaluate(() => document.activeElement?.outerHTML)).toContain(`id="${id}"`);
    await save(page);
  });

  it('keeps the page when a read under way is refused, with half a date in it', async () => {
    await box(page).fill('Nachgelesen');
    const { promise: isOver, resolve: ended } = Promise.withResolvers<void>();
    const reads = /\/cases\/\d+\/(pages|content)/;
    let held = 0;
    // the dialog opens once the save before is complete: its reads are not those that are held
    await page.keyboard.press('Control+s');
    await reasonDialog(page)
      .getByLabel(/New data/)
      .check();
    await page.route(reads, async (route) => {
      if (route.request().method() === 'GET') {
        held += 1;
        await isOver;
      }
      await route.continue();
    });
    await reasonDialog(page).getByRole('button', { name: 'OK' }).click();
    await isSaved(page);
    await expect.poll(() => held).toBeGreaterThan(0);
    const birth = page.locator(`[data-address="${BIRTH}"]`).getByRole('textbox').first();
    await birth.fill('19');
    await endOnServer(page);
    ended();
    await again(page).waitFor();
    await page.unroute(reads);
    await signInAgain(page);
    await again(page).waitFor({ state: 'detached' });
    expect(await birth.inputValue()).toBe('19');
    await hasFocus(birth);
    await birth.fill('');
  });

  it('keeps half a date that the page has not taken yet', async () => {
    const birth = page.locator(`[data-address="${BIRTH}"]`).getByRole('textbox').first();
    await birth.fill('19');
    await endOnServer(page);
    await isOver(page);
    await signInAgain(page);
    await again(page).waitFor({ state: 'detached' });
    expect(await birth.inputValue()).toBe('19');
    await page.keyboard.type('690214');
    await page.keyboard.press('Tab');
    expect(await birth.inputValue()).toMatch(/^1969/);
    await save(page);
  });

  it('goes on in all tabs of the user when he signs in again in one', async () => {
    const other = await page.context().newPage();
    await other.goto(product.url);
    await other.waitForURL(/home/);
    await openList(other);
    await openPatient(other, 1);
    await box(other).fill('Zweiter');
    await caretAt(other, 3);
    await box(page).fill('Erster');
    await caretAt(page, 2);
    await endOnServer(page);
    await isOver(page, other);
    await signInAgain(other);
    for (const [tab, text] of [
      [other, 'ZweXiter'],
      [page, 'ErXster'],
    ] as const) {
      await again(tab).waitFor({ state: 'detached' });
      await tab.bringToFront();
      await tab.keyboard.type('X');
      expect(await box(tab).inputValue()).toBe(text);
      await save(tab);
    }
    await other.close();
  });

  it('is not gone on with by another user: he gets his own session, and no draft', async () => {
    await box(page).fill('Nicht für andere');
    const address = page.url();
    await endOnServer(page);
    await isOver(page);
    await again(page).getByRole('button', { name: 'Sign in as another user' }).click();
    await page.waitForURL(/\/login\/en\?redirectTo=/);
    await page.getByLabel('User ID').fill('sponsor.admin');
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(address);
    await box(page).waitFor();
    expect(await box(page).inputValue()).toBe('ErXster');
    await aMoment(page);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await page.getByText('Unsaved edits').count()).toBe(0);
  });

  it('leads to the login after a second where nothing is lost', async () => {
    await page.getByRole('link', { name: 'Cases', exact: true }).first().click();
    await page.getByRole('row').filter({ hasText: 'CASE-' }).first().waitFor();
    await endOnServer(page);
    await page.getByRole('link', { name: 'Home', exact: true }).first().click();
    await page.waitForURL(/\/login/);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});

describe('a session that runs out over unsaved edits', () => {
  let page: Page;
  beforeAll(async () => {
    page = await openWithClock('case.editor');
    await passTime(page, SESSION_MINUTES - WARN_MINUTES, warning(page));
    await ignoreWarning(page);
    await openPatient(page, 0);
  });
  afterAll(() => page.context().close());

  it('asks for the password over the page, of which nothing can be seen, reached or read', async () => {
    await box(page).fill('Zwischendurch');
    await caretAt(page, 8);
    await passTime(page, SESSION_MINUTES, again(page));
    expect(await again(page).getByLabel('User ID').inputValue()).toBe('case.editor');
    // user id and password
    expect(await page.getByRole('textbox').count()).toBe(2);
    expect(await box(page).isVisible()).toBe(false);
    expect(await page.title()).toBe('Sign in to continue · Casewright');
    expect(await page.evaluate(() => sessionStorage.getItem('casewright.token'))).toBeNull();
    await field(page).evaluate((input) => input.focus());
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
  });

  it('stays through Escape, and says why a wrong password does not help', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await signInAgain(page, 'not-it');
    await again(page).getByRole('alert').waitFor();
    expect(await again(page).getByRole('alert').textContent()).toMatch(/password is wrong/);
  });

  it('goes on with caret and text in place, and saves', async () => {
    await signInAgain(page);
    await again(page).waitFor({ state: 'detached' });
    await page.keyboard.type('X');
    expect(await box(page).inputValue()).toBe('ZwischenXdurch');
    await save(page);
    await page.reload();
    await box(page).waitFor();
    expect(await box(page).inputValue()).toBe('ZwischenXdurch');
  });
});

describe('the countdown', () => {
  let first: Page;
  let second: Page;
  beforeAll(async () => {
    ({ page: first } = await product.open());
    await first.addInitScript(() => {
      const real = Date.now;
      Date.now = () => real() + Number(sessionStorage.getItem('skew') ?? 0);
    });
    await signInAtList(first, 'case.editor');
    second = await first.context().newPage();
    await second.goto(first.url());
    await clock(second).waitFor();
  });
  afterAll(() => first.context().close());

  const secondsLeft = async (page: Page): Promise<number> => {
    const [, minutes, seconds] = /(\d+):(\d\d)/.exec((await clock(page).textContent()) ?? '') ?? [];
    return Number(minutes) * 60 + Number(seconds);
  };

  it('is one for all tabs: a click in one restarts all', async () => {
    await expect.poll(() => secondsLeft(second)).toBeLessThan(595);
    const clickedAt = Date.now();
    await clock(first).click();
    const leftAtClick = async (page: Page) => (await secondsLeft(page)) + (Date.now() - clickedAt) / 1000;
    await expect.poll(() => leftAtClick(first)).toBeGreaterThan(597);
    // both are read within one second, if need be at another try
    await expect
      .poll(async () => Math.abs((await secondsLeft(first)) - (await secondsLeft(second))))
      .toBeLessThanOrEqual(1);
  });

  it('goes on down when the clock of the computer is set back', async () => {
    const startedAt = Date.now();
    const before = await secondsLeft(first);
    await first.evaluate(() => sessionStorage.setItem('skew', String(-3_600_000)));
    await expect.poll(() => secondsLeft(first)).toBeLessThanOrEqual(before - 3);
    const after = await secondsLeft(first);
    // a clock set back counts on as the time that passes, not as an hour
    expect(after).toBeGreaterThan(before - 5 - (Date.now() - startedAt) / 1000);
  });
});
