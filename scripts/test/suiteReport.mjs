/** Reads the report that vitest writes of a suite. */
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from '../install.mjs';

/** Lines of a failure that the end of the run repeats. */
const SHOWN_LINES = 6;

/** The outcome of a suite whose program ended well or not (`ok`). */
export function readReport(suite, report, ok) {
  if (!existsSync(report))
    return { passed: 0, failed: 1, skipped: 0, failures: [`${suite}: the suite did not run`] };
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const count = (...wanted) => tests.filter(({ status }) => wanted.includes(status)).length;
  return {
    passed: count('passed'),
    // a suite that breaks outside of a test counts, too
    failed: ok ? count('failed') : Math.max(1, count('failed')),
    skipped: count('pending', 'skipped', 'todo', 'disabled'),
    failures: testResults.flatMap((file) => failuresOf(suite, file)),
    files: testResults.map(({ name, startTime, endTime, assertionResults }) => ({
      name: relative(root, name),
      tests: assertionResults.length,
      seconds: (endTime - startTime) / 1000,
      processor: assertionResults.reduce((total, { meta }) => total + (meta.processor ?? 0), 0),
    })),
  };
}

/** The failures of a file of tests: each test with its first lines, or the file that did not load. */
function failuresOf(suite, { name, status, message, assertionResults }) {
  const place = `${suite}: ${relative(root, name)}`;
  const failed = assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => `${place} > ${test.fullName}\n    ${firstLines(test.failureMessages[0])}`);
  return failed.length === 0 && status === 'failed' ? [`${place}\n    ${firstLines(message)}`] : failed;
}

const firstLines = (text = '') => text.split('\n').slice(0, SHOWN_LINES).join('\n    ');
