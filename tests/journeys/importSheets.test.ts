/** Two hundred cases in a spreadsheet, seven of them wrong: the template, the bad cells, their correction. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { commentsIn, filledTemplate, type Filled, type FilledLines } from '../api/filledTemplate.ts';
import type { OpenedPage } from './browser.ts';
import { faultsOf } from './faults.ts';
import { startProduct, type Product } from './product.ts';

const CASES = 200;

let product: Product;
let opened: OpenedPage;
let page: Page;

beforeAll(async () => {
  product = await startProduct();
  opened = await product.openAs('case.editor', 'data/import');
  ({ page } = opened);
});
afterAll(() => product.stop());

const numberOf = (index: number): string => `KR-200-${String(index + 1).padStart(3, '0')}`;

/** A word that resembles no other: the cases must not be duplicates of each other. */
const wordOf = (index: number, what: string): string =>
  createHash('sha256')
    .update(`${what} ${index}`)
    .digest('hex')
    .replaceAll(/\d/g, (digit) => String.fromCharCode(103 + Number(digit)))
    .slice(0, 10);

/** By the number of the case: what a person got wrong. */
const MISTAKES: Record<number, { sheet: string; change: Record<string, Filled> }> = {
  3: { sheet: 'case', change: { 'C.1.4': '05/06/2025' } },
  40: { sheet: 'case', change: { 'D.5': 'purple' } },
  77: { sheet: 'case', change: { 'C.1.5': { formula: 'TODAY()' } } },
  101: { sheet: 'G.k.4.r', change: { 'G.k.4.r.1a': 'five' } },
  120: { sheet: 'G.k.4.r', change: { 'row/G.k': '7' } },
  150: { sheet: 'E.i', change: { 'E.i.4': '20250230' } },
  199: { sheet: 'E.i', change: { 'E.i.7': 'better' } },
};

const linesOf = (mistakes: typeof MISTAKES): FilledLines => {
  const sheet = (name: string, line: (index: number) => Record<string, Filled>) =>
    Array.from({ length: CASES }, (_, index) => {
      const mistake = mistakes[index + 1];
      return { case: numberOf(index), ...line(index), ...(mistake?.sheet === name && mistake.change) };
    });
  return {
    case: sheet('case', (index) => ({
      'C.1.1': numberOf(index),
      'C.1.4': '2025-02-01',
      // as a spreadsheet stores the first days of February
      'C.1.5': { serial: 45_690 + (index % 20) },
      'D.1': wordOf(index, 'patient'),
      'D.2.1': `19${String(40 + (index % 50))}0${1 + (index % 9)}1${index % 9}`,
      'D.5': index % 2 === 0 ? '1' : 'Female',
    })),
    'E.i': sheet('E.i', (index) => ({
      'E.i.1.1a': wordOf(index, 'reaction'),
      'E.i.4': '2025-01',
      'E.i.7': 'Fatal',
    })),
    'G.k': sheet('G.k', (index) => ({ 'G.k.1': 'Suspect', 'G.k.2.2': wordOf(index, 'drug') })),
    'G.k.4.r': sheet('G.k.4.r', () => ({ 'G.k.4.r.1a': '5', 'G.k.4.r.1b': 'mg' })),
  };
};

const picture = (name: string) => page.screenshot({ path: `.cache/test/sheets-${name}.png`, fullPage: true });

async function sendByDialog(buffer: Uint8Array, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Send a filled spreadsheet…', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a filled spreadsheet' });
  await dialog.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(buffer),
  });
  await dialog.getByText(name, { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'OK', exact: true }).click();
}

it('takes a filled template to cases, and its seven wrong cases back to be corrected', async () => {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Get a template', exact: true }).click(),
  ]);
  const template = new Uint8Array(await readFile(await file.path()));
  expect(file.suggestedFilename()).toMatch(/^Cases to enter .*\.xlsx$/);
  await picture('page');
  expect(await faultsOf(page)).toEqual([]);

  await sendByDialog(await filledTemplate(template, linesOf(MISTAKES)), 'wrong.xlsx');
  await page.getByRole('heading', { name: 'wrong.xlsx: 200 messages' }).waitFor({ timeout: 90_000 });
  await page.getByRole('button', { name: 'Import 193 of 200', exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Show' }).selectOption('refused');
  const bad = page.getByRole('button', { name: 'Details of KR-200-120', exact: true });
  await bad.waitFor();
  await picture('table');
  expect(await faultsOf(page)).toEqual([]);
  await bad.click();
  const details = page.getByRole('dialog', { name: 'Message KR-200-120' });
  await details.getByText('the case has no such row on the other sheet').waitFor();
  await picture('details');
  expect(await faultsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'hidden' });

  const [copy] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Copy of wrong.xlsx with comments', exact: true }).click(),
  ]);
  const comments = await commentsIn(new Uint8Array(await readFile(await copy.path())));
  // a line of explanations stays above those of the cases
  const lines = Object.values(comments).flatMap((some) =>
    some.map((one) => Number(/^[A-Z]+(\d+) /.exec(one)?.[1])),
  );
  expect(lines.toSorted((a, b) => a - b)).toEqual(Object.keys(MISTAKES).map((number) => Number(number) + 2));

  await page.getByRole('button', { name: 'Import 193 of 200', exact: true }).click();
  await page.getByText('193 messages imported').waitFor({ timeout: 90_000 });
  await picture('done');

  await page.getByRole('button', { name: 'Import other files', exact: true }).click();
  await sendByDialog(await filledTemplate(template, linesOf({})), 'right.xlsx');
  await page.getByRole('heading', { name: 'right.xlsx: 200 messages' }).waitFor({ timeout: 90_000 });
  // what is stored already, and as it is in the file, is no follow-up
  await page.getByRole('button', { name: 'Import 7 of 200', exact: true }).click();
  await page.getByText('7 messages imported').waitFor();
  expect(opened.problems).toEqual([]);
});
