/**
 * Anything in any order on the screen of a case, beside a second user and over bad lines: what was typed is on the screen;
 * what a save says is saved is stored, and nothing else; the audit trail has each change once, with what was there before.
 * `MONKEY_SEED` repeats a run, `MONKEY_STEPS` makes it longer.
 */
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseAddressKey } from '../../shared/case/itemAddress.ts';
import {
  readCaseAudit,
  readPage,
  readPageRow,
  savePage,
  savePageRow,
  type DataOf,
} from '../../shared/contract/index.ts';
import { displayDate } from '../../shared/dates/partialDate.ts';
import { randomFrom } from '../../shared/generate/chance.ts';
import { DEMO_PASSWORD } from '../../server/seed/seedDemo.ts';
import { makeCall, tokenOf } from '../api/harness.ts';
import { caseByCalls, type MadeCase } from './caseByCalls.ts';
import { endOnServer, startProduct, type Product } from './product.ts';
import { reasonDialog } from './saves.ts';
import { setPart } from './sponsorSettings.ts';
import { beat } from './waits.ts';

const SEED = Number(process.env.MONKEY_SEED ?? Math.floor(Math.random() * 1e9));
const STEPS = Number(process.env.MONKEY_STEPS ?? 30);

let product: Product;
let made: MadeCase;
let page: Page;
let tokens: { editor: string; second: string };
beforeAll(async () => {
  product = await startProduct();
  await setPart(product.url, 'editing', { leavePage: 'keep' });
  made = await caseByCalls(product.url, [{ page: 'AE', itemId: 'E.i.1.1a', value: 'Headache' }]);
  tokens = {
    editor: await tokenOf(product.url, 'case.editor'),
    second: await tokenOf(product.url, 'sponsor.admin'),
  };
});
afterAll(() => product.stop());

interface Field {
  key: string;
  page: string;
  rowNo: number | null;
  /** a text to type, and the value that it is */
  value: (chance: () => number, step: number) => readonly [typed: string, value: string];
  shown?: (value: string) => string;
  control: 'textbox' | 'combobox';
}

const WORDS = [
  'Kopfschmerz',
  '두통이 심함',
  '頭痛',
  '👩🏽‍⚕️ 37 °C',
  'a\u00a0b',
  'e\u0301te\u0301',
  '“quoted”',
  'soft\u00adhyphen',
];
const text: Field['value'] = (chance, step) => {
  const word = `${WORDS[Math.floor(chance() * WORDS.length)]} ${step}`;
  return [word, word];
};
const number: Field['value'] = (_, step) => [String(40 + step), String(40 + step)];
const day: Field['value'] = (_, step) => {
  const days = String((step % 27) + 1).padStart(2, '0');
  return [`2024-03-${days}`, `202403${days}`];
};
const code: Field['value'] = (_, step) => [String((step % 5) + 1), String((step % 5) + 1)];

const ROW = { page: 'AE', rowNo: 1 };
const FIELDS: readonly Field[] = [
  { key: 'D.1|0|0|0', page: 'DM', rowNo: null, value: text, control: 'textbox' },
  { key: 'D.3|0|0|0', page: 'DM', rowNo: null, value: number, control: 'textbox' },
  { key: 'H.1|0|0|0', page: 'NR', rowNo: null, value: text, control: 'textbox' },
  { key: 'E.i.1.1a|1|0|0', ...ROW, value: text, control: 'textbox' },
  { key: 'E.i.4|1|0|0', ...ROW, value: day, shown: displayDate, control: 'textbox' },
  { key: 'E.i.7|1|0|0', ...ROW, value: code, control: 'combobox' },
];

/** Null flavors are written as `[MSK]`. */
type Values = Map<string, string>;

