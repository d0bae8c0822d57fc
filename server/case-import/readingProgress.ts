/** How far an import is: counted where the files are read. */
import type { ImportProgress } from '../../shared/contract/caseImport.ts';
import type { ReportFile } from './reportFiles.ts';

/** Bytes between two reports within a message. */
const STEP_BYTES = 2 ** 20;
/** of a file: twice whole, each time after a look at the envelope, whose end is behind the messages */
const READINGS = 4;

export interface ReadingProgress {
  /** passes the bytes of a file on and counts them */
  count: (bytes: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  endMessage: () => void;
  endFile: () => void;
}

export function watchProgress(
  files: readonly ReportFile[],
  report: (progress: ImportProgress) => void,
): ReadingProgress {
  const totalBytes = files.reduce((sum, { size }) => sum + size * READINGS, 0);
  const progress = { bytes: 0, totalBytes, files: 0, totalFiles: files.length, messages: 0 };
  let reported = 0;
  const reportNow = (): void => {
    reported = progress.bytes;
    report(progress);
  };
  return {
    count: async function* (bytes) {
      for await (const chunk of bytes) {
        // a look at the form of the file reads its beginning once more
        progress.bytes = Math.min(totalBytes, progress.bytes + chunk.length);
        if (progress.bytes - reported >= STEP_BYTES) reportNow();
        yield chunk;
      }
    },
    endMessage: () => {
      progress.messages += 1;
      reportNow();
    },
    endFile: () => {
      progress.files += 1;
      reportNow();
    },
  };
}
