/** Each item opens the look-up of its own dictionary, which fills code and version and shows the term. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dialog, fieldOf, gone, keyword, picture, searchFor, toPageOfCase } from './lookUps.ts';
import { startProduct, type Product } from './product.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

interface LookUp {
  page: string;
  /** the row to add first, where the demo has none */
  add?: string;
  item: string;
  /** its field of the version, for dictionaries with versions */
  version?: string;
  title: string;
  text: string;
  code: string;
  /** key of its row, where several rows have the code */
  row?: string;
  term: string;
}

const KOREA: LookUp[] = [
  {
    page: 'AE/1',
    item: 'E.i.KR.WHOARTb',
    version: 'E.i.KR.WHOARTa',
    title: 'WHO-ART',
    text: 'head pain',
    code: '99000011',
    term: 'Head pain (SAMPLE)',
  },
  {
    page: 'DG/1',
    item: 'G.k.2.KR.KIMS',
    title: 'KIMS',
    text: 'zalmer forte',
    code: '999000002',
    term: 'Zalmer Forte (SAMPLE)',
  },
  {
    page: 'DG/1',
    add: 'Add Indication',
    item: 'G.k.7.r.KR.KCDb',
    version: 'G.k.7.r.KR.KCDa',
    title: 'KCD',
    text: 'head pain',
    code: 'X90.0',
    term: 'Head pain (SAMPLE)',
  },
  {
    page: 'DG/1',
    add: 'Add Device',
    item: 'G.k.KR.device.r.1',
    title: 'Medical devices',
    text: 'SN-99002',
    code: 'SAMPLE-P002',
    term: '가상 혈압계',
  },
  {
    page: 'DG/1',
    item: 'G.k.KR.device.r.2',
    title: 'Medical devices',
    text: 'MODEL-CATH',
    code: 'SAMPLE-M003',
    term: '가상 카테터',
  },
  {
    page: 'DG/1',
    item: 'G.k.KR.device.r.3',
    title: 'Device problem codes',
    text: 'stops suddenly',
    code: 'A900101',
    term: 'Stops suddenly (SAMPLE)',
  },
  {
    page: 'DG/1',
    item: 'G.k.KR.device.r.4',
    title: 'Device problem codes',
    text: 'same lot',
    code: 'B900102',
    term: 'Test of the same lot (SAMPLE)',
  },
  {
    page: 'DG/1',
    item: 'G.k.KR.device.r.5',
    title: 'Device problem codes',
    text: 'error of use',
    code: 'D900101',
    term: 'Error of use (SAMPLE)',
  },
];

const UNITED_STATES: LookUp[] = [
  {
    page: 'DG/1',
    item: 'G.k.2.1.1b',
    title: 'NSDE',
    text: 'zalmer forte',
    code: '99999-002-01',
    term: 'Zalmer Forte (SAMPLE)',
  },
  {
    page: 'DG/1',
    add: 'Add Substance',
    item: 'G.k.2.3.r.2b',
    title: 'UNII',
    text: 'pravuxolum',
    code: 'SAMPLE9902',
    term: 'PRAVUXOLUM',
  },
  {
    page: 'DG/1',
    add: 'Add Device',
    item: 'FDA.G.k.12.r.6',
    title: 'Device components',
    text: 'battery charger',
    code: '3032',
    term: 'Battery Charger',
  },
  {
    page: 'DG/1',
    add: 'Add Problem',
    item: 'FDA.G.k.12.r.3.r',
    title: 'Device problems',
    text: 'gas/air leak',
    code: '2946',
    term: 'Gas/Air Leak',
  },
];

const JAPAN: LookUp[] = [
  {
    page: 'DG/1',
    item: 'G.k.2.1.1b',
    version: 'G.k.2.1.1a',
    title: 'IDF drug codes',
    text: 'zalmer forte',
    code: '999000102',
    row: '999000102/3',
    term: 'Zalmer Forte tablets (SAMPLE)',
  },
  {
    page: 'DG/1',
    add: 'Add Substance',
    item: 'G.k.2.3.r.2b',
    title: 'IDF substance codes',
    // a product of the substance: its code is cut to that of the substance, as those of the other products are
    text: 'ザロメリン',
    code: '9990001',
    row: '9990001/2',
    term: 'zalomerin (SAMPLE)',
  },
];

