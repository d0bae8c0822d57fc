/**
 * Archives of test fixtures: several small files in one text, in the format of Go's txtar. A line `-- name --` starts a
 * file, which extends to the next such line or to the end. Texts are preserved byte for byte, including a byte order mark
 * and broken JSON; each ends with a line break.
 */
import type { SourceText } from './sources.types.ts';

const HEADER = /^-- (.+) --\n/gm;

/** Returns the files of an archive in their order. Throws where text precedes the first header. */
export function readArchive(archive: string): SourceText[] {
  const headers = [...archive.matchAll(HEADER)];
  if (headers[0]?.index !== 0) throw new Error('an archive begins with a line "-- name --"');
  return headers.map(({ index, 0: header, 1: file = '' }, position) => ({
    file,
    text: archive.slice(index + header.length, headers[position + 1]?.index),
  }));
}

/** Writes files as one archive, the inverse of `readArchive`. */
export const writeArchive = (files: readonly SourceText[]): string =>
  files.map(({ file, text }) => `-- ${file} --\n${text}`).join('');
