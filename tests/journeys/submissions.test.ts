/** A case leaves the house: one is accepted, one rejected with an item, one delayed and set by hand. */
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DELAYED_AFTER_MS } from '../../shared/submission/delayed.ts';
import { inSponsor } from '../../server/storage/database.ts';
import { DUE_TO_EMA, PARTNER, startSubmissionWorld, type SubmissionWorld } from '../api/submissionWorld.ts';
import { SFTP_USER, startSftpServer } from '../api/sftpServer.ts';
import { newProfile, openIn, type OpenedPage } from './browser.ts';
import { faultsOf } from './faults.ts';
import { loseAnswers } from './lostAnswers.ts';
import { follow, prefixOf, signIn } from './product.ts';
import { hasFocus } from './waits.ts';

const REASON = 'Known to the receiver';

let world: SubmissionWorld;
let opened: OpenedPage;
let page: Page;
let prefix: string;

beforeAll(async () => {
  world = await startSubmissionWorld();
  ({ opened, page, prefix } = await open('sponsor.admin', 'submission'));
});
afterAll(async () => {
  await page.context().close();
  await world.server.stop();
});

async function open(userId: string, path: string) {
  const { url } = world.server;
  const profile = await newProfile({ viewport: { width: 1440, height: 900 } });
  await profile.addCookies([{ name: 'NOTICE_POPUP_KR_1', value: '1', url }]);
  const tab = await openIn(profile);
  await signIn(tab.page, url, userId, path);
  return { opened: tab, page: tab.page, prefix: url + prefixOf(tab.page) };
}

const dialog = () => page.getByRole('dialog');
const state = (text: string) =>
  page.getByRole('banner').or(page.locator('header')).getByText(text, { exact: true });

/** From the check list to the page of the batch. */
async function sendChecked(): Promise<void> {
  await page.getByRole('button', { name: 'Select all warnings' }).click();
  await page.getByRole('button', { name: /^Give reason/ }).click();
  await dialog().getByRole('textbox').fill(REASON);
  await dialog().getByRole('button', { name: 'OK' }).click();
  await page.getByText(`Accepted by Seo Ha-neul: ${REASON}`).first().waitFor();
  await page.getByRole('button', { name: /^Submit/ }).click();
  await dialog().getByText('1 case will be submitted.').waitFor();
  await dialog().getByLabel('Comments').fill('Sent by the journey');
  await dialog().getByRole('button', { name: 'Submit', exact: true }).click();
  await page.waitForURL(/batch-detail/);
}

/** Demo cases break rules whose findings are warnings. */
const ACCEPTED = 'Accepted with a warning';

async function chooseCase(receiver: string, caseKey: number): Promise<void> {
  await follow(page, `${prefix}/submission/${caseKey}`);
  // the receivers of the case, from which it may come, are rows with check boxes, too
  await page.getByRole('button', { name: /^Create batch/ }).waitFor();
  await page.getByRole('row').filter({ hasText: receiver }).getByRole('checkbox').check();
}

async function createBatch(pretend: string): Promise<void> {
  await page.getByRole('button', { name: /^Create batch/ }).click();
  await dialog().getByLabel('Acknowledgement of the simulated authority').selectOption(pretend);
  await dialog().getByRole('button', { name: 'Create and check' }).click();
}

async function makeBatch(receiver: string, caseKey: number, pretend: string): Promise<void> {
  await chooseCase(receiver, caseKey);
  await createBatch(pretend);
  await page.waitForURL(/check-list/);
}

describe('a saved search', () => {
  it('narrows the cases to submit to those that answer it', async () => {
    const total = page.getByRole('main').getByText(/^\d+ entr/);
    await total.waitFor();
    const before = Number.parseInt(await total.innerText(), 10);
    await page.getByRole('button', { name: 'Only cases of a saved search…', exact: true }).click();
    const library = page.getByRole('dialog', { name: 'Choose a data library' });
    await library.getByRole('row', { name: /^Fatal outcome/ }).click();
    await page.waitForURL(/submission\?library=-\d+$/);
    await page.getByText('Fatal outcome').waitFor();
    await expect.poll(async () => Number.parseInt(await total.innerText(), 10)).toBeLessThan(before);
    expect(await faultsOf(page)).toEqual([]);
  });
});

