/** Findings follow the typing: at the item, in the list, across pages; every one leads to its field and says why. */
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishByCalls } from './publishByCalls.ts';
import { startProduct, type Product } from './product.ts';

/** Place in the list of cases of one that still lacks much, with two reactions. */
const LACKING = 18;

let product: Product;
let page: Page;
let problems: string[];
let tabs: string;
beforeAll(async () => {
  product = await startProduct();
  const viewport = { width: 1440, height: 900 };
  ({ page, problems, tabs } = await product.openCase('case.editor', LACKING, 'DG/1', {
    viewport,
    appendix: 'ICH',
  }));
});
afterAll(() => product.stop());

const field = (item: string) => page.locator(`[data-item="${item}"]`).last();
const panel = () => page.getByRole('complementary', { name: 'Findings' });
const entry = (rule: string) => panel().locator(`[data-rule="${rule}"]`);
const dialog = () => page.getByRole('dialog');
const focusedItem = () =>
  page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-item]')?.dataset['item'] ?? null);
/** Null while a page that F8 leads to is drawn. */
const focusedAddress = () =>
  page.evaluate(
    () => document.activeElement?.closest<HTMLElement>('[data-address]')?.dataset['address'] ?? null,
  );

/** A dose without its unit. */
const NO_UNIT = 'ICH.G.k.4.r.1b';
/** A study without its type: the one is said on the page of the case, the other missing on that of the study. */
const NO_STUDY_TYPE = 'ICH.C.5.4-1';

