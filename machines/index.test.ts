/** Machines as a product: each is exported, documented and walked. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MACHINES } from './index.ts';
import { chartOf, notNamedIn } from './testing/chart.ts';

const here = import.meta.dirname;
const filesOf = (folder: string): string[] => readdirSync(`${here}/${folder}`);
const folders = readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
  .map(({ name }) => name);

it('exports the machine of every folder', () => {
  expect(Object.keys(MACHINES).sort()).toEqual(folders.sort());
});

it.each(Object.entries(MACHINES))('%s: its README names every state and event', (folder, machine) => {
  const readme = readFileSync(`${here}/${folder}/README.md`, 'utf8');
  expect(notNamedIn(readme, chartOf(machine))).toEqual([]);
  const drawn = /```\n([^]*?)\n```/.exec(readme)?.[1] ?? '';
  expect(drawn.split('\n').length).toBeGreaterThanOrEqual(3);
  expect(drawn.split('\n').length).toBeLessThanOrEqual(10);
});

it.each(folders)('%s: has tests on a simulated clock and a model that is walked', (folder) => {
  const files = filesOf(folder);
  expect(files.filter((file) => file.endsWith('.machine.test.ts'))).toHaveLength(1);
  expect(files.filter((file) => file.endsWith('.paths.test.ts'))).toHaveLength(1);
});

it('lists every machine in the README of the folder', () => {
  const readme = readFileSync(`${here}/README.md`, 'utf8');
  expect(folders.filter((folder) => !readme.includes(`(${folder}/README.md)`))).toEqual([]);
});
