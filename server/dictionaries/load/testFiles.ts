/** Files of dictionaries in a folder of their own, and what a load of them would say; for tests only. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LoadProblem, type RowErrors } from './loadProblem.ts';
import { previewFiles } from './readFiles.ts';

/** A folder for each dictionary: its invented sample. */
export const SAMPLES = join(import.meta.dirname, '..', 'samples');

const PREVIEWED = 1000;

/** Folders that are gone with `remove`. */
export function makeTestFiles() {
  const dir = mkdtempSync(join(tmpdir(), 'dictionary-files-'));
  let made = 0;
  const next = (): string => join(dir, String((made += 1)));
  return {
    /** A folder of files: by name, what they hold. Answers its path. */
    folder(files: Record<string, string | Uint8Array>): string {
      const path = next();
      mkdirSync(path);
      for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
      return path;
    },
    copyOf(path: string): string {
      const copy = next();
      cpSync(path, copy, { recursive: true });
      return copy;
    },
    remove: (): void => rmSync(dir, { recursive: true, force: true }),
  };
}

export const read = (dictionary: string, ...paths: string[]) =>
  previewFiles({ dictionary, version: dictionary === 'MEDDRA' ? '99.0' : '1', paths }, PREVIEWED);

const linesOf = ({ first }: RowErrors): string[] =>
  first.map(({ file, line, message }) => `${file}:${line}: ${message}`);

/** The doubts that a load of these files would tell. */
export const doubts = async (dictionary: string, ...paths: string[]): Promise<string[]> =>
  linesOf((await read(dictionary, ...paths)).doubts);

/** The mistakes that a load of these files would be refused for. */
export async function mistakes(dictionary: string, ...paths: string[]): Promise<string[]> {
  try {
    return linesOf((await read(dictionary, ...paths)).errors);
  } catch (error) {
    if (error instanceof LoadProblem) return [error.message];
    throw error;
  }
}
