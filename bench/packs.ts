/** A thousand reports as one ZIP: how long each takes, and whether the memory grows with their number. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Envelope, ListExportProgress } from '../shared/contract/index.ts';
import { caseList } from '../server/areas/cases/caseList.ts';
import { seedManyCases } from '../server/seed/manyCases.ts';
import { editorToken, onBenchServer } from './benchServer.ts';
import { median, type Measured } from './measure.ts';

const REPORTS = 1000;
const QUICK_REPORTS = 200;
const STORIES = 100;
const BUDGET_MS = 150;
/** of the last quarter over the second one: the first one opens fonts and threads */
const BUDGET_GROWTH = 1.1;
const SAMPLED_EVERY_MS = 50;
const MB = 2 ** 20;

interface Sample {
  /** reports that are made */
  rows: number;
  rss: number;
}

export async function benchPacks({ quick }: { quick: boolean }): Promise<Measured[]> {
  const count = quick ? QUICK_REPORTS : REPORTS;
  return onBenchServer({ demo: true, jobs: true }, async ({ deps, url }) => {
    await seedManyCases(deps, { count, extent: 'whole', stories: STORIES });
    const headers = { authorization: `Bearer ${await editorToken(url)}`, 'content-type': 'application/json' };
    const ask = async (path: string, body?: object): Promise<Response> => {
      const answer = await fetch(url + path, {
        headers,
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer;
    };
    const exportKey = randomUUID();
    const exports = `/1.1/menus/${caseList.menuId}/exports`;
    const began = { at: performance.now(), cpu: process.cpuUsage() };
    await ask(exports, { exportKey, reports: { reportId: 'CIOMS' } });
    const samples: Sample[] = [];
    let rows = 0;
    const sampling = setInterval(
      () => samples.push({ rows, rss: process.memoryUsage.rss() }),
      SAMPLED_EVERY_MS,
    );
    let progress = await progressOf();
    for (; progress.state === 'requested' || progress.state === 'running'; progress = await progressOf()) {
      ({ rows } = progress);
      await wait(SAMPLED_EVERY_MS);
    }
    clearInterval(sampling);
    const { user, system } = process.cpuUsage(began.cpu);
    const times = { ms: performance.now() - began.at, cpuMs: (user + system) / 1000 };
    if (progress.state !== 'done' || progress.refused) throw new Error(JSON.stringify(progress));
    let bytes = 0;
    for await (const chunk of (await ask(`${exports}/${exportKey}/file`)).body ?? [])
      bytes += chunk.byteLength;
    return measured(samples, { made: progress.rows, bytes, ...times });

    async function progressOf(): Promise<ListExportProgress> {
      const { data } = (await (await ask(`${exports}/${exportKey}`)).json()) as Envelope<ListExportProgress>;
      if (!data) throw new Error('there is no such file');
      return data;
    }
  });
}

function measured(
  samples: readonly Sample[],
  { made, ms, cpuMs, bytes }: { made: number; ms: number; cpuMs: number; bytes: number },
): Measured[] {
  const quarters = [1, 2, 3, 4].map((quarter) =>
    median(
      samples
        .filter(({ rows }) => rows > (made * (quarter - 1)) / 4 && rows <= (made * quarter) / 4)
        .map(({ rss }) => rss),
    ),
  );
  const [, second = Number.NaN, , last = Number.NaN] = quarters;
  return [
    {
      name: `processor time of a report of a ZIP / ${BUDGET_MS} ms`,
      ratio: cpuMs / made / BUDGET_MS,
      budget: 1,
      detail: `${made} reports in ${(ms / 1000).toFixed(0)} s, ${(bytes / MB).toFixed(1)} MB`,
    },
    {
      name: 'memory of the last quarter over the second',
      ratio: last / second,
      budget: BUDGET_GROWTH,
      detail: `${quarters.map((rss) => (rss / MB).toFixed(0)).join(', ')} MB in each quarter`,
    },
  ];
}
