/** A coder goes through the terms to be coded, by keyboard alone; takes what is certain at once; another one reviews. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  readCaseQuestions,
  readPrivileges,
  savePrivileges,
  saveSettingsPart,
} from '../../shared/contract/index.ts';
import { fold } from '../../shared/text/fold.ts';
import { ROLE } from '../../server/accounts/usualRoles.ts';
import { makeCall, tokenOf } from '../api/harness.ts';
import { caseByCalls, rowsByCalls } from './caseByCalls.ts';
import { faultsOf } from './faults.ts';
import { loseAnswers } from './lostAnswers.ts';
import { follow, prefixOf, signIn, startProduct, type Product } from './product.ts';

const LIST = 'coding/mfds/product/list/1/100';
/** a folder for pictures; unset: none are taken */
const PICTURES = process.env['PICTURES_DIR'];

let product: Product;
let page: Page;
let problems: string[];
let kases: string[];

beforeAll(async () => {
  product = await startProduct();
  kases = [];
  for (const name of ['잘메르', '잘메르정(가상)', '잘메르정(가상)', 'Unheard of'])
    kases.push((await caseByCalls(product.url, [{ page: 'DG', itemId: 'G.k.2.2', value: name }])).caseNo);
  ({ page, problems } = await product.open({ width: 1280, height: 900 }));
  await signIn(page, product.url, 'case.editor');
});
afterAll(() => product.stop());

const toList = async (on: Page) => {
  await on.getByLabel('Region').selectOption('KR');
  await on.waitForURL(/\/en\/KR\//);
  await follow(on, `${product.url}${prefixOf(on)}/${LIST}`);
  await rowOf(0, on).waitFor();
};
const rowOf = (index: number, on = page) => on.getByRole('row').filter({ hasText: kases[index] });
const stateOf = (index: number, on = page) => rowOf(index, on).locator('td').nth(1).textContent();
const dialog = (on = page) => on.getByRole('dialog');
const focusedRow = () =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('tr')?.dataset['row'] ?? null);
const picture = (name: string, on = page) =>
  PICTURES ? on.screenshot({ path: join(PICTURES, `coding-${name}.png`), fullPage: true }) : null;

