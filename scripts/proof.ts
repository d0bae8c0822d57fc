/**
 * Writes an evidence pack: which requirement is shown by which test, with what result, and hashes of all it names. Exit code 1
 * where a test named is missing or fails, or where a pack differs from what lies here; 2: called wrongly.
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
import { runOperatorCommand } from './operatorCommand.ts';
import { UsageProblem } from './usageProblem.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const ALWAYS = ['unit'];

const USAGE = `npm run proof -- [--with api,journeys,stories,conformance] [--last] [--out FOLDER]
npm run proof -- --verify FILE
  --with    the kinds of tests that run beside the unit tests, those of the machines among them
  --last    runs none and takes what the last run said
  --out     where evidence.json and evidence.html are written; default .cache/proof
  --verify  tells how a pack differs from what lies here`;

interface Request {
  suites: string[];
  last: boolean;
  out: string;
}

const args = process.argv.slice(2);
process.exitCode = await runOperatorCommand({ usage: USAGE, args, endsAtOnce: true }, async () => {
  const { values } = parseArgs({
    args,
    options: {
      with: { type: 'string', default: '' },
      last: { type: 'boolean', default: false },
      out: { type: 'string', default: join(ROOT, '.cache', 'proof') },
      verify: { type: 'string' },
    },
  });
  if (values.verify !== undefined) return verify(values.verify);
  return prove({ ...values, suites: values.with.split(',').filter((suite) => suite !== '') });
});

function prove(request: Request): number {
  const { last, out } = request;
  const requirements = readRequirements(ROOT);
  const known = suitesNamed(requirements);
  const suites = [...new Set([...ALWAYS, ...request.suites])];
  const unknown = suites.filter((suite) => !known.includes(suite));
  if (unknown.length > 0)
    throw new UsageProblem(
      `No requirement names a test of: ${unknown.join(', ')}. There are: ${known.join(', ')}.`,
    );
  if (!last) {
    const test = [join(ROOT, 'scripts', 'test.mjs'), ...suites];
    spawnSync(process.execPath, test, { cwd: ROOT, stdio: 'inherit' });
  }
  const runs = (last ? known : suites)
    .map((suite) => readRun(ROOT, suite))
    .filter((run): run is SuiteRun => run !== null);
  const pack = makeEvidence(ROOT, requirements, new Map(runs.map((run) => [run.suite, run])), new Date());
  mkdirSync(out, { recursive: true });
  const json = join(out, 'evidence.json');
  const html = join(out, 'evidence.html');
  writeFileSync(json, `${JSON.stringify(pack, null, 2)}\n`);
  writeFileSync(html, evidencePage(pack));
  report(pack);
  console.log(`\n${relative(ROOT, html)}\n${relative(ROOT, json)}\nSHA-256 of the pack: ${pack.topHash}`);
  return pack.counts.failed + pack.counts.missing > 0 ? 1 : 0;
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

function verify(file: string): number {
  const pack = packIn(file);
  const found = differences(ROOT, pack);
  for (const line of found) console.log(line);
  console.log(
    found.length === 0
      ? `The pack of ${pack.madeAt} holds: ${Object.keys(pack.files).length} files and ${Object.keys(pack.machines).length} charts are as they were.`
      : `The pack of ${pack.madeAt} differs in ${found.length} places.`,
  );
  return found.length === 0 ? 0 : 1;
}

function packIn(file: string): Evidence {
  const text = readFileSync(file, 'utf8');
  try {
    return JSON.parse(text) as Evidence;
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageProblem(`${file} is no evidence pack: ${error.message}`);
    throw error;
  }
}
