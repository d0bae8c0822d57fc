/** An administrator begins an upgrade of MedDRA, a coder decides, the administrator approves and switches. */
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCase, addRows, readPageRow } from '../../shared/contract/index.ts';
import { entry, releasesIn } from '../api/dictionaryReleases.ts';
import { makeCall, tokenOf } from '../api/harness.ts';
import { faultsOf } from './faults.ts';
import { follow, prefixOf, signIn, startProduct, type Product } from './product.ts';

const [OLD, NEW] = ['90.0', '90.1'];
const [CODE, VERSION, TEXT] = ['E.i.2.1b', 'E.i.2.1a', 'E.i.1.2'];
/** a folder for pictures; unset: none are taken */
const PICTURES = process.env['PICTURES_DIR'];

let product: Product;
let page: Page;
let problems: string[];
let caseKey: number;

beforeAll(async () => {
  product = await startProduct();
  const { bring } = releasesIn(() => product);
  await bring('MEDDRA', OLD, [entry('90000002', 'Falling out'), entry('90000004', 'Something wide')]);
  await bring('MEDDRA', NEW, [
    entry('90000002', 'Falling out', { current: false }),
    entry('90000012', 'Dropping out'),
    entry('90000004', 'Something wider'),
  ]);
  await product.deps.db
    .updateTable('sponsor')
    .set({ dictionary_versions: JSON.stringify({ MEDDRA: OLD }) })
    .execute();
  const editor = await tokenOf(product.url, 'case.editor');
  caseKey = (await makeCall(product.url, addCase, { body: {}, token: editor })).data.caseKey;
  const rowOf = (text: string, code: string) => ({
    rowId: randomUUID(),
    changes: Object.entries({ [TEXT]: text, [CODE]: code, [VERSION]: OLD }).map(([itemId, value]) => ({
      itemId,
      rowNo: 0,
      rowNo2: 0,
      rowNo3: 0,
      value,
      nullFlavor: null,
      notation: null,
    })),
  });
  const rows = [rowOf('dropping out', '90000002'), rowOf('something', '90000004')];
  const params = { caseKey, page: 'AE' };
  const added = await makeCall(product.url, addRows, {
    params,
    body: { reason: 'New', rows },
    token: editor,
  });
  expect(added.errMsg ?? '').toBe('');
  ({ page, problems } = await product.open({ width: 1280, height: 900 }));
});
afterAll(() => product.stop());

const picture = (name: string) =>
  PICTURES ? page.screenshot({ path: join(PICTURES, `upgrade-${name}.png`), fullPage: true }) : null;
const dialog = (name: string) => page.getByRole('dialog', { name });
const button = (name: string, on = page.locator('body')) => on.getByRole('button', { name, exact: true });
const row = (text: string) => page.getByRole('row').filter({ hasText: text });
const stateIs = (state: string) => page.getByText(state, { exact: true }).first().waitFor();

describe('an upgrade of a dictionary', () => {
  it('is begun by an administrator, and shows what changes', async () => {
    await signIn(page, product.url, 'sponsor.admin', 'coding/upgrade');
    await button('Begin an upgrade…').click();
    const begin = dialog('Begin an upgrade');
    await begin.getByLabel('From version').selectOption(NEW);
    await begin.getByLabel('Reason').fill('MedDRA 90.1 from today');
    await picture('begin');
    await button('Begin an upgrade', begin).click();
    await page.waitForURL(/coding\/upgrade\/\d+\/detail/);
    await stateIs('In progress');
    await row('dropping out').getByText('Dropping out', { exact: true }).waitFor();
    expect(await row('something').textContent()).toContain('Renamed');
    await picture('open');
    expect(await faultsOf(page)).toEqual([]);
  });

  it('is decided by a coder, text by text or together', async () => {
    const address = page.url();
    const coder = await product.openAs('case.editor', 'home');
    const keyOf = /upgrade\/(\d+)/.exec(address)?.[1] ?? '';
    [page, problems] = [coder.page, [...problems, ...coder.problems]];
    await follow(page, `${product.url}${prefixOf(page)}/coding/upgrade/${keyOf}/detail`);
    await row('dropping out').getByRole('checkbox').check();
    await button('Choose a code…').click();
    const choose = dialog('Choose a code');
    await choose.getByRole('radio', { name: /Dropping out/ }).waitFor();
    await button(`Look up in version ${NEW}`, choose).click();
    const lookUp = dialog(`MedDRA ${NEW}`);
    await lookUp.locator('tbody tr[data-row]').filter({ hasText: 'Dropping out' }).waitFor();
    await picture('look-up');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await lookUp.waitFor({ state: 'detached' });
    await choose.getByText('Dropping out', { exact: true }).waitFor();
    expect(await choose.getByLabel('Code', { exact: true }).inputValue()).toBe('90000012');
    await picture('choose');
    await button('Take this code', choose).click();
    await choose.waitFor({ state: 'detached' });
    await row('dropping out').getByText('To be approved').waitFor();
    await row('dropping out').getByRole('checkbox').uncheck();
    await row('something').getByRole('checkbox').check();
    await button('Code stays').click();
    await row('something').getByText('Code stays').waitFor();
    await picture('decided');
  });

  it('is approved and switched by the administrator: codes and versions of the case follow', async () => {
    const keyOf = /upgrade\/(\d+)/.exec(page.url())?.[1] ?? '';
    const admin = await product.openAs('sponsor.admin', `coding/upgrade/${keyOf}/detail`);
    [page, problems] = [admin.page, [...problems, ...admin.problems]];
    await row('dropping out').getByRole('checkbox').check();
    await button('Approve').click();
    await row('dropping out').getByText('Approved').waitFor();
    await button('Set the day of the switch…').click();
    const schedule = dialog('Set the day of the switch');
    await schedule.getByRole('radio', { name: 'At once' }).check();
    await picture('schedule');
    await button('Set the day of the switch', schedule).click();
    await stateIs('Switched');
    await page.getByText(/Terms recoded: 1 /).waitFor();
    await picture('switched');
    const reader = await tokenOf(product.url, 'case.editor');
    const read = async (rowNo: number) => {
      const params = { caseKey, page: 'AE', rowNo };
      const { data } = await makeCall(product.url, readPageRow, { params, token: reader });
      return [CODE, VERSION].map((id) => data.values.find(({ itemId }) => itemId === id)?.value);
    };
    expect([await read(1), await read(2)]).toEqual([
      ['90000012', NEW],
      ['90000004', NEW],
    ]);
    expect(problems).toEqual([]);
  });
});
