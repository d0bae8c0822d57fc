/** Imports of the largest file: how much memory the server takes for them beside what it has when it is idle. */
import { importFile, PROGRESS_LINES } from '../shared/contract/index.ts';
import type { DataOf, Envelope, LastLine } from '../shared/contract/index.ts';
import { largeReport, sendImport, type LargeReport } from '../tests/largeReport.ts';
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
      await measure(server, token, 'a small report', { messages: 1, attachment: 1000 }),
      await measure(server, token, 'one attachment', { messages: 1, attachment: size }),
      await measure(server, token, `${many} messages`, { messages: many, attachment: size / many }),
    ];
  });
}

async function measure(
  { url }: BenchServer,
  token: string,
  what: string,
  report: LargeReport,
): Promise<Measured> {
  const before = process.memoryUsage.rss();
  let peak = before;
  const sampling = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), SAMPLED_EVERY_MS);
  const began = performance.now();
  const headers = { accept: PROGRESS_LINES };
  const response = await sendImport(url, token, 'large.xml', largeReport(report), headers);
  const last = (await response.text()).trim().split('\n').at(-1) ?? '';
  const { data, errMsg } = (JSON.parse(last) as LastLine).answer as Envelope<DataOf<typeof importFile>>;
  clearInterval(sampling);
  const stored = data?.cases.filter(({ decision }) => decision === 'new').length ?? 0;
  if (stored !== report.messages) throw new Error(`${stored} of ${report.messages} were imported: ${errMsg}`);
  const grown = (peak - before) / MB;
  return {
    name: `memory of an import, ${what} / ${BUDGET_MB} MB`,
    ratio: grown / BUDGET_MB,
    budget: 1,
    detail: `${grown.toFixed(0)} MB more than ${(before / MB).toFixed(0)} MB, server and client in one process; ${((performance.now() - began) / 1000).toFixed(0)} s`,
  };
}
