/** The focus is never lost, an input method's Enter does nothing, and a table is pasted into rows: in a real browser. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyboardUser, type KeyboardUser } from './keyboardUser.ts';
import { faultsOf } from './faults.ts';
import { follow, prefixOf, startProduct, type Product } from './product.ts';
import { aMoment, hasFocus, seesMessage } from './waits.ts';

const OF_INPUT_METHOD = 229;

let product: Product;
let page: Page;
let problems: string[];
let user: KeyboardUser;
let tabs = '';

beforeAll(async () => {
  product = await startProduct();
  ({ page, problems, tabs } = await product.openCase('case.editor', 0, 'DG/1'));
  user = keyboardUser(page, null);
});
afterAll(async () => product.stop());

const field = (address: string) => page.locator(`[data-address="${address}"]`).getByRole('textbox').first();
/** What a page before it has undone stays undone: a reload before the key has arrived would offer it again. */
const openPage = async (path: string) => {
  await page.locator('button[data-dirty]').waitFor({ state: 'detached' });
  await page.goto(`${tabs}/${path}`);
  await page.locator('[data-address]').first().waitFor();
};
const dialog = () => page.getByRole('dialog');

/** Composes a character as an input method does, ends it with its own Enter, and leaves the text in the field. */
async function compose(text: string): Promise<void> {
  const chromium = await page.context().newCDPSession(page);
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: OF_INPUT_METHOD };
  await chromium.send('Input.imeSetComposition', {
    text,
    selectionStart: text.length,
    selectionEnd: text.length,
  });
  await chromium.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
  await chromium.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
  await chromium.send('Input.insertText', { text });
  await chromium.detach();
}

/** Escape as Safari tells of it: after the composition that it has cancelled, marked by its code alone. */
async function cancelComposition(): Promise<void> {
  const chromium = await page.context().newCDPSession(page);
  const escape = { key: 'Escape', code: 'Escape', windowsVirtualKeyCode: OF_INPUT_METHOD };
  await chromium.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...escape });
  await chromium.send('Input.dispatchKeyEvent', { type: 'keyUp', ...escape });
  await chromium.detach();
}

describe("an input method's Enter", () => {
  it('does not search the case list; the next one does', async () => {
    await follow(page, `${prefixOf(page)}/case/list?sort=updatedAt`);
    const search = page.locator('input[name=keyword]');
    await search.focus();
    await compose('두통');
    expect(await search.inputValue()).toBe('두통');
    expect(new URL(page.url()).search).not.toContain('keyword');
    await page.keyboard.press('Enter');
    await page.waitForURL(/keyword=/);
  });

  it('is not waited for by the key that saves', async () => {
    await openPage('DG/1');
    const name = field('G.k.2.2|1|0|0');
    await name.focus();
    await page.keyboard.press('End');
    const chromium = await page.context().newCDPSession(page);
    await chromium.send('Input.imeSetComposition', { text: '정', selectionStart: 1, selectionEnd: 1 });
    await user.save();
    await chromium.detach();
    expect(await name.inputValue()).toMatch(/정$/);
  });

  it('does not select in the palette; the next one does', async () => {
    await openPage('DG/1');
    await page.keyboard.press('Control+k');
    await dialog().getByRole('combobox').waitFor();
    await page.keyboard.type('G.k.2.');
    await compose('2');
    await dialog().getByRole('option').first().waitFor();
    await cancelComposition();
    expect(await dialog().count()).toBe(1);
    await page.keyboard.press('Enter');
    await user.reaches('G.k.2.2|1|0|0');
  });

  it('does not accept a code of a list; the next one does', async () => {
    await user.goTo('G.k.2.4', 'G.k.2.4|1|0|0');
    await page.keyboard.type('japa');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    await compose('n');
    await page.getByRole('listbox').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(await page.locator('[data-address="G.k.2.4|1|0|0"] input').inputValue()).toBe('JP Japan');
    await page.keyboard.press('Control+z');
  });
});

