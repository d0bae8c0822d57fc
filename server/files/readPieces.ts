/** Reads and writes a file with one buffer. A stream allocates one for each piece, and the memory of large files is freed late. */
import { open, writeFile } from 'node:fs/promises';

const PIECE = 64 * 1024;

/** Yields the content of a file. A piece is valid until the next one is requested. */
export async function* readPieces(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  try {
    const buffer = Buffer.allocUnsafeSlow(PIECE);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, PIECE);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}

/**
 * Writes pieces that are valid until the next one is requested: each is written before. A stream requests the next one
 * meanwhile, and would write that twice.
 */
export const writePieces = (path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> =>
  writeFile(path, pieces);
