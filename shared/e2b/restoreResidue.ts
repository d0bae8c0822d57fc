/** What no item took goes back to where it stood. */
import type { E2bMap, MapNode } from '../../schemas/e2b/e2bMap.types.ts';
import { outElement, restored } from './outElement.ts';
import type { OutElement } from './outElement.ts';
import { isStruck, keyOf } from './writeTree.ts';
import type { MessageTree, RowIndex } from './writeTree.ts';
import type { Kept } from './e2b.types.ts';

/** Values that were entered since win over what was kept; rows that were struck take theirs along. */
export function restoreKept(tree: MessageTree, map: E2bMap, kept: readonly Kept[], rows: RowIndex): void {
  // what creates elements goes first, so that display names find them
  const [said, derived] = [kept.filter((one) => !one.derived), kept.filter((one) => one.derived)];
  for (const one of [...said, ...derived]) {
    const node = map.nodes.get(one.node);
    if (!node || isStruck(node, one.rows, rows)) continue;
    const element = one.derived ? tree.find(node, one.rows) : tree.at(node, one.rows);
    if (element) restore(element, node, one);
  }
}

function restore(
  element: OutElement,
  node: MapNode,
  { within = [], attribute, text, element: whole }: Kept,
): void {
  const target = within.reduce(childNamed, element);
  if (node.codec === 'time' && attribute?.name === 'nullFlavor' && within.length === 0)
    liftNullFlavor(target, attribute.value);
  else if (whole) target.children.push(restored(whole));
  else if (text !== undefined) target.text ||= text;
  else if (attribute) restoreAttribute(target, node, attribute, within.length > 0);
}

/** A time of which nothing is known but why: told of the whole, as it came. */
function liftNullFlavor(time: OutElement, nullFlavor: string): void {
  const [only, ...more] = time.children;
  const same = only?.name === 'low' && only.attributes['nullFlavor'] === nullFlavor && more.length === 0;
  if (only && !same) return;
  time.children = [];
  time.attributes['nullFlavor'] = nullFlavor;
}

function restoreAttribute(
  { attributes, children, text }: OutElement,
  node: MapNode,
  { name, value, code }: NonNullable<Kept['attribute']>,
  inner: boolean,
): void {
  if (code !== undefined && attributes['code'] !== code) return;
  const saysNothing =
    children.length === 0 &&
    text === '' &&
    attributes['value'] === undefined &&
    attributes['code'] === undefined;
  if (name === 'nullFlavor' && !saysNothing) return;
  const isConstant = !inner && node.constants.has(name);
  if (isConstant) attributes[name] = value;
  else attributes[name] ??= value;
}

function childNamed(element: OutElement, name: string): OutElement {
  const found = descendant(element, name);
  if (found) return found;
  const made = outElement(name);
  element.children.push(made);
  return made;
}

const descendant = ({ children }: OutElement, name: string): OutElement | undefined =>
  children.find((child) => child.name === name) ??
  children.map((child) => descendant(child, name)).find(Boolean);

/** Which rows stood in the second or a later element around such rows, by the key of the row's place. */
export const holdersOf = (map: E2bMap, kept: readonly Kept[]): Map<string, number> =>
  new Map(
    kept.flatMap(({ node, rows, holder }) => {
      const place = map.nodes.get(node);
      return place && holder ? [[keyOf(place, rows), holder] as const] : [];
    }),
  );
