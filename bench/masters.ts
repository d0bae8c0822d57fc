/** Masters of a sponsor with a thousand products and two hundred studies: their lists, and the dialogs that offer them. */
import { chromium, type Page } from 'playwright';
import { columnItems } from '../schemas/compile/records.ts';
import type { RecordKind } from '../schemas/compile/catalogue.types.ts';
import { CHROMIUM } from '../scripts/chromium.ts';
import { productOptions, recordOptions } from '../server/areas/case-info/options.service.ts';
import { recordList } from '../server/areas/case-info/recordList.ts';
import type { Deps } from '../server/deps.ts';
import { findSessionUser } from '../server/http/session.ts';
import { answerList } from '../server/lists/answerList.ts';
import type { ListCaller } from '../server/lists/listSource.ts';
import type { ListQuery } from '../shared/contract/lists.ts';
import { kindOf } from '../server/records/recordAccess.ts';
import { onBenchServer, sessionOf, type BenchSession } from './benchServer.ts';
import { median, p99Within, percentile, type Measured } from './measure.ts';

const SPONSOR = 1;
const AUTHOR = 'sponsor.admin';
const COUNTS = { product: 1000, study: 200 } as const;
type Kind = keyof typeof COUNTS;
const KINDS = ['product', 'study'] as const satisfies readonly Kind[];
const LIST_BUDGET_MS = 100;
const DIALOG_BUDGET_MS = 150;
const WARM_UPS = 3;
const ROUNDS = 40;
/** Openings of a dialog, each in a page that draws. */
const OPENINGS = 20;

interface World {
  deps: Deps;
  url: string;
  caller: ListCaller;
}

/** Ratios to 100 ms for a page of a list or of a dialog, 99th percentile, and to 150 ms for an opened dialog, 95th. */
export async function benchMasters(): Promise<Measured[]> {
  return onBenchServer({ demo: true }, async ({ deps, url }) => {
    const session = await sessionOf(url, AUTHOR);
    for (const kind of KINDS) await importMany(deps, url, session.token, kind);
    const user = await findSessionUser(deps.db, session.token, null, deps.clock.now());
    const world: World = { deps, url, caller: { user, language: 'en', appendix: 'US' } };
    const results: Measured[] = [];
    for (const kind of KINDS) results.push(...(await lists(world, kind)));
    results.push(...(await pagesOfDialogs(world)));
    results.push(await openings(url, session));
    return results;
  });
}

/** As a user does: a table, its preview, and the import of what the preview shows. */
async function importMany(deps: Deps, url: string, token: string, name: Kind): Promise<void> {
  const kind = kindOf(deps, name);
  const texts = textColumns(kind);
  const lines = Array.from({ length: COUNTS[name] }, (_, at) =>
    texts.map((itemId) => (itemId === kind.nameItem ? nameAt(at) : `${itemId} ${at % 50}`)).join(','),
  );
  const table = [texts.join(','), ...lines].join('\n');
  const send = async (query: Record<string, string>): Promise<{ fingerprint: string; stored: boolean }> => {
    const form = new FormData();
    form.append('file', new Blob([table], { type: 'text/csv' }), 'masters.csv');
    const address = `${url}/1.1/sponsors/${SPONSOR}/records/${name}/import?${new URLSearchParams(query).toString()}`;
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(address, { method: 'POST', headers, body: form });
    const { data, errMsg } = (await answer.json()) as { data: never; errMsg: string | null };
    if (!answer.ok) throw new Error(`the masters were not imported: ${errMsg}`);
    return data;
  };
  const { fingerprint } = await send({});
  const { stored } = await send({ fingerprint, reason: 'Benchmark' });
  if (!stored) throw new Error('the masters were not stored');
}

const nameAt = (at: number): string => `Invented ${String(at).padStart(4, '0')} of the benchmark`;

const textColumns = (kind: RecordKind): string[] =>
  columnItems(kind)
    .filter(({ control, groups }) => control === 'text' && groups.length === 0)
    .map(({ itemId }) => itemId);

async function lists({ deps, caller }: World, name: Kind): Promise<Measured[]> {
  const kind = kindOf(deps, name);
  const source = recordList(kind, deps.catalogue.lists[kind.menuId]?.columns ?? []);
  const further = textColumns(kind).at(-1) ?? kind.nameItem;
  const mixes: Record<string, ListQuery> = {
    'by name': { sort: kind.nameItem, direction: 'asc' },
    'by a further column, backwards': { sort: further, direction: 'desc' },
    'two words of a keyword': { keyword: 'invented 0017' },
  };
  const results: Measured[] = [];
  for (const [mix, query] of Object.entries(mixes)) {
    const read = () => answerList(deps, caller, source, query);
    const { totalCount } = (await read()).pageInfo;
    results.push(await timed(`list of ${name}s, ${mix}`, read, `${totalCount} found`));
  }
  return results;
}

/** The calls behind dialogs, with what narrows them. */
async function pagesOfDialogs({ deps, caller: { user } }: World): Promise<Measured[]> {
  const reader = { user, language: 'en' } as const;
  return [
    await timed('page of a dialog, products', () => productOptions(deps, reader, { rowCount: 10 })),
    await timed('page of a dialog, products of a sender, keyword', () =>
      productOptions(deps, reader, { rowCount: 10, keyword: '0017', selectedSenderKeys: '1' }),
    ),
    await timed('page of a dialog, studies', () => recordOptions(deps, reader, 'study', { rowCount: 10 })),
  ];
}

const timed = (name: string, work: () => Promise<unknown>, found = ''): Promise<Measured> =>
  p99Within({ warmUps: WARM_UPS, rounds: ROUNDS, name, budgetMs: LIST_BUDGET_MS, found }, work);

/** From the click on the button of a field to the drawn rows. */
async function openings(url: string, { token, userKey }: BenchSession): Promise<Measured> {
  const browser = await chromium.launch(CHROMIUM);
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
    await page.addInitScript((storage) => void Object.assign(sessionStorage, storage), {
      'casewright.token': token,
      'casewright.userKey': String(userKey),
    });
    // a new study, whose products are chosen from the masters
    await page.goto(`${url}/${SPONSOR}/1/en/US/caseinfo/study/0/detail`);
    await page.getByRole('button', { name: 'Add Product' }).click();
    await page.locator('[data-action="choose"]').first().waitFor();
    const times: number[] = [];
    for (let round = 0; round < WARM_UPS + OPENINGS; round += 1) {
      const time = await openOnce(page);
      if (round >= WARM_UPS) times.push(time);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    const p95 = percentile(times, 0.95);
    return {
      name: `dialog of products, drawn, p95 / ${DIALOG_BUDGET_MS} ms`,
      ratio: p95 / DIALOG_BUDGET_MS,
      budget: 1,
      detail: `p50 ${median(times).toFixed(1)} and p95 ${p95.toFixed(1)} ms`,
    };
  } finally {
    await browser.close();
  }
}

const openOnce = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const started = performance.now();
        const changes = new MutationObserver(() => {
          if (!document.querySelector('[role="dialog"] tbody tr[data-row]')) return;
          changes.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - started));
        });
        changes.observe(document.body, { childList: true, subtree: true });
        document.querySelector<HTMLElement>('[data-action="choose"]')?.click();
      }),
  );
