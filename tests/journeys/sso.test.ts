/** Single sign-on as a user meets it: to a real provider's pages, back, linked once, and out of both again. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_ID, freePort, startOpenIdProvider } from '../api/openIdProvider.ts';
import type { OpenIdProvider } from '../api/openIdProvider.ts';
import { endOnServer, prefixOf, startProduct, type Product } from './product.ts';
import { save } from './saves.ts';
import { aMoment, beat } from './waits.ts';

const NAME = 'D.1|0|0|0';
let provider: OpenIdProvider;
let product: Product;
let page: Page;
beforeAll(async () => {
  const port = String(await freePort());
  const publicUrl = `http://127.0.0.1:${port}`;
  provider = await startOpenIdProvider({ publicUrl });
  product = await startProduct({
    PORT: port,
    CASEWRIGHT_PUBLIC_URL: publicUrl,
    CASEWRIGHT_SSO_ISSUER: provider.issuer,
    CASEWRIGHT_SSO_CLIENT_ID: CLIENT_ID,
    CASEWRIGHT_SSO_LABEL: 'Acme Identity',
    CASEWRIGHT_SSO_CLIENTS: JSON.stringify([
      { clientId: 'CDMS-1', name: 'Acme CDMS', url: `${publicUrl}/login?product=cdms` },
    ]),
  });
});
afterAll(async () => {
  await product.stop();
  await provider.stop();
});

/** The pages of the provider: who one is, then that the product may know. */
async function signInThere(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

const leave = async (page: Page) => {
  await page.getByRole('button', { name: 'My info' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
};

const chooser = (page: Page) => page.getByRole('dialog', { name: 'Select sponsor and sender' });

/** Who may work for several senders is asked for which, after the provider as after the password. */
async function chooseSender(page: Page, sender: string): Promise<void> {
  await chooser(page).getByLabel('Sender').selectOption({ label: sender });
  await chooser(page).getByRole('button', { name: 'OK' }).click();
  await page.waitForURL(/\/home/);
}

describe('single sign-on', () => {
  it('links the account once, gets in with a click afterwards, and out of both', async () => {
    ({ page } = await product.open());
    const problems: string[] = [];
    page.on('console', (message) => {
      // the provider's pages have problems of their own
      if (message.type() === 'error' && message.location().url.startsWith(product.url))
        problems.push(message.text());
    });
    await page.goto(`${product.url}/login/en`);
    await page.getByRole('button', { name: 'Sign in with Acme Identity' }).click();
    await signInThere(page, 'kim');

    await page.getByRole('heading', { name: 'Link your account' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
    await page.getByText('kim@example.org').waitFor();
    await page.getByLabel('User ID').fill('case.editor');
    await page.getByRole('textbox', { name: 'Password' }).fill('Casewright-demo-1');
    await page.getByRole('button', { name: 'Link and sign in' }).click();
    // The session uses the selected sender, and everything is read again for it; the message disappears.
    await Promise.all([
      page.getByText('You are now working for').waitFor(),
      chooseSender(page, 'Hanbit Pharma Europe, Basel'),
    ]);
    await page
      .getByRole('link', { name: /^CASE-/ })
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Reporting calendar' }).waitFor();
    await page.getByRole('button', { name: 'Other products' }).click();
    const sibling = page.getByRole('link', { name: 'Acme CDMS (opens a new tab)' });
    expect(await sibling.getAttribute('href')).toBe(`${product.url}/login?product=cdms&language=en`);
    expect(await sibling.getAttribute('target')).toBe('_blank');
    await page.keyboard.press('Escape');

    await leave(page);
    await page.waitForURL((url) => url.origin === provider.issuer);
    // The provider offers to log out there, too; the address has no part of the token.
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.waitForURL((url) => url.origin === product.url && url.pathname.startsWith('/login'));

    await page.getByRole('button', { name: 'Sign in with Acme Identity' }).click();
    await signInThere(page, 'kim');
    // the sender worked for last is offered
    await chooser(page).waitFor();
    await expect.poll(() => chooser(page).getByLabel('Sender').inputValue()).toBe('2');
    await chooseSender(page, 'Hanbit Pharma, Seoul');
    expect(problems).toEqual([]);
  });

  it('leads to the address that was wanted, and asks for no sender then', async () => {
    const { page: other } = await product.open();
    const wanted = `${product.url}/1/1/en/US/case/list`;
    await other.goto(wanted);
    await other.getByRole('button', { name: 'Sign in with Acme Identity' }).click();
    await signInThere(other, 'kim');
    await other.waitForURL(wanted);
    await other.getByRole('row').filter({ hasText: 'CASE-' }).first().waitFor();
    expect(await chooser(other).count()).toBe(0);
    await other.context().close();
  });

  it('is left here and there by closing the choice of sponsor and sender', async () => {
    const { page: other } = await product.open();
    await other.goto(`${product.url}/login/en`);
    await other.getByRole('button', { name: 'Sign in with Acme Identity' }).click();
    await signInThere(other, 'kim');
    await chooser(other).getByRole('button', { name: 'Close' }).last().click();
    await other.waitForURL((url) => url.origin === provider.issuer);
    await other.getByRole('button', { name: 'Yes, sign me out' }).click();
    await other.waitForURL((url) => url.origin === product.url && url.pathname.startsWith('/login'));
    await other.goto(`${product.url}/home`);
    await other.waitForURL(/\/login/);
    await other.context().close();
  });
});

describe('a session by single sign-on that ends over unsaved edits', () => {
  const box = () => page.locator(`[data-address="${NAME}"]`).getByRole('textbox').first();
  const again = () => page.getByRole('dialog', { name: 'Sign in to continue' });

  it('hides the page until its user has signed in at the provider in another tab', async () => {
    await page.goto(`${product.url}${prefixOf(page)}/case/list?sort=updatedAt`);
    await page
      .getByRole('link', { name: /^CASE-/ })
      .first()
      .click();
    await page.waitForURL(/\/case\/\d+\/detail/);
    const pages = page.getByRole('navigation', { name: 'Pages of the case' });
    await pages
      .getByRole('link', { name: /Patient/ })
      .first()
      .click();
    await box().fill('Zwischendurch');
    await box().evaluate((input: HTMLInputElement) => input.setSelectionRange(8, 8));
    await endOnServer(page);
    await beat(page);
    await again().waitFor();
    expect(await box().isVisible()).toBe(false);
    // there is no password to ask for
    expect(await page.getByRole('textbox').count()).toBe(0);
  });

  it('goes on with caret and text in place, and saves', async () => {
    const opened = page.context().waitForEvent('page');
    await again().getByRole('link', { name: 'Open the sign-in page' }).click();
    const tab = await opened;
    provider.requests.length = 0;
    await tab.getByRole('button', { name: 'Sign in with Acme Identity' }).click();
    // the provider still knows who sits here; what was agreed to ended with the session
    await tab.getByRole('button', { name: 'Continue' }).click();
    await tab.waitForURL(/\/home$/);
    expect(provider.requests).toContain('GET /auth');
    expect(prefixOf(tab)).toBe(prefixOf(page));
    await again().waitFor({ state: 'detached' });
    await tab.close();
    await page.bringToFront();
    await page.keyboard.type('X');
    expect(await box().inputValue()).toBe('ZwischenXdurch');
    await save(page);
  });

  it('is not gone on with by who is linked with another account', async () => {
    await box().fill('Nur für Mina');
    await endOnServer(page);
    await beat(page);
    await again().waitFor();
    const tab = await page.context().newPage();
    await tab.goto(`${product.url}/login/en`);
    await tab.getByLabel('User ID').fill('case.reader');
    await tab.getByRole('textbox', { name: 'Password' }).fill('Casewright-demo-1');
    await tab.keyboard.press('Enter');
    await chooseSender(tab, 'Hanbit Pharma, Seoul');
    await aMoment(tab);
    expect(await again().isVisible()).toBe(true);
    await tab.close();
  });
});