describe('the focus', () => {
  it('keeps its field and caret through a save and its dialog', async () => {
    await openPage('DG/1');
    const name = field('G.k.2.2|1|0|0');
    await name.focus();
    await page.keyboard.press('End');
    await page.keyboard.type(' forte');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    const caret = () => name.evaluate((input: HTMLInputElement) => input.selectionStart);
    const before = await caret();
    await user.save();
    await user.reaches('G.k.2.2|1|0|0');
    expect(await caret()).toBe(before);
  });

  it('returns to the field that opened a dialog', async () => {
    await openPage('DG/1');
    await field('G.k.2.2|1|0|0').focus();
    for (const key of ['Control+/', 'Control+k']) {
      await page.keyboard.press(key);
      await dialog().waitFor();
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      await user.reaches('G.k.2.2|1|0|0');
    }
  });

  it('returns to the button of the menu that opened a dialog, or did what takes a while', async () => {
    await openPage('DG/1');
    for (const [menu, entry] of [
      [/^Version \d/, /^Compare/],
      [/^Export XML/, /^Download report/],
      [/^More actions/, /^Versions and/],
    ] as const) {
      const button = page.getByRole('button', { name: menu }).first();
      await button.press('Enter');
      await page.getByRole('menuitem', { name: entry }).press('Enter');
      await dialog().waitFor();
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
      await hasFocus(button);
    }
    const xml = page.getByRole('button', { name: 'Export XML' });
    await xml.press('Enter');
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Values as entered' }).press('Enter');
    await download;
    await hasFocus(xml);
  });

  it('stays in the field by which a list is searched, and goes there with the button that ends it', async () => {
    await follow(page, `${prefixOf(page)}/case/list`);
    const search = page.locator('input[name=keyword]');
    await search.fill('CASE-2026');
    await search.press('Enter');
    await page.waitForURL(/keyword=CASE-2026/);
    await hasFocus(search);
    await page.getByRole('button', { name: 'Show all' }).press('Enter');
    await page.waitForURL((url) => !url.search.includes('keyword'));
    await hasFocus(search);
    await expect.poll(() => search.inputValue()).toBe('');
  });

  it('moves to the next row when a row is deleted, and is never lost by an undo', async () => {
    await openPage('DG/1');
    await user.goTo('G.k.4.r.7', 'G.k.4.r.7|1|1|0');
    await page.keyboard.press('Alt+a');
    await user.reaches('G.k.4.r.1a|1|2|0');
    await page.keyboard.press('Alt+Delete');
    await expect.poll(user.focused).toMatch(/Dosage 1/);
    await page.keyboard.press('Control+z');
    await page.getByRole('status').filter({ hasText: 'Undone: Dosage' }).waitFor({ state: 'attached' });
    await expect.poll(user.focused).toMatch(/Dosage 2/);
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.locator('[data-list="G.k.4.r|1"] [data-line]').count()).toBe(1);
    await expect.poll(user.focused).toMatch(/Add Dosage/);
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(user.focused).toMatch(/^Dosage 1/);
    await page.keyboard.press('Alt+Delete');
    await expect.poll(user.focused).toMatch(/Add Dosage/);
    await page.keyboard.press('Control+z');
    await expect.poll(user.focused).toMatch(/^Dosage 1/);
  });

  it('moves to the first item that a save refuses, in a collapsed row', async () => {
    await openPage('DG/1');
    await user.goTo('G.k.4.r.7', 'G.k.4.r.7|1|1|0');
    // more than the field lets in: what another program could leave in it
    await field('G.k.4.r.7|1|1|0').evaluate((input) => input.removeAttribute('maxlength'));
    await page.keyboard.insertText('x'.repeat(90));
    await page.locator('[data-list="G.k.4.r|1"] [data-row-toggle]').first().click();
    await field('G.k.4.r.7|1|1|0').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog().getByRole('button', { name: 'OK' }).click();
    await user.reaches('G.k.4.r.7|1|1|0');
    expect(problems.filter((text) => !text.includes('422'))).toEqual([]);
    problems.length = 0;
    await page.keyboard.press('Alt+u');
  });

  // the last is that of a laptop at 200 %
  it.each([
    [1280, 800],
    [640, 800],
    [683, 320],
  ])(
    'is not covered by the bar at the foot, nor by what is above the page, %i by %i px',
    async (width, height) => {
      await page.setViewportSize({ width, height });
      await openPage('DG/1');
      await field('G.k.2.2|1|0|0').focus();
      for (let step = 0; step < 40; step += 1) {
        await page.keyboard.press('Tab');
        const hidden = await page.evaluate(() => {
          const at = document.activeElement;
          if (!at?.closest('[data-form]')) return null;
          const { left, top, right, bottom } = at.getBoundingClientRect();
          const isSeen = [top + 4, (top + bottom) / 2, bottom - 4].some((y) => {
            const seen = document.elementFromPoint((left + right) / 2, y);
            return seen && (at.contains(seen) || (seen.contains(at) && seen.closest('[data-form]')));
          });
          return isSeen ? null : at.outerHTML.slice(0, 200);
        });
        expect(hidden).toBeNull();
      }
      expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
      await page.setViewportSize({ width: 1280, height: 800 });
    },
  );
});

