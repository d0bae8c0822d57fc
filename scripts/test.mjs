/**
 * `npm test`: everything that must hold, in the order in which a mistake is cheapest to find.
 * Ends with `N passed, N failed` alone on a line; exit code 1 when something failed.
 * `npm test -- unit api` runs only the steps named.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { chromium } from './browser.mjs';
import { buildWhatIsStale } from './build.mjs';
import { installWhatIsMissing, pinnedNode, root, stepEnvironment } from './install.mjs';

installWhatIsMissing();
const asked = process.argv.slice(2);
const results = join(root, '.cache', 'test');
mkdirSync(results, { recursive: true });
const bin = (name, ...path) => join(root, 'node_modules', name, ...path);

const CHECKS = [
  ['format', [bin('prettier', 'bin', 'prettier.cjs'), '--check', '--log-level', 'warn', '.']],
  ['lint', [bin('eslint', 'bin', 'eslint.js'), '.', '--max-warnings', '0']],
  ['types', [bin('typescript', 'bin', 'tsc'), '--noEmit']],
  [
    'imports',
    [
      bin('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'),
      'schemas',
      'shared',
      'machines',
      'src',
      'server',
      '--config',
      '.dependency-cruiser.mjs',
      '--output-type',
      'err-long',
    ],
  ],
  ['schemas', ['scripts/check-schemas.ts']],
];
const SUITES = ['unit', 'pipe', 'api', 'conformance'];
const BROWSER_SUITES = ['stories', 'journeys'];

const total = { passed: 0, failed: 0, skipped: 0 };
/** said once more at the end, where somebody who reads only the end finds it */
const failures = [];
const wants = (name) => asked.length === 0 || asked.includes(name);
const timed = (name, work) => {
  const started = Date.now();
  console.log(`\n── ${name}`);
  work();
  console.log(`── ${name}: ${((Date.now() - started) / 1000).toFixed(0)} s`);
};
const node = (args, extra) =>
  spawnSync(pinnedNode(), args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: stepEnvironment(extra),
  }).status === 0;

function check(name, args) {
  if (node(args)) total.passed += 1;
  else {
    total.failed += 1;
    failures.push(name);
  }
}

function suite(name, extra) {
  const report = join(results, `${name}.json`);
  rmSync(report, { force: true });
  const vitest = [
    bin('vitest', 'vitest.mjs'),
    'run',
    '--project',
    name,
    '--reporter=default',
    '--silent=passed-only',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const ok = node(vitest, extra);
  if (!existsSync(report)) {
    total.failed += 1;
    failures.push(`${name}: the suite did not run`);
    return;
  }
  const {
    numPassedTests,
    numFailedTests,
    numPendingTests = 0,
    numTodoTests = 0,
    testResults,
  } = JSON.parse(readFileSync(report, 'utf8'));
  total.passed += numPassedTests;
  // a suite that breaks outside a test still has to count
  total.failed += ok ? numFailedTests : Math.max(1, numFailedTests);
  total.skipped += numPendingTests + numTodoTests;
  failures.push(...testResults.flatMap((file) => failuresOf(name, file)));
}

/** What failed in a file of tests: each test with the first lines of what it says, or the file that did not load. */
function failuresOf(suiteName, { name, status, message, assertionResults }) {
  const said = (text = '') => text.split('\n').slice(0, 6).join('\n    ');
  const place = `${suiteName}: ${relative(root, name)}`;
  const tests = assertionResults
    .filter((test) => test.status === 'failed')
    .map((test) => `${place} > ${test.fullName}\n    ${said(test.failureMessages[0])}`);
  return tests.length === 0 && status === 'failed' ? [`${place}\n    ${said(message)}`] : tests;
}

for (const [name, args] of CHECKS) if (wants(name)) timed(name, () => check(name, args));
for (const name of SUITES) if (wants(name)) timed(name, () => suite(name, {}));
if (BROWSER_SUITES.some(wants)) {
  const browser = chromium();
  if (!browser) {
    console.log(
      'No Chromium here and none could be installed: the browser tests are skipped. Set CHROMIUM_PATH to one.',
    );
    total.skipped += BROWSER_SUITES.length;
  } else {
    if (wants('journeys')) buildWhatIsStale();
    for (const name of BROWSER_SUITES)
      if (wants(name)) timed(name, () => suite(name, { CHROMIUM_PATH: browser }));
  }
}

for (const failure of failures) console.log(`\nFAILED ${failure}`);
console.log(
  `\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`,
);
process.exit(total.failed ? 1 : 0);
