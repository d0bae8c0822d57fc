/** A report is mailed from the case through a real mail server, encrypted, and its log shows what became of it. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfText } from '../pdfText.ts';
import { attachmentsOf, startMailServer, type MailServer } from '../api/mailServer.ts';
import { follow, startProduct, startSession, prefixOf, type Product } from './product.ts';

let smtp: MailServer;
let product: Product;
let page: Page;
let problems: string[];
/** of the case whose report is mailed */
let caseUrl: string;
beforeAll(async () => {
  smtp = await startMailServer();
  product = await startProduct({
    CASEWRIGHT_MAIL_URL: smtp.url,
    CASEWRIGHT_MAIL_FROM: 'safety@example.com',
    CASEWRIGHT_PUBLIC_URL: 'https://safety.example',
  });
  ({ page, problems } = await product.open({ width: 1280, height: 900 }));
});
afterAll(async () => {
  await product.stop();
  await smtp.close();
});

const dialog = () => page.getByRole('dialog');
const PASSWORD = 'correct horse battery';
const TYPED = 'qa@partner.example';
const LISTED = 'case.editor@example.com';

describe('an administrator', () => {
  it('allows a domain', async () => {
    const admin = await product.openAs('sponsor.admin', 'settings?part=mail');
    const entries = admin.page.getByRole('textbox', { name: 'Allowed addresses' });
    await entries.fill('@partner.example\nnobody');
    await admin.page.getByText('Neither an address nor a domain: nobody').first().waitFor();
    await entries.fill('@partner.example');
    await admin.page.getByRole('button', { name: 'Apply e-mail settings' }).click();
    const reason = admin.page.getByRole('dialog');
    await reason.getByRole('textbox', { name: 'Reason' }).fill('A partner');
    await reason.getByRole('button', { name: 'OK' }).click();
    await reason.waitFor({ state: 'detached' });
    expect(admin.problems).toEqual([]);
  });
});

describe('a report', () => {
  it('is not sent before everything is there', async () => {
    await startSession(page, product.url, 'case.editor');
    await page.goto(`${product.url}${prefixOf(page)}/case/list?sort=updatedAt`);
    await page
      .getByRole('link', { name: /^CASE-/ })
      .first()
      .click();
    await page.waitForURL(/\/case\/\d+\/detail/);
    caseUrl = page.url();
    await page.getByRole('button', { name: 'Export XML' }).click();
    await page.getByRole('menuitem', { name: 'E-mail report…' }).click();
    await dialog().getByRole('button', { name: 'Send', exact: true }).click();
    await dialog().getByText('You have to choose a report').waitFor();
    await dialog().getByText('Choose or add at least one consignee').waitFor();
  });

  it('takes consignees that are picked, or typed and valid, allowed and new', async () => {
    await dialog().getByRole('combobox', { name: 'Report', exact: true }).click();
    await page.getByRole('option', { name: 'CIOMS I form' }).click();
    await dialog().getByRole('combobox', { name: 'Consignees' }).click();
    await page.getByRole('option', { name: new RegExp(LISTED) }).click();
    await page.keyboard.press('Escape');
    const address = dialog().getByRole('textbox', { name: 'New e-mail address' });
    for (const [typed, fault] of [
      ['nobody', 'This is not a valid e-mail address'],
      [LISTED.toUpperCase(), 'This address is already listed or chosen'],
      ['a@elsewhere.example', 'The settings do not allow this address'],
    ] as const) {
      await address.fill(typed);
      await address.press('Enter');
      await dialog().getByText(fault).waitFor();
    }
    await address.fill(TYPED);
    await address.press('Enter');
    await expect.poll(() => address.inputValue()).toBe('');
  });

  it('is sent locked, and the tick N/A follows the password', async () => {
    const none = dialog().getByRole('checkbox', { name: 'N/A' });
    expect(await none.isChecked()).toBe(true);
    const password = dialog().getByLabel('Password of the file');
    await password.fill(PASSWORD);
    expect(await none.isChecked()).toBe(false);
    await none.check();
    expect(await password.inputValue()).toBe('');
    await password.fill(PASSWORD);
    await dialog().getByRole('textbox', { name: 'Comment' }).fill('The report that you asked for.');
    await dialog().getByRole('button', { name: 'Send', exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
    // the demo tells administrators of the events of its studies, in mails without a file
    const reports = () => smtp.mails.filter(({ raw }) => attachmentsOf(raw).length > 0);
    await expect
      .poll(() =>
        reports()
          .map(({ to }) => to[0])
          .toSorted(),
      )
      .toEqual([LISTED, TYPED]);
    for (const { raw } of reports()) {
      const [file] = attachmentsOf(raw);
      expect(raw).not.toContain(PASSWORD);
      expect(await pdfText(file?.bytes ?? Buffer.of(), PASSWORD)).toContain(
        'SUSPECT ADVERSE REACTION REPORT',
      );
    }
  });

  it('is in the log with the state of each consignee', async () => {
    await follow(page, `${prefixOf(page)}/case/email-log/1/10`);
    await page.getByRole('row').filter({ hasText: TYPED }).first().click();
    await expect.poll(() => dialog().getByRole('row').filter({ hasText: 'Sent' }).count()).toBe(2);
    expect(problems).toEqual([]);
  });
});

describe('a letter to the reporter', () => {
  it('keeps what was typed when its questions and language change, and is sent so', async () => {
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await follow(page, caseUrl);
    await page.locator('[data-fact="completeness"] button').click();
    const letter = page.getByRole('dialog', { name: /^Completeness: / });
    await letter.getByRole('button', { name: 'Write to the reporter…', exact: true }).click();
    const text = letter.getByRole('textbox', { name: 'Letter' });
    const subject = letter.getByRole('textbox', { name: 'Subject' });
    const drafted = await subject.inputValue();
    const useDraft = letter.getByRole('button', { name: 'Use the draft', exact: true });
    expect(await useDraft.count()).toBe(0);
    const mine = 'Dear Dr Lee, please answer what you know.';
    await text.fill(mine);
    const question = letter.getByRole('checkbox').first();
    await question.click();
    await letter.getByRole('combobox', { name: 'Language' }).selectOption({ label: '日本語' });
    await expect.poll(() => subject.inputValue()).not.toBe(drafted);
    expect(await text.inputValue()).toBe(mine);
    // the draft is offered, and what was typed can be typed again
    await useDraft.click();
    await expect.poll(() => text.inputValue()).not.toBe(mine);
    await useDraft.waitFor({ state: 'detached' });
    await question.click();
    await text.fill(mine);
    await letter.getByRole('combobox', { name: 'E-mail of the reporter' }).fill(TYPED);
    await letter.getByRole('button', { name: 'Send', exact: true }).click();
    await expect.poll(() => smtp.mails.some(({ raw }) => raw.includes('Dear Dr Lee'))).toBe(true);
    expect(problems).toEqual([]);
  });
});
