/** An analyst creates a region, from the empty file to a value in a case, and removes it. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Page } from 'playwright';
import { BREAKING, type Edit } from '../trialEdits.ts';
import { follow, prefixOf, signIn, startProduct, type Product, startSession } from './product.ts';
import { publishByCalls } from './publishByCalls.ts';
import { confirmDifferences } from './trials.ts';

let product: Product;
let page: Page;
let problems: string[];
/** portions of cases that were asked for, and how many until the dialog was closed */
let [trials, trialsUntilClosed] = [0, 0];
/** files of its own, so that one can be dropped there */
const schemasDir = mkdtempSync(join(tmpdir(), 'casewright-studio-'));
const dropped = join(schemasDir, 'appendices', 'YY.appendix.json');
beforeAll(async () => {
  cpSync(join(import.meta.dirname, '..', '..', 'schemas'), schemasDir, { recursive: true });
  product = await startProduct({ CASEWRIGHT_SCHEMAS_DIR: schemasDir });
  ({ page, problems } = await product.open({ width: 1440, height: 900 }));
  await startSession(page, product.url, 'sponsor.admin');
  page.on('request', (request) => {
    if (request.url().endsWith('/schemas/trial')) trials += 1;
  });
});
afterAll(async () => {
  await product.stop();
  rmSync(schemasDir, { recursive: true });
});

const ITEM = {
  itemId: 'X.AE.1',
  page: 'AE',
  after: 'E.i.9',
  label: { en: 'City of the reaction', ko: '도시', ja: '都市', zh: '城市' },
  control: 'text',
  maxLength: 40,
  span: 4,
};
/** Refuses some texts. */
const rule = (id: string, refused: readonly string[]) => ({
  id,
  severity: 'error',
  items: ['X.AE.1'],
  check: `!(value("X.AE.1") in ${JSON.stringify(refused)})`,
  message: ITEM.label,
  source: 'Example',
  examples: { pass: { 'X.AE.1|1': 'Busan' }, fail: { 'X.AE.1|1': 'a' } },
});
const editor = () => page.getByRole('textbox', { name: /^Text of / });
const findings = () => page.getByRole('region', { name: 'Findings' });
const publishing = () => page.getByRole('dialog', { name: 'Publish a new schema version' });
const openPublishing = () => page.getByRole('button', { name: 'Publish' }).click();
/** Publishing waits for the first invented cases; where they differ, that is to be confirmed. */
const publish = async (reason: string) => {
  await publishing().getByRole('textbox').fill(reason);
  await confirmDifferences(publishing());
  await publishing().getByRole('button', { name: 'Publish' }).click();
  await publishing().waitFor({ state: 'detached' });
};
const tab = (name: string) => page.getByRole('tab', { name, exact: true }).click();

/** Places the cursor after a text within one line of the editor. */
async function cursorBehind(text: string): Promise<void> {
  await page.getByRole('button', { name: 'Find', exact: true }).click();
  await page.getByRole('textbox', { name: 'Find', exact: true }).pressSequentially(text);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
}

