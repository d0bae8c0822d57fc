/**
 * A drug is coded by keyboard in a WHODrug of full size: an invented delivery, loaded by the operator's command.
 * DICTIONARY_ENTRIES=1000000 makes it as large as the real one; without it, it is small enough for every run.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeDelivery } from '../../bench/dictionariesDelivery.ts';
import { inventedDrugs } from '../../bench/dictionariesTerms.ts';
import { runProgram } from '../api/program.ts';
import { keyboardUser, type KeyboardUser } from './keyboardUser.ts';
import { signIn, startProduct, type Product } from './product.ts';

const ENTRIES = Number(process.env.DICTIONARY_ENTRIES ?? 20_000);
const VERSION = 'invented';
const CODE = 'G.k.2.1.1b';
const VERSION_ITEM = 'G.k.2.1.1a';
const [FIRST] = inventedDrugs(1);
/** How the name of some drug begins. */
const firstOf = (beginning: RegExp): string =>
  [...inventedDrugs(1000)].flatMap(({ term }) => beginning.exec(term.en) ?? [])[0] ?? '';
/** times for the report, without a limit */
const times: string[] = [];

let product: Product;
beforeAll(async () => {
  product = await startProduct({}, loadDelivery);
}, 1_200_000);
afterAll(async () => {
  process.stdout.write(`${ENTRIES} entries: ${times.join(', ')}\n`);
  await product.stop();
});

async function loadDelivery(dataDir: string): Promise<void> {
  const delivery = mkdtempSync(join(tmpdir(), 'casewright-delivery-'));
  try {
    writeDelivery(delivery, ENTRIES);
    const started = performance.now();
    await command(dataDir, 'load', 'WHODD', VERSION, delivery);
    times.push(`loaded in ${Math.round((performance.now() - started) / 1000)} s`);
    await command(dataDir, 'activate', 'WHODD', VERSION);
  } finally {
    rmSync(delivery, { recursive: true });
  }
}

