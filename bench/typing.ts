/** Keys in the built product, with all that is around the form, beside as many bare html fields. */
import { randomUUID } from 'node:crypto';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright';
import type { CaseValue } from '../shared/case/caseContent.ts';
import { addressAt, type RowPath } from '../shared/case/itemAddress.ts';
import { EMPTY_VALUE } from '../shared/case/itemValue.ts';
import { addCase, addRows, saveCasePages } from '../shared/contract/index.ts';
import { pathOf } from '../tests/callPath.ts';
import { CHROMIUM } from '../scripts/chromium.ts';
import { onBenchServer, sessionOf, type BenchSession } from './benchServer.ts';
import { costOfKey } from './editor/keys.ts';
import { costMeter, type Cost, type Tab } from './editor/tab.ts';
import { median, overRounds, type Measured } from './measure.ts';

const DRUGS = 50;
const DOSAGES = 20;
const NARRATIVE_LENGTH = 20_000;
const ROUNDS = 10;
const QUICK_ROUNDS = 4;
const WARM_UP_ROUNDS = 3;
const AUTHOR = 'case.editor';
/** later than every save */
const LATER = '2999-01-01T00:00:00.000Z';
const NARRATIVE_PAGE = 'NR';
const REASON = 'Benchmark';

/** Typed into: where, and by what the field is found. */
const PLACES = {
  drug: { tab: 'DG/1', field: '[data-address="G.k.2.2|1|0|0"] input' },
  narrative: { tab: NARRATIVE_PAGE, field: '[data-address="H.1|0|0|0"] textarea' },
} as const;
type Place = keyof typeof PLACES;

type Typist = Pick<Tab, 'page' | 'costOf'> & { costs: Cost[] };

/** Script and main thread of a key, over bare fields of the same number and content. */
export async function benchTyping({ quick }: { quick: boolean }): Promise<Measured[]> {
  return onBenchServer({ demo: true }, async ({ url }) => {
    const session = await sessionOf(url, AUTHOR);
    const caseKey = await largeCase(url, session);
    const browser = await chromium.launch(CHROMIUM);
    try {
      const results: Measured[] = [];
      for (const place of Object.keys(PLACES) as Place[])
        results.push(...(await typed(browser, { url, session, caseKey, place, quick })));
      return results;
    } finally {
      await browser.close();
    }
  });
}

interface OpenedAt {
  url: string;
  session: BenchSession;
  caseKey: number;
  place: Place;
  quick: boolean;
}

async function typed(browser: Browser, at: OpenedAt): Promise<Measured[]> {
  const contexts: BrowserContext[] = [];
  const typist = async (open: (page: Page) => Promise<void>): Promise<Typist> => {
    // a context of its own has a process of its own
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    contexts.push(context);
    const page = await context.newPage();
    const costOf = await costMeter(await context.newCDPSession(page));
    await open(page);
    await page.keyboard.press('x');
    return { page, costOf, costs: [] };
  };
  const ours = await typist((page) => openProduct(page, at));
  const elements = await ours.page.evaluate(() => document.querySelectorAll('*').length);
  const fields = await ours.page.evaluate(() => document.querySelectorAll('input, textarea, select').length);
  const text = await ours.page.locator(PLACES[at.place].field).inputValue();
  const html = await typist((page) => openBare(page, at.place, fields, text));
  const rounds = at.quick ? QUICK_ROUNDS : ROUNDS;
  for (let round = 0; round < WARM_UP_ROUNDS + rounds; round += 1)
    for (const one of [ours, html]) {
      const cost = await costOfKey(one);
      if (round >= WARM_UP_ROUNDS) one.costs.push(cost);
    }
  await Promise.all(contexts.map((context) => context.close()));

  const figures = ({ costs }: Typist, of: keyof Cost) => costs.map((cost) => cost[of]);
  // a bare field has no script: both are measured by all that a key costs there
  const line = (of: keyof Cost, words: string): Measured => ({
    name: `a key in the product, ${at.place}, ${words}`,
    ...overRounds(figures(ours, of), figures(html, 'thread')),
    budget: null,
    detail: `${median(figures(ours, of)).toFixed(2)} ms, html ${median(figures(html, 'thread')).toFixed(2)} ms; ${elements} elements, ${fields} fields`,
  });
  return [line('script', 'script'), line('thread', 'whole main thread')];
}

