/** The header of a case: what identifies it clinically is always in sight, and follows what is typed. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/i18n/languages.ts';
import { follow, startProduct, startSession, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

/** Place in the list of cases: the newest is a follow-up that was sent, which has most to tell. */
const NEWEST = 0;
const NARROW = 400;
const WIDTHS = [NARROW, 1280, 1920];
/** of its facts */
const TWO_LINES = 48;
const HEIGHT = 800;

describe('the header of a case', () => {
  let page: Page;
  let problems: string[];
  let tabs: string;
  const fact = (name: string) => page.locator(`[data-fact="${name}"] dd`);

  beforeAll(async () => {
    ({ page, problems, tabs } = await product.openCase('case.editor', NEWEST, 'DM'));
  });

  it('shows terms and no codes', async () => {
    await expect.poll(() => fact('sex').innerText()).toMatch(/^(Male|Female)$/);
    await expect.poll(() => fact('reaction').innerText()).toMatch(/^\D{4,}$/);
    await expect.poll(() => fact('country').innerText()).toMatch(/^[A-Z][a-z]+/);
    await expect.poll(() => fact('age').innerText()).toMatch(/^\d+ years/);
  });

  it('leaves the page where it is when its facts arrive', async () => {
    const { promise: measured, resolve: release } = Promise.withResolvers<void>();
    const late = /\/cases\/\d+\/(header|content)(\?|$)/;
    await page.route(late, async (route) => {
      await measured;
      await route.continue();
    });
    await page.goto(`${tabs}/DM`);
    const field = page.locator('[data-item]').first();
    await field.waitFor();
    expect(await fact('sex').count()).toBe(0);
    const before = await field.boundingBox();
    release();
    await expect.poll(() => fact('dayZero').innerText()).toMatch(/^\d{4}-/);
    const after = await field.boundingBox();
    // fractions of a pixel aside
    expect(Math.abs((after?.y ?? 0) - (before?.y ?? 0))).toBeLessThan(1);
    await page.unroute(late);
  });

  it.each(LANGUAGES)('has two lines, in which nothing is cut, at 1280 px in %s', async (language) => {
    await follow(page, `${tabs.replace('/en/', `/${language}/`)}/DM`);
    await page.locator(`html[lang="${language}"]`).waitFor();
    await expect.poll(() => fact('submissions').innerText()).toMatch(/\d{4}-/);
    const cut = await page
      .locator('[data-fact] dd')
      .evaluateAll((values) =>
        values.filter((value) => value.scrollWidth > value.clientWidth).map(({ textContent }) => textContent),
      );
    expect(cut).toEqual([]);
    const { height = Infinity } = (await page.locator('[data-case] > [role=group]').boundingBox()) ?? {};
    expect(height).toBeLessThan(TWO_LINES);
  });

  it('follows an edit before it is saved', async () => {
    const initials = page.locator('[data-address="D.1|0|0|0"]').getByRole('textbox').first();
    const before = await initials.inputValue();
    await initials.fill('Q.X.');
    await page.keyboard.press('Tab');
    await expect.poll(() => fact('patient').innerText()).toBe('Q.X.');
    await initials.fill(before);
    await page.keyboard.press('Tab');
    await expect.poll(() => fact('patient').innerText()).toBe(before);
  });

  it('grades what the case documents, and leads to what would add most', async () => {
    await follow(page, `${tabs}/AE/1`);
    const start = page.locator('[data-address="E.i.4|1|0|0"]').getByRole('textbox').first();
    const before = await start.inputValue();
    const grade = fact('completeness').getByRole('button');
    const full = await grade.innerText();
    await start.fill('');
    await page.keyboard.press('Tab');
    await expect.poll(() => grade.innerText()).not.toBe(full);
    await grade.press('Enter');
    const missing = page.getByRole('dialog').getByRole('table', { name: 'What is missing' });
    expect(await missing.getByRole('row').nth(1).innerText()).toMatch(/Time to onset\s+missing/);
    await missing.getByRole('link', { name: 'Enter: Time to onset' }).press('Enter');
    await page.locator('[data-address="E.i.4|1|0|0"] :focus').waitFor();
    await page.keyboard.type(before);
    await page.keyboard.press('Tab');
    await expect.poll(() => grade.innerText()).toBe(full);
  });

  it('is in sight at the end of a long page, in every width', async () => {
    await page.goto(`${tabs}/CI`);
    await fact('sex').waitFor();
    const facts = page.getByRole('group', { name: 'Case at a glance' });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: HEIGHT });
      await page.locator('[data-address]').last().scrollIntoViewIfNeeded();
      const isNarrow = width === NARROW;
      // the form has the room: what identifies the case stays, the rest is reached sideways
      if (isNarrow)
        await expect.poll(async () => (await facts.boundingBox())?.height).toBeLessThan(TWO_LINES);
      const shown = ['patient', 'drug', 'reaction', 'seriousness'];
      for (const name of isNarrow ? shown : [...shown, 'dayZero', 'due', 'owner']) {
        const box = await fact(name).boundingBox();
        expect(box, `${name} at ${width}`).not.toBeNull();
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(HEIGHT / 2);
        expect((box?.x ?? 0) + (box?.width ?? 0), `${name} at ${width}`).toBeLessThanOrEqual(width);
      }
    }
    expect(problems).toEqual([]);
  });

  it('says of every disabled button why, and who can', async () => {
    const reader = await product.open();
    await startSession(reader.page, product.url, 'case.reader');
    await reader.page.goto(`${tabs}/DM`);
    for (const name of ['Review', 'Lock', 'Delete', 'Save']) {
      const button = reader.page.getByRole('button', { name, exact: true });
      await expect
        .poll(() => button.getAttribute('aria-description'))
        .toMatch(/You have no privilege to edit cases\. Can be edited by .*Seo Ha-neul/);
    }
    await reader.page.context().close();
  });
});
