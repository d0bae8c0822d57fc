/** Passwords: reset by a link in a real mail, and changed by an authenticated user. */
import type { Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../api/openIdProvider.ts';
import { startMailServer, type MailServer } from '../api/mailServer.ts';
import { startProduct, type Product } from './product.ts';
import { hasFocus } from './waits.ts';

const USER = 'case.editor';
const DEMO = 'Casewright-demo-1';
const BY_LINK = 'Set-by-link-2';
const CHANGED = 'Changed-myself-3';
const LINK = /https?:\/\/\S+\/password\/change\/\S+/;

let post: MailServer;
let product: Product;
let page: Page;
let problems: string[];
beforeAll(async () => {
  post = await startMailServer();
  const port = String(await freePort());
  product = await startProduct({
    PORT: port,
    CASEWRIGHT_PUBLIC_URL: `http://127.0.0.1:${port}`,
    CASEWRIGHT_MAIL_URL: post.url,
    CASEWRIGHT_MAIL_FROM: 'Casewright <safety@casewright.example>',
  });
  ({ page, problems } = await product.open());
});
afterAll(async () => {
  await product.stop();
  await post.close();
});

/** A field of a password, in a page or a dialog. */
const field = (where: Page | Locator, name: string) => where.getByRole('textbox', { name, exact: true });
const newPassword = (where: Page | Locator) => field(where, 'New password');
const confirmation = (where: Page | Locator) => field(where, 'Confirm new password');

async function enter(where: Page, password: string): Promise<void> {
  if (!where.url().includes('/login')) await where.goto(`${product.url}/login/en`);
  await where.getByLabel('User ID').fill(USER);
  await where.getByRole('textbox', { name: 'Password' }).fill(password);
  await where.keyboard.press('Enter');
}

/** The demo has three senders: the first one is offered. */
async function chooseSender(where: Page): Promise<void> {
  await where.getByRole('dialog').getByRole('button', { name: 'OK' }).click();
  await where.waitForURL(/\/home/);
}

const isRefused = (where: Page) =>
  where.getByRole('alert').filter({ hasText: 'password is wrong' }).waitFor();

describe('a forgotten password', () => {
  let link: string;

  it('is asked for on the login page, and a mail comes', async () => {
    await page.goto(`${product.url}/login/en`);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByLabel('User ID').fill(USER);
    await page.keyboard.press('Enter');
    await page.getByRole('status').filter({ hasText: USER }).waitFor();
    // by day the demo mails its users what waits for them, too
    const own = () => post.mails.filter(({ subject }) => subject === 'Casewright: set a new password');
    await expect.poll(() => own().length).toBe(1);
    link = LINK.exec(own()[0]?.text ?? '')?.[0] ?? '';
    expect(link).toMatch(new RegExp(`^${product.url}/password/change/[^/]+/en$`));
  });

  it('is set anew with the link of the mail, by the rules and confirmed', async () => {
    await page.goto(link);
    await newPassword(page).fill('short1');
    await confirmation(page).fill('short1');
    await page.keyboard.press('Enter');
    await page.getByText('At least 8 characters, with a letter and a digit').waitFor();
    await hasFocus(newPassword(page));
    await newPassword(page).fill(BY_LINK);
    await confirmation(page).fill(`${BY_LINK}x`);
    await page.keyboard.press('Enter');
    await page.getByText('Not matched').waitFor();
    await hasFocus(confirmation(page));
    await confirmation(page).fill(BY_LINK);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/password\/finish$/);
  });

  it('opens the product, and the old one does not any more', async () => {
    await page.getByRole('link', { name: 'Sign in' }).click();
    await enter(page, DEMO);
    await isRefused(page);
    await enter(page, BY_LINK);
    await chooseSender(page);
  });

  it('cannot be set a second time with the same link', async () => {
    const { page: other } = await product.open();
    await other.goto(link);
    await other.getByRole('link', { name: 'Request another e-mail' }).waitFor();
    expect(await other.getByRole('textbox').count()).toBe(0);
    await other.context().close();
  });
});

describe('a user who is signed in', () => {
  let other: Page;
  beforeAll(async () => {
    ({ page: other } = await product.open());
    await enter(other, BY_LINK);
    await chooseSender(other);
  });

  const openAccount = async (entry: string) => {
    await page.getByRole('button', { name: 'My info' }).click();
    await page.getByRole('button', { name: entry }).click();
    return page.getByRole('dialog', { name: entry });
  };

  it('sees his sessions, and ends all others at once', async () => {
    const sessions = await openAccount('Open sessions');
    // the head and two sessions
    await expect.poll(() => sessions.getByRole('row').count()).toBe(3);
    await sessions.getByRole('button', { name: 'End all others' }).click();
    await expect.poll(() => sessions.getByRole('row').count()).toBe(2);
    await sessions.getByText('This session').waitFor();
    await sessions.getByRole('button', { name: 'Close' }).last().click();
    await other.reload();
    await other.waitForURL(/\/login/);
    await enter(other, BY_LINK);
    await chooseSender(other);
  });

  it('changes his password with the current one, which ends his other sessions', async () => {
    const dialog = await openAccount('Change password');
    await field(dialog, 'Current password').fill('Not-it-at-all-9');
    await newPassword(dialog).fill(CHANGED);
    await confirmation(dialog).fill(CHANGED);
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    await field(dialog, 'Current password').fill(BY_LINK);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await other.reload();
    await other.waitForURL(/\/login/);
    await enter(other, BY_LINK);
    await isRefused(other);
    await enter(other, CHANGED);
    await chooseSender(other);
    expect(new URL(page.url()).pathname).toMatch(/\/home$/);
  });

  it('changes it once for each load of the page', async () => {
    await page.getByRole('button', { name: 'My info' }).click();
    expect(await page.getByRole('button', { name: 'Change password' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('button', { name: 'My info' }).click();
    expect(await page.getByRole('button', { name: 'Change password' }).isEnabled()).toBe(true);
  });

  it('saw only the refusals that were meant', () => {
    expect(problems.filter((text) => !/status of 4(01|22)/.test(text))).toEqual([]);
  });
});
