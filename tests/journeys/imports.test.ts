/** Files of partners become cases: read, decided about message by message, imported, acknowledged. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importFile } from '../../shared/contract/index.ts';
import { readAcknowledgement } from '../../shared/submission/readAcknowledgement.ts';
import { makeCall, tokenOf } from '../api/harness.ts';
import { reportXml } from '../api/importReports.ts';
import { ciomsPdf } from '../api/formPdf.ts';
import { zipOf } from '../../shared/testing/zip.ts';
import { readOnly, wholeMessage, withText, xmlOf } from '../conformance/r2Report.ts';
import type { OpenedPage } from './browser.ts';
import { faultsOf } from './faults.ts';
import { follow, startProduct, type Product } from './product.ts';
import { save } from './saves.ts';
import { hasFocus } from './waits.ts';

const KIM = {
  initials: 'K.I.M.',
  birth: '19700102',
  sex: '2',
  received: '20250101',
  mostRecent: '20250103',
} as const;
const LATER = '20250601120000+0000';
const REASON = 'The partner has corrected the patient';

let product: Product;
let opened: OpenedPage;
let page: Page;

beforeAll(async () => {
  product = await startProduct();
  const bytes = await reportXml({ id: 'KR-J-1', ...KIM }, { id: 'KR-J-2', ...KIM, drug: 'Zenotrin' });
  await makeCall(product.url, importFile, {
    token: await tokenOf(product.url, 'case.editor'),
    params: { sponsorKey: 1 },
    file: { name: 'known.xml', bytes },
  });
  opened = await product.openAs('case.editor', 'data/import');
  ({ page } = opened);
});
afterAll(() => product.stop());

const r2 = () =>
  xmlOf(withText(withText(wholeMessage(), 'safetyreportid', 'R2-J-1'), 'casenullification', '2'));

const archive = async () =>
  zipOf([
    {
      name: 'r3.xml',
      bytes: await reportXml(
        { id: 'KR-J-1', ...KIM, created: LATER, mostRecent: '20250530' },
        { id: 'KR-J-1', initials: 'X.Y.', birth: '20010101', sex: '1', created: '20250701120000+0000' },
        { id: 'KR-J-2', ...KIM, created: LATER, nullifies: true },
      ),
    },
    { name: 'r2.xml', bytes: r2() },
    { name: 'broken.xml', bytes: '<MCCI_IN200100UV01 xmlns="urn:hl7-org:v3">' },
  ]);

const picture = (name: string) => page.screenshot({ path: `.cache/test/import-${name}.png`, fullPage: true });
const dialog = () => page.getByRole('dialog');
const row = (text: string | RegExp) => page.getByRole('row').filter({ hasText: text });

it('takes a ZIP of both standards to cases, with a decision by the user', async () => {
  await page.locator('input[type=file]').waitFor({ state: 'attached' });
  await picture('empty');
  await page.locator('input[type=file]').setInputFiles({
    name: 'partner.zip',
    mimeType: 'application/zip',
    buffer: Buffer.from(await archive()),
  });
  await page.getByRole('heading', { name: 'partner.zip: 5 messages' }).waitFor();
  await row('Different patient').getByText('K.I.M.').waitFor();
  await row('Nullification').waitFor();
  await row(/broken\.xml:1:\d+/).waitFor();
  await picture('table');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Import 3 of 5' }).waitFor();

  // by keyboard: another patient under a known number
  await page.getByRole('button', { name: 'Decide about KR-J-1' }).nth(1).focus();
  await page.keyboard.press('Enter');
  await dialog().getByRole('radio', { name: 'Follow-up of a case' }).check();
  await dialog()
    .getByRole('checkbox', { name: /^Sex: Female stays/ })
    .check();
  await dialog().getByRole('button', { name: 'OK' }).click();
  await dialog().getByRole('textbox', { name: 'Reason' }).fill(REASON);
  await picture('decision');
  expect(await faultsOf(page)).toEqual([]);
  await dialog().getByRole('button', { name: 'OK' }).click();
  await row('Different patient').getByText(REASON).waitFor();

  await page.getByRole('button', { name: 'Details of R2-J-1' }).click();
  await dialog()
    .getByText(/changed while (it was|they were) read/)
    .waitFor();
  await picture('details');
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Import 4 of 5' }).click();
  await page.getByText('4 messages imported').waitFor();
  await picture('done');
  expect(await faultsOf(page)).toEqual([]);

  await page.getByRole('link', { name: /^partner\.zip: messages/ }).click();
  await row('r3.xml').getByText(REASON).waitFor();
  await picture('history');
  expect(await faultsOf(page)).toEqual([]);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the acknowledgement of batch PARTNER-BATCH-1' }).click(),
  ]);
  const acknowledgement = readAcknowledgement(await readFile(await file.path(), 'utf8'));
  expect(acknowledgement).toMatchObject({ batchNumber: 'PARTNER-BATCH-1', code: 'AA', receiver: 'PARTNER' });
  expect(acknowledgement.messages.map(({ code }) => code)).toEqual(['CA', 'CA', 'CA']);
  await page.getByText(/^Fetched by/).waitFor();

  // in the case as well
  await row('r2.xml').getByRole('link').first().click();
  await page.getByRole('button', { name: 'More actions for the case', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Versions and signatures…' }).click();
  const imports = page.getByRole('table', { name: 'Imported from' });
  await imports.getByText(/changed while (it was|they were) read/).click();
  await imports.getByText(/→/).first().waitFor();
  await picture('inCase');
  expect(await faultsOf(page)).toEqual([]);
  expect(opened.problems).toEqual([]);
});

/** A small report of a batch: each of another patient, drug and reaction. */
const smallR2 = (no: number) => {
  const word = ['alder', 'birch', 'cedar', 'durian'][no - 1] ?? '';
  return `<safetyreport><safetyreportid>FR-P-${no}</safetyreportid><primarysourcecountry>FR</primarysourcecountry>
    <occurcountry>FR</occurcountry><transmissiondateformat>102</transmissiondateformat>
    <transmissiondate>20250301</transmissiondate><reporttype>1</reporttype><serious>1</serious>
    <seriousnesshospitalization>1</seriousnesshospitalization><receivedateformat>102</receivedateformat>
    <receivedate>2025020${no}</receivedate><receiptdateformat>102</receiptdateformat>
    <receiptdate>2025021${no}</receiptdate><companynumb>FR-P-${no}</companynumb>
    <primarysource><qualification>1</qualification></primarysource>
    <patient><patientinitial>${word.slice(0, 3).toUpperCase()}</patientinitial>
      <patientbirthdateformat>102</patientbirthdateformat><patientbirthdate>19${no}0010${no}</patientbirthdate>
      <patientsex>${1 + (no % 2)}</patientsex>
      <reaction><primarysourcereaction>${word} fever</primarysourcereaction></reaction>
      <drug><drugcharacterization>1</drugcharacterization><medicinalproduct>${word}in</medicinalproduct></drug>
      <summary><narrativeincludeclinical>A narrative of ${word}</narrativeincludeclinical></summary>
    </patient></safetyreport>`;
};

