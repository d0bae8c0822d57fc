/** Imports an uploaded file in a worker thread: reads it, and stores its messages one by one. */
import type { MessagePort } from 'node:worker_threads';
import { importFile } from '../../../shared/contract/caseImport.ts';
import { UnreadableXml } from '../../../shared/e2b/index.ts';
import { answerSerializer } from '../../http/envelope.ts';
import type { Upload } from '../../http/upload.ts';
import { Problem } from '../../problems.ts';
import { threadFunction } from '../../threads/threadTask.ts';
import { caseWorld, type CallerWorld } from '../../whole-case/caseThread.ts';
import { failureOf, type ThreadFailure } from '../../whole-case/threadFailure.ts';
import { inWorkContext } from '../../workContext.ts';
import { remoteHost } from './importHost.ts';
import type { Imported, Importer } from './importMessage.service.ts';
import { importXml, type Reading } from './importXml.ts';
import { keepResult } from './keepResult.ts';
import { watchProgress } from './readingProgress.ts';
import { withXmlFiles, type XmlFile } from './xmlFiles.ts';

export interface ImportInput {
  world: CallerWorld;
  importer: Omit<Importer, 'storeFiles'>;
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
  ({ world: caller, importer, upload, port }: ImportInput): Promise<ImportOutput> =>
    inWorkContext(caller.context, async () => {
      const world = caseWorld(caller);
      const host = remoteHost(port);
      const reading = {
        world,
        host,
        importer: { ...importer, storeFiles: host.storeFiles },
        folder: upload.folder,
      };
      try {
        const read = await withXmlFiles(upload, (files) =>
          readFiles({ ...reading, progress: watchProgress(files, host.report) }, files),
        );
        if ('refused' in read) return read;
        const fileKey = await host.keepUpload();
        const result = await keepResult(world, importer.user, { ...upload, ...read, fileKey });
        return { answer: Buffer.from(serialize(result)) };
      } catch (error) {
        if (error instanceof Problem && error.errCode === 'UNREADABLE_REQUEST')
          return { unreadable: String(error.values['why']) };
        return { failure: failureOf(error) };
      } finally {
        port.close();
      }
    }),
);

type FilesRead = { cases: Imported[] } | Extract<ImportOutput, { refused: object }>;

/** A file that cannot be read whole brings nothing. */
async function readFiles(reading: Reading, files: readonly XmlFile[]): Promise<FilesRead> {
  const cases: Imported[] = [];
  const unreadable: UnreadableXml[] = [];
  for (const file of files) {
    try {
      cases.push(...(await importXml(reading, file)));
    } catch (error) {
      if (!(error instanceof UnreadableXml)) throw error;
      unreadable.push(error);
      cases.push(unreadFile(file.name, error));
    }
    reading.progress.endFile();
  }
  const [first] = unreadable;
  if (!first || unreadable.length < cases.length) return { cases };
  const { line, column } = first;
  return { refused: { line, column, problem: cases[0]?.problem ?? '' } };
}

const unreadFile = (fileName: string, { line, column, message }: UnreadableXml): Imported => ({
  caseKey: null,
  caseNo: null,
  decision: 'refused',
  findings: [],
  form: null,
  residue: [],
  notes: [],
  fileName,
  message: 0,
  problem: `${fileName}:${line}:${column} ${message}`,
});
