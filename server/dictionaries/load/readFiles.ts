/** The files of a distribution as entries; nothing is written. */
import type { LoadedEntry } from '../entry.ts';
import { findFiles, type FoundFiles } from './findFiles.ts';
import { tablesOf } from './format.ts';
import { formatsOf } from './formats/index.ts';
import { LoadProblem, RowErrors } from './loadProblem.ts';

export interface Source {
  dictionary: string;
  version: string;
  /** files, or folders they lie in */
  paths: readonly string[];
}

export interface Preview {
  format: string;
  files: string[];
  entries: number;
  first: LoadedEntry[];
  errors: RowErrors;
}

/** Reads everything and writes nothing. Throws a `LoadProblem` where the files are not what the dictionary is made of. */
export async function previewFiles(source: Source, shown: number): Promise<Preview> {
  const found = await findSource(source);
  const errors = new RowErrors();
  const first: LoadedEntry[] = [];
  let entries = 0;
  for await (const { entry } of readEntries(found, errors)) {
    if (first.length < shown) first.push(entry);
    entries += 1;
  }
  const files = [...found.files.values()].flat().map(({ name }) => name);
  return { format: found.format.format, files, entries, first, errors };
}

/** The files of a format of the dictionary, inspected. Throws a `LoadProblem` where they are of none, or of another version. */
export async function findSource({ dictionary, version, paths }: Source): Promise<FoundFiles> {
  const found = await findFiles(formatsOf(dictionary), paths);
  const givenVersion = await found.format.version?.(tablesOf(found.format, found.files, new RowErrors()));
  if (givenVersion !== undefined && givenVersion !== version)
    throw new LoadProblem(paths.join(', '), `the files are of version ${givenVersion}, not ${version}`);
  return found;
}

/** What the files hold, and how much of the main table was read for it, 0 to 100. */
export async function* readEntries(
  { format, files }: FoundFiles,
  errors: RowErrors,
): AsyncGenerator<{ entry: LoadedEntry; percent: number }> {
  const total = (files.get(format.main) ?? []).reduce((sum, { bytes }) => sum + bytes, 0);
  let read = 0;
  const tables = tablesOf(format, files, errors, (bytes) => (read += bytes));
  let isEmpty = true;
  for await (const entry of format.entries(tables)) {
    isEmpty = false;
    yield { entry, percent: Math.floor((read / total) * 100) };
  }
  if (isEmpty && errors.count === 0)
    throw new LoadProblem(
      (files.get(format.main) ?? []).map(({ name }) => name).join(', '),
      `holds nothing of ${format.dictionary}`,
    );
}
