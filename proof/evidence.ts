/** The evidence pack: each requirement with what covers it, its tests and their results, and a hash of all it names. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileCatalogue } from '../schemas/compile/compileCatalogue.ts';
import { readSourceTexts } from '../server/catalogue/readSourceTexts.ts';
import { MACHINES } from '../machines/index.ts';
import { chartOf } from '../machines/testing/chart.ts';
import { filesOf, hashOfChart, hashOfFile, sha256 } from './hashes.ts';
import { REQUIREMENTS_FILE, suiteOf, type Requirement } from './requirements.ts';
import { resultOf, type SuiteRun, type TestResult } from './results.ts';

/** From best to worst; `partly`: what was run passed, and some was not run. */
export const STATUSES = ['proved', 'partly', 'notRun', 'untested', 'notBuilt', 'missing', 'failed'] as const;
export type Status = (typeof STATUSES)[number];

export interface JudgedRequirement extends Omit<Requirement, 'tests'> {
  status: Status;
  tests: readonly TestResult[];
}

export interface Evidence {
  product: { name: string; version: string; commit: string | null; uncommitted: boolean | null };
  catalogueVersion: string;
  node: string;
  /** ISO 8601, UTC */
  madeAt: string;
  runs: readonly { suite: string; startedAt: string; passed: number; failed: number; other: number }[];
  counts: Readonly<Record<Status, number>>;
  requirements: readonly JudgedRequirement[];
  machines: Readonly<Record<string, { states: number; transitions: number; chart: string | null }>>;
  /** SHA-256 of every file named */
  files: Readonly<Record<string, string | null>>;
  /** SHA-256 of all the above */
  topHash: string;
}

/** What the results of its tests say of a requirement. */
export function statusOf(built: boolean, tests: readonly Pick<TestResult, 'status'>[]): Status {
  if (!built) return 'notBuilt';
  if (tests.length === 0) return 'untested';
  const some = (status: TestResult['status']) => tests.some((test) => test.status === status);
  if (some('failed')) return 'failed';
  if (some('missing')) return 'missing';
  if (!some('notRun')) return 'proved';
  return some('passed') ? 'partly' : 'notRun';
}

const folderOf = (machine: string): string => `machines/${machine}`;

/** The files that do what a requirement asks for. */
const sourcesOf = (root: string, { covers }: Requirement): string[] =>
  [...(covers?.machines ?? []).map(folderOf), ...(covers?.modules ?? [])].flatMap((module) =>
    filesOf(root, module),
  );

function gitOf(root: string): Pick<Evidence['product'], 'commit' | 'uncommitted'> {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return { commit: git('rev-parse', 'HEAD'), uncommitted: git('status', '--porcelain') !== '' };
  } catch {
    // no checkout: what was downloaded is known by the hashes
    return { commit: null, uncommitted: null };
  }
}

/** The hash of everything in a pack but itself. */
export const topHashOf = ({ topHash: _, ...rest }: Evidence): string => sha256(JSON.stringify(rest));

/** Makes the pack of what the runs said. */
export function makeEvidence(
  root: string,
  requirements: readonly Requirement[],
  runs: ReadonlyMap<string, SuiteRun>,
  madeAt: Date,
): Evidence {
  const judged = requirements.map((requirement): JudgedRequirement => {
    const sources = sourcesOf(root, requirement);
    const tests = (requirement.tests ?? []).map((test) => resultOf(root, test, sources, runs));
    return { ...requirement, tests, status: statusOf(requirement.built !== false, tests) };
  });
  const named = [
    REQUIREMENTS_FILE,
    ...requirements.flatMap((requirement) => sourcesOf(root, requirement)),
    ...requirements.flatMap(({ tests = [] }) => tests.map(({ file }) => file)),
    ...filesOf(root, 'machines').filter((file) => !file.startsWith('machines/testing/')),
    ...filesOf(root, 'schemas/rules'),
  ];
  const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  const charts = Object.entries(MACHINES).map(([machine, made]) => {
    const { states, transitions } = chartOf(made);
    return [
      machine,
      { states: states.length - 1, transitions: transitions.length, chart: hashOfChart(machine) },
    ];
  });
  const pack = {
    product: { name, version, ...gitOf(root) },
    catalogueVersion: compileCatalogue(readSourceTexts(join(root, 'schemas'))).version,
    node: process.version,
    madeAt: madeAt.toISOString(),
    runs: [...runs.values()].map(countsOfRun),
    counts: Object.fromEntries(
      STATUSES.map((status) => [status, judged.filter((one) => one.status === status).length]),
    ) as Evidence['counts'],
    requirements: judged,
    machines: Object.fromEntries(charts) as Evidence['machines'],
    files: Object.fromEntries([...new Set(named)].sort().map((file) => [file, hashOfFile(root, file)])),
    topHash: '',
  };
  return { ...pack, topHash: topHashOf(pack) };
}

function countsOfRun({ suite, startedAt, files }: SuiteRun): Evidence['runs'][number] {
  const all = Object.values(files).flat();
  const count = (status: string) => all.filter((test) => test.status === status).length;
  const [passed, failed] = [count('passed'), count('failed')];
  return { suite, startedAt, passed, failed, other: all.length - passed - failed };
}

/** Kinds of tests the requirements name. */
export const suitesNamed = (requirements: readonly Requirement[]): string[] =>
  [...new Set(requirements.flatMap(({ tests = [] }) => tests.map(({ file }) => suiteOf(file))))].sort();
