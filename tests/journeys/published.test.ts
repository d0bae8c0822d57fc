/** Schema files published by one user while others have cases open. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withItem } from '../api/schemaWorld.ts';
import { startProduct, type Product } from './product.ts';
import { publishByCalls } from './publishByCalls.ts';
import { save } from './saves.ts';
import { beat } from './waits.ts';

const FILE = 'appendices/US.appendix.json';

let product: Product;
let page: Page;
let problems: string[];
beforeAll(async () => {
  product = await startProduct();
  ({ page, problems } = await product.openCase('case.editor', 0, 'DM'));
});
afterAll(() => product.stop());

const publish = (itemIds: string[]) =>
  publishByCalls(product.url, FILE, (active) =>
    itemIds.reduce((text, itemId) => withItem(text, itemId), active),
  );

const field = (itemId: string) => page.getByRole('textbox', { name: `Label of ${itemId}` });
/** The page has heard which version is in use, by a beat. */
async function versionReceived(): Promise<void> {
  const answered = page.waitForResponse((answer) => answer.url().includes('/presence'));
  await beat(page);
  await answered;
}

describe('an item that was published', () => {
  it('does not come under the hands of somebody typing, and comes with the next page, without a reload', async () => {
    const initials = page.getByRole('textbox', { name: /initials/i }).first();
    await initials.fill('QZ');
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await publish(['US.new.1']);
    await versionReceived();
    await versionReceived();
    expect(await field('US.new.1').count()).toBe(0);
    expect(await initials.inputValue()).toBe('QZ');
    await save(page);
    await page
      .getByRole('tab', { name: /^Narrative/ })
      .or(page.getByRole('link', { name: /^Narrative/ }))
      .first()
      .click();
    await page.waitForURL(/NR/);
    await page.goBack();
    await field('US.new.1').waitFor();
    expect(await initials.inputValue()).toBe('QZ');
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });

  it('comes to a page where nobody is at work, and can be filled and saved', async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await publish(['US.new.2']);
    await versionReceived();
    await field('US.new.2').waitFor();
    await field('US.new.2').fill('filled');
    await save(page);
    await page.reload();
    await expect.poll(() => field('US.new.2').inputValue()).toBe('filled');
  });

  it.each([
    ['its page', 'US.new.3', 'Q.S.', /\/cases\/\d+\/pages\/DM(\?|$)/, true],
    ['something else of the case', 'US.new.4', 'Q.T.', /\/cases\/\d+\/(?!pages)/, false],
  ])('shows what a save stored, though %s is read late', async (_, itemId, stored, late, isPage) => {
    const { promise: mayBeRead, resolve: release } = Promise.withResolvers<void>();
    const initials = page.getByRole('textbox', { name: /initials/i }).first();
    await initials.fill(stored);
    // from now on an opened page is another one than the page that is left
    await publish([itemId]);
    await versionReceived();
    await versionReceived();
    await page.route(late, async (route) => {
      if (route.request().method() === 'GET') await mayBeRead;
      await route.continue();
    });
    await save(page);
    const narrative = page.getByRole('link', { name: /^Narrative/ }).first();
    // left and opened again before the other page is drawn
    await page.evaluate(() => {
      const push = window.history.pushState.bind(window.history);
      window.history.pushState = (...entry) => {
        push(...entry);
        window.history.pushState = push;
        window.history.back();
      };
    });
    await narrative.click();
    await page.waitForFunction(() => window.history.state !== null && /DM/.test(window.location.pathname));
    await page.waitForURL(/DM/);
    if (isPage) release();
    await initials.waitFor();
    expect(await initials.inputValue()).toBe(stored);
    release();
    await page.unrouteAll({ behavior: 'wait' });
    expect(problems).toEqual([]);
  });
});