describe('a coder', () => {
  it('codes a term in the list with three keys, and continues with the next one', async () => {
    await toList(page);
    await picture('list');
    expect(await stateOf(0)).toBe('Not coded');
    const next = await rowOf(0).evaluate(
      (row) => (row.nextElementSibling as HTMLElement | null)?.dataset['row'] ?? null,
    );
    await rowOf(0).locator('td').nth(1).focus();
    await page.keyboard.press('Enter');
    await dialog().locator('tbody tr[data-row]').first().waitFor();
    await picture('look-up');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await dialog().waitFor({ state: 'detached' });
    await expect.poll(() => stateOf(0)).toBe('Coded');
    await expect.poll(focusedRow).toBe(next);
    expect(await rowOf(0).textContent()).toContain('99.0 SAMPLE');
  });

  it('accepts exact matches together, except for unticked ones', async () => {
    // of the chosen terms; of all that the list holds, where none is chosen
    for (const index of [1, 2, 3]) await rowOf(index).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Accept exact matches' }).click();
    const found = dialog().locator('tbody tr').filter({ hasText: '잘메르정(가상)' });
    await found.nth(1).waitFor();
    expect(
      await dialog()
        .getByText(kases[3] ?? '')
        .count(),
    ).toBe(0);
    await picture('matches');
    await found.filter({ hasText: kases[2] }).getByRole('checkbox').uncheck();
    await dialog()
      .getByRole('button', { name: /^Accept \d+ codes?$/ })
      .click();
    await dialog().getByText('1 saved, 0 refused.').waitFor();
    await picture('accepted');
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => stateOf(1)).toBe('Coded');
    expect([await stateOf(2), await stateOf(3)]).toEqual(['Not coded', 'Not coded']);
    for (const index of [1, 2, 3]) await rowOf(index).getByRole('checkbox').uncheck();
  });

  it('accepts the suggestions for selected terms after a confirmation', async () => {
    for (const index of [2, 3]) await rowOf(index).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Suggested codes' }).click();
    await dialog().getByText('Suggestions for 1 of 2 terms.').waitFor();
    await picture('recommended');
    // coded so once is not certain: it is for the coder to tick
    await dialog().getByText('High confidence · Coded this way 1 of 1 times').waitFor();
    await dialog().locator('tbody').getByRole('checkbox').check();
    await dialog().getByRole('button', { name: 'Accept 1 code' }).click();
    const question = dialog().filter({ hasText: '1 row will be updated with the code' });
    await question.getByText('잘메르정(가상)').waitFor();
    await picture('update');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await stateOf(2)).toBe('Not coded');
    await dialog().getByRole('button', { name: 'Accept 1 code' }).click();
    await question.getByRole('button', { name: 'Update' }).click();
    await dialog().getByText('1 saved, 0 refused.').waitFor();
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await expect.poll(() => stateOf(2)).toBe('Coded');
    expect(await stateOf(3)).toBe('Not coded');
    for (const index of [2, 3]) await rowOf(index).getByRole('checkbox').uncheck();
  });

  it('sees the state of a code, but cannot review their own', async () => {
    await rowOf(1).getByRole('checkbox').check();
    await page.getByRole('button', { name: 'History' }).click();
    await dialog().getByText('Zalmer tablets (SAMPLE)').first().waitFor();
    await dialog().getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Review', exact: true }).click();
    await dialog().getByRole('button', { name: 'Approve' }).click();
    await dialog().getByText('0 reviewed, 1 refused.').waitFor();
    await dialog().getByText('You assigned this code yourself').waitFor();
    await picture('refused');
    await page.keyboard.press('Escape');
    expect(problems).toEqual([]);
    expect(await faultsOf(page)).toEqual([]);
  });
});

it('is reviewed by another one', async () => {
  const other = await product.open({ width: 1280, height: 900 });
  await signIn(other.page, product.url, 'sponsor.admin');
  await toList(other.page);
  await other.page.setViewportSize({ width: 400, height: 800 });
  await rowOf(1, other.page).getByRole('checkbox').check();
  await other.page.getByRole('button', { name: 'Review', exact: true }).click();
  await picture('review-400', other.page);
  await dialog(other.page).getByRole('button', { name: 'Approve' }).click();
  await dialog(other.page).getByText('1 reviewed, 0 refused.').waitFor();
  await other.page.keyboard.press('Escape');
  await expect.poll(() => stateOf(1, other.page)).toBe('Reviewed');
  await picture('list-400', other.page);
  expect(other.problems).toEqual([]);
  expect(await faultsOf(other.page)).toEqual([]);
});

/** Names of the invented MedDRA. */
const sampleTerms = async (): Promise<string[]> => {
  const folder = new URL('../../server/dictionaries/samples/MEDDRA/en/', import.meta.url);
  const lines = (await readFile(new URL('llt.asc', folder), 'utf8')).split('\n');
  return lines.flatMap((line) => line.split('$')[1] ?? []);
};
const SAMPLE_DRUGS = [
  'Zalomerin,Zalmer,Zalmer Forte,Pravuxol,Pravux,Pravux Retard,Dorvantil,Dorvaplus,Dorvant,Ketavorin',
  'Ketavo,Ketavo Gel,Mirubazole,Miruba,Mirubin,Oltranib,Oltra,Oltra Kids,Velanorixine,Cordaplen',
].flatMap((names) => names.split(','));
const TERMS = 100;
const KEYS_A_TERM = 3.2;

