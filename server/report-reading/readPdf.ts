/** Reads a PDF that a user sends. A file can be made to fill the memory or to take for ever, so its thread is watched. */
import { Worker } from 'node:worker_threads';
import type { PdfFault, PdfInput, PdfOutput } from './pdfSheets.types.ts';

const MB = 1024 * 1024;
const MAX_HEAP_MB = 192;
/** with what streams are unpacked to, which is outside of the heap */
const MAX_MEMORY_MB = 320;
const MAX_MS = 30_000;
const WATCH_EVERY_MS = 50;

/** The pages of the file, or why it cannot be read. */
export async function readPdf(bytes: Uint8Array, maxMs: number = MAX_MS): Promise<PdfOutput> {
  const worker = new Worker(new URL('./pdfSheets.worker.ts', import.meta.url), {
    workerData: { bytes } satisfies PdfInput,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 16 },
  });
  const { promise, resolve } = Promise.withResolvers<PdfOutput>();
  const end = (fault: PdfFault): void => resolve({ fault });
  const deadline = setTimeout(() => end('tooLong'), maxMs);
  const watch = setInterval(() => {
    void usedMb(worker).then((used) => used > MAX_MEMORY_MB && end('tooLarge'));
  }, WATCH_EVERY_MS);
  worker.once('message', resolve);
  worker.once('error', (error: Error & { code?: string }) =>
    end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'tooLarge' : 'damaged'),
  );
  worker.once('exit', () => end('damaged'));
  try {
    return await promise;
  } finally {
    clearTimeout(deadline);
    clearInterval(watch);
    await worker.terminate();
  }
}

/** 0: the thread has ended. */
async function usedMb(worker: Worker): Promise<number> {
  try {
    const { total_heap_size: heap, external_memory: external } = await worker.getHeapStatistics();
    return (heap + external) / MB;
  } catch {
    return 0;
  }
}
