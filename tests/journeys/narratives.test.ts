/** A narrative template, from its page to the case that it writes about, and what happens when the case changes. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyboardUser, type KeyboardUser } from './keyboardUser.ts';
import { follow, prefixOf, startProduct, startSession, type Product } from './product.ts';
import { beat, hasFocus, seesMessage } from './waits.ts';

const NARRATIVE = 'H.1';
const TEXT = 'NR_TEXT';
const INITIALS = 'D.1';
const TEMPLATE = 'The patient is of sex {D.5|lower}. The reactions were {E.i.1.1a|list}. Initials: ';

let product: Product;
let page: Page;
let problems: string[];
let user: KeyboardUser;
let tabs: string;
let caseNo: string;
beforeAll(async () => {
  product = await startProduct();
  ({ page, problems } = await product.open());
  await startSession(page, product.url, 'sponsor.admin');
  user = keyboardUser(page, null);
  await page.goto(`${product.url}${prefixOf(page)}/case/list?sort=updatedAt`);
  const row = page.getByRole('row').filter({ hasText: 'CASE-' }).first();
  caseNo = /CASE-\d{4}-\d{5}/.exec((await row.textContent()) ?? '')?.[0] ?? '';
  await row.getByRole('link', { name: caseNo }).click();
  await page.waitForURL(/\/case\/\d+\/detail\/./);
  tabs = /^(.*\/case\/\d+\/detail)/.exec(page.url())?.[1] ?? '';
});
afterAll(() => product.stop());

const dialog = () => page.getByRole('dialog');
const field = (item: string) => page.locator(`[data-item="${item}"] :is(input, textarea, select)`).first();
const narrative = () => field(NARRATIVE).inputValue();
const sentences = () => page.getByRole('list', { name: 'Sentences of the text' }).getByRole('listitem');
const toTab = (name: string) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()
    .click();

async function save(): Promise<void> {
  await page.keyboard.press('Control+s');
  await expect
    .poll(
      async () => (await dialog().count()) > 0 || (await page.locator('button[data-dirty]').count()) === 0,
    )
    .toBe(true);
  if ((await dialog().count()) > 0) {
    await dialog()
      .getByLabel(/New data/)
      .check();
    await dialog().getByRole('button', { name: 'OK' }).click();
  }
  await expect.poll(() => page.locator('button[data-dirty]').count()).toBe(0);
}

describe('a narrative template', () => {
  it('is checked while it is typed, takes items by their labels, and is tried on a case', async () => {
    await follow(page, `${prefixOf(page)}/caseinfo/narrative/0/detail`);
    await field('NAME').fill('Journey');
    await field(TEXT).fill('One.\nTwo {E.i.44}.');
    await page.getByText('Line 2, column 5: there is no item E.i.44; did you mean E.i.4?').first().waitFor();
    await field(TEXT).fill(TEMPLATE);
    await page.getByText('The template has no errors.').waitFor();
    await page.getByRole('button', { name: 'Insert item' }).click();
    await dialog().getByRole('combobox').fill('patient initials');
    await dialog().getByRole('option').first().waitFor();
    await user.press('Enter');
    await expect.poll(() => field(TEXT).inputValue()).toBe(`${TEMPLATE}{${INITIALS}}`);
    await page.keyboard.type('.');
    await page.getByLabel('Preview with case').fill(caseNo);
    await user.press('Enter');
    const preview = page.getByRole('list', { name: 'Preview' }).getByRole('listitem');
    await expect.poll(() => preview.count()).toBe(3);
    expect(await preview.first().textContent()).toMatch(/^The patient is of sex (fe)?male\.$/);
    await save();
    await page.waitForURL(/\/narrative\/\d+\/detail/);
  });

  it('writes the narrative of a case, and one undo takes it back', async () => {
    await follow(page, `${tabs}/NR`);
    await field(NARRATIVE).waitFor();
    const before = await narrative();
    await field(NARRATIVE).press('Alt+l');
    await dialog().locator('tbody tr[data-row]').filter({ hasText: 'Journey' }).click();
    const confirm = dialog().getByRole('button', { name: 'Overwrite' });
    await confirm.waitFor();
    await confirm.press('Enter');
    await expect.poll(narrative).toMatch(/^The patient is of sex/);
    await hasFocus(field(NARRATIVE));
    const written = await narrative();
    await page.keyboard.press('Control+z');
    await expect.poll(narrative).toBe(before);
    await page.keyboard.press('Control+y');
    await expect.poll(narrative).toBe(written);
    await page.getByText('The text is up to date with the case.').waitFor();
  });

  it('names the items of a sentence under the focus', async () => {
    await page.getByRole('button', { name: 'Show sentences' }).click();
    await expect.poll(() => sentences().count()).toBe(3);
    await sentences().nth(2).getByRole('button').focus();
    await page.getByRole('link', { name: /initials/i }).waitFor();
    await save();
  });

  it('marks sentences whose items changed, and renews those that nobody edited', async () => {
    const written = await narrative();
    await field(NARRATIVE).fill(written.replace('The reactions were', 'By hand: the reactions were'));
    await page.getByText('1 sentence was edited by hand and is not updated.').waitFor();
    const byHand = await narrative();
    await toTab('Patient');
    await field(INITIALS).fill('Z.Z.');
    await toTab('Narrative');
    const renew = page.getByRole('button', { name: 'Update 1 sentence' });
    await renew.waitFor();
    await page.getByRole('button', { name: 'Show sentences' }).click();
    expect(await sentences().nth(2).textContent()).toContain('Case has changed');
    await renew.click();
    await expect.poll(narrative).toBe(byHand.replace(/Initials: .*$/, 'Initials: Z.Z..'));
    await page.getByText('The text is up to date with the case.').waitFor();
    await field(NARRATIVE).press('Control+z');
    await expect.poll(narrative).toBe(byHand);
    await page.keyboard.press('Control+y');
    await save();
    await page.reload();
    await expect.poll(narrative).toContain('Z.Z.');
    await page.getByText('1 sentence was edited by hand and is not updated.').waitFor();
    expect(problems).toEqual([]);
  });
});

describe('the values that a text states', () => {
  const STORY =
    'The subject took Pravux 20 mg once daily from 1 March 2024. On 5 March 2024 she developed an itchy rash. ' +
    'There was no racing heart.';
  const proposed = () => page.getByRole('list', { name: 'Proposed values' });
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

  it('are lit in their sentence, accepted and undone by keyboard, and saved with the sentence as source', async () => {
    await follow(page, `${tabs}/NR`);
    await field(NARRATIVE).waitFor();
    await field(NARRATIVE).fill(STORY);
    await save();
    await button('Propose values').focus();
    await user.press('Enter');
    await proposed().getByRole('heading', { name: 'Drug: Pravux' }).waitFor();
    await expect.poll(() => proposed().getByText('Racing heart').count()).toBe(0);
    const start = button('Accept: Start date 2024-03-05');
    await start.focus();
    await expect
      .poll(() => page.locator('span[data-lit]').textContent())
      .toContain('developed an itchy rash.');
    expect(await page.locator('span[data-lit] mark').textContent()).toBe('5 March 2024');
    await user.press('Enter');
    // the name of the new row comes with it
    await page.getByText(/^2 accepted/).waitFor();
    await button('Undo the last acceptance').focus();
    await user.press('Enter');
    await page.getByText(/^0 accepted/).waitFor();
    await button('Accept all of Drug: Pravux').focus();
    await user.press('Enter');
    await button('Accept all of Reaction: itchy rash').focus();
    await user.press('Enter');
    await button(/^Save \d+ accepted values$/).focus();
    await user.press('Enter');
    const reason = page.getByRole('dialog', { name: 'Reason for change' });
    await reason.getByLabel(/New data/).check();
    // the first answer is lost on its way
    await page.route(/\/pages\?/, async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      await route.fetch();
      await route.abort();
    });
    await reason.getByRole('button', { name: 'OK', exact: true }).click();
    await reason.getByText(/did not answer/).waitFor();
    await page.unroute(/\/pages\?/);
    // the page reads that the case has the values; what was sent is still asked about
    const done = page.getByText('The text states no value that the case does not have.');
    await expect
      .poll(
        async () => {
          await beat(page);
          return done.count();
        },
        { interval: 1_000 },
      )
      .toBe(1);
    await seesMessage(page, /^\d+ values saved from the text$/, () =>
      reason.getByRole('button', { name: 'OK', exact: true }).click(),
    );
    await toTab('Reactions');
    const rash = page.getByRole('row').filter({ hasText: 'itchy rash' });
    await rash.first().waitFor();
    expect(await rash.count()).toBe(1);
    expect(problems.filter((problem) => !problem.includes('ERR_FAILED'))).toEqual([]);
  });
});
