/** Source texts by their content: what snapshots are kept by, and caches looked up by. */
import { createHash } from 'node:crypto';
import { memoize } from '../../schemas/compile/check/memoize.ts';
import type { SourceText } from '../../schemas/compile/sources.types.ts';

/** SHA-256; line ends differ between checkouts of one commit. */
export const textHashOf = (text: string): string =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');

/** The same of a file. Most files of a version are those of the one before, and are hashed once. */
export const sourceHashOf = memoize(({ text }: SourceText): string => textHashOf(text));

/** Hash of the text by file. */
export const hashesOf = (sources: readonly SourceText[]): ReadonlyMap<string, string> =>
  new Map(sources.map((source) => [source.file, sourceHashOf(source)]));

/** The same as it is stored, in the order of the names. */
export const filesOf = (sources: readonly SourceText[]): Record<string, string> =>
  Object.fromEntries([...hashesOf(sources)].toSorted(byName));

/** The same for the same files with the same texts, in whatever order. */
export const sourcesHashOf = (sources: readonly SourceText[]): string =>
  textHashOf(JSON.stringify(filesOf(sources)));

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]): number => (a < b ? -1 : 1);