const batchOfFour = `<?xml version="1.0" encoding="UTF-8"?><ichicsr lang="en"><ichicsrmessageheader>
  <messagetype>ichicsr</messagetype><messageformatversion>2.1</messageformatversion>
  <messageformatrelease>2.0</messageformatrelease><messagenumb>FOUR-1</messagenumb>
  <messagesenderidentifier>PARTNER</messagesenderidentifier><messagereceiveridentifier>US</messagereceiveridentifier>
  <messagedateformat>204</messagedateformat><messagedate>20250301120000</messagedate></ichicsrmessageheader>
  ${[1, 2, 3, 4].map(smallR2).join('')}</ichicsr>`;

it('takes a batch of E2B(R2) in, and one of its cases out again after a correction, as R2 and as R3', async () => {
  await follow(page, page.url().replace(/case\/.*/, 'data/import'));
  await page.getByRole('heading', { name: 'Import', exact: true }).waitFor();
  await page.locator('input[type=file]').setInputFiles({
    name: 'four.xml',
    mimeType: 'text/xml',
    buffer: Buffer.from(batchOfFour),
  });
  await page.getByRole('heading', { name: 'four.xml: 4 messages' }).waitFor();
  await page.getByRole('button', { name: 'Import 4 of 4' }).click();
  await page.getByText('4 messages imported').waitFor();
  await page.getByRole('link', { name: /^four\.xml: messages/ }).click();
  await page.getByRole('table', { name: 'Messages' }).getByRole('row').nth(4).waitFor();
  await picture('four');
  await row('FR-P-2').getByRole('link').first().click();
  await page.waitForURL(/\/detail\/./);
  await follow(page, page.url().replace(/detail.*/, 'detail/DM'));
  await page.locator('[data-address="D.1|0|0|0"]').getByRole('textbox').first().fill('BXX');
  await save(page);
  const outAs = async (item: string, download?: () => Promise<void>) => {
    await page.getByRole('button', { name: 'Export XML', exact: true }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('menuitem', { name: item })
        .click()
        .then(() => download?.()),
    ]);
    return readOnly(new Uint8Array(await readFile(await file.path())));
  };
  const partner = page.getByRole('dialog', { name: 'Download as E2B(R2)' });
  const asR2 = await outAs('E2B(R2) for a partner…', async () => {
    const lost = partner.getByRole('link', { name: 'Date of creation (C.1.2)' });
    expect(await lost.getAttribute('href')).toMatch(/detail\/CI\?item=C\.1\.2$/);
    await hasFocus(partner.getByRole('button', { name: 'Cancel' }));
    await partner.getByRole('button', { name: 'Download', exact: true }).click();
  });
  const asR3 = await outAs('Values as entered');
  expect([asR2.form, asR3.form]).toEqual(['R2', 'R3']);
  for (const { content } of [asR2, asR3]) {
    const valueOf = (itemId: string) => content.values.find((one) => one.itemId === itemId)?.value;
    expect(['C.1.1', 'C.1.8.1', 'D.1', 'G.k.2.2', 'E.i.1.1a', 'E.i.9'].map(valueOf)).toEqual([
      'FR-P-2',
      'FR-P-2',
      'BXX',
      'birchin',
      'birch fever',
      'FR',
    ]);
  }
  expect(opened.problems).toEqual([]);
});