async function command(dataDir: string, ...args: string[]): Promise<void> {
  const program = runProgram({ DATA_DIR: dataDir }, 'scripts/dictionary.ts', args);
  const code = await program.ended;
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${program.stderr()}`);
}

describe('a dictionary of full size', () => {
  let page: Page;
  let problems: string[];
  let user: KeyboardUser;
  const dialog = () => page.getByRole('dialog');
  const rows = () => dialog().locator('tbody tr[data-row]');
  const field = (item: string) => page.locator(`[data-item="${item}"]`).locator('input, textarea').first();
  const total = () => dialog().getByText(/\d entr(y|ies)/);

  /** Presses a key that asks the server, as one does that sets a field, and answers when its answer is shown. */
  async function ask(what: string, key: string): Promise<void> {
    const requested = page.waitForResponse((response) =>
      /\/dictionaries\/WHODD\/.*pageNo/.test(response.url()),
    );
    const started = performance.now();
    await user.press(key);
    expect((await requested).status()).toBe(200);
    await expect.poll(() => dialog().locator('[aria-busy="true"]').count(), { interval: 5 }).toBe(0);
    times.push(`${what} ${Math.round(performance.now() - started)} ms`);
  }
  async function search(what: string, keyword: string): Promise<void> {
    await user.tabTo(/^Keyword/, 'Shift+Tab');
    await user.press('Control+a');
    await user.type(keyword);
    await ask(what, 'Enter');
  }
  /** The texts of a column of the visible rows. */
  async function column(title: string): Promise<string[]> {
    const titles = await dialog().getByRole('columnheader').allTextContents();
    const at = titles.findIndex((one) => one.includes(title));
    return rows()
      .locator(`> :nth-child(${at + 1})`)
      .allTextContents();
  }
  /** Names without the keyword, of rows that there must be. */
  async function lacking(keyword: string): Promise<string[]> {
    const names = await column('Drug name');
    expect(names.length).toBeGreaterThan(0);
    return names.filter((name) => !name.includes(keyword));
  }
  const openDialog = async () => {
    await field(CODE).focus();
    await user.press('Alt+l');
    await dialog().getByRole('textbox', { name: 'Keyword' }).waitFor();
  };

  beforeAll(async () => {
    ({ page, problems } = await product.open());
    await signIn(page, product.url, 'case.editor', 'case/list?sort=updatedAt');
    await page
      .getByRole('link', { name: /^CASE-/ })
      .nth(1)
      .click();
    await page.waitForURL(/\/case\/\d+\/detail/);
    const tabs = /^(.*\/case\/\d+\/detail)/.exec(page.url())?.[1] ?? '';
    // the standard's own form, which codes drugs with WHODrug
    await page.goto(`${tabs.replace('/US/', '/ICH/')}/DG/1`);
    await page.locator('[data-look-up]').first().waitFor();
    user = keyboardUser(page, null);
  });

  it('is searched, says that there is more than it counts, and is paged', async () => {
    await openDialog();
    expect(await dialog().getByRole('heading').first().textContent()).toContain(VERSION);
    // the search begins with the country of the reporter
    await user.tabTo(/^Country/);
    await user.press('Control+a');
    await user.press('Delete');
    await search('three letters', 'ine');
    expect(await total().textContent()).toMatch(/^More than 1,?000 entries/);
    const first = await column('Drug name');
    expect(await lacking('ine')).toEqual([]);
    await user.tabTo(/Next page/);
    await ask('next page', 'Enter');
    const second = await column('Drug name');
    expect(second).toHaveLength(first.length);
    expect(second).not.toEqual(first);
    await user.tabTo(/Page 100/);
    await ask('last page', 'Enter');
    expect(await rows().count()).toBeGreaterThan(0);
    const [korean, japanese] = [/^\p{sc=Hangul}{2}/u, /^\p{sc=Kana}{2}/u].map(firstOf);
    await search('two Korean characters', korean ?? '');
    expect(await lacking(korean ?? '-')).toEqual([]);
    await search('two Japanese characters', japanese ?? '');
    expect(await lacking(japanese ?? '-')).toEqual([]);
  });

  it('is asked for a whole name alone', async () => {
    const name = FIRST?.term.en ?? '';
    await user.tabTo(/Exact match/);
    await ask('exact match', 'Space');
    await search('the whole name', name);
    // its colour is said behind it
    expect((await column('Drug name')).every((text) => text.startsWith(name))).toBe(true);
    expect(await column('Medicinal product ID')).toContain(FIRST?.code);
    await search('no whole name', name.slice(0, -1));
    expect(await rows().count()).toBe(0);
    await user.tabTo(/Exact match/);
    await ask('no exact match', 'Space');
  });

  it('is narrowed to generic or preferred names and to a country, and codes the drug', async () => {
    await search('another name', 'ine');
    await user.tabTo(/Generic or Preferred/);
    await ask('generic or preferred', 'Space');
    const [generic, preferred] = [await column('Generic'), await column('Preferred')];
    expect(generic.length).toBeGreaterThan(0);
    expect(generic.every((text, at) => text === 'Y' || preferred[at] === 'Y')).toBe(true);
    await user.tabTo(/^Country/, 'Shift+Tab');
    await user.type('KOR');
    const offered = page.getByRole('listbox').getByRole('option');
    await offered.first().waitFor();
    await expect
      .poll(async () => (await offered.allTextContents()).every((text) => /kor/i.test(text)))
      .toBe(true);
    await user.press('ArrowDown');
    await page.locator('[role="option"][data-combobox-selected]').waitFor();
    await ask('of one country', 'Enter');
    expect(new Set(await column('Country'))).toEqual(new Set(['South Korea']));
    const [code = ''] = await column('Medicinal product ID');
    await user.tabTo(/^Keyword/);
    await user.press('ArrowDown');
    const chosen = () =>
      page.evaluate(() => document.activeElement?.closest<HTMLElement>('tr')?.dataset.row ?? '');
    await expect.poll(chosen).toBe(code);
    await user.press('Enter');
    await dialog().waitFor({ state: 'detached' });
    expect(await field(CODE).inputValue()).toBe(code);
    expect(await field(VERSION_ITEM).inputValue()).toBe(VERSION);
  });

  it('causes no error in the browser', () => {
    expect(problems).toEqual([]);
  });
});