async function openProduct(page: Page, { url, session, caseKey, place }: OpenedAt): Promise<void> {
  const { tab, field } = PLACES[place];
  await page.addInitScript((storage) => void Object.assign(sessionStorage, storage), {
    'casewright.token': session.token,
    'casewright.userKey': String(session.userKey),
  });
  await page.context().addCookies([{ name: 'NOTICE_POPUP_KR_1', value: '1', url }]);
  await page.goto(`${url}/1/1/en/KR/case/${caseKey}/detail/${tab}`);
  await page.locator(field).focus();
  await page.keyboard.press('End');
  // the first check of the case is no part of a key
  await page.waitForLoadState('networkidle');
}

/** The floor: as many text inputs, and the narrative in a bare text area. */
async function openBare(page: Page, place: Place, fields: number, text: string): Promise<void> {
  await page.setContent('<!doctype html><main></main>');
  await page.evaluate(
    ({ count, tag, content }) => {
      const inputs = Array.from({ length: count - 1 }, () => document.createElement('input'));
      const field = document.createElement(tag);
      field.value = content;
      document.querySelector('main')?.append(field, ...inputs);
      field.focus();
      field.setSelectionRange(content.length, content.length);
    },
    { count: fields, tag: place === 'narrative' ? ('textarea' as const) : ('input' as const), content: text },
  );
}

/** A case of many drugs, the first with many dosages, and a long narrative. */
async function largeCase(url: string, { token }: BenchSession): Promise<number> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const send = async (path: string, body: unknown): Promise<unknown> => {
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const { data, errMsg } = (await answer.json()) as { data: unknown; errMsg: string | null };
    if (!answer.ok) throw new Error(`the case was not made: ${path}: ${errMsg}`);
    return data;
  };
  const { caseKey } = (await send(pathOf(addCase, {}), {})) as { caseKey: number };
  const rows = Array.from({ length: DRUGS }, (_, at) => ({
    rowId: randomUUID(),
    changes: [item('G.k.2.2', [0], `Drug ${at + 1}`)],
  }));
  await send(pathOf(addRows, { params: { caseKey, page: 'DG' } }), { reason: REASON, rows });
  const dosages = Array.from({ length: DOSAGES }, (_, at) => at + 1);
  const drug = {
    page: 'DG',
    rowNo: 1,
    retrievedAt: LATER,
    rows: dosages.map((rowNo2) => ({
      group: 'G.k.4.r',
      rowNo: 1,
      rowNo2,
      rowNo3: 0,
      rowId: randomUUID(),
      sort: rowNo2,
      deleted: false,
    })),
    changes: dosages.flatMap((dosage) => [
      item('G.k.4.r.1a', [1, dosage], String(dosage)),
      item('G.k.4.r.7', [1, dosage], `LOT-${dosage}`),
      item('G.k.4.r.8', [1, dosage], 'one tablet in the morning'),
    ]),
  };
  const text = 'The patient took the tablets and felt unwell. '.repeat(NARRATIVE_LENGTH / 46);
  const narrative = {
    page: NARRATIVE_PAGE,
    rowNo: null,
    retrievedAt: LATER,
    changes: [item('H.1', [], text)],
  };
  const pages = [drug, narrative];
  await send(pathOf(saveCasePages, { params: { caseKey } }), { reason: REASON, pages });
  return caseKey;
}

const item = (itemId: string, path: RowPath, value: string): CaseValue => ({
  ...addressAt(itemId, path),
  ...EMPTY_VALUE,
  value,
});
