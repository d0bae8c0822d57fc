/** From what an operator names to the files of a format. */
import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Format } from './format.ts';
import { LoadProblem } from './loadProblem.ts';
import { inspectFile, type SourceFile } from './sourceFile.ts';

export interface FoundFiles {
  format: Format;
  /** by name of the table */
  files: ReadonlyMap<string, SourceFile[]>;
}

/**
 * Finds which of the formats the files and folders make up, and inspects the files of it. Throws a `LoadProblem` that tells
 * what is missing for each format, or which file belongs to none.
 */
export async function findFiles(formats: readonly Format[], paths: readonly string[]): Promise<FoundFiles> {
  const named = paths.filter((path) => !isFolder(path));
  const all = paths.flatMap((path) => (isFolder(path) ? filesBelow(path) : [path]));
  const complete = formats.filter((format) => lacking(format, all).length === 0);
  const [format] = complete.sort((a, b) => stray(a, named).length - stray(b, named).length);
  if (!format)
    throw new LoadProblem(
      paths.join(', '),
      [
        ...formats.map((one) => `${one.format} needs ${lacking(one, all).join(', ')}`),
        ...new Set(formats.flatMap((one) => adviceOn(one, all))),
      ].join('; '),
    );
  const strays = stray(format, named);
  if (strays.length > 0)
    throw new LoadProblem(
      strays.join(', '),
      `is no file of ${format.format}, which is made of ${shown(format).join(', ')}`,
    );
  const files = new Map<string, SourceFile[]>();
  for (const [name, table] of Object.entries(format.tables)) {
    const matching = all.filter((path) => table.file.test(basename(path)));
    if (matching.length > 1 && !table.many)
      throw new LoadProblem(matching.join(', '), `only one of them can be ${table.shown}`);
    const inspected: SourceFile[] = [];
    for (const path of matching) {
      const file = await inspectFile(path, table.encodings);
      // e.g. a page of an answer under two names, in place of another page; folders of languages may share files
      const same = inspected.find(({ sha256, folder }) => sha256 === file.sha256 && folder === file.folder);
      if (same) throw new LoadProblem(file.name, `is the same file as ${same.name}`);
      inspected.push(file);
    }
    files.set(name, inspected);
  }
  return { format, files };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

const tablesOf = (format: Format) => Object.values(format.tables);
const shown = (format: Format): string[] => tablesOf(format).map((table) => table.shown);

const lacking = (format: Format, paths: readonly string[]): string[] =>
  tablesOf(format)
    .filter((table) => !table.optional && !paths.some((path) => table.file.test(basename(path))))
    .map((table) => table.shown);

const adviceOn = ({ otherForm }: Format, paths: readonly string[]): string[] =>
  otherForm && paths.some((path) => otherForm.file.test(basename(path))) ? [otherForm.advice] : [];

const stray = (format: Format, paths: readonly string[]): string[] =>
  paths.filter((path) => !tablesOf(format).some((table) => table.file.test(basename(path))));
