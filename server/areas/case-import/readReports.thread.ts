/** Reads an uploaded file in a worker thread. The main thread stores what is read, message by message. */
import { randomUUID } from 'node:crypto';
import type { MessagePort } from 'node:worker_threads';
import type { SourceText } from '../../../schemas/compile/sources.types.ts';
import { readIcsrs, UnreadableXml } from '../../../shared/e2b/index.ts';
import type { Residue } from '../../../shared/e2b/index.ts';
import type { CatalogueSource } from '../../catalogue/catalogueSource.ts';
import { compiler } from '../../catalogue/threadCatalogue.ts';
import { nodeBytes } from '../../files/byteTools.ts';
import type { Upload } from '../../http/upload.ts';
import { Problem } from '../../problems.ts';
import { threadFunction } from '../../threads/threadTask.ts';
import type { Imported } from './importMessage.service.ts';
import { askStorage, type Storage } from './storagePort.ts';
import { longTextsIn } from './longTexts.ts';
import { watchProgress, type ReadingProgress } from './readingProgress.ts';
import { stageFiles } from './stagedFiles.ts';
import { withXmlFiles, type XmlFile } from './xmlFiles.ts';

export interface ReadInput {
  upload: Pick<Upload, 'fileName' | 'path' | 'size' | 'folder'>;
  /** of the sponsor's catalogue */
  sources: readonly SourceText[];
  now: Date;
  /** to the storage of the main thread */
  port: MessagePort;
}

/** What became of each message; `refused`: why nothing of the upload could be read. */
export type ReadOutput =
  | { cases: Imported[]; refused?: { line: number; column: number; problem: string } }
  | { unreadable: string };

export const read = threadFunction(async ({ upload, sources, now, port }: ReadInput): Promise<ReadOutput> => {
  const reading = {
    catalogue: compiler.compiled([...sources]),
    storage: askStorage(port),
    folder: upload.folder,
    now,
  };
  try {
    return await withXmlFiles(upload, (files) =>
      readFiles({ ...reading, progress: watchProgress(files, reading.storage.report) }, files),
    );
  } catch (error) {
    if (error instanceof Problem) return { unreadable: String(error.values['why']) };
    throw error;
  } finally {
    port.close();
  }
});

interface Reading {
  catalogue: CatalogueSource;
  storage: Storage;
  /** of the upload */
  folder: string;
  now: Date;
  progress: ReadingProgress;
}

async function readFiles(reading: Reading, files: readonly XmlFile[]): Promise<ReadOutput> {
  const cases: Imported[] = [];
  const unreadable: UnreadableXml[] = [];
  for (const file of files) {
    try {
      cases.push(...(await readXml(reading, file)));
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
  return { cases, refused: { line, column, problem: cases[0]?.problem ?? '' } };
}

/** Reads the file twice: to its end first, so that a mistake behind the last message leaves nothing behind. */
async function readXml(
  { catalogue, storage, folder, now, progress }: Reading,
  { name, source: bytes }: XmlFile,
): Promise<Imported[]> {
  const source = () => progress.count(bytes());
  const ports = { bytes: nodeBytes, newUuid: randomUUID };
  const check = { ...ports, files: { put: () => '' }, longTexts: longTextsIn(folder, null) };
  const batchResidue = await readToEnd(readIcsrs(source, catalogue.e2b, check));
  const files = stageFiles(folder);
  const read = { ...ports, files, longTexts: longTextsIn(folder, files) };
  const imported: Imported[] = [];
  for await (const message of readIcsrs(source, catalogue.e2b, read)) {
    const { content = message.content, ...outcome } = await storage.store(message, batchResidue);
    imported.push({
      ...outcome,
      fileName: name,
      message: message.number,
      // by the rules of the receiver in the envelope
      findings: catalogue.findings(content, catalogue.receiverOf(content), now),
      residue: message.residueLines,
    });
    progress.endMessage();
  }
  return imported;
}

/** What the batch itself holds that no item takes. */
async function readToEnd(reader: ReturnType<typeof readIcsrs>): Promise<Residue[]> {
  let next = await reader.next();
  while (!next.done) next = await reader.next();
  if (next.value.messages === 0) throw new UnreadableXml('the batch holds no report', { line: 1, column: 1 });
  return next.value.residue;
}

const unreadFile = (fileName: string, { line, column, message }: UnreadableXml): Imported => ({
  caseKey: null,
  caseNo: null,
  decision: 'refused',
  findings: [],
  residue: [],
  fileName,
  message: 0,
  problem: `${fileName}:${line}:${column} ${message}`,
});
