/** What the last run of each kind of test said, as the test command keeps it. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { answers, suiteOf, type TestReference } from './requirements.ts';

type TestStatus = 'passed' | 'failed' | 'missing' | 'notRun';

export interface TestResult extends TestReference {
  status: TestStatus;
  /** names of the tests that answer the reference */
  titles: readonly string[];
}

export interface SuiteRun {
  suite: string;
  /** ISO 8601, UTC */
  startedAt: string;
  /** by file below the root */
  files: Readonly<Record<string, readonly { title: string; status: string }[]>>;
}

interface Report {
  startTime: number;
  testResults: {
    name: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
  }[];
}

/** Where the test command leaves its reports. */
const REPORTS = '.cache/test';

/** The last run of a kind of test, or null where there was none. */
export function readRun(root: string, suite: string): SuiteRun | null {
  const path = join(root, REPORTS, `${suite}.json`);
  if (!existsSync(path)) return null;
  const { startTime, testResults } = JSON.parse(readFileSync(path, 'utf8')) as Report;
  const files = testResults.map(({ name, assertionResults }) => [
    relative(root, name).replaceAll('\\', '/'),
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      title: [...ancestorTitles, title].join(' > '),
      status,
    })),
  ]);
  return { suite, startedAt: new Date(startTime).toISOString(), files: Object.fromEntries(files) };
}

/**
 * What the runs say of a test. Results older than the test or what it covers (`about`, files below the root) are none:
 * they speak of something else.
 */
export function resultOf(
  root: string,
  reference: TestReference,
  about: readonly string[],
  runs: ReadonlyMap<string, SuiteRun>,
): TestResult {
  const result = (status: TestStatus, titles: readonly string[] = []) => ({ ...reference, status, titles });
  if (!existsSync(join(root, reference.file))) return result('missing');
  const run = runs.get(suiteOf(reference.file));
  const tests = run?.files[reference.file];
  if (!run || !tests || isChangedSince(root, [reference.file, ...about], run)) return result('notRun');
  const found = tests.filter(({ title }) => answers(title, reference));
  const titles = found.map(({ title }) => title);
  if (found.length === 0) return result('missing');
  if (found.some(({ status }) => status === 'failed')) return result('failed', titles);
  return result(found.every(({ status }) => status === 'passed') ? 'passed' : 'notRun', titles);
}

const isChangedSince = (root: string, files: readonly string[], { startedAt }: SuiteRun): boolean =>
  files.some((file) => statSync(join(root, file)).mtimeMs > Date.parse(startedAt));
