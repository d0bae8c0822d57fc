/**
 * Ten tasks of a day, counted in keys and clicks as docs/effort.md lists them. An entry, whatever there is to type or to
 * paste, counts one, and so does each key and each click beside it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { follow, prefixOf, startProduct, type Product } from './product.ts';
import { hasFocus } from './waits.ts';

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/effort.md'), 'utf8');
/** By task: the number in the column *now*. */
const PROMISED = new Map(
  [...GUIDE.matchAll(/^\| ([^|]+?) \| [^|]+ \| (\d+) \|/gm)].map(([, task = '', steps]) => [
    task,
    Number(steps),
  ]),
);

let product: Product;
let page: Page;
let problems: string[];
let steps = 0;

const press = async (...keys: string[]) => {
  for (const key of keys) {
    steps += 1;
    await page.keyboard.press(key);
  }
};
const click = async (on: Locator) => {
  steps += 1;
  await on.click();
};
const enter = async (text: string) => {
  steps += 1;
  await page.keyboard.type(text);
};
const edit = async (field: Locator, text: string) => {
  steps += 1;
  await field.fill(text);
};
const field = (address: string) => page.locator(`[data-address="${address}"]`).getByRole('textbox').first();
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const tab = (name: string) =>
  page
    .getByRole('navigation', { name: 'Pages of the case' })
    .getByRole('link', { name: new RegExp(`^${name}`) });
const open = (path: string) => follow(page, `${prefixOf(page)}/${path}`);
const isSaved = () => expect.poll(() => page.locator('button[data-dirty]').count()).toBe(0);

/** Counts what is done in `act` for a task of the guide. */
async function takes(task: string, act: () => Promise<void>): Promise<void> {
  steps = 0;
  await act();
  expect({ task, steps }).toEqual({ task, steps: PROMISED.get(task) });
}

beforeAll(async () => {
  product = await startProduct();
  ({ page, problems } = await product.open({ width: 1280, height: 800 }));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
});
afterAll(() => product.stop());
afterEach(() => expect(problems).toEqual([]));

it('signs in', async () => {
  await page.goto(`${product.url}/login/en`);
  await expect
    .poll(() => page.getByLabel('User ID').evaluate((box) => box === document.activeElement))
    .toBe(true);
  await takes('Sign in, to the home page', async () => {
    await enter('case.editor');
    await press('Tab');
    await enter(DEMO_PASSWORD);
    await press('Enter');
    // it need not wait until the senders are listed
    await hasFocus(page.getByRole('combobox', { name: 'Sponsor' }));
    await press('Enter');
    await page.waitForURL(/\/home/);
  });
});

it('opens a case that is due', async () => {
  const due = page.getByRole('link', { name: /^CASE-/ }).first();
  await due.waitFor();
  await takes('Open a case that is due', async () => {
    await click(due);
    await page.waitForURL(/\/case\/\d+\/detail/);
  });
});

it('saves edits of three tabs', async () => {
  await page.locator('[data-fact="owner"]').waitFor();
  await takes('Edit three tabs and save them', async () => {
    await click(tab('Patient'));
    await edit(field('D.1|0|0|0'), 'Q.X.');
    await click(tab('Study'));
    await edit(field('C.5.2|0|0|0'), 'A study');
    await click(tab('Narrative'));
    await edit(field('H.1|0|0|0'), 'What happened');
    await press('Control+s');
    await page.getByRole('dialog').getByRole('radio').first().waitFor();
    await press('Enter');
    await isSaved();
  });
});

it('finds any field', async () => {
  await takes('Go to a field by its name', async () => {
    await press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Go to' });
    await palette.waitFor();
    await enter('batch');
    await palette.getByRole('option', { selected: true }).waitFor();
    await press('Enter');
    await palette.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('[data-address]') !== null))
      .toBe(true);
  });
});

