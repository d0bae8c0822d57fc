/** The files of reports in an upload: the upload itself, or the entries of a ZIP. They are read from disk as streams. */
import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { openPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { MAX_IMPORT_MB } from '../../shared/contract/caseImport.ts';
import { eastAsianIn } from '../../shared/e2b/eastAsian.ts';
import { UnreadableXml } from '../../shared/e2b/index.ts';
import { storable } from '../../shared/text/storable.ts';
import type { Upload } from '../http/upload.ts';
import { readPieces } from '../files/readPieces.ts';
import { entryBytes } from '../files/zipEntry.ts';
import { unreadableRequest } from '../problems.ts';

const MB = 1024 * 1024;
/** XML packs to a tenth, base64 to three quarters; what packs better than this was made to fill a disk. */
const MAX_RATIO = 200;
const MAX_FILES = 10_000;
/** Bytes that tell what a file is. */
const BEGINNING = 4096;
/** A person checks each of them; one that was made to be slow takes half a minute to refuse. */
const MAX_FORMS = 200;
/** By the end of a name in an archive; with any other name, and sent alone, a file tells by its beginning. */
const KINDS: readonly [end: RegExp, kind: ReportFile['kind']][] = [
  [/\.(xml|sgml?)$/i, 'e2b'],
  [/\.xlsx$/i, 'xlsx'],
  [/\.pdf$/i, 'pdf'],
];
/** Folders, and what systems leave in the archives that they make. */
const NO_FILES = /\/$|(^|\/)(__MACOSX\/|\.|(thumbs\.db|desktop\.ini)$)/i;
/** the part that nearly every spreadsheet has */
const WORKBOOK = 'xl/workbook.xml';
/** where a spreadsheet whose workbook has another name says what it is */
const TYPES = '[Content_Types].xml';
const TYPE_OF_WORKBOOK = /(spreadsheetml\.sheet|ms-excel\.sheet\.macroEnabled)\.main\+xml/i;
/** parts of a text document, a presentation, or a spreadsheet of another format */
const OF_OFFICE = new Set([TYPES, 'mimetype', 'META-INF/manifest.xml']);
/** "PK" and the signature of a first entry, or of an archive without one */
const ZIP_BEGINS = [Buffer.from('PK\x03\x04'), Buffer.from('PK\x05\x06')];

export interface ReportFile {
  name: string;
  /** its form: a spreadsheet, a printed form, or a batch of E2B, which says by itself of which; other: it is not read */
  kind: 'xlsx' | 'pdf' | 'e2b' | 'other';
  size: number;
  /** may be opened several times; a chunk is valid until the next one is requested */
  source: () => AsyncIterable<Uint8Array>;
}

/**
 * Opens the files and closes them after they were read. Throws 400 UNREADABLE_REQUEST for an archive that is damaged, encrypted, too large
 * or without files of reports.
 */
export async function withReportFiles<T>(
  { fileName, path, size }: Pick<Upload, 'fileName' | 'path' | 'size'>,
  read: (files: ReportFile[]) => Promise<T>,
): Promise<T> {
  const whole = { name: storable(fileName), size, source: () => readPieces(path) };
  const start = await startOf(path);
  if (isPdf(start)) return read([{ ...whole, kind: 'pdf' }]);
  if (!isZip(start)) return read([{ ...whole, kind: 'e2b' }]);
  const { zip, entries } = await openZip(path);
  try {
    // a spreadsheet is an archive, too
    if (await isSpreadsheet(zip, entries)) return await read([{ ...whole, kind: 'xlsx' }]);
    if (entries.some(({ fileName }) => OF_OFFICE.has(fileName)))
      throw unreadableRequest(
        'this is a document of another office program; save it as .xlsx, and send that',
      );
    return await read(await reportEntries(zip, entries));
  } finally {
    zip.close();
  }
}

async function isSpreadsheet(zip: ZipFile, entries: readonly Entry[]): Promise<boolean> {
  if (entries.some(({ fileName }) => fileName === WORKBOOK)) return true;
  const types = entries.find(({ fileName }) => fileName === TYPES);
  if (!types?.canDecodeFileData()) return false;
  return TYPE_OF_WORKBOOK.test((await beginningOf(unpack(zip, types), MB)).toString());
}

const PDF_BEGINS = Buffer.from('%PDF-');

async function startOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PDF_BEGINS.length), 0, PDF_BEGINS.length);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const isZip = (start: Buffer): boolean => ZIP_BEGINS.some((begin) => start.subarray(0, 4).equals(begin));

const isPdf = (start: Buffer): boolean => start.equals(PDF_BEGINS);