class Monkey {
  readonly chance = randomFrom(SEED);
  readonly log: string[] = [];
  /** what the user has typed, and what is stored, as far as the user may know */
  readonly typed: Values = new Map();
  stored: Values = new Map();
  /** by page: the changes that can be taken back */
  readonly steps = new Map<string, { key: string; before: string; after: string }[]>();
  at: Field = FIELDS[0] as Field;
  audited = 0;

  pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.chance() * list.length)] as T;
  }
  of = (key: string): string => this.typed.get(key) ?? this.stored.get(key) ?? '';
  isDirty = (): boolean => [...this.typed].some(([key, value]) => value !== (this.stored.get(key) ?? ''));

  box(field: Field) {
    const within = page.locator(`[data-address="${field.key}"]`);
    return within.getByRole(field.control).first();
  }

  async go(field: Field): Promise<void> {
    this.at = field;
    if (await this.box(field).isVisible()) return;
    const names = { DM: 'Patient', NR: 'Narrative', AE: 'Reactions' };
    await page
      .getByRole('navigation', { name: 'Pages of the case' })
      .getByRole('link', { name: new RegExp(`^${names[field.page as keyof typeof names]}`) })
      .click();
    if (field.rowNo !== null)
      await page
        .getByRole('row')
        .filter({ has: page.locator('td') })
        .first()
        .click();
    await this.box(field).waitFor();
  }

  change(field: Field, value: string): void {
    const before = this.of(field.key);
    if (before === value) return;
    const steps = this.steps.get(field.page) ?? [];
    this.steps.set(field.page, [...steps, { key: field.key, before, after: value }]);
    this.typed.set(field.key, value);
  }

  async type(step: number): Promise<void> {
    const field = this.pick(FIELDS);
    const [typed, value] = field.value(this.chance, step);
    this.log.push(`type ${typed} into ${field.key}`);
    await this.go(field);
    await this.box(field).focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(typed);
    await page.keyboard.press('Tab');
    this.change(field, value);
  }

  async flavor(): Promise<void> {
    const field = FIELDS[0] as Field;
    this.log.push('null flavor');
    await this.go(field);
    await this.box(field).focus();
    await page.keyboard.press('Alt+n');
    await page.getByRole('menu').getByText('MSK').click();
    this.change(field, '[MSK]');
  }

  async undo(): Promise<void> {
    const steps = this.steps.get(this.at.page) ?? [];
    const last = steps.at(-1);
    await this.go(this.at);
    if (!last || this.of(last.key) !== last.after) return;
    this.log.push(`undo ${last.key}`);
    await this.box(this.at).focus();
    await page.keyboard.press('Control+z');
    this.steps.set(this.at.page, steps.slice(0, -1));
    this.typed.set(last.key, last.before);
  }

  async save(how: 'well' | 'lost' | 'offline'): Promise<void> {
    if (!this.isDirty()) return;
    this.log.push(`save, ${how}`);
    const saves = /\/1\.1\/cases\/\d+\/pages/;
    await page.route(saves, async (route) => {
      if (route.request().method() === 'GET' || how === 'well') return route.continue();
      if (how === 'lost') await route.fetch();
      await route.abort();
    });
    await page.keyboard.press('Control+s');
    const conflict = page.getByRole('dialog', { name: 'These items changed in the meantime' });
    const clean = page.locator('button[data-dirty]').first();
    const failed = page.getByRole('alert').filter({ hasText: /Not saved|connection|answer/ });
    await reasonDialog(page).getByRole('radio').first().waitFor();
    await page.keyboard.press('Enter');
    await reasonDialog(page).waitFor({ state: 'detached' });
    await Promise.race([
      conflict.waitFor(),
      clean.waitFor({ state: 'detached' }),
      ...(how === 'well' ? [] : [failed.first().waitFor()]),
    ]);
    await page.unroute(saves);
    if (how !== 'well') {
      while (await failed.count()) await failed.first().getByRole('button', { name: 'Close' }).click();
      return;
    }
    if (await conflict.isVisible()) {
      const side = this.pick(['All mine', 'All saved in the meantime']);
      this.log.push(side);
      const keys = await conflict
        .getByRole('radio')
        .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).name));
      const now = await this.read();
      if (side !== 'All mine') for (const key of keys) this.typed.set(key, now.get(key) ?? '');
      await conflict.getByRole('button', { name: side }).click();
      await conflict.getByRole('button', { name: 'Save with this choice' }).click();
      await clean.waitFor({ state: 'detached' });
    }
    for (const [key, value] of this.typed) this.stored.set(key, value);
    this.typed.clear();
    expect(await this.read(), this.log.join('\n')).toEqual(withoutEmpty(this.stored));
  }

  async second(step: number): Promise<void> {
    const field = this.pick(FIELDS);
    const [, value] = field.value(this.chance, step);
    const now = await this.read();
    if (now.get(field.key) === value) return;
    this.log.push(`second user: ${value} into ${field.key}`);
    const { itemId, ...numbers } = parseAddressKey(field.key);
    const change = { itemId, ...numbers, value, nullFlavor: null, notation: null };
    const body = { reason: 'Second', retrievedAt: '2999-01-01T00:00:00.000Z', changes: [change] };
    const params = { caseKey: made.caseKey, page: field.page, rowNo: field.rowNo };
    const saved =
      field.rowNo === null
        ? await makeCall(product.url, savePage, { params, body, token: tokens.second })
        : await makeCall(product.url, savePageRow, { params, body, token: tokens.second });
    expect(saved.success, saved.errMsg ?? '').toBe(true);
    const isMine =
      this.typed.has(field.key) && this.typed.get(field.key) !== (this.stored.get(field.key) ?? '');
    this.stored.set(field.key, value);
    if (isMine) return;
    this.typed.delete(field.key);
    await this.seesAll();
  }

  async reload(): Promise<void> {
    this.log.push('reload');
    const isDirtyHere = FIELDS.some(
      ({ key, page: own }) =>
        own === this.at.page && this.typed.has(key) && this.typed.get(key) !== (this.stored.get(key) ?? ''),
    );
    // edits of pages that were left are offered there: this monkey reloads where no other page has any
    const isDirtyElsewhere =
      this.isDirty() &&
      FIELDS.some(
        ({ key, page: own }) =>
          own !== this.at.page && this.typed.has(key) && this.typed.get(key) !== (this.stored.get(key) ?? ''),
      );
    if (isDirtyElsewhere) return;
    const accept = (question: { accept: () => Promise<void> }) => void question.accept();
    page.once('dialog', accept);
    await page.reload();
    page.off('dialog', accept);
    this.steps.clear();
    await this.box(this.at).waitFor();
    if (!isDirtyHere) return;
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }

  async endSession(): Promise<void> {
    this.log.push('session ends');
    await endOnServer(page);
    await beat(page);
    const again = page.getByRole('dialog', { name: 'Sign in to continue' });
    await again.waitFor();
    await again.getByRole('textbox', { name: 'Password' }).fill(DEMO_PASSWORD);
    await page.keyboard.press('Enter');
    await again.waitFor({ state: 'detached' });
  }

  /** What is stored, read without the page. */
  async read(): Promise<Values> {
    const contents = await Promise.all(
      [...Map.groupBy(FIELDS, (field) => field.page).values()].map(async ([field]) => {
        const params = { caseKey: made.caseKey, page: field?.page, rowNo: field?.rowNo };
        const call = field?.rowNo === null ? readPage : readPageRow;
        return (await makeCall(product.url, call, { params, token: tokens.second })).data as DataOf<
          typeof readPage
        >;
      }),
    );
    const known = new Set(FIELDS.map(({ key }) => key));
    return new Map(
      contents.flatMap(({ values }) =>
        values.flatMap(({ itemId, rowNo, rowNo2, rowNo3, value, nullFlavor }) => {
          const key = [itemId, rowNo, rowNo2, rowNo3].join('|');
          const is = value ?? (nullFlavor === null ? '' : `[${nullFlavor}]`);
          return known.has(key) && is !== '' ? [[key, is] as const] : [];
        }),
      ),
    );
  }

  /** The fields of the open page show what was typed, or what is stored. */
  async seesAll(): Promise<void> {
    for (const field of FIELDS.filter((one) => one.page === this.at.page && one.rowNo === this.at.rowNo)) {
      const is = this.of(field.key);
      const wanted = is.startsWith('[') ? '' : (field.shown?.(is) ?? is);
      await expect
        .poll(
          async () => {
            await beat(page);
            const shown = await this.box(field).inputValue();
            return field.control === 'combobox' ? (shown.split(' ')[0] ?? '') : shown;
          },
          { interval: 300, message: `${field.key}\n${this.log.join('\n')}` },
        )
        .toBe(wanted);
    }
  }

  async act(step: number): Promise<void> {
    const dice = this.chance();
    if (dice < 0.45) await this.type(step);
    else if (dice < 0.5) await this.flavor();
    else if (dice < 0.6) await this.undo();
    else if (dice < 0.75) await this.save('well');
    else if (dice < 0.78) await this.save('lost');
    else if (dice < 0.81) await this.save('offline');
    else if (dice < 0.91) await this.second(step);
    else if (dice < 0.96) await this.reload();
    else await this.endSession();
    await this.seesAll();
  }
}

