/** The import of a spreadsheet of 10,000 lines: how long it takes until its cases can be decided about, and how much memory. */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ImportRun } from '../shared/contract/index.ts';
import type { Envelope } from '../shared/contract/index.ts';
import { filledTemplate, type FilledLines } from '../tests/api/filledTemplate.ts';
import { editorToken, onBenchServer } from './benchServer.ts';
import type { Measured } from './measure.ts';

const MB = 2 ** 20;
const LINES = 10_000;
/** of a case: itself, two reactions, a drug, a dosage */
const LINES_OF_A_CASE = 5;
const BUDGET_SECONDS = 60;
const BUDGET_MB = 150;
const SAMPLED_EVERY_MS = 20;
const WARM_CASES = 20;

export async function benchSheets({ quick }: { quick: boolean }): Promise<Measured[]> {
  const cases = LINES / LINES_OF_A_CASE / (quick ? 10 : 1);
  return onBenchServer({ demo: true, jobs: true }, async ({ url }) => {
    const headers = { authorization: `Bearer ${await editorToken(url)}` };
    const ask = async (method: string, path: string, body?: FormData): Promise<Response> => {
      const answer = await fetch(url + path, { method, headers, ...(body && { body }) });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer;
    };
    const template = new Uint8Array(
      await (await ask('GET', '/1.0/sponsors/1/import/template-download')).arrayBuffer(),
    );
    const read = async (name: string, count: number): Promise<ImportRun> => {
      const form = new FormData();
      form.set('file', new Blob([await filledTemplate(template, linesOf(name, count))]), `${name}.xlsx`);
      const path = `/1.1/imports/${randomUUID()}`;
      await ask('POST', `${path}/files`, form);
      await ask('PUT', `${path}/read`);
      for (;;) {
        const { data } = (await (await ask('GET', path)).json()) as Envelope<ImportRun>;
        if (data?.state === 'deciding') return data;
        if (data?.state === 'failed') throw new Error(data.error ?? 'not read');
        await wait(100);
      }
    };
    // starts the thread, which compiles the catalogue
    await read('warm', WARM_CASES);
    const before = process.memoryUsage.rss();
    let peak = before;
    const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), SAMPLED_EVERY_MS);
    const began = performance.now();
    const run = await read('many', cases).finally(() => clearInterval(sampling));
    const seconds = (performance.now() - began) / 1000;
    if (run.proposals.new !== cases) throw new Error(`${run.proposals.new} of ${cases} cases were read`);
    const detail = `${cases} cases, ${cases * LINES_OF_A_CASE} lines; ${seconds.toFixed(0)} s, ${((peak - before) / MB).toFixed(0)} MB more than ${(before / MB).toFixed(0)} MB`;
    return [
      {
        name: `reading a spreadsheet / ${BUDGET_SECONDS} s`,
        ratio: seconds / BUDGET_SECONDS,
        budget: 1,
        detail,
      },
      {
        name: `its memory / ${BUDGET_MB} MB`,
        ratio: (peak - before) / MB / BUDGET_MB,
        budget: 1,
        detail: '',
      },
    ];
  });
}

/** Words that resemble no others: the cases are not duplicates of each other. */
const wordOf = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replaceAll(/\d/g, (digit) => String.fromCharCode(103 + Number(digit)))
    .slice(0, 10);

const linesOf = (name: string, count: number): FilledLines => {
  const all = Array.from({ length: count }, (_, index) => `${name}-${index}`);
  return {
    case: all.map((one) => ({
      case: one,
      'C.1.1': one,
      'C.1.4': '2025-02-01',
      'C.1.5': '20250203',
      'D.1': wordOf(`patient ${one}`),
      'D.5': 'Female',
      'H.1': `${wordOf(`narrative ${one}`)} `.repeat(40),
    })),
    'E.i': all.flatMap((one) =>
      ['a', 'b'].map((letter) => ({
        case: one,
        'E.i.1.1a': wordOf(`reaction ${one}${letter}`),
        'E.i.4': '2025-01',
        'E.i.7': 'Fatal',
      })),
    ),
    'G.k': all.map((one) => ({ case: one, 'G.k.1': 'Suspect', 'G.k.2.2': wordOf(`drug ${one}`) })),
    'G.k.4.r': all.map((one) => ({ case: one, 'G.k.4.r.1a': '5', 'G.k.4.r.1b': 'mg' })),
  };
};
