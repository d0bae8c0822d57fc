/** Rules about items that only the whole product can show: what stops an action, what is hidden, what a service does. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayAt } from '../../shared/dates/zonedDay.ts';
import { displayDate } from '../../shared/dates/partialDate.ts';
import { newProfile, openIn } from './browser.ts';
import { signIn, startProduct, type Product } from './product.ts';

/** of the demo's users */
const DEMO_ZONE = 'Asia/Seoul';

const translations: string[] = [];
/** the answer of the service waits for it */
let released = Promise.resolve();
const translator = createServer((request, response) => {
  let text = '';
  request.on('data', (piece: Buffer) => (text += piece.toString()));
  request.on('end', () => {
    translations.push(text);
    void released.then(() => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ translatedText: '심한 두통' }));
    });
  });
});

let product: Product;
let page: Page;
let problems: string[];
let tabs: string;
beforeAll(async () => {
  await new Promise<void>((done) => translator.listen(0, '127.0.0.1', done));
  const { port } = translator.address() as AddressInfo;
  product = await startProduct({ CASEWRIGHT_TRANSLATOR_URL: `http://127.0.0.1:${port}` });
  const viewport = { width: 1440, height: 900 };
  ({ page, problems, tabs } = await product.openCase('case.editor', 0, 'AE/1', { viewport }));
});
afterAll(async () => {
  await product.stop();
  translator.close();
});

const dateField = () => page.locator('[data-address="E.i.4|1|0|0"]');
const dialogs = () => page.getByRole('dialog').count();

describe('an entry that is no date', () => {
  it('stops a save whose click left the field, is named, and gets the focus back', async () => {
    const input = dateField().getByRole('textbox');
    const was = await input.inputValue();
    await input.fill('2024-02-30');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page
      .getByRole('status')
      .filter({ hasText: 'Start date: "2024-02-30" was cleared' })
      .first()
      .waitFor();
    await page.waitForFunction(() => document.activeElement?.id.startsWith('E_i_4-'));
    expect(await dialogs()).toBe(0);
    await dateField().getByRole('button', { name: 'Undo', exact: true }).click();
    expect(await input.inputValue()).toBe('2024-02-30');
    await input.fill(was);
  });

  it('stops Ctrl+S and a lock, too, and only once', async () => {
    const input = dateField().getByRole('textbox');
    await input.fill('soon');
    await page.keyboard.press('Control+s');
    await dateField().getByText('"soon" was cleared').waitFor();
    expect(await dialogs()).toBe(0);
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await input.fill('later');
    await page.getByRole('button', { name: 'Lock', exact: true }).click();
    await dateField().getByText('"later" was cleared').waitFor();
    expect(await dialogs()).toBe(0);
    await input.fill('mar 2024');
    await input.blur();
    await dateField().getByText('year and month').waitFor();
  });
});

it("today is the user's day, whatever the time zone of the computer", async () => {
  const today = () => displayDate(dayAt(Date.now(), DEMO_ZONE));
  const profile = await newProfile({ timezoneId: 'Pacific/Pago_Pago' });
  const { page: far } = await openIn(profile);
  await signIn(far, product.url, 'case.editor', tabs.split('/').slice(7).join('/') + '/AE/1');
  const input = far.locator('[data-address="E.i.4|1|0|0"]').getByRole('textbox');
  const before = today();
  await input.fill('t');
  await input.press('Tab');
  expect([before, today()]).toContain(await input.inputValue());
  await profile.close();
});

describe('a number', () => {
  const duration = () => page.locator('[data-address="E.i.6a|1|0|0"]');
  const unit = () => page.locator('[data-address="E.i.6b|1|0|0"]').getByRole('combobox');
  const input = () => duration().getByRole('textbox');

  it('may be typed with its unit', async () => {
    await input().fill('2 weeks');
    expect(await input().inputValue()).toBe('2 weeks');
    await input().press('Tab');
    await expect.poll(() => unit().inputValue()).toBe('week');
    expect(await input().inputValue()).toBe('2');
  });

  it('stays as it was typed, and is reported where it is impossible', async () => {
    await input().fill('-5');
    await input().press('Tab');
    expect(await input().inputValue()).toBe('-5');
    await expect.poll(() => input().getAttribute('aria-invalid')).toBe('true');
  });

  it.each(['abc', '2 fortnights', '1,234'])(
    'is not made of "%s", which is cleared and comes back by undo',
    async (text) => {
      await input().fill(text);
      await input().press('Tab');
      await duration().getByText(`"${text}" was cleared`).waitFor();
      expect(await input().inputValue()).toBe('');
      await duration().getByRole('button', { name: 'Undo', exact: true }).click();
      expect(await input().inputValue()).toBe(text);
    },
  );
});

it('a text is sent for translation only on request', async () => {
  const term = page.locator('[data-address="E.i.1.1a|1|0|0"]');
  await page.getByRole('button', { name: 'Second languages' }).click();
  expect(translations).toEqual([]);
  await term.getByRole('button', { name: 'Translate' }).click();
  await term.getByText('Machine translation').waitFor();
  expect(await term.getByRole('textbox').last().inputValue()).toBe('심한 두통');
  expect(translations).toEqual([expect.stringContaining('"format":"text"')]);
});

it('a translation arrives in the page that was left meanwhile, and stops a save until then', async () => {
  const { page: other } = await product.openCase('case.editor', 1, 'AE/1');
  const field = other.locator('[data-address="E.i.1.1a|1|0|0"]');
  const { promise, resolve } = Promise.withResolvers<void>();
  released = promise;
  await other.getByRole('button', { name: 'Second languages' }).click();
  await field.getByRole('button', { name: 'Translate' }).click();
  await field.getByRole('button', { name: 'Translating' }).waitFor();
  await other.getByRole('button', { name: 'Save', exact: true }).click();
  await other
    .getByRole('status')
    .filter({ hasText: 'A file, a translation or a list of codes is still on its way' })
    .waitFor();
  const pages = other.getByRole('navigation', { name: 'Pages of the case' }).getByRole('link');
  await pages.filter({ hasText: 'Patient' }).first().click();
  await pages.locator('[data-unsaved]').waitFor();
  resolve();
  await other.goBack();
  await expect.poll(() => field.getByRole('textbox').last().inputValue()).toBe('심한 두통');
});

it('help opens beside the fields by F1, and stays open after a reload', async () => {
  await dateField().getByRole('textbox').focus();
  await page.keyboard.press('F1');
  await page.getByRole('complementary', { name: 'Help for the field' }).getByText('E.i.4').waitFor();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  const help = await page.getByRole('complementary', { name: 'Help for the field' }).boundingBox();
  for (const field of await page.locator('[data-item]').all()) {
    const box = await field.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(help?.x ?? 0);
  }
});

it('a blinded item shows a user without the unblind privilege only that it is blinded', async () => {
  await page.goto(`${tabs.replace(/\/[A-Z]+\/case\//, '/US/case/')}/DG/1`);
  const blinded = page.locator('[data-blinded]').first();
  await blinded.waitFor();
  expect(await blinded.textContent()).toMatch(/Blinded$/);
  expect(await blinded.getByRole('textbox').count()).toBe(0);
  expect(problems).toEqual([]);
});
