/** What each step takes of a run: the profile of its files, and the steps that grow beyond their share. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../install.mjs';

/** Seconds of a step on two idle cores without caches, with a quarter to spare. */
const BUDGETS = JSON.parse(readFileSync(join(root, 'scripts', 'test', 'budgets.json'), 'utf8'));
const SLOWEST = 15;

/** Notices of steps that took longer than their budget. A loaded machine is slower: they fail nothing. */
export const overBudget = (outcomes) =>
  outcomes
    .filter(({ name, seconds }) => seconds > (BUDGETS[name] ?? Infinity))
    .map(
      ({ name, seconds }) =>
        `${name} took ${seconds.toFixed(0)} s; its share of the run is ${BUDGETS[name]} s (docs/testing.md)`,
    );

/**
 * Writes the seconds of each step, by the clock and of the processors, and of the slowest files of each suite. What a
 * file takes of the processors is counted in its worker (tests/processorTime.ts): without PostgreSQL and browser.
 */
export function writeProfile(path, outcomes) {
  const steps = outcomes.map(({ name, seconds, processor }) =>
    line(seconds, processor === null ? name : `${name}, ${processor.toFixed(1)} of processor time`),
  );
  const total = outcomes.reduce((sum, { processor }) => sum + (processor ?? 0), 0);
  const suites = outcomes
    .filter(({ files }) => files.length > 0)
    .map(({ name, files }) => {
      const slowest = [...files].sort((a, b) => b.processor - a.processor || b.seconds - a.seconds);
      return [`${name}, of processor time`, ...slowest.slice(0, SLOWEST).map(lineOfFile)].join('\n');
    });
  writeFileSync(
    path,
    `${[['seconds of each step', ...steps, line(total, 'of processor time in all')].join('\n'), ...suites].join('\n\n')}\n`,
  );
}

const lineOfFile = ({ name, tests, seconds, processor }) =>
  line(processor, `${name} (${tests}), ${seconds.toFixed(1)} by the clock`);
const line = (seconds, name) => `${seconds.toFixed(1).padStart(8)}  ${name}`;
