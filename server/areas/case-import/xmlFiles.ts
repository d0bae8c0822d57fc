/** The XML files of an upload: the upload itself, or the entries of a ZIP. */
import { fromBufferPromise } from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { UnreadableXml } from '../../../shared/e2b/index.ts';
import type { XmlSource } from '../../../shared/e2b/index.ts';
import { storable } from '../../audit/storable.ts';
import type { Upload } from '../../http/upload.ts';
import { unreadableRequest } from '../../problems.ts';

const MB = 1024 * 1024;
/** What the entries of an archive may hold together, unpacked. */
const MAX_UNPACKED_MB = 200;
/** XML packs to a tenth, base64 to three quarters; what packs better than this was made to fill a disk. */
const MAX_RATIO = 200;
const MAX_FILES = 10_000;
/** "PK" and the signature of a first entry, or of an archive without one */
const ZIP_BEGINS = [Buffer.from('PK\x03\x04'), Buffer.from('PK\x05\x06')];

export interface XmlFile {
  name: string;
  source: XmlSource;
}

/** Throws 400 UNREADABLE_REQUEST for an archive that is damaged, encrypted, too large or without XML files. */
export async function xmlFilesOf({
  fileName,
  bytes,
}: Pick<Upload, 'fileName' | 'bytes'>): Promise<XmlFile[]> {
  const isZip = ZIP_BEGINS.some((begin) => bytes.subarray(0, begin.length).equals(begin));
  return isZip ? zipEntries(bytes) : [{ name: storable(fileName), source: bytes }];
}

async function zipEntries(bytes: Buffer): Promise<XmlFile[]> {
  const { zip, entries } = await openZip(bytes);
  const files = entries.filter(
    ({ fileName }) => /\.xml$/i.test(fileName) && !fileName.startsWith('__MACOSX/'),
  );
  if (files.length === 0) throw unreadableRequest('the archive holds no .xml file');
  if (files.length > MAX_FILES) throw unreadableRequest(`the archive holds more than ${MAX_FILES} files`);
  const unpacked = files.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0);
  if (unpacked > MAX_UNPACKED_MB * MB)
    throw unreadableRequest(`unpacked, the archive is larger than ${MAX_UNPACKED_MB} MB`);
  for (const file of files) refuseBomb(file);
  return files.map((file) => ({ name: storable(file.fileName), source: () => unpack(zip, file) }));
}

async function openZip(bytes: Buffer): Promise<{ zip: ZipFile; entries: Entry[] }> {
  try {
    const zip = await fromBufferPromise(bytes, { lazyEntries: true, autoClose: false });
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    return { zip, entries };
  } catch (error) {
    throw unreadableRequest(`the archive is damaged (${(error as Error).message})`);
  }
}

function refuseBomb(file: Entry): void {
  if (!file.canDecodeFileData())
    throw unreadableRequest(`${file.fileName} in the archive is encrypted or packed in an unknown way`);
  if (file.uncompressedSize > MAX_RATIO * Math.max(1, file.compressedSize))
    throw unreadableRequest(`${file.fileName} in the archive is packed more than ${MAX_RATIO} to 1`);
}

/** The library ends the stream with an error as soon as more comes out than the entry declares. */
async function* unpack(zip: ZipFile, file: Entry): AsyncGenerator<Uint8Array> {
  try {
    yield* (await zip.openReadStreamPromise(file)) as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw new UnreadableXml(`the file is damaged in the archive (${(error as Error).message})`, {
      line: 1,
      column: 1,
    });
  }
}
