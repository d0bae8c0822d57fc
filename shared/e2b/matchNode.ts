/** Which place of the table an element of a message is: asked only what tells siblings apart. */
import type { MapNode, MapTest } from '../../schemas/e2b/e2bMap.types.ts';
import { childAt } from './xmlTree.ts';
import type { XmlElement } from './xmlTree.ts';

/** Counts, in one parent element, the instances of places that may stand once. */
export type Seen = Map<string, number>;

/**
 * The place of `element` below `parent`, or null for what the table does not know. Tests are asked exactly first, then
 * with a missing code system forgiven; a place that asks for nothing takes what is left over.
 */
export function matchChild(parent: MapNode, element: XmlElement, seen: Seen): MapNode | null {
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
  if (tested) return repeats(tested) || count(seen, tested.id) === 1 ? tested : null;
  const plain = candidates.filter((node) => node.tests.length === 0);
  const [row] = plain;
  if (row && repeats(row)) return row;
  if (plain.length === 0) return null;
  const position = count(seen, element.name);
  return plain.find((node) => node.position === position) ?? null;
}

const repeats = (node: MapNode): boolean => node.row !== null || node.links.length > 0 || node.holder;

function count(seen: Seen, key: string): number {
  const next = (seen.get(key) ?? 0) + 1;
  seen.set(key, next);
  return next;
}

const passes = (node: MapNode, element: XmlElement, lenient: boolean): boolean =>
  node.tests.some((alternative) => alternative.every((test) => holds(test, element, lenient)));

function holds({ path, attributes, scheme }: MapTest, element: XmlElement, lenient: boolean): boolean {
  const target = path.length === 0 ? element : childAt(element, path);
  if (!target) return false;
  if (scheme !== null) return schemeOf(target, lenient) === scheme;
  const asksCode = attributes.length > 1;
  return attributes.every(([name, accepted]) => {
    const found = target.attributes[name];
    return found === undefined ? lenient && asksCode && name === 'codeSystem' : accepted.includes(found);
  });
}

/** Senders write `TEL:`, forget the scheme, or leave the value out with a null flavor. */
function schemeOf(telecom: XmlElement, lenient: boolean): string | null {
  const value = telecom.attributes['value'] ?? '';
  const named = /^(tel|fax|mailto)(:|$)/i.exec(value)?.[1];
  if (named) return `${named.toLowerCase()}:`;
  if (!lenient) return null;
  return value.includes('@') ? 'mailto:' : /^[\d+(]/.test(value) || value === '' ? 'tel:' : null;
}