const withoutEmpty = (values: Values): Values => new Map([...values].filter(([, value]) => value !== ''));

it(`loses nothing and changes nothing else (seed ${SEED})`, { timeout: 900_000 }, async () => {
  const monkey = new Monkey();
  process.stderr.write(`monkey: MONKEY_SEED=${SEED}\n`);
  // each page was saved once: a reason is asked for
  for (const [at, field] of [FIELDS[0], FIELDS[2], FIELDS[3]].entries()) {
    if (!field) continue;
    const { itemId, ...numbers } = parseAddressKey(field.key);
    const change = { itemId, ...numbers, value: `First ${at}`, nullFlavor: null, notation: null };
    await makeCall(product.url, field.rowNo === null ? savePage : savePageRow, {
      params: { caseKey: made.caseKey, page: field.page, rowNo: field.rowNo },
      body: { reason: 'First', retrievedAt: '2999-01-01T00:00:00.000Z', changes: [change] },
      token: tokens.editor,
    });
  }
  monkey.stored = await monkey.read();
  const opened = await product.openAs('case.editor', `case/${made.caseKey}/detail/DM`);
  page = opened.page;
  await monkey.box(monkey.at).waitFor();
  for (let step = 0; step < STEPS; step += 1) {
    await monkey.act(step).catch((error: unknown) => {
      throw new Error(`${monkey.log.join('\n')}\n${String(error)}`, { cause: error });
    });
  }
  await monkey.save('well');
  const audit = await makeCall(product.url, readCaseAudit, {
    params: { caseKey: made.caseKey },
    query: { rowCount: 100 },
    token: tokens.second,
  });
  const keys = new Set(FIELDS.map(({ key }) => key));
  const chains = Map.groupBy(audit.data.listInfo.toReversed(), ({ itemId, rowNo, rowNo2, rowNo3 }) =>
    [itemId, rowNo, rowNo2, rowNo3].join('|'),
  );
  for (const [key, chain] of chains) {
    if (!keys.has(key)) continue;
    let before = '';
    for (const entry of chain) {
      const old = entry.oldValue ?? (entry.oldNullFlavor === null ? '' : `[${entry.oldNullFlavor}]`);
      const next = entry.value ?? (entry.nullFlavor === null ? '' : `[${entry.nullFlavor}]`);
      expect(old, key).toBe(before);
      expect(next, key).not.toBe(old);
      before = next;
    }
    expect(before, key).toBe(monkey.stored.get(key) ?? '');
  }
});
