/** The page that newcomers read first names what is there: its paths exist, and every folder of a subject is on it. */
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/ARCHITECTURE.md'), 'utf8');
/** folders whose folders are subjects */
const SUBJECTS = ['schemas', 'shared', 'src', 'src/areas', 'server', 'server/areas'];
/** for whole sentences about any `areas/x` */
const PLACEHOLDER = /\/x$/;

/** `a/{b,c}.ts` is two paths. */
const expanded = (path: string): string[] => {
  const [, before, choices, after] = /^(.*?)\{([^{}]*)\}(.*)$/.exec(path) ?? [];
  if (before === undefined || choices === undefined) return [path];
  return choices.split(',').flatMap((choice) => expanded(`${before}${choice}${after}`));
};

const paths = [...page.matchAll(/`((?:schemas|shared|machines|src|server|scripts|tests|deploy)\/[^`\s]*)`/g)]
  .flatMap(([, path = '']) => expanded(path))
  .filter((path) => !PLACEHOLDER.test(path) && !/[A-Z]{4}|<|\*$/.test(path));

it('names paths that exist', () => {
  const missing = paths.filter(
    (path) => !existsSync(join(root, path)) && globSync(`${path}*`, { cwd: root }).length === 0,
  );
  expect(missing).toEqual([]);
  expect(paths.length).toBeGreaterThan(200);
});

// the page says that `areas/x`, `server/x` and `shared/x` are one subject
it('names every subject', () => {
  const named = new Set(paths.flatMap((path) => path.split('/')));
  const unnamed = SUBJECTS.flatMap((parent) =>
    readdirSync(join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !named.has(entry.name))
      .map(({ name }) => `${parent}/${name}`),
  );
  expect(unnamed).toEqual([]);
});