describe('a click', () => {
  const add = () => page.getByRole('button', { name: 'Add Dosage' });
  const rows = () => page.locator('[data-list="G.k.4.r|1"] [data-line]');
  /** Presses the button, and moves it away from the pointer as findings do that arrive above it. */
  async function pressAndShift(): Promise<{ x: number; y: number }> {
    await add().scrollIntoViewIfNeeded();
    const { x = 0, y = 0 } = (await add().boundingBox()) ?? {};
    await page.mouse.move(x + 5, y + 5);
    await page.mouse.down();
    await page.locator('[data-group="G.k.4.r"]').evaluate((group) => {
      (group as HTMLElement).style.marginTop = '80px';
    });
    return { x, y };
  }

  it('that is doubled on a line of a look-up is none on the form behind it', async () => {
    await openPage('DG/1');
    const code = field('G.k.2.1.1b|1|0|0');
    await code.press('Alt+l');
    const keyword = dialog().getByRole('textbox', { name: 'Keyword' });
    await keyword.fill('resp');
    await keyword.press('Enter');
    await dialog().locator('tbody tr[data-row]').first().dblclick();
    await dialog().waitFor({ state: 'detached' });
    await hasFocus(code);
    await aMoment(page);
    await hasFocus(code);
    await page.keyboard.press('Control+z');
  });

  it('is not lost where the page moves under the pointer', async () => {
    await openPage('DG/1');
    const before = await rows().count();
    await pressAndShift();
    await page.mouse.up();
    await expect.poll(() => rows().count()).toBe(before + 1);
  });

  it('is none where the pointer is moved away before it is released', async () => {
    const before = await rows().count();
    const { x, y } = await pressAndShift();
    await page.mouse.move(x + 5, y - 60);
    await page.mouse.up();
    await aMoment(page);
    expect(await rows().count()).toBe(before);
    await page.keyboard.press('Control+z');
  });
});

describe('a table from a spreadsheet', () => {
  const rows = () => page.locator('[data-list="G.k.4.r|1"] [data-line]');

  it('becomes rows after a preview, is one step of undo, and is stored by the next save', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openPage('DG/1');
    const before = await rows().count();
    await page.evaluate(() =>
      navigator.clipboard.writeText('Lot\tStart\tDose\tUnit\nA-1\t5 Jan 2024\t5\tmg\nB-2\tsoon\t10\tmg'),
    );
    await user.goTo('G.k.4.r.7', 'G.k.4.r.7|1|1|0');
    await page.keyboard.press('Control+v');
    await dialog().getByText('1 cell cannot be used.').waitFor();
    expect(await dialog().getByRole('table').textContent()).toMatch(/mg(?! milligram)/);
    await dialog().getByRole('button', { name: 'Paste 2 rows' }).press('Enter');
    await expect.poll(() => rows().count()).toBe(before + 2);
    await expect.poll(user.focused).toMatch(new RegExp(`Dosage ${before + 1}`));
    await page.keyboard.press('Control+z');
    await expect.poll(() => rows().count()).toBe(before);
    await expect.poll(user.focused).not.toBe('');
    await page.keyboard.press('Control+y');
    await expect.poll(() => rows().count()).toBe(before + 2);
    await user.save();
    await page.reload();
    await page.getByText('A-1').first().waitFor();
  });
});

