/** Reads one XML file and stores its messages. */
import { randomUUID } from 'node:crypto';
import { readReports, UnreadableXml } from '../../../shared/e2b/index.ts';
import type { ConversionNote, MedicalTerm, ReadMessage, Residue } from '../../../shared/e2b/index.ts';
import { nodeBytes } from '../../files/byteTools.ts';
import type { CaseWorld } from '../../whole-case/caseThread.ts';
import type { ImportHost } from './importHost.ts';
import {
  importMessage,
  refused,
  type Imported,
  type Importer,
  type Outcome,
} from './importMessage.service.ts';
import { longTextsIn } from './longTexts.ts';
import type { ReadingProgress } from './readingProgress.ts';
import { stageFiles } from './stagedFiles.ts';
import { codesOfTerms } from './termCodes.ts';
import type { XmlFile } from './xmlFiles.ts';

export interface Reading {
  world: CaseWorld;
  host: ImportHost;
  importer: Importer;
  /** of the upload */
  folder: string;
  progress: ReadingProgress;
}

/** Reads the file twice: to its end first, so that a mistake behind the last message leaves nothing behind. */
export async function importXml(reading: Reading, { name, source: bytes }: XmlFile): Promise<Imported[]> {
  const { world, host, folder, progress } = reading;
  const { catalogue, clock } = world;
  const source = () => progress.count(bytes());
  const ports = { bytes: nodeBytes, newUuid: randomUUID };
  const check = { ...ports, files: { put: () => '' }, longTexts: longTextsIn(folder, null) };
  const batchResidue = await readToEnd(readReports(source, catalogue, check));
  const files = stageFiles(folder);
  const codesOf = (terms: readonly MedicalTerm[]) => codesOfTerms(world, terms);
  const read = { ...ports, files, longTexts: longTextsIn(folder, files), codesOf };
  const imported: Imported[] = [];
  for await (const message of readReports(source, catalogue, read)) {
    await host.begin();
    const { content = message.content, ...outcome } = await outcomeOf(reading, message, batchResidue);
    imported.push({
      ...outcome,
      fileName: name,
      message: message.number,
      // by the rules of the receiver in the envelope
      findings: catalogue.findings(content, catalogue.receiverOf(content), clock.now()),
      form: message.form,
      residue: message.residueLines,
      notes: message.notes.map(shortened),
    });
    progress.endMessage();
  }
  return imported;
}

/** One message that cannot be stored does not keep the others out. */
async function outcomeOf(
  { world, host, importer }: Reading,
  message: ReadMessage,
  batchResidue: Residue[],
): Promise<Outcome> {
  try {
    return await importMessage(world, importer, message, batchResidue);
  } catch (error) {
    host.notStored(message.number, error instanceof Error ? (error.stack ?? error.message) : String(error));
    return refused('notStored', importer.language);
  }
}

/** What the batch itself holds that no item takes. */
async function readToEnd(reader: ReturnType<typeof readReports>): Promise<Residue[]> {
  let next = await reader.next();
  while (!next.done) next = await reader.next();
  if (next.value.messages === 0) throw new UnreadableXml('the batch holds no report', { line: 1, column: 1 });
  return next.value.residue;
}

/** Characters of a value that a note repeats. */
const MAX_SHOWN = 300;

const shortened = (note: ConversionNote): ConversionNote => ({
  ...note,
  before: note.before.slice(0, MAX_SHOWN),
  after: note.after.slice(0, MAX_SHOWN),
});