describe('in the cockpit', () => {
  /** what a reporter writes, folded, and the term that a coder looks for: another case may write it otherwise */
  const meant = new Map<string, string>();
  let keys = 0;
  const press = async (key: string) => {
    keys += 1;
    await page.keyboard.press(key);
  };
  const suggestions = () => page.getByRole('listbox', { name: 'Suggested codes' });
  const text = () => page.locator('#cockpit-text').textContent();
  const dialogOfSearch = () => page.getByRole('dialog');

  it('a coder codes 100 mixed terms of any region by keyboard, with few keys each', async () => {
    const terms = await sampleTerms();
    const written = (name: string, index: number): string => {
      // every third one has a slip, as typed in a hurry
      const reported = index % 3 === 0 ? name.replace(/([a-z])([a-z])(?=[a-z]*$)/, '$1$2$2') : name;
      meant.set(fold(reported), name);
      return reported;
    };
    const made = await caseByCalls(product.url, []);
    const reactions = terms.slice(0, 40).map(written);
    const tests = terms.slice(40, 80).map(written);
    const drugs = SAMPLE_DRUGS.map(written);
    await rowsByCalls(product.url, made, { page: 'AE', itemId: 'E.i.1.2' }, reactions);
    await rowsByCalls(product.url, made, { page: 'LB', itemId: 'F.r.2.1' }, tests);
    await rowsByCalls(product.url, made, { page: 'DG', itemId: 'G.k.2.2' }, drugs);
    // a list of another region would lead to another page
    await follow(page, `${product.url}${prefixOf(page)}/home`);
    await page.waitForURL('**/KR/home');
    await page.getByLabel('Region').selectOption('EU');
    await page.waitForURL('**/EU/home');
    await follow(page, `${product.url}${prefixOf(page)}/coding/queue`);
    await suggestions().waitFor();
    await picture('cockpit');
    expect(await faultsOf(page)).toEqual([]);
    // the queue is one stop of the Tab key; arrows move within it
    const isCurrent = () => page.evaluate(() => document.activeElement?.getAttribute('aria-current') ?? null);
    const isAtSuggestions = () => suggestions().evaluate((list) => list === document.activeElement);
    await expect.poll(isAtSuggestions).toBe(true);
    await page.keyboard.press('Shift+Tab');
    expect(await isCurrent()).toBe('true');
    await page.keyboard.press('ArrowDown');
    expect(await isCurrent()).toBe('false');
    await page.keyboard.press('Tab');

    let coded = 0;
    const skipped = new Set<string>();
    while (coded < TERMS) {
      await expect.poll(isAtSuggestions).toBe(true);
      const reported = (await text()) ?? '';
      const name = meant.get(fold(reported));
      if (name === undefined) {
        // a text of the demo
        if (skipped.has(reported)) throw new Error(`${coded} of ${TERMS} terms are in the queue`);
        skipped.add(reported);
        await page.keyboard.press('n');
      } else {
        const options = await suggestions().getByRole('option').allTextContents();
        const at = options.findIndex((option) => option.replace(/^\d/, '').startsWith(`${name} `));
        const chosen = await suggestions().locator('[aria-selected="true"]').count();
        if (at < 0) {
          await press('l');
          await dialogOfSearch().locator('tbody tr[data-row]').first().waitFor();
          await press('ArrowDown');
          await press('Enter');
        } else {
          if (chosen === 0 || at > 0) await press(String(at + 1));
          await press('Enter');
        }
        coded += 1;
      }
      await expect.poll(text).not.toBe(reported);
    }
    const each = keys / TERMS;
    expect(each).toBeLessThanOrEqual(KEYS_A_TERM);
    await picture('cockpit-after');
    expect(problems).toEqual([]);
  });
});

