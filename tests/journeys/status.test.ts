/** Review, lock and deletion, versions and rows, as the people who are answerable for a case meet them. */
import type { Page, Route } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { caseByCalls } from './caseByCalls.ts';
import { follow, startProduct, type Product, startSession } from './product.ts';
import { setPart } from './sponsorSettings.ts';
import { hasFocus } from './waits.ts';

const PASSWORD = 'Casewright-demo-1';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

describe('the status of a case', () => {
  let page: Page;
  let problems: string[];
  let tabs: string;
  const dialog = () => page.getByRole('dialog');
  const confirm = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const fromMenu = async (name: RegExp) => {
    await page.getByRole('button', { name: 'More actions for the case' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  const overrideReason = () => dialog().getByLabel('Reason for the override');
  const override = () => overrideReason().fill('The reporter cannot be reached');

  beforeAll(async () => {
    ({ page, problems, tabs } = await product.openCase('case.editor', 0, 'DM'));
  });

  it('is reviewed with a signature; a wrong password keeps the dialog open', async () => {
    await button('Review').click();
    await override();
    await confirm('Sign');
    await dialog().getByText('Please enter your password.').waitFor();
    const password = dialog().getByLabel('Your password');
    await hasFocus(password);
    await password.fill('wrong');
    await page.keyboard.press('Enter');
    await dialog().getByRole('alert').getByText('The password is wrong').waitFor();
    await password.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByText(/^Reviewed, open for editing/).waitFor();
    await hasFocus(button('Undo review'));
  });

  it('asks for a text at the field itself, and not in a bubble of the browser', async () => {
    await button('Lock').click();
    await override();
    await dialog().getByLabel('Others').check();
    await confirm('Sign');
    await dialog().getByText('Please enter the reason.').waitFor();
    await hasFocus(dialog().getByRole('textbox', { name: 'Reason', exact: true }));
    // a text is not discarded by one Escape
    await page.keyboard.press('Escape');
    await dialog().getByText('What you have typed would be lost', { exact: false }).waitFor();
    await page.keyboard.press('Escape');
    await hasFocus(button('Lock'));
  });

  it('names its step in the language that is chosen', async () => {
    const chip = page.getByText(/^Reviewed, open for editing in step |^검토됨, .* 단계에서 편집 가능$/);
    const [, english] = (await chip.innerText()).split('in step ');
    await page.getByRole('combobox', { name: 'Language' }).selectOption('ko');
    await expect.poll(async () => (await chip.innerText()).startsWith('검토됨, ')).toBe(true);
    await expect.poll(async () => (await chip.innerText()).includes(english ?? '')).toBe(false);
    await page.getByRole('combobox', { name: /언어|Language/ }).selectOption('en');
    await expect.poll(() => chip.innerText()).toBe(`Reviewed, open for editing in step ${english}`);
  });

  it('is locked knowing its errors and warnings; what cannot be done now says why', async () => {
    await button('Lock').click();
    const counts = dialog().getByText(/^\d+ errors?, \d+ warnings? for \w+$/);
    const [errors, warnings, receiver] = (await counts.innerText()).match(/\d+|\w+$/g) ?? [];
    await page.keyboard.press('Escape');
    await follow(page, `${tabs}/RE`);
    const own = page.getByRole('row').filter({ hasText: receiver });
    expect((await own.innerText()).match(/\d+/g)).toEqual([errors, warnings]);
    await follow(page, `${tabs}/DM`);
    await button('Lock').click();
    await dialog().getByLabel('Your password').fill(PASSWORD);
    // the demo's sponsor demands a reason
    await overrideReason().waitFor();
    // with errors nothing declares the case ready but the user
    expect(await dialog().getByRole('radio', { checked: true }).count()).toBe(0);
    await dialog().getByLabel('Ready for submission').check();
    await confirm('Sign');
    await dialog().getByText('Enter the reason for the override').waitFor();
    await hasFocus(overrideReason());
    await override();
    await confirm('Sign');
    await page.getByText(/locked and read-only/).waitFor();
    await hasFocus(button('Unlock'));
    await page.keyboard.press('Tab');
    await page.getByRole('tooltip').filter({ hasText: 'The case is locked. Unlock it first.' }).waitFor();
    await page.keyboard.press('Enter');
    expect(await dialog().count()).toBe(0);
  });

  it('tells a second person who locked it, why, and who can unlock it', async () => {
    const second = await product.open();
    await startSession(second.page, product.url, 'case.reader');
    await second.page.goto(`${tabs}/DM`);
    const banner = second.page.getByRole('status').filter({ hasText: 'This case is locked and read-only' });
    await banner.waitFor();
    expect(await banner.textContent()).toMatch(/Locked by Mina Park on .*: Ready for submission/);
    expect(await banner.textContent()).toMatch(/Can be unlocked by .*Seo Ha-neul/);
    // readers get no instruction that only editors can follow
    expect(await banner.textContent()).not.toContain('to edit');
    await second.page.context().close();
  });

  it('is unlocked, and the page can be edited at once', async () => {
    await button('Unlock').click();
    await confirm('Unlock');
    await page.getByText(/locked and read-only/).waitFor({ state: 'detached' });
    const name = page.locator('[data-address="D.1|0|0|0"]').getByRole('textbox').first();
    expect(await name.isEditable()).toBe(true);
  });

  it('starts afresh in a follow-up version; the one before leads to it', async () => {
    const before = page.url();
    await fromMenu(/follow-up/);
    await confirm('Create version');
    await page.waitForURL((url) => url.href !== before);
    await page.getByText(/^Reviewed, open for editing/).waitFor({ state: 'detached' });
    const made = page.url();
    await follow(page, made.replace(/DM$/, 'CI'));
    expect(await page.locator('[data-address="C.1.5|0|0|0"]').getByRole('textbox').first().inputValue()).toBe(
      '',
    );
    await follow(page, before);
    await page.getByText(/This version is superseded/).waitFor();
    await page.getByRole('link', { name: /Open version \d+, the newest/ }).click();
    await page.waitForURL(made);
    tabs = made.replace(/\/DM$/, '');
  });

  it('lists its versions, opens them, and says what differs', async () => {
    await page.getByRole('button', { name: /other versions/ }).click();
    await page
      .getByRole('menuitem', { name: /superseded.*Mina Park/is })
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await fromMenu(/Versions and signatures/);
    const signatures = dialog().getByRole('table', { name: 'Signatures' });
    await signatures.getByText('Mina Park (case.editor)').first().waitFor();
    expect(await signatures.getByText('Intact').count()).toBe(2);
    await dialog()
      .getByRole('button', { name: /Compare versions/ })
      .click();
    await dialog().getByRole('heading', { name: 'Case', exact: true }).waitFor();
    await dialog()
      .getByRole('row')
      .filter({ hasText: 'Removed' })
      .filter({ hasText: 'Most recent information' })
      .waitFor();
    await page.keyboard.press('Escape');
    await hasFocus(page.getByRole('button', { name: 'More actions for the case' }));
  });

  it('is nullified with a reason, which editing takes back', async () => {
    await fromMenu(/Nullify/);
    await dialog().getByRole('textbox', { name: 'Reason' }).fill('Duplicate of another case');
    await dialog().getByLabel('This version').check();
    await confirm('Nullify');
    await page.getByText('Nullified', { exact: true }).waitFor();
    await follow(page, `${tabs}/CI`);
    const reason = page.locator('[data-address="C.1.11.2|0|0|0"] textarea').first();
    await expect.poll(() => reason.inputValue()).toBe('Duplicate of another case');
  });

  it('is not to be signed by its author where another user must review: nothing is asked for', async () => {
    await setPart(product.url, 'editing', { reviewer: 'other' });
    await button('Review').click();
    await dialog().getByText('so another user must review or lock it').waitFor();
    await hasFocus(dialog().getByRole('button', { name: 'Cancel', exact: true }));
    expect(await dialog().getByLabel('Your password').count()).toBe(0);
    expect(await dialog().getByRole('button', { name: 'Sign', exact: true }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await hasFocus(button('Review'));
    await setPart(product.url, 'editing', { reviewer: 'any' });
  });

  it('is deleted, and restored', async () => {
    await button('Delete').click();
    // why is not guessed
    await confirm('Delete');
    await dialog().getByText('Please select the reason.').waitFor();
    await hasFocus(dialog().getByRole('radio').first());
    await dialog().getByLabel('Entered by mistake').check();
    await confirm('Delete');
    await page.getByText(/deleted and read-only/).waitFor();
    await page.getByText(/Deleted by Mina Park/).waitFor();
    await button('Restore').click();
    await confirm('Restore');
    await page.getByText(/deleted and read-only/).waitFor({ state: 'detached' });
  });

  it('is not needed for a row: it tells first what speaks of the row', async () => {
    await follow(page, `${tabs}/AE`);
    await page.getByRole('checkbox', { name: 'Select row 1' }).check();
    await button('Delete 1 row').click();
    await dialog().getByText('1 row will be deleted').waitFor();
    await dialog()
      .getByText(/referenced by Drug/)
      .waitFor();
    await dialog().getByLabel('Input error').check();
    await confirm('Delete');
    await page.locator('[data-struck]').waitFor();
    // the row stays chosen, and the focus is where it is taken back
    await hasFocus(button('Restore 1 row'));
    await page.keyboard.press('Enter');
    await confirm('Restore');
    await page.locator('[data-struck]').waitFor({ state: 'detached' });
  });

  it('warns before a new number of the sender parts it from its versions', async () => {
    await follow(page, `${tabs}/CI`);
    const number = page.locator('[data-address="C.1.1|0|0|0"]').getByRole('textbox').first();
    const heading = await page.getByRole('heading', { level: 1 }).textContent();
    await number.fill('KR-ANOTHER-1');
    await page.keyboard.press('Control+s');
    await dialog()
      .getByText(/is no longer a version of/)
      .waitFor();
    await confirm('Cancel');
    await dialog().waitFor({ state: 'detached' });
    await hasFocus(number);
    await page.keyboard.press('Control+s');
    await confirm('Save and disconnect');
    await confirm('OK');
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).not.toBe(heading);
    await page.getByRole('button', { name: /Version 1: other versions/ }).waitFor();
  });

  it('causes no error in the browser', () => {
    // the wrong password is a 422, which the browser notes in the console
    expect(problems.filter((problem) => !problem.includes('422'))).toEqual([]);
  });
});

describe('a change of the status whose answer is lost', () => {
  let page: Page;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = () => page.getByRole('dialog');
  const confirm = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
  const fromMenu = async (name: RegExp) => {
    await page.getByRole('button', { name: 'More actions for the case' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  /** The server does what it is asked to, and the browser does not hear it. */
  const losesAnswer = (url: RegExp, method: string) => {
    let isLost = false;
    return page.route(url, async (route: Route) => {
      if (isLost || route.request().method() !== method) return route.fallback();
      isLost = true;
      await route.fetch();
      await route.abort();
    });
  };
  beforeAll(async () => {
    const { caseKey } = await caseByCalls(product.url, []);
    ({ page } = await product.openAs('case.editor', `case/${caseKey}/detail/DM`));
  });

  it('shows a locked case, and no dialog that goes on asking', async () => {
    await losesAnswer(/\/status\?/, 'PUT');
    await button('Lock').click();
    await dialog().getByLabel('Reason for the override').fill('The reporter cannot be reached');
    await dialog().getByLabel('Ready for submission').check();
    await dialog().getByLabel('Your password').fill(PASSWORD);
    await confirm('Sign');
    await page.getByText(/locked and read-only/).waitFor();
    await dialog().waitFor({ state: 'detached' });
  });

  it('makes a follow-up once, and the second try leads to it', async () => {
    const before = page.url();
    await losesAnswer(/\/follow-up\?/, 'PUT');
    await fromMenu(/follow-up/);
    await confirm('Create version');
    await dialog().getByText('The server did not answer').waitFor();
    await confirm('Create version');
    await page.waitForURL((url) => url.href !== before);
    await page.getByText('Version 2 (follow-up 1)').first().waitFor();
  });

  it('nullifies once, and the second try says so', async () => {
    await losesAnswer(/\/pages\/CI\?/, 'POST');
    await fromMenu(/Nullify/);
    await dialog().getByRole('textbox', { name: 'Reason' }).fill('Duplicate of another case');
    await dialog().getByLabel('This version').check();
    await confirm('Nullify');
    await dialog().getByText('The server did not answer').waitFor();
    await confirm('Nullify');
    await dialog().waitFor({ state: 'detached' });
    await page.getByText('Nullified', { exact: true }).waitFor();
  });

  it('leads a case to its next step once, and says so', async () => {
    await losesAnswer(/\/pages\/WF\?/, 'POST');
    await fromMenu(/Route/);
    await dialog().getByRole('combobox').first().selectOption({ index: 1 });
    await dialog().getByLabel('Comments').fill('Please review');
    await confirm('OK');
    await page.getByText(/Sent to this step by Mina Park .*: Please review/).waitFor();
    await dialog().waitFor({ state: 'detached' });
  });
});
