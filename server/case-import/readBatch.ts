/** Reading the messages of one file, as often as an import needs them. */
import { rm } from 'node:fs/promises';
import { readEnvelope, readReports, UnreadableXml } from '../../shared/e2b/index.ts';
import type { MedicalTerm, ReadBatch, ReadEnvelope, ReadPorts } from '../../shared/e2b/index.ts';
import { nodeBytes } from '../files/byteTools.ts';
import { keyOfBytes, keyOfFile } from '../files/fileKey.ts';
import type { BatchReader } from './batchReader.ts';
import { formReports } from './formReports.ts';
import { longTextsIn } from './longTexts.ts';
import { stageFiles, type StagedFiles } from './stagedFiles.ts';
import type { ReceivedMessage } from './receivedMessage.ts';
import { sheetReports } from './sheetReports.ts';
import { codesOfTerms } from './termCodes.ts';
import type { ReportFile } from './reportFiles.ts';

type Reports = AsyncGenerator<ReceivedMessage, ReadBatch, void>;

const portsWith = ({ world, folder }: BatchReader, files: StagedFiles | null): ReadPorts => ({
  bytes: nodeBytes,
  newUuid: world.newUuid,
  files: files ?? { put: () => '' },
  longTexts: longTextsIn(folder, files),
});

/** Reads the file to its end, so that a mistake behind the last message is found. Throws `UnreadableXml`. */
export async function checkBatch(reader: BatchReader, file: ReportFile): Promise<ReadBatch> {
  const reports = reportsIn(reader, file, portsWith(reader, null));
  let next = await reports.next();
  while (!next.done) next = await reports.next();
  return requireMessages(next.value);
}

/** The envelope of a batch that cannot be read to its end; null: nothing of it can be read, or the file has none. */
export const envelopeOf = (reader: BatchReader, file: ReportFile): Promise<ReadEnvelope | null> =>
  file.kind === 'e2b'
    ? readEnvelope(file.source, reader.world.catalogue, portsWith(reader, null))
    : Promise.resolve(null);

/** Throws `UnreadableXml` for a batch without a report. */
export function requireMessages(batch: ReadBatch): ReadBatch {
  if (batch.messages === 0) throw new UnreadableXml('the batch holds no report', { line: 1, column: 1 });
  return batch;
}

/** The messages with their attachments staged in the folder, and the codes that a dictionary has for their terms. */
export const stagedReports = (reader: BatchReader, file: ReportFile): Reports =>
  reportsIn(reader, file, {
    ...portsWith(reader, stageFiles(reader.folder)),
    codesOf: codesIn(reader),
  });

/** The same without any attachment: their keys alone. */
export const bareReports = (reader: BatchReader, file: ReportFile): Reports =>
  reportsIn(reader, file, { ...portsWith(reader, KEYS_ONLY), codesOf: codesIn(reader) });

const codesIn =
  ({ world }: BatchReader) =>
  (terms: readonly MedicalTerm[]) =>
    codesOfTerms(world, terms);

const KEYS_ONLY: StagedFiles = {
  put: (bytes) => Promise.resolve(keyOfBytes(bytes)),
  putFile: async (path) => {
    const key = await keyOfFile(path);
    await rm(path, { force: true });
    return key;
  },
};

/** A file as a whole has no line. */
const OTHER =
  'this is no .xml, .sgm, .xlsx or .pdf file, so it is not read; unpack an archive within the archive, and send its files';

function reportsIn(reader: BatchReader, file: ReportFile, ports: Parameters<typeof readReports>[2]): Reports {
  if (file.kind === 'xlsx') return sheetReports(reader, file);
  if (file.kind === 'pdf') return formReports(reader, file);
  if (file.kind === 'other') throw new UnreadableXml(OTHER, { line: 0, column: 0 });
  return readReports(() => reader.progress.count(file.source()), reader.world.catalogue, ports);
}
