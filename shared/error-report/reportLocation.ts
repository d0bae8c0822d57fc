/** Which page of the product an address is of: its name and the parts of its pattern, for reports. */
import { PUBLIC, ROUTES, type PublicRoute, type Route } from '../access/routes.ts';

const PREFIX = ':sponsorKey/:sessionSenderKey/:language/:appendix';

const addressOf = (route: Route | PublicRoute): string => {
  if (!('isAdmin' in route)) return route.path;
  return route.isAdmin ? `system-admin/${route.path}` : `${PREFIX}/${route.path}`;
};

/** `:key` takes a part of an address, `:key?` one or none. */
function patternOf(address: string): RegExp {
  const parts = address.split('/').map((part) => {
    const [, name, optional] = /^:(\w+)(\??)$/.exec(part) ?? [];
    if (name === undefined) return `/${part}`;
    return optional ? `(?:/(?<${name}>[^/]+))?` : `/(?<${name}>[^/]+)`;
  });
  return new RegExp(`^${parts.join('')}/?$`);
}

const dynamicParts = (address: string): number => address.split(':').length;

/** Those that fix most of the address first: `a/list` before `a/:key`. */
const PATTERNS = [...ROUTES, ...PUBLIC]
  .map((route) => ({ name: route.name, address: addressOf(route) }))
  .toSorted((one, other) => dynamicParts(one.address) - dynamicParts(other.address))
  .map(({ name, address }) => ({ name, pattern: patternOf(address) }));

/** The page of an address, with its parts as they are written there; nothing where there is no such page. */
export function reportPlace(pathname: string): Record<string, string | undefined> {
  for (const { name, pattern } of PATTERNS) {
    const found = pattern.exec(pathname);
    if (found) return { ...found.groups, route: name };
  }
  return {};
}
