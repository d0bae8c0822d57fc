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
import type { LongText, LongTexts } from '../../shared/e2b/index.ts';
import { readPieces } from '../files/readPieces.ts';
import { MAX_INFLATED_BYTES } from '../files/byteTools.ts';
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
      if (!files) return { fileKey: '', size: 0, inflated: false };
      const decoded = `${path}.decoded`;
      await pipeline(decodeBase64(readPieces(path)), createWriteStream(decoded));
      const inflated = compressed && (await inflate(decoded));
      const { size } = await stat(decoded);
      return { fileKey: await files.putFile(decoded), size, inflated };
    },
    remove: () => rmSync(path, { force: true }),
  };
}

/** Characters outside base64 are ignored, as decoders do. */
async function* decodeBase64(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest = '';
  for await (const piece of pieces) {
    const text = rest + piece.toString('latin1').replaceAll(/[^\w+/-]/g, '');
    const end = text.length - (text.length % 4);
    rest = text.slice(end);
    yield Buffer.from(text.slice(0, end), 'base64');
  }
  yield Buffer.from(rest, 'base64');
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