describe('a term with two coders', () => {
  const toQueue = async (on: Page, step: string) => {
    // selected again, the same region would lead back to the page that was left
    if (!on.url().includes('/en/EU/')) {
      await on.getByLabel('Region').selectOption('EU');
      await on.waitForURL(/\/en\/EU\//);
    }
    await follow(on, `${product.url}${prefixOf(on)}/coding/queue?step=${step}`);
  };
  /** An open queue stays as it was when the coder began. */
  const toNewestQueue = async () => {
    await toQueue(page, 'first');
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  };
  const open = async (userId: string, step: string) => {
    const opened = await product.open({ width: 1280, height: 900 });
    await signIn(opened.page, product.url, userId);
    await toQueue(opened.page, step);
    return opened;
  };
  const inQueue = (on: Page, text: string) => on.getByRole('button', { name: new RegExp(`^${text}`) });
  const pressAt = async (on: Page, digit: string) => {
    const list = on.getByRole('listbox', { name: 'Suggested codes' });
    await list.press(digit);
    await list.press('Enter');
  };

  it('that cannot be coded as it is has its reporter asked with Q', async () => {
    const unclear = 'Something odd again';
    const { caseKey } = await caseByCalls(product.url, [{ page: 'AE', itemId: 'E.i.1.2', value: unclear }]);
    await toNewestQueue();
    await inQueue(page, unclear).click();
    await page.getByRole('heading', { name: unclear, level: 2 }).waitFor();
    await page.getByRole('listbox', { name: 'Suggested codes' }).press('q');
    const asking = page.getByRole('dialog', { name: 'Ask reporter' });
    await expect.poll(() => asking.getByLabel('Question').inputValue()).toContain(unclear);
    const letAnswersThrough = await loseAnswers(page, /\/questions\?/);
    await asking.getByRole('button', { name: 'Ask', exact: true }).click();
    await page.getByRole('alert').getByText('The server did not answer').waitFor();
    await letAnswersThrough();
    await asking.getByRole('button', { name: 'Cancel', exact: true }).click();
    await asking.waitFor({ state: 'detached' });
    await page.getByRole('listbox', { name: 'Suggested codes' }).press('q');
    await asking.getByRole('button', { name: 'Ask', exact: true }).click();
    await page
      .getByRole('status')
      .filter({ hasText: `1 question about “${unclear}” was opened.` })
      .waitFor();
    const token = await tokenOf(product.url, 'case.editor');
    const questions = await makeCall(product.url, readCaseQuestions, { params: { caseKey }, token });
    expect(questions.data.listInfo).toHaveLength(1);
  });

  it('is coded blind by the second one, and decided by a third', async () => {
    await letReviewersEdit(product.url);
    const [name] = await sampleTerms();
    const reported = `${name} at night`;
    const term = { page: 'AE', itemId: 'E.i.1.2', value: reported };
    for (let cases = 0; cases < 2; cases += 1) await caseByCalls(product.url, [term]);
    await toNewestQueue();
    await inQueue(page, reported).click();
    await page.getByRole('heading', { name: reported, level: 2 }).waitFor();
    await page.getByRole('listbox', { name: 'Suggested codes' }).press('1');
    await page.getByRole('listbox', { name: 'Suggested codes' }).press('s');
    await page
      .getByRole('status')
      .filter({ hasText: `Synonym proposed: “${reported}”` })
      .waitFor();
    await pressAt(page, '1');
    await page
      .getByRole('status')
      .filter({ hasText: `“${reported}”: 2 terms coded` })
      .waitFor();

    const second = await open('sponsor.admin', 'second');
    await inQueue(second.page, reported).click();
    await second.page.getByRole('heading', { name: reported, level: 2 }).waitFor();
    expect(await second.page.getByRole('columnheader', { name: 'Code', exact: true }).count()).toBe(0);
    await second.page.getByLabel('Remark for the adjudicator').fill('Night is not in the term');
    await second.page.getByRole('listbox', { name: 'Suggested codes' }).focus();
    await picture('second', second.page);
    expect(await faultsOf(second.page)).toEqual([]);
    await pressAt(second.page, '2');
    await second.page
      .getByRole('status')
      .filter({ hasText: `“${reported}”: your code` })
      .waitFor();
    expect(second.problems).toEqual([]);

    await follow(second.page, `${product.url}${prefixOf(second.page)}/caseinfo/synonym/1/detail`);
    await second.page.getByText(name ?? '', { exact: true }).waitFor();
    await second.page.getByRole('button', { name: 'More actions' }).click();
    await second.page.getByRole('menuitem', { name: 'Approve', exact: true }).click();
    const approval = second.page.getByRole('dialog', { name: 'Approve' });
    await approval.getByRole('textbox').fill('As in the convention of the sponsor');
    await approval.getByRole('button', { name: 'OK' }).click();
    await second.page.getByText('In use', { exact: true }).waitFor();
    await picture('synonym', second.page);
    expect(await faultsOf(second.page)).toEqual([]);
    expect(second.problems).toEqual([]);

    const third = await open('medical.reviewer', 'decide');
    await third.page.getByText('“Night is not in the term”').waitFor();
    const codes = third.page.getByRole('radiogroup', { name: 'Code of the term' }).getByRole('radio');
    const focused = (radio: number) => codes.nth(radio).evaluate((one) => one === document.activeElement);
    await expect.poll(() => focused(0)).toBe(true);
    await third.page.keyboard.press('2');
    await third.page.getByLabel('Reason').fill('The narrative says so');
    await picture('decide', third.page);
    expect(await faultsOf(third.page)).toEqual([]);
    await third.page.keyboard.press('Control+Enter');
    await third.page
      .getByRole('status')
      .filter({ hasText: `“${reported}”: decided for` })
      .waitFor();
    // the same decision is proposed for the next term of this text
    await third.page.getByText('1 term', { exact: true }).waitFor();
    await expect.poll(() => focused(1)).toBe(true);
    expect(await codes.nth(1).isChecked()).toBe(true);
    expect(await third.page.getByLabel('Reason').inputValue()).toBe('The narrative says so');
    await third.page.keyboard.press('Control+Enter');
    await third.page.getByText('There are no differences to decide.').waitFor();
    await third.page.getByText('Second coding', { exact: true }).click();
    await third.page.getByLabel('Remark for the adjudicator').waitFor();
    await third.page.setViewportSize({ width: 400, height: 800 });
    await picture('second-400', third.page);

    await third.page.setViewportSize({ width: 1280, height: 900 });
    await follow(third.page, `${product.url}${prefixOf(third.page)}/coding/agreement`);
    await third.page
      .getByRole('img', { name: 'Kappa with its 95 % confidence interval for each level' })
      .waitFor();
    await picture('agreement', third.page);
    expect(await faultsOf(third.page)).toEqual([]);
    await third.page.getByRole('button', { name: 'Lowest level term (LLT), Different: 2' }).click();
    const behind = third.page.getByRole('dialog', { name: 'Terms: Lowest level term (LLT)' });
    await behind.getByRole('link', { name: reported }).first().waitFor();
    await picture('agreement-terms', third.page);
    expect(await faultsOf(third.page)).toEqual([]);
    expect(third.problems).toEqual([]);
  });
});

/** Every coded term needs a second coder, and reviewers edit cases: the demo has but two users who do. */
async function letReviewersEdit(url: string): Promise<void> {
  const token = await tokenOf(url, 'sponsor.admin');
  const reason = 'Test';
  const set = await makeCall(url, saveSettingsPart, {
    params: { sponsorKey: 1, part: 'coding' },
    body: { reason, setAt: null, values: { secondCoder: 'all', secondShare: null } },
    token,
  });
  expect(set.errMsg).toBeNull();
  const params = { sponsorKey: 1 };
  const { roles } = (await makeCall(url, readPrivileges, { params, token })).data;
  const changed = roles
    .filter(({ roleId }) => roleId === ROLE.reviewer)
    .map(({ roleId, setAt, privileges }) => ({
      roleId,
      setAt,
      privileges: [...privileges, 'EDIT.CASE' as const, 'EDIT.SECOND_CODING' as const],
    }));
  const granted = await makeCall(url, savePrivileges, { params, body: { reason, roles: changed }, token });
  expect(granted.errMsg).toBeNull();
}
