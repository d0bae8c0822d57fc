/** From sign-in to a downloaded XML that equals the import plus the edits: the path the product exists for. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfText } from '../pdfText.ts';
import { follow, signIn, startProduct, type Product } from './product.ts';
import { save } from './saves.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const REFERENCE = process.env.REFERENCE_DIR ?? join(ROOT, '..', 'shared', 'reference');
const REPORT = join(REFERENCE, 'instances', 'FAERS2022Scenario1.xml');
const VERBATIM = 'Rash on both arms, itching';
const HAVE_REPORT = existsSync(REPORT);
if (!HAVE_REPORT) console.warn(`skipped: there is no example report at ${REPORT}; set REFERENCE_DIR`);

interface Line {
  itemId: string;
  rowNo: number;
  rowNo2: number;
  rowNo3: number;
  value: string | null;
  nullFlavor: string | null;
}

/** The items of a file as the command line lists them, by address. */
function itemsOf(file: string): Map<string, string> {
  const listed = spawnSync(process.execPath, [join(ROOT, 'scripts', 'e2b.ts'), 'items', file], {
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  expect(listed.stderr).toBe('');
  const lines = listed.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line)
    .filter(({ itemId }) => itemId);
  return new Map(
    lines.map(({ itemId, rowNo, rowNo2, rowNo3, value, nullFlavor }) => [
      `${itemId}|${rowNo}|${rowNo2}|${rowNo3}`,
      nullFlavor ? `nf:${nullFlavor}` : (value ?? ''),
    ]),
  );
}

describe.skipIf(!HAVE_REPORT)('a case processor', () => {
  let product: Product;
  let page: Page;
  let problems: string[];
  let caseUrl = '';

  beforeAll(async () => {
    product = await startProduct();
    ({ page, problems } = await product.open());
    await signIn(page, product.url, 'case.editor', 'data/import');
  });
  afterAll(async () => product.stop());

  const field = (address: string) => page.locator(`[data-address="${address}"]`);
  const openTab = async (tab: string) => {
    await follow(page, `${caseUrl}/${tab}`);
    const tabs = page.getByRole('navigation', { name: 'Pages of the case' });
    await tabs.locator(`[aria-current="page"][href*="/detail/${tab.slice(0, 2)}"]`).waitFor();
    await page.locator('main').getByRole('heading').first().waitFor();
  };
  it('imports a regulator example report and opens the case', async () => {
    await page.locator('input[type=file]').setInputFiles(REPORT);
    await page.getByRole('button', { name: 'Import 1 of 1' }).click();
    await page.getByText('1 message imported').waitFor();
    await page.getByRole('grid').getByRole('link').first().click();
    await page.waitForURL(/\/case\/\d+\/detail\/./);
    caseUrl = /^(.*\/case\/\d+\/detail)/.exec(page.url())?.[1] ?? '';
    expect(caseUrl).not.toBe('');
  });

  it('opens every tab of the wizard without a failure', async () => {
    const tabs = ['CI', 'RP', 'SD', 'LR', 'SI', 'DM', 'DH', 'AE', 'LB', 'DG', 'NR', 'RE', 'WF', 'AT'];
    for (const tab of tabs) await openTab(tab);
    expect(problems).toEqual([]);
  });

  it('changes a reaction and says why', async () => {
    await openTab('AE/1');
    await field('E.i.1.1a|1|0|0').getByRole('textbox').first().fill(VERBATIM);
    await save(page);
  });

  it('masks the patient name with a null flavor', async () => {
    await openTab('DM');
    const name = field('D.1|0|0|0');
    await name.getByRole('textbox').first().focus();
    await page.keyboard.press('Alt+N');
    await page.getByRole('menuitemradio', { name: /MSK/ }).click();
    await save(page, /Edited data/);
    await page.reload();
    await expect.poll(() => field('D.1|0|0|0').textContent()).toContain('MSK');
  });

  it('sees both changes in the audit trail, with their reasons', async () => {
    await openTab('AT');
    const trail = page.locator('main');
    await trail.getByText(VERBATIM).first().waitFor();
    expect(await trail.textContent()).toMatch(/New Data/);
    expect(await trail.textContent()).toMatch(/Edited Data/);
  });

  it('downloads an XML that equals the import plus the edits', async () => {
    await openTab('CI');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export XML' }).click();
    await page.getByRole('menuitem', { name: 'Values as entered' }).click();
    const file = await (await downloading).path();

    const expected = itemsOf(REPORT);
    expected.set('E.i.1.1a|1|0|0', VERBATIM);
    expected.set('D.1|0|0|0', 'nf:MSK');
    expect(Object.fromEntries(itemsOf(file))).toEqual(Object.fromEntries(expected));
  });

  it('downloads the CIOMS form with the edits', async () => {
    await page.getByRole('button', { name: 'Export XML' }).click();
    await page.getByRole('menuitem', { name: 'Download report' }).click();
    const dialog = page.getByRole('dialog', { name: 'Download report' });
    await dialog.getByRole('button', { name: 'Download' }).click();
    await dialog.getByText('You have to choose a report').waitFor();
    await dialog.getByRole('combobox', { name: 'Report' }).click();
    await page.getByRole('option', { name: 'CIOMS I form' }).click();
    await dialog.getByRole('combobox', { name: 'Orientation' }).click();
    await page.getByRole('option', { name: 'Landscape' }).click();
    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Download' }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/^CIOMS_.+_v1_\d{8}\.pdf$/);
    const text = await pdfText(readFileSync(await file.path()));
    expect(text.replaceAll(/\s+/g, ' ')).toContain(VERBATIM);
    expect(text).toContain('PRIVACY');
    await dialog.waitFor({ state: 'hidden' });
  });

  it('logs no error in the console', () => {
    expect(problems).toEqual([]);
  });
});
