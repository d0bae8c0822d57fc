/** Imports of the largest file, and exports of what they bring: how much more memory the server takes than idle. */
import { downloadReport, importFile } from '../shared/contract/index.ts';
import type { DataOf, Envelope } from '../shared/contract/index.ts';
import { sentByOther, type LargeReport } from '../tests/largeReport.ts';
import { editorToken, onBenchServer, type BenchServer } from './benchServer.ts';
import type { Measured } from './measure.ts';

const MB = 2 ** 20;
const BUDGET_MB = 200;
const SAMPLED_EVERY_MS = 20;
/** of the file, for tags */
const MARKUP_BYTES = MB;
const QUICK_MB = 50;

/** `--quick` sends a tenth. */
export async function benchUploads({ quick }: { quick: boolean }): Promise<Measured[]> {
  const size = (quick ? QUICK_MB : importFile.maxUploadMb) * MB - MARKUP_BYTES;
  const many = size / MB;
  return onBenchServer({ demo: true }, async (server) => {
    const token = await editorToken(server.url);
    return [
      // starts the thread, which compiles the catalogue
      ...(await measure(server, token, 'a small report', { messages: 1, attachment: 1000 })),
      ...(await measure(server, token, 'one attachment', { messages: 1, attachment: size })),
      ...(await measure(server, token, `${many} messages`, { messages: many, attachment: size / many })),
    ];
  });
}

async function measure(
  { url }: BenchServer,
  token: string,
  what: string,
  report: LargeReport,
): Promise<Measured[]> {
  const cases: number[] = [];
  const received = await memoryOf(`an import, ${what}`, async () => {
    const imported = JSON.parse(await sentByOther(url, token, report)) as Envelope<DataOf<typeof importFile>>;
    const stored = imported.data?.cases.filter(({ decision }) => decision === 'new') ?? [];
    if (stored.length !== report.messages)
      throw new Error(`${stored.length} were imported: ${imported.errMsg}`);
    cases.push(...stored.flatMap(({ caseKey }) => caseKey ?? []));
  });
  const sent = await memoryOf(`an export, ${what}`, async () => {
    const path = downloadReport.path.replace(':caseKey', String(cases[0])).replace(':reportId', 'XML');
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    let length = 0;
    for await (const piece of response.body ?? []) length += piece.length;
    if (!response.ok || length < report.attachment) throw new Error(`${length} bytes were exported`);
  });
  return [received, sent];
}

/** How much the memory of this process grows at most while it works. */
async function memoryOf(what: string, work: () => Promise<void>): Promise<Measured> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), SAMPLED_EVERY_MS);
  const began = performance.now();
  await work().finally(() => clearInterval(sampling));
  const grown = (peak - before) / MB;
  return {
    name: `memory of ${what} / ${BUDGET_MB} MB`,
    ratio: grown / BUDGET_MB,
    budget: 1,
    detail: `${grown.toFixed(0)} MB more than ${(before / MB).toFixed(0)} MB; ${((performance.now() - began) / 1000).toFixed(0)} s`,
  };
}
