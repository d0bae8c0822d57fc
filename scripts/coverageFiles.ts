/** The coverage files and the page made of them, on disk. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CoverageFile } from '../shared/coverage/checkCoverage.ts';
import type { CoverageSource } from '../shared/coverage/coverage.types.ts';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = 'schemas/rule-coverage';

/** The page, below the project. */
export const COVERAGE_PAGE = join(ROOT, 'docs', 'rules-coverage.md');

/** All `schemas/rule-coverage/*.coverage.json`, by name. Throws, naming the file, where one is no JSON. */
export const readCoverageFiles = (): CoverageFile[] =>
  readdirSync(join(ROOT, FOLDER))
    .filter((name) => name.endsWith('.coverage.json'))
    .toSorted()
    .map((name) => ({ file: `${FOLDER}/${name}`, coverage: parsed(name) }));

function parsed(name: string): CoverageSource {
  try {
    return JSON.parse(readFileSync(join(ROOT, FOLDER, name), 'utf8')) as CoverageSource;
  } catch (cause) {
    throw new Error(`${FOLDER}/${name} is not valid JSON`, { cause });
  }
}
