/** Long texts of a message in the upload folder, such as large attachments, which memory does not hold. */
import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  createReadStream,
  createWriteStream,
  mkdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createInflateRaw, createUnzip } from 'node:zlib';
import { base64Decoder, type Base64Decoder, type LongText, type LongTexts } from '../../shared/e2b/index.ts';
import { readPieces } from '../files/readPieces.ts';
import { MAX_INFLATED_BYTES, nodeBytes } from '../files/byteTools.ts';
import type { StagedFiles } from './stagedFiles.ts';

/** Creates long texts whose files are staged; `files` is null if nothing is stored. */
export function longTextsIn(uploadFolder: string, files: StagedFiles | null): LongTexts {
  const folder = join(uploadFolder, 'texts');
  mkdirSync(folder, { recursive: true });
  return { create: () => createLongText(join(folder, randomUUID()), files) };
}

/** The parser is synchronous, so the text is written synchronously. */
function createLongText(path: string, files: StagedFiles | null): LongText {
  let length = 0;
  return {
    get length() {
      return length;
    },
    append: (text) => {
      length += text.length;
      appendFileSync(path, text);
    },
    read: () => readFileSync(path, 'utf8'),
    store: async ({ compressed }) => {
      if (!files) return { fileKey: '', size: 0, inflated: false, damaged: false };
      const decoder = base64Decoder(nodeBytes);
      const decoded = `${path}.decoded`;
      await pipeline(decodeBase64(readPieces(path), decoder), createWriteStream(decoded));
      const inflated = compressed && (await inflate(decoded));
      const { size } = await stat(decoded);
      return { fileKey: await files.putFile(decoded), size, inflated, damaged: decoder.isDamaged() };
    },
    remove: () => rmSync(path, { force: true }),
  };
}

async function* decodeBase64(
  pieces: AsyncIterable<Buffer>,
  decoder: Base64Decoder,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield* decoder.write(piece.toString('latin1'));
  yield* decoder.end();
}

/** Inflates a file in place. Returns false and leaves it if that is impossible or too much comes out. */
async function inflate(path: string): Promise<boolean> {
  // the vocabulary means raw deflate, some senders wrap it as zlib or gzip
  for (const create of [createInflateRaw, createUnzip]) {
    const inflated = `${path}.inflated`;
    try {
      await pipeline(createReadStream(path), create(), limited, createWriteStream(inflated));
      await rename(inflated, path);
      return true;
    } catch {
      await rm(inflated, { force: true });
    }
  }
  return false;
}

async function* limited(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_INFLATED_BYTES) throw new Error('the attachment inflates to more than the limit');
    yield chunk;
  }
}