it('takes a printed form to a case: each value is accepted or refused beside the page', async () => {
  await follow(page, page.url().replace(/case\/.*/, 'data/import'));
  await page.getByRole('heading', { name: 'Import', exact: true }).waitFor();
  const bytes = await ciomsPdf({
    'C.1.1': 'KR-PDF-1',
    'D.1': 'P.D.F.',
    'E.i.1.1a|1': 'dizziness',
    'G.k.1|1': '1',
    'G.k.2.2|1': 'Quorvexa',
    'H.1': 'Invented.',
  });
  await page.locator('input[type=file]').setInputFiles({
    name: 'form.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(bytes),
  });
  await page.getByRole('heading', { name: 'form.pdf: 1 message' }).waitFor();
  await page.getByRole('button', { name: 'Import 0 of 1' }).waitFor();
  await page.getByRole('button', { name: /^Check \d+ values?….*KR-PDF-1$/ }).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'Values of form.pdf' });
  await form.getByRole('img', { name: 'Page 1 of 1 of form.pdf' }).waitFor();
  await form.locator('[data-drawn="true"]').waitFor();

  // by keyboard: the box of the value is lit
  const initials = form.getByRole('radiogroup', { name: 'Patient name or initials' });
  await initials.getByRole('radio', { name: 'Accept' }).focus();
  await page.keyboard.press('Space');
  await form.locator('[data-lit][aria-hidden="true"]').waitFor();
  await form.getByText(/^1 of \d values checked/).waitFor();
  await form.getByRole('button', { name: 'Save the check' }).click();
  await form.getByText(/still to be accepted or refused/).waitFor();
  await form
    .getByRole('radiogroup', { name: 'Case narrative' })
    .getByRole('radio', { name: 'Refuse' })
    .check();
  for (const box of ['7-13', '14', '24b'])
    await form.getByRole('button', { name: `Accept the rest of box ${box}` }).click();
  await picture('form');
  expect(await faultsOf(page)).toEqual([]);
  await form.getByRole('button', { name: 'Save the check' }).click();
  await page.getByRole('button', { name: 'Import 1 of 1' }).click();
  await page.getByText('1 message imported').waitFor();
  await page.getByRole('link', { name: /^form\.pdf: messages/ }).click();
  await row('form.pdf').getByRole('link').first().click();
  await page.waitForURL(/\/detail\/./);
  await follow(page, page.url().replace(/detail.*/, 'detail/DM'));
  const field = page.locator('[data-address="D.1|0|0|0"]').getByRole('textbox').first();
  await field.waitFor();
  expect(await field.inputValue()).toBe('P.D.F.');
  expect(opened.problems).toEqual([]);
});
