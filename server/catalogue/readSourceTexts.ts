/** The schema sources as texts, from disk. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { SourceText } from '../../schemas/compile/sources.types.ts';

/** The schema files that are delivered with the product. */
export const SCHEMAS_DIR = join(import.meta.dirname, '..', '..', 'schemas');

/** These hold no sources of catalogues: their schemas, the compiler, records about rules, forms of the administration, the demo. */
const NOT_SOURCES = new Set(['meta', 'compile', 'rule-coverage', 'forms', 'demo']);

/** All `*.json` below the folder `schemas`, with names relative to it, forward slashes on every system, sorted. */
export function readSourceTexts(dir = SCHEMAS_DIR): SourceText[] {
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.json'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, file: relative(dir, path).split(sep).join('/') }))
    .filter(({ file }) => !NOT_SOURCES.has(file.split('/')[0] ?? ''))
    .toSorted((a, b) => (a.file < b.file ? -1 : 1))
    .map(({ path, file }) => ({ file, text: readFileSync(path, 'utf8') }));
}