describe('findings while typing', () => {
  it('appear at the item and in the list without a save, and disappear when it is corrected', async () => {
    await page.getByRole('button', { name: /^Findings/ }).click();
    expect(await panel().getByRole('combobox', { name: 'Rules of' }).inputValue()).toBe('');
    await page.getByRole('button', { name: /Add Dosage/ }).click();
    expect(await entry(NO_UNIT).count()).toBe(0);
    await field('G.k.4.r.1a').getByRole('textbox').first().fill('5');
    await entry(NO_UNIT).waitFor();
    await field('G.k.4.r.1b').getByText('unit', { exact: false }).first().waitFor();
    await expect.poll(() => field('G.k.4.r.1b').locator('[data-severity]').count()).toBe(1);

    await field('G.k.4.r.1a').getByRole('textbox').first().fill('');
    await entry(NO_UNIT).waitFor({ state: 'detached' });
    await expect.poll(() => field('G.k.4.r.1b').locator('[data-severity]').count()).toBe(0);
    await field('G.k.4.r.1a').getByRole('textbox').first().fill('5');
    await entry(NO_UNIT).waitFor();
  });

  it('lead by F8 and by the list into a collapsed row', async () => {
    await page.getByRole('button', { name: /Add Dosage/ }).click();
    await expect.poll(() => page.locator('[data-item="G.k.4.r.1b"]').count()).toBe(1);
    await expect.poll(() => field('G.k.4.r.1a').getByRole('textbox').first().inputValue()).toBe('');

    await entry(NO_UNIT).getByRole('link').click();
    await expect.poll(focusedItem).toBe('G.k.4.r.1b');
    expect(await field('G.k.4.r.1a').getByRole('textbox').first().inputValue()).toBe('5');

    await page.getByRole('button', { name: /Add Dosage/ }).click();
    await expect.poll(() => field('G.k.4.r.1a').getByRole('textbox').first().inputValue()).toBe('');
    for (let step = 0; step < 12 && (await focusedItem()) !== 'G.k.4.r.1b'; step += 1) {
      const before = await focusedAddress();
      await page.keyboard.press('F8');
      await expect.poll(async () => [null, before].includes(await focusedAddress())).toBe(false);
    }
    expect(await focusedItem()).toBe('G.k.4.r.1b');
    expect(await field('G.k.4.r.1a').getByRole('textbox').first().inputValue()).toBe('5');
  });

  it('are below the form in a narrow window, as wide as it, beside the field they lead to', async () => {
    await page.setViewportSize({ width: 400, height: 800 });
    await entry(NO_UNIT).getByRole('link').click();
    await expect.poll(focusedItem).toBe('G.k.4.r.1b');
    const panel = await page.getByRole('complementary', { name: 'Findings' }).boundingBox();
    const input = await field('G.k.4.r.1b').boundingBox();
    expect(panel && panel.x + panel.width).toBeLessThanOrEqual(400);
    expect(input && panel && input.y < panel.y).toBe(true);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  it('explain the rule, its conditions, and the values it read, by row', async () => {
    await field('G.k.4.r.1b').getByRole('button', { name: 'Why?' }).click();
    await dialog().getByText(NO_UNIT, { exact: false }).waitFor();
    // the rule is a sentence with the values in it, its expression is there on demand
    await dialog()
      .getByText(/Dose unit \(empty\) has a value or a null flavor/)
      .waitFor();
    expect(await dialog().getByText('present("G.k.4.r.1b")', { exact: false }).isVisible()).toBe(false);
    await dialog().getByText('Expression').last().click();
    expect(await dialog().getByText('present("G.k.4.r.1b")', { exact: false }).isVisible()).toBe(true);
    const inputs = dialog().getByRole('table').last();
    expect(await inputs.innerText()).toMatch(/G\.k\.4\.r\.1b[\s\S]*Drug 1 › Dosage \d+[\s\S]*empty/);
    expect(await dialog().innerText()).toContain('G.k.4.r.1a');
    expect(await dialog().innerText()).toMatch(/Source: \S/);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('explain the rule by keyboard, too, from the field menu', async () => {
    await field('G.k.4.r.1b').getByRole('combobox').first().focus();
    await page.keyboard.press('F2');
    await page.getByRole('menuitem', { name: 'Why?' }).press('Enter');
    await dialog().getByText(NO_UNIT, { exact: false }).waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });
});

describe('a finding outside the visible fields', () => {
  /** The age of a parent without its unit, in a section that is closed at first. */
  const NO_AGE_UNIT = 'ICH.D.10.2.2b';
  const section = () => page.locator('details[data-section="parent"]');

  it('is reached in a collapsed section, which opens', async () => {
    await leaveUnsaved(`${tabs}/DM`);
    await section().locator('summary').click();
    await field('D.10.2.2a').getByRole('textbox').first().fill('30');
    await entry(NO_AGE_UNIT).waitFor();
    await section().locator('summary').click();
    await expect
      .poll(() => section().evaluate((details) => (details as HTMLDetailsElement).open))
      .toBe(false);
    await entry(NO_AGE_UNIT).getByRole('link').click();
    await expect.poll(focusedItem).toBe('D.10.2.2b');
    expect(await section().evaluate((details) => (details as HTMLDetailsElement).open)).toBe(true);
    await field('D.10.2.2a').getByRole('textbox').first().fill('');
    await entry(NO_AGE_UNIT).waitFor({ state: 'detached' });
  });

  it('is reached in a new row, by the list and by F8, and the row keeps its edits', async () => {
    await leaveUnsaved(`${tabs}/DG/0`);
    await field('G.k.2.2').getByRole('textbox').first().fill('Begun');
    await page.getByRole('button', { name: /Add Dosage/ }).click();
    await field('G.k.4.r.1a').getByRole('textbox').first().fill('5');
    // the new row is the last of the page's
    const found = panel().locator(`[data-rule="${NO_UNIT}"] a[href*="/DG/0?"]`);
    await found.waitFor();
    await field('G.k.2.2').getByRole('textbox').first().focus();
    await found.click();
    await expect.poll(focusedItem).toBe('G.k.4.r.1b');
    expect(page.url()).toContain('/DG/0?');
    expect(await field('G.k.2.2').getByRole('textbox').first().inputValue()).toBe('Begun');

    await field('G.k.4.r.1a').getByRole('textbox').first().focus();
    await page.keyboard.press('F8');
    await expect.poll(focusedItem).toBe('G.k.4.r.1b');
    expect(page.url()).toContain('/DG/0?');
  });

  it('is reached from one pair of the matrix in another pair', async () => {
    await leaveUnsaved(`${tabs}/DG?view=matrix`);
    const cells = page.locator('[role="gridcell"][data-pair]');
    const [first, last] = [cells.first(), cells.last()];
    await first.waitFor();
    expect(await cells.count()).toBeGreaterThan(1);
    const pair = await first.getAttribute('data-pair');
    await first.focus();
    await page.keyboard.press('Enter');
    await page.locator(`[data-pair-panel="${pair}"] :focus`).waitFor();
    await field('G.k.9.i.3.1a').getByRole('textbox').first().fill('5');
    const found = entry('ICH.G.k.9.i.3.1b');
    await found.waitFor();
    await last.click();
    await expect.poll(() => page.locator('[data-pair-panel]').getAttribute('data-pair-panel')).not.toBe(pair);
    await page.keyboard.press('Enter');
    await page.locator('[data-pair-panel] :focus').waitFor();
    await found.getByRole('link').click();
    await page.locator(`[data-pair-panel="${pair}"] [data-item="G.k.9.i.3.1b"] :focus`).waitFor();
    expect(await field('G.k.9.i.3.1a').getByRole('textbox').first().inputValue()).toBe('5');
  });
});

/** Reloads a page and discards what was typed. */
async function leaveUnsaved(url: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(url);
  await panel().getByText('Includes your unsaved changes').waitFor();
}

describe('rules over several pages', () => {
  it('follow edits on another page, and lead there', async () => {
    await page.goto('about:blank');
    await page.goto(`${tabs}/CI`);
    await panel().getByText('Includes your unsaved changes').waitFor();
    await expect.poll(() => panel().locator('[data-rule]').count()).toBeGreaterThan(0);
    expect(await entry(NO_STUDY_TYPE).count()).toBe(0);
    const type = field('C.1.3').getByRole('combobox');
    await type.fill('study');
    await page.getByRole('option', { name: /study/i }).waitFor();
    await type.press('Enter');
    await entry(NO_STUDY_TYPE).waitFor();
    await page.getByRole('link', { name: /^Study.*finding/ }).waitFor();

    await entry(NO_STUDY_TYPE).getByRole('button', { name: /Why/ }).click();
    expect(await dialog().getByRole('table').first().innerText()).toMatch(/C\.1\.3[\s\S]*\(2\)/);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('are listed for all receivers at once, the common ones once, and say which have no field', async () => {
    await panel()
      .getByRole('checkbox', { name: /All receivers/ })
      .check();
    await panel().getByRole('heading', { name: 'All receivers', exact: true }).first().waitFor();
    await expect
      .poll(() =>
        panel()
          .getByText(/Not in this form: open the form of/)
          .count(),
      )
      .toBeGreaterThan(0);
    expect(await entry(NO_STUDY_TYPE).count()).toBe(1);
  });
});

it('findings appear also if the case arrives after the rules', async () => {
  const late = /\/cases\/\d+\/content/;
  let rulesThere = false;
  page.on('requestfinished', (request) => (rulesThere ||= request.url().includes('/checks')));
  await page.route(late, async (route) => {
    await expect.poll(() => rulesThere).toBe(true);
    // they are compiled, too, when the page has nothing else to do
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
    await route.continue();
  });
  await page.goto('about:blank');
  await page.goto(`${tabs}/NR`);
  await expect.poll(() => panel().locator('[data-rule]').count()).toBeGreaterThan(0);
  await page.unroute(late);
});

describe('the Why dialog', () => {
  const US = 'appendices/US.appendix.json';
  const inUs = (path: string) => `${tabs.replace('/ICH/', '/US/')}/${path}`;

  it('explains a computed item by keyboard: its value, and the values it read', async () => {
    await page.goto('about:blank');
    await page.goto(inUs('DM'));
    await page.locator('[data-item="CW.ageAtOnset"] output').focus();
    await page.keyboard.press('F2');
    await page.getByRole('menuitem', { name: 'Why?' }).press('Enter');
    const value = dialog().getByRole('table', { name: 'Current value' });
    expect(await value.innerText()).toContain('CW.ageAtOnset');
    expect(await dialog().getByRole('table', { name: 'Values used' }).innerText()).toContain('D.2.1');
    // whether its condition holds is marked; a value is neither right nor wrong
    expect(await dialog().innerText()).toMatch(/✗\s*not met:\s*before\(/);
    expect(await dialog().innerText()).not.toMatch(/met:\s*text\(/);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('explains a hidden item: the published condition, and the values it read', async () => {
    await publishByCalls(product.url, US, (active) => {
      const source = JSON.parse(active) as { overlays: object };
      const overlays = { ...source.overlays, 'D.4': { visibleWhen: 'value("D.3") == "500"' } };
      return JSON.stringify({ ...source, overlays });
    });
    await page.goto('about:blank');
    await page.goto(inUs('DM'));
    await field('D.3').waitFor();
    expect(await page.locator('[data-item="D.4"]').count()).toBe(0);
    await page.getByRole('button', { name: 'Hidden', exact: true }).click();
    await dialog().getByText('is hidden: its condition is not met').waitFor();
    expect(await dialog().innerText()).toContain('Weight (kg) (empty) is 500');
    expect(await dialog().innerText()).toContain(`Source: ${US}`);
    await page.keyboard.press('Escape');
  });
});

it('logs no error in the console', () => expect(problems).toEqual([]));
