/** The files of a deployment. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

export const PROJECT = join(import.meta.dirname, '..', '..', '..');

export const textOf = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');

/** The documents of a file. Throws where it is not YAML, or a key is there twice. */
export function readYaml(path: string): unknown[] {
  const documents = parseAllDocuments(textOf(path), { merge: true, strict: true, uniqueKeys: true });
  return [...documents].map((document) => {
    const [problem] = [...document.errors, ...document.warnings];
    if (problem) throw new Error(`${path}: ${problem.message}`);
    return document.toJS() as unknown;
  });
}
