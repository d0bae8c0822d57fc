/** Finds the map node of a message element, testing only what distinguishes siblings. */
import type { MapNode, MapTest } from '../../schemas/e2b/e2bMap.types.ts';
import { childAt } from './xmlTree.ts';
import type { XmlElement } from './xmlTree.ts';

/** Counts, within one parent element, the instances of nodes that occur once. */
export type ChildCounts = Map<string, number>;

/**
 * The map node of `element` below `parent`, or null for an unmapped element. Tests are first applied exactly, then
 * ignoring a missing code system; a node without tests matches the remaining elements.
 */
export function matchChild(parent: MapNode, element: XmlElement, counts: ChildCounts): MapNode | null {
  const candidates = parent.childrenByName.get(element.name);
  if (!candidates) return null;
  const [only] = candidates;
  const tested =
    only && candidates.length === 1 && only.tests.length === 0
      ? null
      : (candidates.find((node) => node.weight > 0 && passes(node, element, false)) ??
        candidates.find((node) => node.weight > 0 && passes(node, element, true)) ??
        candidates.find(
          (node) => node.weight === 0 && node.tests.length > 0 && passes(node, element, false),
        ));
  if (tested) return repeats(tested) || count(counts, tested.id) === 1 ? tested : null;
  const plain = candidates.filter((node) => node.tests.length === 0);
  const [row] = plain;
  if (row && repeats(row)) return row;
  if (plain.length === 0) return null;
  const position = count(counts, element.name);
  return plain.find((node) => node.position === position) ?? null;
}

const repeats = (node: MapNode): boolean => node.row !== null || node.links.length > 0 || node.holder;

function count(counts: ChildCounts, key: string): number {
  const next = (counts.get(key) ?? 0) + 1;
  counts.set(key, next);
  return next;
}

const passes = (node: MapNode, element: XmlElement, lenient: boolean): boolean =>
  node.tests.some((alternative) => alternative.every((test) => passesTest(test, element, lenient)));

function passesTest({ path, attributes, scheme }: MapTest, element: XmlElement, lenient: boolean): boolean {
  const target = path.length === 0 ? element : childAt(element, path);
  if (!target) return false;
  if (scheme !== null) return schemeOf(target, lenient) === scheme;
  const testsCode = attributes.length > 1;
  return attributes.every(([name, accepted]) => {
    const found = target.attributes[name];
    return found === undefined ? lenient && testsCode && name === 'codeSystem' : accepted.includes(found);
  });
}

/** Senders write `TEL:`, omit the scheme, or give a null flavor instead of the value. */
function schemeOf(telecom: XmlElement, lenient: boolean): string | null {
  const value = telecom.attributes['value'] ?? '';
  const named = /^(tel|fax|mailto)(:|$)/i.exec(value)?.[1];
  if (named) return `${named.toLowerCase()}:`;
  if (!lenient) return null;
  return value.includes('@') ? 'mailto:' : /^[\d+(]/.test(value) || value === '' ? 'tel:' : null;
}