async function reportEntries(zip: ZipFile, entries: readonly Entry[]): Promise<ReportFile[]> {
  const files = entries.filter(({ fileName }) => !NO_FILES.test(fileName));
  if (files.length > MAX_FILES) throw unreadableRequest(`the archive holds more than ${MAX_FILES} files`);
  const kinds = new Map<Entry, ReportFile['kind']>();
  for (const file of files) kinds.set(file, await kindOf(zip, file));
  const reports = files.filter((file) => kinds.get(file) !== 'other');
  if (reports.length === 0) throw unreadableRequest('the archive holds no .xml, .sgm, .xlsx or .pdf file');
  if (reports.filter((file) => kinds.get(file) === 'pdf').length > MAX_FORMS)
    throw unreadableRequest(
      `the archive holds more than ${MAX_FORMS} .pdf files; send them in several archives`,
    );
  const unpacked = reports.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  // as much as a file may have that is no archive
  if (unpacked > MAX_IMPORT_MB * MB)
    throw unreadableRequest(`unpacked, the archive is larger than ${MAX_IMPORT_MB} MB`);
  for (const file of reports) refuseBomb(file);
  return files.map((file) => ({
    name: storable(file.fileName),
    kind: kinds.get(file) ?? 'other',
    size: file.uncompressedSize,
    source: () => unpack(zip, file),
  }));
}

async function kindOf(zip: ZipFile, file: Entry): Promise<ReportFile['kind']> {
  const named = KINDS.find(([end]) => end.test(file.fileName))?.[1];
  if (named !== undefined || !file.canDecodeFileData()) return named ?? 'other';
  const start = await beginningOf(unpack(zip, file));
  if (isPdf(start.subarray(0, PDF_BEGINS.length))) return 'pdf';
  // one that holds files unpacked shows the beginning of the first
  if (isZip(start)) return 'other';
  return MARKUP.test(start.toString('latin1').replaceAll('\0', '')) ? 'e2b' : 'other';
}

/** XML or SGML of E2B, in any encoding, maybe behind a mark or lines of a mail. */
const MARKUP = /<(\?xml|!doctype ichicsr|(\w+:)?(ichicsr|MCCI_IN))/i;

/** The first bytes of a file; what cannot be unpacked has none. */
async function beginningOf(bytes: AsyncIterable<Uint8Array>, length = BEGINNING): Promise<Buffer> {
  let start = Buffer.alloc(0);
  try {
    for await (const piece of bytes) {
      start = Buffer.concat([start, piece]);
      if (start.length >= length) break;
    }
  } catch (error) {
    if (!(error instanceof UnreadableXml)) throw error;
  }
  return start.subarray(0, length);
}

async function openZip(path: string): Promise<{ zip: ZipFile; entries: Entry[] }> {
  try {
    const zip = await openPromise(path, { lazyEntries: true, autoClose: false });
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    nameAsWritten(entries);
    return { zip, entries };
  } catch (error) {
    throw unreadableRequest(
      `the archive is damaged (${(error as Error).message}); ask the sender for it again`,
    );
  }
}

/** Of the flags of an entry: its name is UTF-8. */
const UTF_8_NAME = 0x800;
/** Field of an entry with its name in UTF-8, beside another one. */
const UNICODE_PATH = 0x7075;

/**
 * Systems of East Asia and those of Apple write names in their own encoding without a word, and the library takes it for
 * that of the first PCs: nobody would know from which file a case came.
 */
function nameAsWritten(entries: readonly Entry[]): void {
  const withoutEncoding = entries.filter(
    ({ generalPurposeBitFlag, extraFields }) =>
      (generalPurposeBitFlag & UTF_8_NAME) === 0 && extraFields.every(({ id }) => id !== UNICODE_PATH),
  );
  const names = Buffer.concat(withoutEncoding.map(({ fileNameRaw }) => fileNameRaw));
  const encoding = isUtf8(names) ? 'utf-8' : eastAsianIn(names);
  if (encoding === null) return;
  const decoder = new TextDecoder(encoding);
  for (const entry of withoutEncoding)
    entry.fileName = decoder.decode(entry.fileNameRaw).replaceAll('\\', '/');
}

function refuseBomb(file: Entry): void {
  if (!file.canDecodeFileData())
    throw unreadableRequest(`${file.fileName} in the archive is encrypted or packed in an unknown way`);
  if (file.uncompressedSize > MAX_RATIO * Math.max(1, file.compressedSize))
    throw unreadableRequest(`${file.fileName} in the archive is packed more than ${MAX_RATIO} to 1`);
}

async function* unpack(zip: ZipFile, file: Entry): AsyncGenerator<Uint8Array> {
  try {
    yield* entryBytes(zip, file);
  } catch (error) {
    throw new UnreadableXml(`the file is damaged in the archive (${(error as Error).message})`, {
      line: 1,
      column: 1,
    });
  }
}
