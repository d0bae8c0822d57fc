/** What a sponsor's schema files have other than the product's. */
import type { SchemaChange } from '../../schemas/compile/sourceChanges.ts';
import type { SourceText } from '../../schemas/compile/sources.types.ts';
import { hashesOf, sourceHashOf } from './sourceHash.ts';

/** What makes `after` of `before`. */
export function changesBetween(before: readonly SourceText[], after: readonly SourceText[]): SchemaChange[] {
  const was = hashesOf(before);
  const is = new Set(after.map(({ file }) => file));
  return [
    ...before.flatMap(({ file }) => (is.has(file) ? [] : { file, text: null })),
    ...after.filter((source) => was.get(source.file) !== sourceHashOf(source)),
  ].toSorted((a, b) => (a.file < b.file ? -1 : 1));
}