it('pastes three dosages', async () => {
  await open(`${new URL(page.url()).pathname.split('/').slice(5, 8).join('/')}/DG/1`);
  const paste = button('Paste a table: Dosages');
  await paste.waitFor();
  await page.evaluate(() =>
    navigator.clipboard.writeText('Lot\tDose\tUnit\nA-1\t5\tmg\nA-2\t10\tmg\nA-3\t15\tmg'),
  );
  await takes('Paste three dosages', async () => {
    await click(paste);
    await page.getByRole('dialog').waitFor();
    await press('Control+v');
    await click(page.getByRole('dialog').getByRole('button', { name: 'Paste 3 rows' }));
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
  await press('Control+s');
  await page.getByRole('dialog').getByRole('radio').first().waitFor();
  await press('Enter');
  await isSaved();
});

it('begins a new case', async () => {
  await open('home');
  await takes('Begin a new case, to its first field', async () => {
    await click(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Cases' }));
    await click(page.getByRole('link', { name: 'Add case' }));
    await edit(page.locator('[data-item="D.1"] input').first(), 'Z.Q.');
    await click(button('Check'));
    await click(page.getByRole('dialog').getByRole('button', { name: 'Add new case', exact: true }));
    await page.waitForURL(/\/case\/\d+\/detail\/CI/);
    await page.locator('[data-fact="owner"]').waitFor();
  });
  // the system has filled in what it knows: without that there were 31
  const counts = page.getByRole('button', { name: /^Findings/ });
  let errors = NaN;
  await expect
    .poll(async () => (errors = Number(/(\d+) errors/.exec(await counts.innerText())?.[1])))
    .not.toBeNaN();
  expect(errors).toBeLessThanOrEqual(10);
});

it('codes a reaction', async () => {
  const detail = new URL(page.url()).pathname.split('/').slice(5, 8).join('/');
  const code = page.locator('[data-item="E.i.2.1b"] input').first();
  const newReaction = async (words: string) => {
    await open(`${detail}/AE/0`);
    await field('E.i.1.1a|0|0|0').fill(words);
    await code.focus();
  };
  await newReaction('night-time belly cramps');
  await takes('Code a reaction by look-up', async () => {
    await press('Alt+l');
    await page.getByRole('dialog').locator('tbody tr[data-row]').first().waitFor();
    await expect.poll(() => page.getByRole('dialog').locator('[aria-busy="true"]').count()).toBe(0);
    const keyword = page.getByRole('dialog').getByRole('textbox', { name: 'Keyword' });
    await expect.poll(() => keyword.evaluate((box) => box === document.activeElement)).toBe(true);
    await press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await code.inputValue()).toMatch(/^\d{8}$/);
  });
  await press('Control+s');
  await page.waitForURL(/\/AE\/1(\?|$)/);
  await isSaved();
  await newReaction('itchy rash');
  await takes('Code a reaction by AI', async () => {
    await press('Alt+r');
    const suggested = page.getByRole('dialog').locator('tbody tr[data-row]').first();
    await suggested.waitFor();
    await click(suggested);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await code.inputValue()).toMatch(/^\d{8}$/);
  });
  await press('Control+s');
  await page.getByRole('dialog').getByRole('radio').first().waitFor();
  await press('Enter');
  await page.waitForURL(/\/AE\/2(\?|$)/);
  await isSaved();
});

it('routes a case to its reviewer', async () => {
  const more = button('More actions for the case');
  await takes('Route a case for review', async () => {
    await click(more);
    await click(page.getByRole('menuitem', { name: 'Route…', exact: true }));
    const dialog = page.getByRole('dialog', { name: 'Route the case' });
    await expect
      .poll(() => dialog.getByLabel('Comments').evaluate((box) => box === document.activeElement))
      .toBe(true);
    await enter('Data entry is complete');
    await click(dialog.getByRole('button', { name: 'OK', exact: true }));
    await dialog.waitFor({ state: 'detached' });
  });
  await page
    .getByText('Read-only in “To be reviewed”')
    .or(page.getByText(/Read-only in/))
    .first()
    .waitFor();
});

it('locks a case that has errors', async () => {
  // the header of the case before has the same facts and buttons
  await page.goto(`${product.url}${prefixOf(page)}/case/1/detail/CI`);
  await page.locator('[data-fact="owner"]').waitFor();
  await takes('Lock a case that has errors', async () => {
    await click(button('Lock'));
    const dialog = page.getByRole('dialog', { name: 'Lock' });
    await dialog.getByLabel('Reason for the override').waitFor();
    await edit(dialog.getByLabel('Your password'), DEMO_PASSWORD);
    await click(dialog.getByRole('button', { name: 'Sign: Follow-up will complete it', exact: true }));
    await dialog.waitFor({ state: 'detached' });
  });
  await button('Unlock').waitFor();
});
