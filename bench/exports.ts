/** A list of 100 000 cases as a spreadsheet, as a browser fetches it: how long it takes, and what memory it needs. */
import type { ListAnswer } from '../shared/contract/lists.ts';
import { caseList } from '../server/areas/cases/caseList.ts';
import type { Deps } from '../server/deps.ts';
import { seedManyCases } from '../server/seed/manyCases.ts';
import { editorToken, onBenchServer } from './benchServer.ts';
import { median, type Measured } from './measure.ts';

const CASES = 100_000;
const QUICK_CASES = 10_000;
/** different ones among them */
const STORIES = 400;
const COLUMNS = 30;
const ROUNDS = 3;
/** of the design */
const BUDGET_MS = 5000;
const BUDGET_MB = 150;
const SAMPLED_EVERY_MS = 20;
const MB = 2 ** 20;

/**
 * BENCH_EXPORTS_DIR keeps the database, which takes minutes to fill, and uses it again; `--quick` makes a tenth of the
 * cases.
 */
export async function benchExports({ quick }: { quick: boolean }): Promise<Measured[]> {
  return onBenchServer({ dataDir: process.env['BENCH_EXPORTS_DIR'], demo: true }, async ({ deps, url }) => {
    const count = quick ? QUICK_CASES : CASES;
    const call = await callerAt(url);
    await showColumns(deps, call);
    const missing = count - (await casesOf(call));
    if (missing > 0) await seedManyCases(deps, { count: missing, extent: 'whole', stories: STORIES });
    return [...(await measure(call, 'XLSX')), ...(await measure(call, 'CSV'))];
  });
}

type Caller = (path: string, body?: object) => Promise<Response>;

async function callerAt(url: string): Promise<Caller> {
  const authorization = `Bearer ${await editorToken(url)}`;
  return async (path, body) => {
    const answer = await fetch(
      `${url}${path}`,
      body
        ? {
            method: 'PUT',
            headers: { authorization, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }
        : { headers: { authorization, 'accept-encoding': 'identity' } },
    );
    if (!answer.ok) throw new Error(`${path} is answered ${answer.status}: ${await answer.text()}`);
    return answer;
  };
}

/** All columns of the list's own, but for two items that stand in rows of the cases. */
async function showColumns({ catalogue }: Deps, call: Caller): Promise<void> {
  const own = catalogue.lists[caseList.menuId]?.columns.map(({ column }) => column) ?? [];
  const items = ['reactionOutcome', 'drugName'].flatMap((role) => catalogue.whole.roles[role] ?? []);
  const visible = [...own.slice(0, COLUMNS - items.length), ...items];
  await call(`/1.0/menus/${caseList.menuId}/columns`, { visible });
}

async function casesOf(call: Caller): Promise<number> {
  const { data } = (await (await call('/1.0/cases')).json()) as { data: ListAnswer };
  return data.pageInfo.totalCount;
}

interface Taken {
  ms: number;
  cpuMs: number;
  grownMb: number;
  bytes: number;
}

async function measure(call: Caller, format: 'XLSX' | 'CSV'): Promise<Measured[]> {
  const rounds: Taken[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await take(call, format));
  const of = (figure: keyof Taken) => rounds.map((round) => round[figure]);
  const detail = `processor time of the server ${(median(of('cpuMs')) / 1000).toFixed(1)} s, file ${(median(of('bytes')) / MB).toFixed(1)} MB, all rounds ${of(
    'ms',
  )
    .map((ms) => (ms / 1000).toFixed(1))
    .join(', ')} s`;
  return [
    {
      name: `all cases as ${format} / ${BUDGET_MS / 1000} s`,
      ratio: Math.min(...of('ms')) / BUDGET_MS,
      budget: 1,
      detail,
    },
    {
      name: `memory it grows by, ${format} / ${BUDGET_MB} MB`,
      ratio: Math.max(...of('grownMb')) / BUDGET_MB,
      budget: 1,
      detail: `${of('grownMb')
        .map((mb) => mb.toFixed(0))
        .join(
          ', ',
        )} MB at the most, of ${(process.memoryUsage.rss() / MB).toFixed(0)} MB of the server and its client`,
    },
  ];
}

/** One file, thrown away as it comes. */
async function take(call: Caller, format: 'XLSX' | 'CSV'): Promise<Taken> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), SAMPLED_EVERY_MS);
  const began = { at: performance.now(), cpu: process.cpuUsage() };
  let bytes = 0;
  const { body } = await call(`/1.0/cases/export?format=${format}`);
  for await (const chunk of body ?? []) bytes += chunk.byteLength;
  clearInterval(sampling);
  const { user, system } = process.cpuUsage(began.cpu);
  return {
    ms: performance.now() - began.at,
    cpuMs: (user + system) / 1000,
    grownMb: (peak - before) / MB,
    bytes,
  };
}