describe('a table pasted on a page of rows', () => {
  it('becomes rows of the page in one save with its reason, selected so that they can be deleted', async () => {
    await follow(page, `${tabs}/AE`);
    await page.getByRole('button', { name: 'Paste table' }).waitFor();
    const lines = () => page.getByRole('row').filter({ has: page.getByRole('checkbox') });
    const before = await lines().count();
    await page.evaluate(() =>
      navigator.clipboard.writeText(
        'E.i.1.1a\tE.i.4\nRash\t2024-03-01\nItching\t2024-03-02\nCough\t3 Mar 2024',
      ),
    );
    await page.keyboard.press('Control+v');
    await dialog().getByRole('button', { name: 'Paste 3 rows' }).press('Enter');
    await dialog().getByLabel('New data').press('Space');
    await seesMessage(page, '3 rows added', () =>
      dialog().getByRole('button', { name: 'OK' }).press('Enter'),
    );
    await expect.poll(() => lines().count()).toBe(before + 3);
    await page.getByRole('button', { name: 'Delete 3 rows' }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Cough' }).waitFor();
  });
});

describe('what floats over the page', () => {
  it.each([
    ['the map of the keys', 'dialog', ['Control+/']],
    ['the palette', 'dialog', ['Control+k', 'd', 'o', 's', 'e']],
    ['the findings', 'complementary', ['F8']],
    ['the paste dialog', 'dialog', ['Alt+p']],
  ] as const)('%s has no fault that axe finds', async (_, role, keys) => {
    await follow(page, `${tabs}/DG/1`);
    await page.locator('[data-item^="G.k."]').first().waitFor();
    await user.goTo('G.k.4.r.7', 'G.k.4.r.7|1|1|0');
    const [first, ...typed] = keys;
    await page.keyboard.press(first);
    await page.getByRole(role).waitFor();
    for (const key of typed) await page.keyboard.press(key);
    expect(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('has edges, and what is open or active a mark, where the user forces colours', async () => {
    await openPage('DG/1');
    await page.emulateMedia({ forcedColors: 'active' });
    const lineOf = (selector: string, line: 'border' | 'outline') =>
      page
        .locator(selector)
        .first()
        .evaluate((found, side) => getComputedStyle(found)[`${side}Style`], line);
    await page.keyboard.press('Control+k');
    await dialog().waitFor();
    expect(await lineOf('.mantine-Modal-content', 'border')).toBe('solid');
    await page.keyboard.press('Escape');
    expect(await lineOf('nav [aria-current=page]', 'outline')).toBe('dashed');
    await user.goTo('G.k.2.4', 'G.k.2.4|1|0|0');
    await page.keyboard.type('japa');
    await page.getByRole('listbox').getByRole('option').first().waitFor();
    expect(await lineOf('[role=option][data-active]', 'outline')).toBe('solid');
    await page.keyboard.press('Escape');
    await page.keyboard.press('F8');
    await page.getByRole('complementary').getByRole('checkbox').first().waitFor();
    const colourOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((found) => getComputedStyle(found).color);
    expect(await colourOf('.mantine-Checkbox-icon')).toBe(await colourOf('body'));
    await page.keyboard.press('F8');
    await page.emulateMedia({ forcedColors: null });
  });

  it('is not part of a page that is printed, which is whole', async () => {
    await openPage('DG/1');
    await page.emulateMedia({ media: 'print' });
    const last = page.locator('main [data-item]').last();
    const bottom = await last.evaluate((item) => item.getBoundingClientRect().bottom + scrollY);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeGreaterThanOrEqual(Math.floor(bottom));
    expect(await page.getByRole('banner').isVisible()).toBe(false);
    await page.emulateMedia({ media: null });
  });

  it('logs no error in the console', () => {
    expect(problems).toEqual([]);
  });
});
