/**
 * A whole case without a mouse: sign in, add, fill in page by page, save, walk through the findings, export. With
 * KEYBOARD_PICTURES=<folder> it leaves the pictures of the keyboard guide there.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyboardUser, type KeyboardUser } from './keyboardUser.ts';
import { startProduct, type Product } from './product.ts';

const PICTURES = process.env.KEYBOARD_PICTURES ?? null;

describe('a case processor without a mouse', () => {
  let product: Product;
  let page: Page;
  let problems: string[];
  let user: KeyboardUser;

  beforeAll(async () => {
    product = await startProduct();
    ({ page, problems } = await product.open({ width: 1200, height: 720 }));
    user = keyboardUser(page, PICTURES);
  });
  afterAll(async () => product.stop());

  it('touches nothing but keys, in this file and in its helper', () => {
    for (const file of ['keyboard.test.ts', 'keyboardUser.ts']) {
      const text = readFileSync(join(import.meta.dirname, file), 'utf8');
      const calls = [...text.matchAll(/\.(\w+)\(/g)].map(([, name = '']) => name);
      const mouse = [
        'cl' + 'ick',
        'dbl' + 'click',
        'ch' + 'eck',
        'f' + 'ill',
        't' + 'ap',
        'hov' + 'er',
        'dragTo',
      ];
      expect(calls.filter((name) => mouse.includes(name))).toEqual([]);
      expect(text).not.toContain('.mo' + 'use');
    }
  });

  it('logs in', async () => {
    await page.goto(`${product.url}/login/en`);
    await page.getByLabel('User ID').waitFor();
    await user.tabTo(/User ID/);
    await user.type('case.editor');
    await user.tabTo(/^Password/);
    await user.type('Casewright-demo-1');
    await user.press('Enter');
    // the demo has three senders: the user is asked for which
    await page.getByRole('dialog').waitFor();
    await user.tabTo(/^OK$/);
    await user.press('Enter');
    await page.waitForURL(/\/home/);
  });

  it('adds a case', async () => {
    await page.getByRole('link', { name: 'Cases' }).first().waitFor();
    await user.tabTo(/^Cases?$/);
    await user.press('Enter');
    await page.waitForURL(/\/case\/list/);
    await page.getByRole('row').filter({ hasText: 'CASE-' }).first().waitFor();
    await user.tabTo(/^Add case/);
    await user.picture();
    await user.press('Enter');
    await page.waitForURL(/\/case\/duplication-check/);
    await page.getByRole('button', { name: 'Check', exact: true }).waitFor();
    await user.tabTo(/^Check$/);
    await user.press('Enter');
    await page.getByRole('dialog').waitFor();
    await user.tabTo(/^Add new case$/);
    await user.press('Enter');
    await page.waitForURL(/\/case\/\d+\/detail\/CI/);
    await page.locator('[data-address]').first().waitFor();
  });

  it('fills in the identification of the report', async () => {
    await user.goTo('C.1.3', 'C.1.3|0|0|0');
    await user.choose('spont');
    // the case began with today as the day of receipt
    await user.goTo('C.1.4', 'C.1.4|0|0|0');
    await user.press('Control+a');
    await user.type('2 MAR 2026');
    await user.goTo('C.1.5', 'C.1.5|0|0|0');
    await user.press('Control+a');
    await user.type('t');
    await user.goTo('C.1.7', 'C.1.7|0|0|0');
    await user.press('Space');
    await user.picture();
    await user.save();
    await user.reaches('C.1.7|0|0|0');
  });

  it('adds a reporter', async () => {
    await user.press('Alt+PageDown');
    await page.waitForURL(/\/RP$/);
    await page.getByRole('heading', { name: 'Reporters' }).waitFor();
    await user.press('Alt+a');
    await page.waitForURL(/\/RP\/0/);
    await expect.poll(user.address).toMatch(/^C\.2\.r/);
    await user.goTo('C.2.r.1.2', 'C.2.r.1.2|0|0|0');
    await user.type('Eun-ji');
    await user.goTo('C.2.r.1.4', 'C.2.r.1.4|0|0|0');
    await user.press('Alt+n');
    await page.getByRole('menu').waitFor();
    await user.picture();
    await user.press('Enter');
    await user.reaches('C.2.r.1.4|0|0|0');
    await user.goTo('C.2.r.4', 'C.2.r.4|0|0|0');
    await user.choose('physician');
    await user.goTo('C.2.r.3', 'C.2.r.3|0|0|0');
    await user.choose('south korea');
    await user.goTo('C.2.r.5', 'C.2.r.5|0|0|0');
    await user.choose('primary');
    await user.save();
    await page.waitForURL(/\/RP\/1/);
  });

  it('describes the patient, with a second language', async () => {
    await user.goTo('D.1', 'D.1|0|0|0');
    await user.press('Alt+n');
    await page.getByRole('menu').waitFor();
    await user.press('Enter');
    await user.reaches('D.1|0|0|0');
    await user.goTo('D.2.2a', 'D.2.2a|0|0|0');
    await user.type('54');
    await user.press('Tab');
    await user.type('year');
    await user.press('Tab');
    await user.goTo('D.7.2', 'D.7.2|0|0|0');
    await user.type('Hypertension since 2010');
    await user.press('Alt+o');
    await user.tabTo(/second language/);
    await user.type('2010년부터 고혈압');
    await user.picture();
    await user.save();
  });

  it('enters two reactions', async () => {
    await user.goTo('E.i.1.1a', null);
    for (const [rowNo, reaction, start] of [
      [1, 'Swollen face', '20260228'],
      [2, 'Short of breath', '2026-02-28'],
    ] as const) {
      await user.press('Alt+a');
      await page.waitForURL(/\/AE\/0/);
      await expect.poll(user.address).toMatch(/^E\.i\..*\|0\|0\|0$/);
      await user.goTo('E.i.1.1a', 'E.i.1.1a|0|0|0');
      await user.type(reaction);
      await user.goTo('E.i.4', 'E.i.4|0|0|0');
      await user.type(start);
      await user.goTo('E.i.7', 'E.i.7|0|0|0');
      await user.choose('recovered');
      await user.save();
      await user.reaches(`E.i.7|${rowNo}|0|0`);
    }
    await user.press('Alt+ArrowUp');
    await user.reaches('E.i.7|1|0|0');
  });

  it('enters a drug with two dosages and its assessment', async () => {
    await user.goTo('G.k.2.2', null);
    await user.press('Alt+a');
    await page.waitForURL(/\/DG\/0/);
    await expect.poll(user.address).toMatch(/^G\.k/);
    await user.goTo('G.k.2.2', 'G.k.2.2|0|0|0');
    await user.type('Velanorix 20 mg');
    await user.goTo('G.k.1', 'G.k.1|0|0|0');
    await user.press('Space');
    await user.goTo('G.k.4.r.1a', null);
    await user.press('Alt+a');
    await user.reaches('G.k.4.r.1a|0|1|0');
    await user.type('20');
    await user.press('Tab');
    await user.type('mg');
    await user.press('Tab', 'Alt+a');
    await user.reaches('G.k.4.r.1a|0|2|0');
    await user.type('40');
    await user.press('Alt+ArrowUp');
    await user.reaches('G.k.4.r.1a|0|1|0');
    await user.picture();
    await user.save();
    await page.waitForURL(/\/DG\/1/);
    await user.goTo('G.k.9.i.4', 'G.k.9.i.4|1|1|0');
    await user.choose('yes');
    await user.picture();
    await user.save();
  });

  it('tells the story', async () => {
    await user.goTo('H.1', 'H.1|0|0|0');
    await user.type('A 54-year-old patient had a swollen face within an hour of the first tablet.');
    await user.picture();
    await user.save();
  });

  it('walks through the findings, across the pages', async () => {
    await user.press('F8');
    await page.getByRole('complementary', { name: 'Findings' }).waitFor();
    const seen = new Set<string>();
    for (let stop = 0; stop < 4; stop += 1) {
      await expect.poll(async () => seen.has((await user.address()) ?? '')).toBe(false);
      await expect.poll(user.address).not.toBeNull();
      seen.add((await user.address()) ?? '');
      if (stop === 1) await user.picture();
      await user.press('F8');
    }
    expect(seen.size).toBe(4);
    await expect.poll(async () => seen.has((await user.address()) ?? [...seen][0] ?? '')).toBe(false);
  });

  it('looks at the map of the keys', async () => {
    await user.press('Control+/');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await user.picture();
    await user.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await user.address()).not.toBeNull();
  });

  it('exports the case as XML', async () => {
    await user.tabTo(/^Export XML/, 'Shift+Tab');
    await user.press('Enter');
    await page.getByRole('menuitem', { name: 'Values as entered' }).waitFor();
    await user.tabTo(/^Values as entered/, 'ArrowDown');
    await user.picture();
    const downloading = page.waitForEvent('download');
    await user.press('Enter');
    const xml = readFileSync(await (await downloading).path(), 'utf8');
    for (const text of [
      'Swollen face',
      'Short of breath',
      'Velanorix 20 mg',
      'Eun-ji',
      'MSK',
      'swollen face within',
    ])
      expect(xml).toContain(text);
  });

  it('logs no error in the console', () => {
    expect(problems).toEqual([]);
  });
});
