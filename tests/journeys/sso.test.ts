/** Single sign-on as a user meets it: to a real provider's pages, back, linked once, and out of both again. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_ID, freePort, startOpenIdProvider } from '../api/openIdProvider.ts';
import type { OpenIdProvider } from '../api/openIdProvider.ts';
import { startProduct, type Product } from './product.ts';

let provider: OpenIdProvider;
let product: Product;
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

describe('single sign-on', () => {
  it('links the account once, gets in with a click afterwards, and out of both', async () => {
    const { page } = await product.open();
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
    await page.waitForURL(/\/home/);

    await page.getByRole('button', { name: 'Other products' }).click();
    const sibling = page.getByRole('link', { name: 'Acme CDMS (opens a new tab)' });
    expect(await sibling.getAttribute('href')).toBe(`${product.url}/login?product=cdms&language=en`);
    expect(await sibling.getAttribute('target')).toBe('_blank');
    await page.keyboard.press('Escape');

    await leave(page);
    await page.waitForURL((url) => url.origin === provider.issuer);
    // the provider asks whether to log out there, too; nothing of the token stands in the address
    expect(new URL(page.url()).search).toBe('');
    await page.getByRole('button', { name: 'Yes, sign me out' }).click();
    await page.waitForURL((url) => url.origin === product.url && url.pathname.startsWith('/login'));

    await page.getByRole('button', { name: 'Sign in with Acme Identity' }).click();
    await signInThere(page, 'kim');
    await page.waitForURL(/\/home/);
    expect(problems).toEqual([]);
  });
});
