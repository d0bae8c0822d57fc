/** The items that a message of E2B(R2) has elements for. */
import type { R2Leaf } from '../../../schemas/e2b/r2.types.ts';
import type { R2Map } from '../../../schemas/e2b/r2Map.types.ts';
import { RULES } from './rules/index.ts';

const known = new WeakMap<R2Map, ReadonlySet<string>>();

/** What reading sets, by whatever rule. */
export function itemsOfR2(map: R2Map): ReadonlySet<string> {
  const items = known.get(map) ?? new Set([map.narrative, ...[...map.leaves.values()].flatMap(itemsOfLeaf)]);
  known.set(map, items);
  return items;
}

function itemsOfLeaf(leaf: R2Leaf): string[] {
  const { rule, to, also = [], into, text, versionTo, unitTo, items = {}, keeps = {} } = leaf;
  const { up, parts = [] } = RULES[rule];
  if (!up) return [];
  const reduced = Object.values(keeps).flatMap((one) => Object.keys(one));
  return [
    to,
    ...also,
    into,
    text,
    versionTo,
    unitTo,
    ...parts.map((part) => items[part]),
    ...reduced,
  ].flatMap((itemId) => itemId ?? []);
}
