/** The XML files of a run, in the same order each time: a message is found again by its batch and its number in it. */
import { Problem } from '../problems.ts';
import type { RunProgress } from './runProgress.ts';
import { withReportFiles, type ReportFile } from './reportFiles.ts';

/** A file that a user has sent, on the local disk. */
export interface RunFile {
  fileNo: number;
  fileName: string;
  path: string;
  size: number;
}

export interface RunReportFile extends ReportFile {
  batchNo: number;
  fileNo: number;
  /** passes its bytes on and counts them */
  count: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
}

/** An archive that cannot be opened. */
interface UnreadableFile extends Pick<RunReportFile, 'batchNo' | 'fileNo' | 'name'> {
  fault: string;
}

/** Envelope and content; what is read once more for the form of the file does not matter. */
const READINGS = 2;

export async function eachReportFile(
  { files, progress }: { files: readonly RunFile[]; progress: RunProgress },
  work: (file: RunReportFile | UnreadableFile) => Promise<void>,
): Promise<void> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  let batchNo = 0;
  for (const { fileNo, fileName, path, size } of files) {
    try {
      await withReportFiles({ fileName, path, size }, async (entries) => {
        const unpacked = entries.reduce((sum, entry) => sum + entry.size, 0) * READINGS;
        const share = { of: size / Math.max(1, total), within: unpacked };
        for (const entry of entries) {
          batchNo += 1;
          await work({ ...entry, batchNo, fileNo, count: (bytes) => progress.count(bytes, share) });
        }
      });
    } catch (error) {
      if (!(error instanceof Problem) || error.errCode !== 'UNREADABLE_REQUEST') throw error;
      batchNo += 1;
      await work({ batchNo, fileNo, name: fileName, fault: `${fileName}: ${String(error.values['why'])}` });
    }
  }
}
