/** The page of an address for reports: its name and the parameters of its pattern. */
import { PUBLIC, ROUTES, type PublicRoute, type Route } from '../access/routes.ts';

const PREFIX = ':sponsorKey/:sessionSenderKey/:language/:appendix';

const addressOf = (route: Route | PublicRoute): string => {
  if (!('isAdmin' in route)) return route.path;
  return route.isAdmin ? `system-admin/${route.path}` : `${PREFIX}/${route.path}`;
};

/** `:key` matches one segment of an address, `:key?` one or none. */
function patternOf(address: string): RegExp {
  const parts = address.split('/').map((part) => {
    const [, name, optional] = /^:(\w+)(\??)$/.exec(part) ?? [];
    if (name === undefined) return `/${part}`;
    return optional ? `(?:/(?<${name}>[^/]+))?` : `/(?<${name}>[^/]+)`;
  });
  return new RegExp(`^${parts.join('')}/?$`);
}

const dynamicParts = (address: string): number => address.split(':').length;

/** The most specific patterns first: `a/list` before `a/:key`. */
const PATTERNS = [...ROUTES, ...PUBLIC]
  .map((route) => ({ name: route.name, address: addressOf(route) }))
  .toSorted((one, other) => dynamicParts(one.address) - dynamicParts(other.address))
  .map(({ name, address }) => ({ name, pattern: patternOf(address) }));

/** The page of an address with its parameters; empty if there is no such page. */
export function reportLocation(pathname: string): Record<string, string | undefined> {
  for (const { name, pattern } of PATTERNS) {
    const found = pattern.exec(pathname);
    if (found) return { ...found.groups, route: name };
  }
  return {};
}
