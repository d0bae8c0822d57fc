/**
 * Writes an evidence pack: which requirement is shown by which test, with what result, and hashes of all it names.
 *   node scripts/proof.ts [--with api,journeys,stories,conformance] [--last] [--out FOLDER]
 *   node scripts/proof.ts --verify FILE
 * Runs the unit tests, those of the machines among them, and the kinds named; `--last` runs none and takes what the
 * last run said. Exit code 1 where a test named is missing or fails, or where a pack differs from what lies here.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { makeEvidence, STATUSES, suitesNamed, type Evidence } from '../proof/evidence.ts';
import { evidencePage } from '../proof/page.ts';
import { readRequirements } from '../proof/requirements.ts';
import { readRun, type SuiteRun } from '../proof/results.ts';
import { differences } from '../proof/verify.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const ALWAYS = ['unit'];

const { values } = parseArgs({
  options: {
    with: { type: 'string', default: '' },
    last: { type: 'boolean', default: false },
    out: { type: 'string', default: join(ROOT, '.cache', 'proof') },
    verify: { type: 'string' },
  },
});

if (values.verify === undefined) prove();
else verify(values.verify);

function prove(): void {
  const requirements = readRequirements(ROOT);
  const known = suitesNamed(requirements);
  const suites = [...new Set([...ALWAYS, ...values.with.split(',').filter((suite) => suite !== '')])];
  const unknown = suites.filter((suite) => !known.includes(suite));
  if (unknown.length > 0) {
    console.error(`No requirement names a test of: ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
    process.exit(2);
  }
  if (!values.last) {
    const test = [join(ROOT, 'scripts', 'test.mjs'), ...suites];
    spawnSync(process.execPath, test, { cwd: ROOT, stdio: 'inherit' });
  }
  const runs = (values.last ? known : suites)
    .map((suite) => readRun(ROOT, suite))
    .filter((run): run is SuiteRun => run !== null);
  const pack = makeEvidence(ROOT, requirements, new Map(runs.map((run) => [run.suite, run])), new Date());
  mkdirSync(values.out, { recursive: true });
  const json = join(values.out, 'evidence.json');
  const html = join(values.out, 'evidence.html');
  writeFileSync(json, `${JSON.stringify(pack, null, 2)}\n`);
  writeFileSync(html, evidencePage(pack));
  report(pack);
  console.log(`\n${relative(ROOT, html)}\n${relative(ROOT, json)}\nSHA-256 of the pack: ${pack.topHash}`);
  process.exitCode = pack.counts.failed + pack.counts.missing > 0 ? 1 : 0;
}

function report({ counts, requirements }: Evidence): void {
  console.log(`\n${requirements.length} requirements`);
  for (const status of STATUSES) console.log(`  ${String(counts[status]).padStart(4)} ${status}`);
  for (const { id, status, tests } of requirements.filter((one) =>
    ['failed', 'missing'].includes(one.status),
  ))
    for (const test of tests.filter((one) => one.status === 'failed' || one.status === 'missing'))
      console.log(`${status.toUpperCase()} ${id}: ${test.file}: ${test.name} (${test.status})`);
}

function verify(file: string): void {
  const pack = JSON.parse(readFileSync(file, 'utf8')) as Evidence;
  const found = differences(ROOT, pack);
  for (const line of found) console.log(line);
  console.log(
    found.length === 0
      ? `The pack of ${pack.madeAt} holds: ${Object.keys(pack.files).length} files and ${Object.keys(pack.machines).length} charts are as they were.`
      : `The pack of ${pack.madeAt} differs in ${found.length} places.`,
  );
  process.exitCode = found.length === 0 ? 0 : 1;
}
