/** The files of a distribution as entries; nothing is written. */
import type { LoadedEntry } from '../entry.ts';
import { findFiles, type FoundFiles } from './findFiles.ts';
import { noFindings, tablesOf, type Findings } from './format.ts';
import { formatsOf } from './formats/index.ts';
import { LoadProblem } from './loadProblem.ts';
import type { SourceFile } from './sourceFile.ts';

/** Files that need no end of their last line. */
const UNENDED = /\.(json|xml)$/i;

export interface Source {
  dictionary: string;
  version: string;
  /** files, or folders they lie in */
  paths: readonly string[];
}

export interface Preview extends Findings {
  format: string;
  files: string[];
  entries: number;
  first: LoadedEntry[];
}

/** Reads everything and writes nothing. Throws a `LoadProblem` where the files are not what the dictionary is made of. */
export async function previewFiles(source: Source, shown: number, signal?: AbortSignal): Promise<Preview> {
  const found = await findSource(source);
  const findings = noFindings();
  const first: LoadedEntry[] = [];
  let entries = 0;
  for await (const { entry } of readEntries(found, findings)) {
    signal?.throwIfAborted();
    if (first.length < shown) first.push(entry);
    entries += 1;
  }
  const files = inspected(found.files).map(({ name }) => name);
  return { format: found.format.format, files, entries, first, ...findings };
}

/** The files of a format of the dictionary, inspected. Throws a `LoadProblem` where they are of none, or of another version. */
export async function findSource({ dictionary, version, paths }: Source): Promise<FoundFiles> {
  const found = await findFiles(formatsOf(dictionary), paths);
  const givenVersion = await found.format.version?.(tablesOf(found.format, found.files, noFindings()));
  if (givenVersion !== undefined && givenVersion !== version)
    throw new LoadProblem(paths.join(', '), `the files are of version ${givenVersion}, not ${version}`);
  return found;
}

/** What the files hold, and how much of the main table was read for it, 0 to 100. */
export async function* readEntries(
  { format, files }: FoundFiles,
  findings: Findings,
): AsyncGenerator<{ entry: LoadedEntry; percent: number }> {
  const main = files.get(format.main) ?? [];
  const total = main.reduce((sum, { bytes }) => sum + bytes, 0);
  const read = { bytes: 0, rows: 0, ofAllPages: 0 };
  const tables = tablesOf(format, files, findings, {
    onBytes: (bytes) => (read.bytes += bytes),
    onRow: () => (read.rows += 1),
    onTotal: (rows) => (read.ofAllPages = Math.max(read.ofAllPages, rows)),
  });
  doubtEnds(inspected(files), findings);
  let isEmpty = true;
  for await (const entry of format.entries(tables)) {
    isEmpty = false;
    yield { entry, percent: Math.floor((read.bytes / total) * 100) };
  }
  const { errors } = findings;
  if (errors.count > 0) return;
  const last = main.at(-1);
  if (isEmpty)
    throw new LoadProblem(main.map(({ name }) => name).join(', '), `holds nothing of ${format.dictionary}`);
  if (last && read.rows < read.ofAllPages)
    errors.add(
      last.name,
      last.lines,
      `the answer has ${read.ofAllPages} rows (totalCount), but ${read.rows} are here: load all its pages together`,
    );
}

const inspected = (files: FoundFiles['files']): SourceFile[] => [...files.values()].flat();

/** A file that is cut off mostly ends within a line. JSON and XML tell by themselves. */
function doubtEnds(files: readonly SourceFile[], { doubts }: Findings): void {
  for (const { name, lines, isEnded } of files)
    if (!isEnded && !UNENDED.test(name))
      doubts.add(
        name,
        lines,
        'the last line has no line end: is the file cut off? Compare it with the delivery',
      );
}
