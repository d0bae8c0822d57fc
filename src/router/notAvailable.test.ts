// @vitest-environment happy-dom
/** The README says honestly which pages of the specification are not built. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { PUBLIC, ROUTES, type PublicRoute, type Route } from '../../shared/access/routes.ts';
import { loaderOf } from './pages.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const HEADING = '## Not available yet';

const wordsOf = (namespace: string) =>
  JSON.parse(readFileSync(join(ROOT, `src/i18n/locales/en/start/${namespace}.json`), 'utf8')) as {
    titles: Record<string, string>;
    menu: { items: Record<string, string> };
  };
const { titles } = wordsOf('pages');
const menus = wordsOf('frame').menu.items;

/** Pages that say of themselves what they are. */
const isBuilt = ({ name, redirectTo }: Route | PublicRoute): boolean =>
  name === 'BadPermission' || redirectTo !== undefined || loaderOf(name) !== undefined;

function areaOf(route: Route | PublicRoute): string {
  if (!('depth1' in route)) return 'Before signing in';
  return route.isAdmin ? 'System administration' : (menus[route.depth1] ?? route.depth1);
}

/** One line an area, in the order of the table. */
function notBuilt(): string[] {
  const missing = [...ROUTES, ...PUBLIC].filter((route) => !isBuilt(route));
  const areas = Map.groupBy(missing, areaOf);
  return [...areas].map(([area, routes]) => {
    const pages = new Set(routes.map(({ title }) => titles[title]));
    return `- ${area}: ${[...pages].join(', ')}`;
  });
}

it('names in the README exactly the pages that are not built', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const section = readme.split(`${HEADING}\n`)[1]?.split('\n## ')[0] ?? '';
  expect(section.split('\n').filter((line) => line.startsWith('- '))).toEqual(notBuilt());
});
