/** Imports an uploaded file in a worker thread: reads it, and stores its messages one by one. */
import type { MessagePort } from 'node:worker_threads';
import { importFile, type ImportProgress } from '../../shared/contract/caseImport.ts';
import { UnreadableXml } from '../../shared/e2b/index.ts';
import { answerSerializer } from '../http/envelope.ts';
import type { Language } from '../http/language.ts';
import type { Upload } from '../http/upload.ts';
import { Problem } from '../problems.ts';
import { threadFunction } from '../threads/threadTask.ts';
import { caseWorld, type CallerWorld } from '../whole-case/caseThread.ts';
import { failureOf, type ThreadFailure } from '../whole-case/threadFailure.ts';
import { inNamedContext } from '../workContext.ts';
import { remoteHost } from './importHost.ts';
import { faultOf } from './faultOf.ts';
import { importDetail } from './importDetail.ts';
import {
  importReportFile,
  type BatchResult,
  type OneStepImporter,
  type Reading,
} from './importReportFile.ts';
import { keepImport } from './keepImport.ts';
import { watchProgress } from './readingProgress.ts';
import { withReportFiles, type ReportFile } from './reportFiles.ts';

export interface ImportInput {
  world: CallerWorld;
  importer: Omit<OneStepImporter, 'storeFiles'>;
  /** of the answer */
  language: Language;
  upload: Pick<Upload, 'fileName' | 'path' | 'size' | 'folder'>;
  /** to the main thread */
  port: MessagePort;
}

/** The answer as it is sent; `refused`: why nothing of the upload could be read. */
export type ImportOutput =
  | { answer: Uint8Array }
  | { refused: { line: number; column: number; problem: string } }
  | { unreadable: string }
  | { failure: ThreadFailure };

const serialize = answerSerializer(importFile);

export const importFiles = threadFunction(
  ({ world: caller, importer, language, upload, port }: ImportInput, settings): Promise<ImportOutput> =>
    inNamedContext(caller.context, async () => {
      const world = caseWorld(caller, settings);
      const host = remoteHost<ImportProgress>(port);
      const reading = {
        world,
        host,
        importer: { ...importer, storeFiles: host.storeFiles },
        folder: upload.folder,
        receivedAt: world.clock.now(),
        timeZone: importer.user.timeZone,
      };
      try {
        const read = await withReportFiles(upload, (files) =>
          readFiles({ ...reading, progress: watchProgress(files, host.report) }, files),
        );
        if ('refused' in read) return read;
        const fileKey = await host.keepUpload();
        const { user, senderKey } = importer;
        const dataKey = await keepImport(world, { user, senderKey, ...upload, ...read, fileKey });
        return { answer: Buffer.from(serialize(await importDetail(world, { user, language }, dataKey))) };
      } catch (error) {
        if (error instanceof Problem && error.errCode === 'UNREADABLE_REQUEST')
          return { unreadable: String(error.values['why']) };
        return { failure: failureOf(error) };
      } finally {
        port.close();
      }
    }),
);

type FilesRead = { batches: BatchResult[] } | Extract<ImportOutput, { refused: object }>;

/** A file that cannot be read whole brings nothing. */
async function readFiles(reading: Reading, files: readonly ReportFile[]): Promise<FilesRead> {
  const batches: BatchResult[] = [];
  const unreadable: UnreadableXml[] = [];
  for (const file of files) {
    try {
      batches.push(await importReportFile(reading, file));
    } catch (error) {
      if (!(error instanceof UnreadableXml)) throw error;
      unreadable.push(error);
      batches.push({ fileName: file.name, fault: faultOf(file, error) });
    }
    reading.progress.endFile();
  }
  const [first] = unreadable;
  if (!first || unreadable.length < batches.length) return { batches };
  const { line, column } = first;
  return { refused: { line, column, problem: faultOf(files[0] ?? { name: '' }, first) } };
}
