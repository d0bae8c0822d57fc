/** The steps of a test run, in the order in which they start and are printed. */
import { join } from 'node:path';
import { root } from '../install.mjs';

const bin = (name, ...path) => join(root, 'node_modules', name, ...path);
/** Of a tool that looks again only at what has changed. A run may start without it. */
const cache = (name) => join(root, '.cache', name);

/**
 * A step is a program of Node, with the `lanes` it takes of the two that a run has: the suites with browsers keep
 * both cores busy. A suite is a project of vitest and counts its tests, a check counts as one; a build makes
 * what the suites that name it in `needs` begin with.
 * @typedef {{ name: string, kind: 'check' | 'suite' | 'build', lanes: 1 | 2, args?: string[], needs?: string[], browser?: boolean }} Step
 * @type {readonly Step[]}
 */
export const STEPS = [
  { name: 'demo', kind: 'build', lanes: 1, args: ['tests/seedDataDir.ts'] },
  { name: 'build', kind: 'build', lanes: 1, args: ['scripts/build.mjs'] },
  // waits for its servers and its database a quarter of the time, which the checks beside it use
  { name: 'api', kind: 'suite', lanes: 1, needs: ['demo'] },
  {
    name: 'lint',
    kind: 'check',
    lanes: 1,
    args: [bin('oxlint', 'bin', 'oxlint'), '--deny-warnings'],
  },
  { name: 'unit', kind: 'suite', lanes: 1 },
  {
    name: 'types',
    kind: 'check',
    lanes: 1,
    args: [
      bin('@typescript', 'native', 'bin', 'tsc'),
      // one thread takes a third less processor time than four that check the same libraries
      ...['--noEmit', '--singleThreaded', '--incremental', '--tsBuildInfoFile', cache('types.tsbuildinfo')],
    ],
  },
  {
    name: 'format',
    kind: 'check',
    lanes: 1,
    args: [bin('oxfmt', 'bin', 'oxfmt'), '--check', '.'],
  },
  {
    name: 'imports',
    kind: 'check',
    lanes: 1,
    args: [
      bin('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'),
      ...['schemas', 'shared', 'machines', 'src', 'server'],
      ...['--config', '.dependency-cruiser.mjs', '--output-type', 'err-long'],
    ],
  },
  { name: 'unused', kind: 'check', lanes: 1, args: [bin('knip', 'bin', 'knip.js'), '--no-progress'] },
  {
    name: 'unused-packages',
    kind: 'check',
    lanes: 1,
    args: [bin('knip', 'bin', 'knip.js'), '--no-progress', '--production', '--dependencies'],
  },
  { name: 'words', kind: 'check', lanes: 1, args: ['scripts/check-words.ts'] },
  { name: 'schemas', kind: 'check', lanes: 1, args: ['scripts/check-schemas.ts'] },
  { name: 'pipe', kind: 'suite', lanes: 1, needs: ['demo'] },
  { name: 'conformance', kind: 'suite', lanes: 1 },
  { name: 'stories', kind: 'suite', lanes: 2, browser: true },
  { name: 'journeys', kind: 'suite', lanes: 2, needs: ['build', 'demo'], browser: true },
];

export const unknownSteps = (names) => names.filter((name) => !STEPS.some((step) => step.name === name));

/** The steps of `npm test -- <names>`, with those they need; all without names. */
export function chosenSteps(names) {
  if (names.length === 0) return STEPS;
  const needed = STEPS.filter(({ name }) => names.includes(name)).flatMap(({ needs = [] }) => needs);
  return STEPS.filter(({ name }) => names.includes(name) || needed.includes(name));
}

/** What Node is given to run a suite; vitest writes its report to `report`. */
export const suiteArgs = (name, report) => [
  bin('vitest', 'vitest.mjs'),
  ...['run', '--project', name],
  ...['--reporter=default', '--silent=passed-only'],
  ...['--reporter=json', `--outputFile.json=${report}`],
];