/** Takes the code in the look-up of its item; the field then has it, its version and its term. */
async function looksUp(page: Page, region: string, lookUp: LookUp): Promise<void> {
  const { page: at, add, item, version, title, text, code, row: key = code, term } = lookUp;
  if (!page.url().includes(`/${at}`)) await toPageOfCase(page, at);
  if (add) await page.getByRole('button', { name: add }).click();
  const field = fieldOf(page, item);
  await field.press('Alt+l');
  await page.getByRole('dialog', { name: title }).waitFor();
  // the kind is set by the item
  expect(await dialog(page).getByRole('search').getByRole('combobox').count()).toBe(0);
  await searchFor(page, text);
  const row = dialog(page).locator(`tbody tr[data-row="${key}"]`).first();
  await row.waitFor();
  await picture(page, `${region}-${item}`);
  await row.click();
  await gone(page);
  await expect.poll(() => field.inputValue()).toBe(code);
  await page.locator(`[data-item="${item}"]`).getByText(term, { exact: true }).first().waitFor();
  if (version) expect(await fieldOf(page, version).inputValue()).toContain('SAMPLE');
}

describe.each([
  ['KR', KOREA],
  ['US', UNITED_STATES],
])('the items of %s', (region, lookUps) => {
  let page: Page;
  let problems: string[];
  beforeAll(async () => {
    ({ page, problems } = await product.openCase('case.editor', 1, 'DG/1', { appendix: region }));
  });

  it.each(lookUps)('$item opens $title', (lookUp) => looksUp(page, region, lookUp));

  it('causes no error in the browser', () => {
    expect(problems).toEqual([]);
  });
});

describe('the items of JP', () => {
  const DRUG = 'G.k.2.1.1b';
  const DRUG_NAME = 'G.k.2.2';
  const TITLE = /^IDF drug codes/;
  let page: Page;
  let problems: string[];
  beforeAll(async () => {
    ({ page, problems } = await product.openCase('case.editor', 1, 'DG/1', { appendix: 'JP' }));
  });
  const opened = () => page.getByRole('dialog', { name: TITLE });

  it.each(JAPAN)('$item opens $title', (lookUp) => looksUp(page, 'JP', lookUp));

  it('have codes suggested, and an entry shown, from which the look-up is opened', async () => {
    const field = fieldOf(page, DRUG);
    await fieldOf(page, DRUG_NAME).fill('Zalmer');
    await field.press('Alt+r');
    await opened().getByText('Suggested by AI').waitFor();
    expect(await opened().getByLabel('Rows per page').isDisabled()).toBe(true);
    await picture(page, 'JP-recommended');
    await opened().locator('tbody tr[data-row="999000101/2"]').click();
    await gone(page);
    await expect.poll(() => field.inputValue()).toBe('999000101');
    await page.getByRole('button', { name: 'Details of Zalmer tablets (SAMPLE)', exact: true }).click();
    const entry = page.getByRole('dialog', { name: /^Details: IDF drug codes/ });
    await expect.poll(() => entry.locator('dt').count()).toBe(9);
    await picture(page, 'JP-entry');
    await entry.getByRole('button', { name: 'More', exact: true }).click();
    await opened().locator('tbody tr[data-row="999000101/2"]').waitFor();
    await page.keyboard.press('Escape');
    await gone(page);
  });

  it('continue with the last keyword when a look-up is opened again', async () => {
    await fieldOf(page, DRUG).press('Alt+l');
    await opened().locator('tbody tr[data-row="999000101/2"]').waitFor();
    await searchFor(page, 'pravux syrup');
    await opened().locator('tbody tr[data-row="999000201/5"]').waitFor();
    await page.keyboard.press('Escape');
    await gone(page);
    await fieldOf(page, DRUG).press('Alt+l');
    await expect.poll(() => keyword(page).inputValue()).toBe('pravux syrup');
    await opened().locator('tbody tr[data-row="999000201/5"]').waitFor();
    await page.keyboard.press('Escape');
    await gone(page);
  });

  it('cause no error in the browser', () => {
    expect(problems).toEqual([]);
  });
});
