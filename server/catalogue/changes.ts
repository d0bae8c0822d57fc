/** What a sponsor's schema files have other than the product's. */
import type { SourceText } from '../../schemas/compile/sources.types.ts';
import { sourceHashOf } from './sourceHash.ts';

/** A file with another text; null takes it out. */
export interface SchemaChange {
  file: string;
  text: string | null;
}

/** The files with the changes made to them, in the order of their names. */
export function withChanges(sources: readonly SourceText[], changes: readonly SchemaChange[]): SourceText[] {
  const changed = new Set(changes.map(({ file }) => file));
  return [
    ...sources.filter(({ file }) => !changed.has(file)),
    ...changes.flatMap(({ file, text }) => (text === null ? [] : { file, text })),
  ].toSorted((a, b) => (a.file < b.file ? -1 : 1));
}

/** What makes `after` of `before`. */
export function changesBetween(before: readonly SourceText[], after: readonly SourceText[]): SchemaChange[] {
  const was = new Map(before.map((source) => [source.file, sourceHashOf(source)]));
  const is = new Set(after.map(({ file }) => file));
  return [
    ...before.flatMap(({ file }) => (is.has(file) ? [] : { file, text: null })),
    ...after.filter((source) => was.get(source.file) !== sourceHashOf(source)),
  ].toSorted((a, b) => (a.file < b.file ? -1 : 1));
}
