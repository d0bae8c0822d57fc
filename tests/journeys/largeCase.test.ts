/**
 * A case of 50 drugs and 2,000 values, worked through with nothing but keys, and as a screen reader has it: every stop has a
 * role and a name, and every page its landmarks and headings.
 */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCase, addRows, saveCasePages } from '../../shared/contract/index.ts';
import { itemValue } from '../api/caseWorld.ts';
import { makeCall, tokenOf } from '../api/harness.ts';
import { faultsOf } from './faults.ts';
import { keyboardUser, type KeyboardUser } from './keyboardUser.ts';
import { startProduct, type Product } from './product.ts';

const LATER = '2999-01-01T00:00:00.000Z';
const DRUGS = 50;
const DOSAGES = [1, 2, 3, 4];

/** 40 values: four of the drug, nine of each of its dosages. */
function detailsOf(drug: number) {
  const rows = [
    ...DOSAGES.map((dosage) => ({ group: 'G.k.4.r', rowNo2: dosage })),
    { group: 'G.k.2.3.r', rowNo2: 1 },
  ];
  return {
    page: 'DG',
    rowNo: drug,
    retrievedAt: LATER,
    rows: rows.map(({ group, rowNo2 }) => ({
      group,
      rowNo: drug,
      rowNo2,
      rowNo3: 0,
      rowId: randomUUID(),
      sort: rowNo2,
      deleted: false,
    })),
    changes: [
      itemValue('G.k.1', [drug], drug === 1 ? '1' : '2'),
      itemValue('G.k.2.3.r.1', [drug, 1], `Substance ${drug}`),
      itemValue('G.k.11', [drug], `Remark on drug ${drug}`),
      ...DOSAGES.flatMap((dosage) => {
        const of = [drug, dosage];
        return [
          itemValue('G.k.4.r.1a', of, String(10 * dosage)),
          itemValue('G.k.4.r.1b', of, 'mg'),
          itemValue('G.k.4.r.2', of, '1'),
          itemValue('G.k.4.r.3', of, 'd'),
          itemValue('G.k.4.r.4', of, `2026010${dosage}`),
          itemValue('G.k.4.r.5', of, `2026020${dosage}`),
          itemValue('G.k.4.r.7', of, `LOT-${drug}-${dosage}`),
          itemValue('G.k.4.r.8', of, 'one tablet in the morning'),
          itemValue('G.k.4.r.10.1', of, 'by mouth'),
        ];
      }),
    ],
  };
}

/** What a screen reader announces as a role without a name. */
const NAMED =
  'button|link|textbox|searchbox|combobox|checkbox|radio|radiogroup|spinbutton|switch|tab|menuitem|grid|table|dialog';
const NAMELESS = new RegExp(`^\\s*- (?:${NAMED})\\b(?! ")`);

async function treeOf(page: Page): Promise<{ nameless: string[]; stops: number }> {
  const lines = (await page.locator('body').ariaSnapshot()).split('\n');
  return {
    nameless: lines.filter((line) => NAMELESS.test(line)),
    stops: lines.filter((line) => new RegExp(`^\\s*- (?:${NAMED}) `).test(line)).length,
  };
}

describe('a case of 50 drugs and 2,000 values', () => {
  let product: Product;
  let page: Page;
  let problems: string[];
  let user: KeyboardUser;
  let caseNo: string;

  beforeAll(async () => {
    product = await startProduct();
    const token = await tokenOf(product.url, 'case.editor');
    const made = (await makeCall(product.url, addCase, { body: {}, token })).data;
    ({ caseNo } = made);
    const params = { caseKey: made.caseKey };
    const drugs = Array.from({ length: DRUGS }, (_, at) => at + 1);
    const rows = drugs.map((drug) => ({
      rowId: randomUUID(),
      changes: [itemValue('G.k.2.2', [0], `Drug ${drug}`)],
    }));
    const reason = 'New Data';
    const named = await makeCall(product.url, addRows, {
      params: { ...params, page: 'DG' },
      body: { reason, rows },
      token,
    });
    expect(named).toMatchObject({ status: 200 });
    const pages = drugs.map(detailsOf);
    const described = await makeCall(product.url, saveCasePages, { params, body: { reason, pages }, token });
    expect(described.status).toBe(200);
    expect(rows.length + pages.flatMap(({ changes }) => changes).length).toBe(2000);
    ({ page, problems } = await product.openAs('case.editor', 'home'));
    user = keyboardUser(page, null);
  });
  afterAll(() => product.stop());

  const isWhole = async () => {
    const { nameless, stops } = await treeOf(page);
    expect(nameless).toEqual([]);
    expect(stops).toBeGreaterThan(20);
    expect(await page.getByRole('main').count()).toBe(1);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  };

  it('is opened by its number', async () => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    await user.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Go to' });
    await palette.waitFor();
    await user.type(caseNo);
    await palette.getByRole('option', { name: new RegExp(caseNo) }).waitFor();
    await user.press('Enter');
    await page.waitForURL(/\/case\/\d+\/detail/);
    await page
      .getByRole('link', { name: /^Drugs/ })
      .getByText(String(DRUGS))
      .waitFor();
    await isWhole();
  });

  it('shows its drugs in a list that arrows walk through', async () => {
    await user.goTo('G.k.2.2#37', 'G.k.2.2|37|0|0');
    await isWhole();
    await user.tabTo(/^Back to list/, 'Shift+Tab');
    await user.press('Enter');
    await page.getByRole('grid').waitFor();
    await user.tabTo(/^Select row 1(?!\d)/);
    for (let row = 1; row < 12; row += 1) await user.press('ArrowDown');
    await isWhole();
    expect(await faultsOf(page)).toEqual([]);
    // beside the checkbox, which Enter does nothing with
    await user.press('ArrowRight', 'Enter');
    await page.waitForURL(/\/DG\/12$/);
    await page.getByRole('heading', { name: 'Drug 12 of 50: Drug 12' }).waitFor();
  });

  it('is edited in a dosage of one drug, in the next drug, and saved', async () => {
    await user.goTo('G.k.4.r.7', 'G.k.4.r.7|12|1|0');
    await user.press('Alt+ArrowDown');
    await user.reaches('G.k.4.r.7|12|2|0');
    await user.press('Control+a');
    await user.type('LOT-NEW');
    await user.goTo('G.k.2.2#13', 'G.k.2.2|13|0|0');
    await user.press('End');
    await user.type(' forte');
    await isWhole();
    await user.save();
    await user.reaches('G.k.2.2|13|0|0');
    expect(await page.locator('[data-unsaved]').count()).toBe(0);
  });

  it('has its findings walked through, and keeps what was saved', async () => {
    await user.press('F8');
    await page.getByRole('complementary', { name: 'Findings' }).waitFor();
    await expect.poll(user.address).not.toBeNull();
    await isWhole();
    await user.goTo('G.k.2.2#13', 'G.k.2.2|13|0|0');
    await page.reload();
    await page.getByRole('heading', { name: 'Drug 13 of 50: Drug 13 forte' }).waitFor();
    await user.goTo('G.k.2.2#12', 'G.k.2.2|12|0|0');
    await user.goTo('G.k.4.r.7', 'G.k.4.r.7|12|1|0');
    await user.press('Alt+ArrowDown');
    await user.reaches('G.k.4.r.7|12|2|0');
    const value = await page.evaluate(() => (document.activeElement as HTMLInputElement).value);
    expect(value).toBe('LOT-NEW');
    expect(problems).toEqual([]);
  });
});
