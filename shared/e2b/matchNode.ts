/** Finds the map node of a message element, testing only what distinguishes siblings. */
import type { MapNode, MapTest } from '../../schemas/e2b/e2bMap.types.ts';
import { childAt } from './xmlTree.ts';
import type { XmlElement } from './xmlTree.ts';

/** Counts, within one parent element, the instances of nodes that occur once. */
export type ChildCounts = Map<string, number>;

/** How a code system may differ from the tested one: not at all; missing; that of a list beside it. */
type Leniency = 'exact' | 'missing' | 'beside';
const LENIENCIES: Leniency[] = ['exact', 'missing', 'beside'];

/**
 * The map node of `element` below `parent`, or null for an unmapped element. Tests are first applied exactly, then
 * ignoring a missing code system, then one that senders mistake for the right one; a node without tests matches the
 * remaining elements.
 */
export function matchChild(parent: MapNode, element: XmlElement, counts: ChildCounts): MapNode | null {
  const candidates = parent.childrenByName.get(element.name);
  if (!candidates) return null;
  const [only] = candidates;
  const tested =
    only && candidates.length === 1 && only.tests.length === 0
      ? null
      : (firstFitting(candidates, element) ??
        candidates.find(
          (node) => node.weight === 0 && node.tests.length > 0 && passes(node, element, 'exact'),
        ));
  if (tested) return repeats(tested) || count(counts, tested.id) === 1 ? tested : null;
  const plain = candidates.filter((node) => node.tests.length === 0);
  const [row] = plain;
  if (row && repeats(row)) return row;
  if (plain.length === 0) return null;
  const position = count(counts, element.name);
  return plain.find((node) => node.position === position) ?? null;
}

function firstFitting(candidates: readonly MapNode[], element: XmlElement): MapNode | undefined {
  for (const leniency of LENIENCIES) {
    const found = candidates.find((node) => node.weight > 0 && passes(node, element, leniency));
    if (found) return found;
  }
  return undefined;
}

const repeats = (node: MapNode): boolean => node.row !== null || node.links.length > 0 || node.holder;

function count(counts: ChildCounts, key: string): number {
  const next = (counts.get(key) ?? 0) + 1;
  counts.set(key, next);
  return next;
}

const passes = (node: MapNode, element: XmlElement, leniency: Leniency): boolean =>
  node.tests.some((alternative) => alternative.every((test) => passesTest(test, element, leniency)));

function passesTest({ path, attributes, scheme }: MapTest, element: XmlElement, leniency: Leniency): boolean {
  const target = path.length === 0 ? element : childAt(element, path);
  if (!target) return false;
  if (scheme !== null) return schemeOf(target, leniency !== 'exact') === scheme;
  const testsCode = attributes.length > 1;
  return attributes.every(([name, accepted]) => {
    const found = target.attributes[name];
    if (found !== undefined && accepted.includes(found)) return true;
    if (leniency === 'exact' || !testsCode || name !== 'codeSystem') return false;
    return (
      found === undefined || (leniency === 'beside' && accepted.some((system) => areBeside(system, found)))
    );
  });
}

/** Two lists of one family: their OIDs differ in the last number only. */
const areBeside = (one: string, other: string): boolean => familyOf(one) === familyOf(other);
const familyOf = (oid: string): string => oid.slice(0, oid.lastIndexOf('.'));

/** Senders write `TEL:`, omit the scheme, or give a null flavor instead of the value. */
function schemeOf(telecom: XmlElement, lenient: boolean): string | null {
  const value = telecom.attributes['value'] ?? '';
  const named = /^(tel|fax|mailto)(:|$)/i.exec(value)?.[1];
  if (named) return `${named.toLowerCase()}:`;
  if (!lenient) return null;
  return value.includes('@') ? 'mailto:' : /^[\d+(]/.test(value) || value === '' ? 'tel:' : null;
}