it('leads from the plain address to the studio, and begins a region from a template', async () => {
  await page.goto(`${product.url}/exam-editor`);
  await page.getByRole('heading', { level: 1, name: 'Schema Studio' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`${prefixOf(page)}/exam-editor`);
  await page.getByRole('button', { name: 'New appendix' }).click();
  const dialog = page.getByRole('dialog', { name: 'New appendix' });
  await dialog.getByRole('textbox', { name: 'Code of the region' }).fill('XX');
  await dialog.getByRole('textbox', { name: 'Authority' }).fill('ZZZ');
  for (const language of ['English', '한국어', '日本語', '中文'])
    await dialog.getByRole('textbox', { name: `Name in ${language}` }).fill('Example');
  await dialog.getByRole('button', { name: 'Create file' }).click();
  await page.getByText('appendices/XX.appendix.json').waitFor();
  await page.getByText('All drafts are saved').waitFor();
});

it('says at once where the text is broken, and keeps the form', async () => {
  await findings().getByText('0 errors').waitFor();
  await cursorBehind('"items": [');
  // as one step of undo, which keys are no more when a busy machine types them half a second apart
  await page.keyboard.insertText('{ ');
  await findings()
    .getByText(/XX:\d+:\d+/)
    .first()
    .waitFor();
  await page.getByText('Showing the last valid version').waitFor();
  expect(await page.getByRole('button', { name: 'Publish' }).getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Control+z');
  await findings().getByText('0 errors').waitFor();
});

it('completes a key of the language with what it means', async () => {
  await cursorBehind('"items": [');
  await page.keyboard.type('{ "maxL');
  const option = page.getByRole('option', { name: /maxLength/ });
  await option.waitFor();
  await page.getByText('Maximum length').waitFor();
  // A list ignores keys right after it opens, so that nothing is accepted unseen.
  await page.waitForTimeout(150);
  await page.keyboard.press('Enter');
  await expect.poll(() => editor().innerText()).toContain('"maxLength": ');
});

/** Writes the region with one item, whose label it has with other words. */
async function writeRegion(label: Partial<typeof ITEM.label>): Promise<void> {
  await editor().click();
  await page.keyboard.press('Control+a');
  const source = {
    $schema: '../meta/appendix.schema.json',
    appendix: 'XX',
    authority: 'ZZZ',
    label: { en: 'Example', ko: '예', ja: '例', zh: '例' },
    items: [{ ...ITEM, label: { ...ITEM.label, ...label } }],
    groups: [],
    rules: [rule('ZZZ:X.AE.1', ['a']), rule('ZZZ:X.AE.1-2', ['a', 'b'])],
  };
  await page.keyboard.insertText(`${JSON.stringify(source, null, 2)}\n`);
  await page.getByRole('button', { name: 'Format', exact: true }).click();
}

it('shows a new item in the real form, which can be typed into', async () => {
  await writeRegion({});
  await cursorBehind('"X.AE.1"');
  const field = page.locator('[data-item="X.AE.1"] input');
  await field.waitFor();
  await field.fill('Busan');
  await tab('Data');
  await page.getByRole('row', { name: /X\.AE\.1.*Busan/ }).waitFor();
  await tab('Overlay');
  await page.getByText('1 items added, 0 changed').waitFor();
  await tab('Compiled');
  await page.locator('aside .cm-content').getByText('"formKey"').waitFor();
  await page.getByText('All drafts are saved').waitFor();
  // the first rule refuses nothing that the second one does not
  await findings().getByText('ZZZ:X.AE.1 adds nothing: wherever', { exact: false }).waitFor();
});

it('draws, measures and speaks every face of the item, and publishes none that is cut off', async () => {
  const faces = (language: string) => page.getByRole('region', { name: language, exact: true });
  await writeRegion({ en: 'City of the reaction '.repeat(20).trim() });
  await cursorBehind('"X.AE.1"');
  await tab('Faces');
  await faces('English')
    .getByText(/X\.AE\.1, English, Empty, 400 px: the label .* has more than five lines/)
    .waitFor();
  await faces('한국어').getByText('0 faults in', { exact: false }).waitFor();
  await openPublishing();
  await publishing()
    .getByText(/X\.AE\.1, English, Empty, 400 px: the label .* Shorten it/)
    .waitFor();
  await publishing()
    .getByText(/^Fix \d+ faults of the changed fields first/)
    .waitFor();
  await publishing().getByRole('button', { name: 'Cancel' }).click();
  // without its Korean words it is an error of the text, in which nothing can be published
  await writeRegion({ ko: undefined });
  await findings()
    .getByText(/X\.AE\.1|"ko"/)
    .first()
    .waitFor();
  expect(await page.getByRole('button', { name: 'Publish' }).getAttribute('aria-disabled')).toBe('true');
  await writeRegion({});
  await cursorBehind('"X.AE.1"');
  await faces('English').getByText('0 faults in', { exact: false }).waitFor();
  await faces('English').getByText('City of the reaction, text field, blank', { exact: true }).waitFor();
  await page.getByText('All drafts are saved').waitFor();
});

it('asks which files to publish, and looks for errors in those only', async () => {
  // an authority that has an appendix already
  const region = {
    appendix: 'YY',
    authority: 'MFDS',
    label: ITEM.label,
    items: [],
    groups: [],
    overlays: {},
  };
  writeFileSync(dropped, JSON.stringify(region));
  await page.reload();
  await page.getByText('2 files not published').waitFor();
  await openPublishing();
  const own = publishing().getByRole('checkbox', { name: 'Publish appendices/XX.appendix.json' });
  const onDisk = publishing().getByRole('checkbox', { name: 'Publish appendices/YY.appendix.json' });
  const refusal = publishing().getByRole('alert');
  expect([await own.isChecked(), await onDisk.isChecked()]).toEqual([true, false]);
  await publishing().getByText('Your draft').waitFor();
  await publishing().getByText('On disk').waitFor();
  await onDisk.check();
  await refusal.getByText('Fix 1 error first.').waitFor();
  await publishing().getByText('an authority has one appendix', { exact: false }).waitFor();
  await onDisk.uncheck();
  await refusal.waitFor({ state: 'detached' });
  await own.uncheck();
  await refusal.getByText('Select at least one file.').waitFor();
  await publishing().getByRole('button', { name: 'Cancel' }).click();
});

it('tells what it would do to stored cases, and publishes it with a reason', async () => {
  await tab('Impact');
  await page.getByRole('button', { name: 'Check impact' }).click();
  await page.getByText(/of \d+ cases checked, \d+ affected/).waitFor();
  await page.getByRole('button', { name: 'Try invented cases' }).click();
  const differences = page.getByRole('table', { name: 'Invented cases' });
  // a receiver that is new gets messages and findings
  await differences.getByRole('row', { name: /ZZZ/ }).first().waitFor();
  await page.getByRole('button', { name: 'Stop trial' }).click();
  await page.getByText(/Stopped after [1-9]\d* invented cases/).waitFor();
  await openPublishing();
  await publishing().getByText('"itemId": "X.AE.1"').waitFor();
  await publish('A city for the example region');
  await page.getByText('Version 1', { exact: true }).first().waitFor();
  // what was not ticked is as it was
  await page.getByText('1 file not published').waitFor();
  rmSync(dropped);
  await tab('Versions');
  await page.getByRole('row', { name: /A city for the example region/ }).waitFor();
});

it('has the item in a case, where it is filled and saved', async () => {
  await follow(page, `${prefixOf(page)}/case/list?sort=updatedAt`);
  await page.getByRole('combobox', { name: 'Region' }).selectOption('XX');
  await page.waitForURL(/\/XX\//);
  await page.locator('tr[data-opens]').first().click();
  await page.waitForURL(/\/detail\/./);
  const detail = new URL(page.url()).pathname.split('/').slice(0, 8).join('/');
  await follow(page, `${detail}/AE/1`);
  const field = page.locator('[data-item="X.AE.1"] input');
  await field.fill('Busan');
  await field.press('Control+s');
  const reason = page.getByRole('dialog', { name: 'Reason for change' });
  await reason.getByRole('button', { name: 'OK', exact: true }).click();
  await expect.poll(async () => (await page.locator('[data-changed]').count()) === 0).toBe(true);
  await page.reload();
  await expect.poll(() => page.locator('[data-item="X.AE.1"] input').inputValue()).toBe('Busan');
});

it('leads from the field to its definition, and takes the whole file out', async () => {
  await page.locator('[data-item="X.AE.1"] [data-action="item"]').click();
  await page.getByRole('menuitem', { name: 'Definition' }).click();
  await page.waitForURL(/exam-editor\?.*item=X\.AE\.1/);
  await page.getByRole('button', { name: 'Remove file' }).click();
  await page.getByText('This file is removed when the draft is published.', { exact: false }).waitFor();
  await page.getByText('All drafts are saved').waitFor();
  await openPublishing();
  await publish('No such region');
  await page.getByText('Version 2', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: /^XX/ }).waitFor({ state: 'detached' });
});

it('rolls back, and compares what is in use then with what was', async () => {
  await tab('Versions');
  await page.getByRole('button', { name: 'Roll back', exact: true }).click();
  const back = page.getByRole('dialog', { name: 'Roll back to version 1' });
  await back.getByRole('textbox').fill('It is wanted again');
  await back.getByRole('button', { name: 'Roll back' }).click();
  await page.getByRole('button', { name: /^XX/ }).waitFor();
  await expect.poll(() => page.getByLabel('Later version').inputValue()).toBe('3');
  expect(await page.getByLabel('Earlier version').inputValue()).toBe('2');
  await page.getByRole('button', { name: 'Roll back to the files as delivered' }).click();
  const dialog = page.getByRole('dialog', { name: 'Roll back to the files as delivered' });
  await dialog.getByRole('textbox').fill('It was only an example');
  await dialog.getByRole('button', { name: 'Roll back' }).click();
  await page.getByRole('row', { name: /It was only an example/ }).waitFor();
  expect(problems).toEqual([]);
});

/** What an analyst may do wrong, each in a file of its own: the linter refuses these. */
const REFUSED: readonly Edit[] = [
  ['rules/ICH.units.rules.json', 'present(\\"D.2.2a\\")', 'present(\\"D.2.2z\\")'],
  ['rules/ICH.codes.rules.json', '"check": "present', '"check": "!present'],
  ['code-lists/outcome.codes.json', '"code": "2"', '"code": "1"'],
  ['pages/RP.page.json', '"codeList": "qualification"', '"codeList": "qualifications"'],
  ['pages/LB.page.json', '"itemId": "F.r.1"', '"itemId": "F.r.2.1"'],
];
/** Invented cases show these, and they are confirmed or not. */
const SHOWN: Readonly<Record<string, RegExp>> = {
  'an item that is hidden': /^Value .*E\.i\.1\.1a/,
  'a label of a code': /^Report box CIOMS/,
  'a shorter time limit': /^Due date EMA/,
  'an item that is no longer mandatory': /^Finding .*C\.1\.3/,
};
const UNBLINDING = 'blinding that is taken away';

function breaking(name: string): Edit {
  const found = BREAKING[name];
  if (!found) throw new Error(`there is no edit ${name}`);
  return found.edit;
}

it('keeps an analyst who may not unblind from each of ten mistakes', async () => {
  const shown = Object.keys(SHOWN).map(breaking);
  const texts = [...REFUSED, breaking(UNBLINDING), ...shown].map(([file, before, after]) => {
    const path = join(schemasDir, file);
    const text = readFileSync(path, 'utf8');
    expect(text.replace(before, after), file).not.toBe(text);
    writeFileSync(path, text.replace(before, after));
    return { path, text };
  });
  await product.deps.db.updateTable('user_sponsor').set({ unblind: false }).execute();
  await signIn(page, product.url, 'sponsor.admin', 'exam-editor');
  await page.getByText('10 files not published').waitFor();
  await openPublishing();
  const tick = ([file]: Edit) => publishing().getByRole('checkbox', { name: `Publish ${file}` });
  const confirm = () => publishing().getByRole('button', { name: 'Publish', exact: true }).click();
  const nothingTicked = publishing().getByText('Select at least one file.');
  for (const edit of [...REFUSED, breaking(UNBLINDING), ...shown]) await tick(edit).uncheck();
  await nothingTicked.waitFor();
  await publishing().getByRole('textbox').fill('A mistake');
  for (const edit of REFUSED) {
    await tick(edit).check();
    await publishing()
      .getByText(/^Fix \d+ errors? first\.$/)
      .waitFor();
    await confirm();
    await tick(edit).uncheck();
    await nothingTicked.waitFor();
  }
  await tick(breaking(UNBLINDING)).check();
  await publishing().getByText('You may not unblind, so you cannot publish this.').waitFor();
  await confirm();
  await tick(breaking(UNBLINDING)).uncheck();
  await nothingTicked.waitFor();
  for (const edit of shown) await tick(edit).check();
  const row = (name: RegExp) =>
    publishing().getByRole('table', { name: 'Invented cases' }).getByRole('row', { name }).first();
  for (const name of Object.values(SHOWN)) await row(name).waitFor();
  await confirm();
  await publishing().getByText('Look at the differences above, then confirm that you want them.').waitFor();
  await row(/^Value .*E\.i\.1\.1a/)
    .getByRole('button', { name: 'Show the case of E.i.1.1a in the form' })
    .click();
  await publishing().waitFor({ state: 'detached' });
  trialsUntilClosed = trials;
  await page.getByRole('tab', { name: 'Form', exact: true, selected: true }).waitFor();
  const field = page.locator('[data-item="E.i.1.1a"]').locator('input, textarea').first();
  await expect.poll(() => field.inputValue()).not.toBe('');
  for (const { path, text } of texts) writeFileSync(path, text);
});

it('draws a report of a case while its file is edited', async () => {
  await page.goto(`${product.url}${prefixOf(page)}/exam-editor?file=reports/CIOMS.report.json`);
  const drawing = page.getByRole('complementary', { name: 'Results' }).locator('svg');
  await drawing.getByText('CIOMS FORM', { exact: true }).first().waitFor();
  await page.getByLabel('Case', { exact: true }).selectOption({ index: 1 });
  await drawing.getByText('Male', { exact: false }).or(drawing.getByText('Female')).first().waitFor();
  await cursorBehind('INITIALS (first');
  await page.keyboard.insertText(' of all');
  await page
    .getByRole('button', { name: /INITIALS \(first of all/ })
    .first()
    .waitFor();
  // the trial ended with the dialog
  expect(trials).toBe(trialsUntilClosed);
  expect(problems).toEqual([]);
});

/** Another analyst publishes another text in a file of the open page. */
const publishElsewhere = (file: string, [before, after]: readonly [string, string]) =>
  publishByCalls(product.url, file, (text) => {
    if (!text.includes(before)) throw new Error(`${file} has no text ${before}`);
    return text.replace(before, after);
  });

it('merges a draft with what another analyst published since, instead of undoing it', async () => {
  const file = 'reports/CIOMS.report.json';
  const merging = page.getByRole('dialog', { name: `Merge ${file}` });
  const allSaved = page.getByText('All drafts are saved');
  const warning = page.getByText('Another text of this file was published', { exact: true });
  const hasText = (text: string) => page.locator('.cm-content').getByText(text, { exact: false }).waitFor();
  await allSaved.waitFor();
  await publishElsewhere(file, ['1. 환자 이니셜', '1. 환자 약칭']);
  // the page does not know of the publication yet
  await cursorBehind('INITIALS (first of all');
  await page.keyboard.insertText(' names');
  await warning.waitFor();
  await page.getByText('Merge the draft with what was published since').waitFor();
  await openPublishing();
  await publishing()
    .getByText(`Another text was published since the draft was begun: ${file}`, { exact: false })
    .waitFor();
  await publishing().getByRole('button', { name: 'Compare and merge' }).click();
  await merging.getByText('No place was changed by both.').waitFor();
  await merging.getByRole('button', { name: 'Merge both' }).click();
  await warning.waitFor({ state: 'detached' });
  await allSaved.waitFor();
  await hasText('INITIALS (first of all names');
  await hasText('1. 환자 약칭');

  // a page that is opened later finds the outdated draft, here of a place that both changed
  await publishElsewhere(file, ['INITIALS (first, last)', 'INITIALS (given, family)']);
  await page.reload();
  await warning.waitFor();
  await page.getByRole('button', { name: 'Compare and merge' }).click();
  await merging.getByText('1 place was changed by both.').waitFor();
  await merging
    .getByRole('list', { name: 'Changed by both' })
    .getByText(/given, family.*first of all names/)
    .waitFor();
  await merging
    .getByRole('button', { name: 'Merge; keep the published value where both changed it' })
    .click();
  await allSaved.waitFor();
  // nothing is left of the draft that is not in use
  await page.getByRole('button', { name: 'Publish' }).and(page.locator('[aria-disabled="true"]')).waitFor();
  await cursorBehind('INITIALS (given');
  await hasText('INITIALS (given, family)');
  // of the draft that the server has refused
  expect(problems.splice(0)).toEqual([expect.stringContaining('409 (Conflict)')]);
});

it('lets everybody read and nobody else change', async () => {
  const reader = await product.open({ width: 1440, height: 900 });
  await startSession(reader.page, product.url, 'case.reader');
  await reader.page.goto(`${product.url}/exam-editor`);
  await reader.page.getByText('Changing it needs the privilege EDIT.ADMIN').waitFor();
  expect(await reader.page.locator('.cm-content').first().getAttribute('aria-readonly')).toBe('true');
  expect(await reader.page.getByRole('button', { name: 'New appendix' }).count()).toBe(0);
  expect(reader.problems).toEqual([]);
});
