/** Changes of source files. */
import type { SourceText } from './sources.types.ts';

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
