/**
 * A sponsor is entered from nothing: sender with its logo, products, study, receivers and a narrative template. A case is
 * made with them, and follows a product that is changed.
 */
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { setUp, signIn } from '../../shared/contract/auth.ts';
import { newSetUpToken } from '../../server/areas/auth/setUp.service.ts';
import { workbookStream } from '../../server/files/xlsx.ts';
import { startTestServer, type TestServer } from '../api/harness.ts';
import { newProfile, openIn } from './browser.ts';
import { continueAs, follow } from './product.ts';

const FIRST = {
  userId: 'first.admin',
  userName: 'First Admin',
  password: 'long-enough-1',
  sponsorName: 'Aurora Bio',
  country: 'KR',
  senderName: 'Aurora Bio, Busan',
};
const NAME = 'Aurol 10 mg tablet';
const NEW_NAME = 'Aurol 10 mg film-coated tablet';
const TEMPLATE = '{each G.k}\nThe drug was {G.k.2.2}.\n{end}\n';
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const DRUG_NAME = 'G.k.2.2';
const NARRATIVE = 'H.1';

let server: TestServer;
let page: Page;
let problems: string[];
let prefix: string;
let tabs = '';

beforeAll(async () => {
  server = await startTestServer({ env: { CASEWRIGHT_DEMO: '0' } });
  const token = (await newSetUpToken(server.deps)) ?? '';
  await server.call(setUp, { params: { token }, body: FIRST });
  const { userId, password } = FIRST;
  const { data } = await server.call(signIn, { body: { userId, password } });
  const tab = {
    prefix: `/${data.sponsorKey}/${data.senderKey}/en/US`,
    storage: { 'casewright.token': data.token, 'casewright.userKey': String(data.userKey) },
  };
  prefix = `${server.url}${tab.prefix}`;
  const profile = await newProfile();
  await profile.grantPermissions(['clipboard-read', 'clipboard-write']);
  ({ page, problems } = await openIn(profile));
  await continueAs(tab, page, server.url, 'caseinfo/sender/1/detail');
});
afterAll(async () => {
  await page.context().close();
  await server.stop();
});

const field = (item: string) => page.locator(`[data-item="${item}"] :is(input, textarea, select)`).first();
const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
const isClean = () => page.locator('button[data-dirty]').waitFor({ state: 'detached' });

/** A page that was saved before asks for the reason. */
async function save(isFirst: boolean): Promise<void> {
  await page.keyboard.press('Control+s');
  if (!isFirst) {
    const reason = dialog('Reason for change');
    await reason.getByRole('radio', { name: 'New data' }).check();
    await reason.getByRole('button', { name: 'OK', exact: true }).click();
    await reason.waitFor({ state: 'detached' });
  }
  await isClean();
}

/** Opens the import of a kind, gives it rows in some way, and imports what the preview shows. */
async function importRows(kind: string, title: string, count: number, give: () => Promise<void>) {
  await follow(page, `${prefix}/caseinfo/${kind}/list`);
  await page.getByRole('heading', { name: title, exact: true }).waitFor();
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const importing = dialog(`Import: ${title}`);
  await importing.getByRole('button', { name: 'Paste rows', exact: true }).waitFor();
  await give();
  await importing.getByText(`${count} new`, { exact: true }).waitFor();
  await importing.getByRole('textbox').fill('First entry');
  await importing.getByRole('button', { name: /^Import \d/ }).click();
  await importing.waitFor({ state: 'detached' });
}
const copy = (rows: readonly (readonly string[])[]) =>
  page.evaluate((text) => navigator.clipboard.writeText(text), rows.map((row) => row.join('\t')).join('\n'));

/** Chooses a record for an item by the words in its row. */
async function choose(item: string, kind: string, words: string): Promise<void> {
  await field(item).press('Alt+l');
  const choosing = dialog(`Choose: ${kind}`);
  await choosing.locator('tbody tr[data-row]').filter({ hasText: words }).click();
  await choosing.waitFor({ state: 'detached' });
}