describe('a saved case', () => {
  it('is submitted from its tab of receivers, accepted, and no longer due', async () => {
    await follow(page, `${prefix}/case/${DUE_TO_EMA}/detail/RE`);
    await page.getByRole('link', { name: 'Submit this case' }).click();
    await page.waitForURL(new RegExp(`submission/${DUE_TO_EMA}$`));
    await chooseCase('EMA', DUE_TO_EMA);
    const letAnswersThrough = await loseAnswers(page, /\/submissions\?/);
    await createBatch('check');
    await dialog().getByText('The server did not answer').waitFor();
    await letAnswersThrough();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await createBatch('check');
    await page.waitForURL(/check-list/);
    // the case is in one batch
    const { rows } = await inSponsor(world.server.deps.db, 1, (trx) =>
      sql`SELECT FROM submission_message WHERE case_key = ${DUE_TO_EMA}`.execute(trx),
    );
    expect(rows).toHaveLength(1);
    await state('Ready').first().waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByText('Predicted acknowledgement:').waitFor();
    await page.getByRole('button', { name: /^View message of/ }).click();
    await dialog().getByText('This is the first message of this case to the receiver.').waitFor();
    await dialog().getByText('Items', { exact: true }).click();
    await dialog()
      .getByRole('table')
      .getByText(/^C\.1\.1 /)
      .waitFor();
    await page.screenshot({ path: '.cache/test/message.png' });
    await page.keyboard.press('Escape');
    await sendChecked();
    await state('Acknowledged').first().waitFor();
    await page
      .getByText(/With Tag Id/)
      .first()
      .waitFor();
    await page.getByText('Diagram of all statuses', { exact: true }).click();
    await page.getByRole('img', { name: /^Statuses of the batch/ }).waitFor();
    const statuses = page.getByRole('table', { name: 'Statuses of its cases' });
    await statuses.getByText(`${ACCEPTED} (now)`, { exact: true }).waitFor();
    const attempts = page.getByRole('table', { name: 'Attempts', exact: true });
    await attempts.getByText('Delivered', { exact: true }).waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Reports…', exact: true }).click();
    const reports = page.getByRole('dialog', { name: 'Reports of 1 case' });
    await reports.getByRole('combobox', { name: /^Report/ }).click();
    await page.getByRole('option', { name: 'CIOMS I form' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      reports.getByRole('button', { name: 'Create file', exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^CIOMS_\d{8}\.zip$/);
    await follow(page, `${prefix}/submission/${DUE_TO_EMA}`);
    await page.getByText(/No case is due/).waitFor();
    await follow(page, `${prefix}/case/${DUE_TO_EMA}/detail/RE`);
    const sent = page.getByRole('table', { name: 'Submissions' });
    await sent.getByText(ACCEPTED, { exact: true }).waitFor();
    await page
      .locator('[data-fact="submissions"]')
      .getByText(/^EMA \d{4}-\d\d-\d\d Accepted/)
      .waitFor();
  });
});

/** The task of the rejection is at its field, is answered there, and the case goes out again. */
async function correct(caseKey: number): Promise<void> {
  await page.getByRole('button', { name: 'Questions (1)' }).click();
  const questions = page.getByRole('dialog', { name: 'Questions' });
  await questions.getByRole('link', { name: /was rejected$/ }).waitFor();
  await questions.getByRole('button', { name: 'Answer', exact: true }).click();
  await questions.getByLabel('Answer').and(questions.locator('textarea')).fill('The name is corrected');
  await questions.getByRole('button', { name: 'Answer', exact: true }).click();
  await questions.getByText('Answered by Seo Ha-neul').waitFor();
  expect(await faultsOf(page)).toEqual([]);
  await page.screenshot({ path: '.cache/test/correction.png' });
  await questions.getByRole('link', { name: /Qualification$/ }).click();
  await questions.waitFor({ state: 'detached' });
  await page.locator('[data-address="C.2.r.1.4|1|0|0"]').getByRole('textbox').first().fill('Corrected');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog', { name: 'Reason for change' }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('[data-unsaved]').count()).toBe(0);
  await makeBatch(PARTNER, caseKey, 'check');
  await sendChecked();
  const answers = page.getByRole('table', { name: 'Cases and acknowledgements' });
  // the prediction, and what became of it
  await expect.poll(() => answers.getByText(ACCEPTED, { exact: true }).count()).toBe(2);
  await follow(page, `${prefix}/case/${caseKey}/detail/RE`);
  const sent = page.getByRole('table', { name: 'Submissions' });
  await sent.getByText(ACCEPTED, { exact: true }).waitFor();
  expect(await sent.getByText('Rejected', { exact: true }).count()).toBe(1);
  await page.getByRole('button', { name: 'Questions', exact: true }).click();
  await questions.getByText('No open questions').waitFor();
  await page.keyboard.press('Escape');
}

describe('a rejected case', () => {
  it('leads to the item that the receiver names, is corrected, sent again and accepted', async () => {
    const caseKey = world.nextCase();
    await world.choose(caseKey, PARTNER);
    await makeBatch(PARTNER, caseKey, 'rejected');
    await sendChecked();
    await page
      .getByRole('table', { name: 'Cases and acknowledgements' })
      .getByText('Rejected', { exact: true })
      .waitFor();
    await page
      .getByRole('table')
      .getByRole('link', { name: /^C\.2\.r\.4/ })
      .first()
      .click();
    await page.waitForURL(/detail\/RP\?item=C\.2\.r\.4/);
    await correct(caseKey);
    await follow(page, `${prefix}/submission/case-history/list`);
    await page
      .getByText(/is Mandatory/)
      .first()
      .waitFor();
    expect(await faultsOf(page)).toEqual([]);
  });
});

describe('a case without an answer', () => {
  it('is delayed after 48 hours, and its status is set by hand', async () => {
    const batch = await world.sent([world.nextCase()]);
    world.server.clock.advance(DELAYED_AFTER_MS + 60_000);
    await page.context().close();
    ({ opened, page, prefix } = await open('sponsor.admin', 'submission/history/list'));
    await page.getByRole('row').filter({ hasText: 'Delayed' }).first().waitFor();
    await follow(page, `${prefix}/submission/history/${batch.batchKey}/batch-detail`);
    await state('Delayed').first().waitFor();
    await page.getByRole('button', { name: /^Comments and status/ }).click();
    await hasFocus(dialog().getByLabel('Comment'));
    await dialog().getByLabel('Status').selectOption('accepted');
    await dialog().getByLabel('Comment').fill('Receipt of the portal: 4711');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('Delayed → Accepted (manual)').waitFor();
    await page.keyboard.press('Escape');
    await state('Accepted (manual)').first().waitFor();
    expect(opened.problems).toEqual([]);
  });

  it('is read, and not changed, by users who may only read submissions', async () => {
    const reader = await open('case.reader', 'home');
    await reader.page.getByRole('link', { name: 'Submission' }).click();
    await reader.page.waitForURL(/submission\/history\/list/);
    expect(await reader.page.getByRole('button', { name: /^Upload acknowledgement/ }).count()).toBe(0);
    await reader.page.context().close();
  });
});

// last: it changes how the partner is reached
describe('a receiver', () => {
  it('is given its transport in a form, which is tried before it is saved', async () => {
    const partner = await startSftpServer(join(world.folder, 'partner'));
    await follow(page, `${prefix}/caseinfo/receiver/${world.partnerKey}/detail`);
    await page.getByRole('link', { name: 'Transport', exact: true }).click();
    const field = (name: string) => page.getByLabel(name, { exact: true });
    await field('Server').fill('127.0.0.1');
    await field('Port').fill(String(partner.port));
    await field('User').fill(SFTP_USER.userName);
    await field('Fingerprint of the server key').fill('SHA256:unknown');
    await field('Password').fill(SFTP_USER.password);
    await page.getByRole('button', { name: 'Try connection' }).click();
    // what the server shows is compared with what its operator says
    await page.getByText(`Incorrect settings: the server showed another key: ${partner.hostKey}`).waitFor();
    await field('Fingerprint of the server key').fill(partner.hostKey);
    await page.getByRole('button', { name: 'Try connection' }).click();
    await page.getByText('The receiver can be reached. Nothing was sent.').waitFor();
    expect(await faultsOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save transport' }).click();
    await dialog().getByRole('textbox').fill('Agreement with the partner');
    await dialog().getByRole('button', { name: 'OK' }).click();
    await page.getByText('Changed by Seo Ha-neul').waitFor();
    await page.screenshot({ path: '.cache/test/transport.png', fullPage: true });
    expect(await field('Password').inputValue()).toBe('');
    await partner.close();
  });
});
