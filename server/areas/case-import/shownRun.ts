/** A run as its user sees it. */
import type { CaseImportContext } from '../../../machines/case-import/caseImport.machine.ts';
import type { ImportRun } from '../../../shared/contract/index.ts';
import { earlierImport } from '../../case-import/earlierImport.ts';
import { findFiles, findSameFiles, type RunRef, type StoredRun } from '../../case-import/importRun.store.ts';
import { findJobProgress } from '../../jobs/jobProgress.store.ts';
import { findProcess } from '../../processes/process.store.ts';
import type { Trx } from '../../storage/database.ts';
import { countMessages, findCommentedFiles } from './importRuns.store.ts';

/** Thousandths of a job. */
const shareOf = (done: number | null, total: number | null): number => (done ?? 0) / Math.max(1, total ?? 1);

/** The run with its files, its counts and how far it is. */
export async function runOf(trx: Trx, run: RunRef, stored: StoredRun): Promise<ImportRun> {
  const { sponsorKey, runKey } = run;
  const process = await findProcess(trx, sponsorKey, runKey);
  const { expiresAt = null, error = null } = (process?.context ?? {}) as Partial<CaseImportContext>;
  const [jobKey] = Object.values(process?.tasks ?? {});
  const job = await findJobProgress(trx, sponsorKey, jobKey);
  const commented = await findCommentedFiles(trx, run);
  const files = [];
  for (const { file_no, file_name, file_key, size, data_key } of await findFiles(trx, run)) {
    const same = await findSameFiles(trx, sponsorKey, file_key);
    files.push({
      fileNo: file_no,
      fileName: file_name,
      size,
      hash: file_key,
      earlier: same.filter((other) => other.run_key !== runKey).map(earlierImport),
      dataKey: data_key,
      hasComments: commented.has(file_no),
    });
  }
  const { messages, chosen, open, imported, not_stored, ...proposals } = await countMessages(trx, run);
  return {
    runKey,
    state: stored.state,
    at: stored.at.toISOString(),
    expiresAt: process?.deadline ? expiresAt : null,
    files,
    progress: job ? { share: shareOf(job.done, job.total), messages: Number(job.note ?? 0) } : null,
    error,
    messages,
    proposals,
    chosen,
    open,
    imported,
    refused: not_stored,
  };
}