describe('a sponsor from nothing', () => {
  it('has a sender, whose logo stands in the header', async () => {
    await field('SND_GIV_NAME').fill('Ada');
    const logo = page.locator('[data-item="SND_LOGO"] input[type="file"]');
    await logo.setInputFiles({ name: 'logo.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
    await page.getByText('Files of this type are not accepted here.').first().waitFor();
    await logo.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') });
    await page.locator('[data-item="SND_LOGO"]').getByText('logo.png').waitFor();
    await save(false);
    await page.getByRole('banner').locator('img[src^="blob:"]').waitFor();
  });

  it('takes two products by paste, and one with its rows from a spreadsheet', async () => {
    await importRows('product', 'Products', 2, async () => {
      await copy([
        ['Product name', 'Brand name'],
        ['Borealol 5 mg tablet', 'Borealol'],
        ['Polarine 1 mg/ml solution', 'Polarine'],
      ]);
      await page.keyboard.press('Control+v');
    });
    const sheets = {
      Product: [
        ['Product name', 'Brand name'],
        [NAME, 'Aurol'],
      ],
      Substances: [
        ['Product name [PRD_NAME]', 'Substance [SUBSTANCE]'],
        [NAME, 'aurolium'],
      ],
    };
    const written = Object.entries(sheets).map(([name, [header = [], ...lines]]) => ({
      name,
      header,
      rows: Readable.from([lines], { objectMode: true }),
    }));
    const bytes = await buffer(workbookStream(written, 'en'));
    await importRows('product', 'Products', 1, () =>
      dialog('Import: Products')
        .locator('input[type="file"]')
        .setInputFiles({ name: 'products.xlsx', mimeType: 'application/octet-stream', buffer: bytes }),
    );
    await page.getByRole('row').filter({ hasText: NAME }).waitFor();
  });

  it('has a study of a product, and receivers for three authorities', async () => {
    await follow(page, `${prefix}/caseinfo/study/0/detail`);
    await field('STD_SPN_NO').fill('AUR-001');
    await field('STD_NAME').fill('Aurol in adults');
    await page.getByRole('button', { name: 'Add Product' }).click();
    await choose('PRODUCT', 'Product', NAME);
    await expect.poll(() => field('PRODUCT').inputValue()).toBe(NAME);
    await save(true);
    await page.getByRole('heading', { name: 'AUR-001' }).waitFor();
    await importRows('receiver', 'Receivers', 3, async () => {
      await copy([
        ['Name', 'Type', 'Region', 'Format'],
        ['FDA, drugs', 'Authority', 'US', 'XML'],
        ['MFDS, drugs', 'Authority', 'KR', 'XML'],
        ['PMDA', 'Authority', 'JP', 'CIOMS'],
      ]);
      await dialog('Import: Receivers').getByRole('button', { name: 'Paste rows', exact: true }).click();
    });
    await page.getByRole('row').filter({ hasText: 'MFDS, drugs' }).click();
    await page.waitForURL(/receiver\/\d+\/detail/);
    await page.getByRole('button', { name: 'Further masked items Choose' }).click();
    const items = dialog('Choose items');
    await items.getByRole('textbox', { name: 'Keyword' }).fill('D.10.6');
    await page.keyboard.press('Enter');
    await items.locator('tbody tr[data-row]').filter({ hasText: 'D.10.6' }).click();
    await items.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.locator('[data-item="RECEIVER_MASKED_ITEMS"]').getByText('(D.10.6)').waitFor();
    await save(false);
  });

  it('has a template; what is wrong with it has a line and a column', async () => {
    await follow(page, `${prefix}/caseinfo/narrative/0/detail`);
    await field('NR_TEXT').waitFor();
    await field('NAME').fill('Drugs');
    await field('NR_TEXT').fill(`One.\n{H.1}`);
    await page
      .getByText(/Line 2, column 1: H\.1 follows from the text/)
      .first()
      .waitFor();
    await field('NR_TEXT').fill(TEMPLATE);
    await page.getByText('The template has no errors.').waitFor();
    await save(true);
    await page.getByRole('heading', { name: 'Drugs' }).waitFor();
  });

  it('makes a case with them: drug, study, narrative and receivers', async () => {
    await follow(page, `${prefix}/case/list`);
    await page.getByRole('link', { name: 'Add case' }).click();
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByRole('button', { name: 'Add new case' }).click();
    await page.waitForURL(/\/case\/\d+\/detail\/./);
    tabs = /^(.*\/case\/\d+\/detail)/.exec(page.url())?.[1] ?? '';

    await follow(page, `${tabs}/DG/0`);
    await field(DRUG_NAME).waitFor();
    await choose(DRUG_NAME, 'Product', NAME);
    await expect.poll(() => field(DRUG_NAME).inputValue()).toBe(NAME);
    await page.getByText('aurolium').first().waitFor();
    await save(true);
    await page.waitForURL(/\/DG\/[1-9]/);

    await follow(page, `${tabs}/SI`);
    await field('C.5.3').waitFor();
    await choose('C.5.2', 'Study', 'AUR-001');
    await expect.poll(() => field('C.5.3').inputValue()).toBe('AUR-001');
    await save(true);

    await follow(page, `${tabs}/NR`);
    await field(NARRATIVE).waitFor();
    await choose(NARRATIVE, 'Narrative template', 'Drugs');
    await expect.poll(() => field(NARRATIVE).inputValue()).toContain(`The drug was ${NAME}.`);
    await save(true);

    await follow(page, `${tabs}/RE`);
    const row = page.getByRole('row').filter({ hasText: 'PMDA' });
    await row.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Save receivers', exact: true }).click();
    const reason = dialog('Reason for the selection of receivers');
    await reason.getByRole('textbox').fill('Asked for it');
    await reason.getByRole('button', { name: 'OK', exact: true }).click();
    await row.getByText('Selected', { exact: true }).waitFor();
  });

  it('names what uses a product before it is deleted, and offers the case what changed in it', async () => {
    await follow(page, `${prefix}/caseinfo/product/list`);
    await page.getByRole('row').filter({ hasText: NAME }).click();
    await page.waitForURL(/product\/\d+\/detail/);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const deleting = dialog('Delete');
    await deleting.getByText('AUR-001').waitFor();
    await deleting.getByText('Used in 1 case', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await deleting.waitFor({ state: 'detached' });
    await field('PRD_NAME').fill(NEW_NAME);
    await save(false);
    await page.getByRole('heading', { name: NEW_NAME }).waitFor();

    await follow(page, `${tabs}/DG/1`);
    await page.getByRole('button', { name: 'Show the difference', exact: true }).click();
    const difference = dialog(`Changed since: ${NEW_NAME}`);
    await difference.getByRole('button', { name: 'Apply 1 value', exact: true }).click();
    await difference.waitFor({ state: 'detached' });
    await expect.poll(() => field(DRUG_NAME).inputValue()).toBe(NEW_NAME);
    await save(false);

    await follow(page, `${tabs}/NR`);
    await page.getByRole('button', { name: 'Update 1 sentence', exact: true }).click();
    await expect.poll(() => field(NARRATIVE).inputValue()).toContain(`The drug was ${NEW_NAME}.`);
    await save(false);
    expect(problems).toEqual([]);
  });
});
