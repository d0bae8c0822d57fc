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
/** those that wait for real servers or browsers */
const RUN_AGAIN = ['api', ...BROWSER_SUITES];

const total = { passed: 0, failed: 0, skipped: 0 };
/** said once more at the end, where somebody who reads only the end finds it */
const failures = [];
/** what failed beside others and was run once more, alone */
const unsteady = [];
/** more failed files than these are no chance */
const FEW_FILES = 3;
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

/** The files of a run of tests, each with its tests, and whether all held; null: it did not run. */
function run(name, { env, only = [], options = [] }) {
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
    ...options,
    ...only,
  ];
  const ok = node(vitest, env);
  return existsSync(report) ? { ok, files: JSON.parse(readFileSync(report, 'utf8')).testResults } : null;
}

/**
 * Runs a suite. A few files of it that failed beside others run once more, alone: where two browsers and two databases
 * share two cores, something may come too late that came in time a thousand times. What failed first is told all the same.
 */
function suite(name, env = {}) {
  const first = run(name, { env });
  if (!first) {
    total.failed += 1;
    failures.push(`${name}: the suite did not run`);
    return;
  }
  const failed = first.files.filter(({ status }) => status === 'failed');
  const retried = RUN_AGAIN.includes(name) && failed.length > 0 && failed.length <= FEW_FILES;
  const only = failed.map((file) => relative(root, file.name));
  const second = retried ? run(name, { env, only, options: ['--maxWorkers=1'] }) : null;
  if (second) unsteady.push(...failed.flatMap((file) => failuresOf(name, file)));
  const { ok } = second ?? first;
  const rerun = new Map(second?.files.map((file) => [file.name, file]));
  const files = first.files.map((file) => rerun.get(file.name) ?? file);
  const tests = files.flatMap(({ assertionResults }) => assertionResults);
  const count = (...wanted) => tests.filter(({ status }) => wanted.includes(status)).length;
  total.passed += count('passed');
  // a suite that breaks outside a test still has to count
  total.failed += ok ? count('failed') : Math.max(1, count('failed'));
  total.skipped += count('pending', 'skipped', 'todo', 'disabled');
  failures.push(...files.flatMap((file) => failuresOf(name, file)));
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
for (const name of SUITES) if (wants(name)) timed(name, () => suite(name));
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

for (const once of unsteady) console.log(`\nFAILED ONCE, run again alone: ${once}`);
for (const failure of failures) console.log(`\nFAILED ${failure}`);
console.log(
  `\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`,
);
process.exit(total.failed ? 1 : 0);
