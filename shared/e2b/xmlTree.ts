/** A light tree of one message: names without prefixes, attributes as a record, direct text as one string. */

export const HL7 = 'urn:hl7-org:v3';
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XML = 'http://www.w3.org/XML/1998/namespace';

export class XmlElement {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly line: number;
  readonly parent: XmlElement | null;
  readonly children: XmlElement[] = [];
  /** direct text without comments */
  text = '';

  constructor(name: string, attributes: Record<string, string>, line: number, parent: XmlElement | null) {
    this.name = name;
    this.attributes = attributes;
    this.line = line;
    this.parent = parent;
  }
}

/** `local` for HL7's own names, `xsi:type` for the instance namespace, `{uri}local` for everything foreign. */
export function plainName(uri: string, local: string): string {
  if (uri === HL7 || uri === '') return local;
  if (uri === XSI) return `xsi:${local}`;
  if (uri === XML) return `xml:${local}`;
  return `{${uri}}${local}`;
}

/** The first element at a path of names, or undefined. */
export function childAt(element: XmlElement, path: readonly string[]): XmlElement | undefined {
  let found: XmlElement | undefined = element;
  for (const name of path) {
    found = found.children.find((child) => child.name === name);
    if (!found) return undefined;
  }
  return found;
}

/**
 * `/batch/message[2]/…/observation[3]`: a readable path of the element; `message` is the path of the message itself.
 */
export function pathOf(element: XmlElement, message: string): string {
  const { parent, name } = element;
  if (!parent) return message;
  return `${pathOf(parent, message)}/${name}${positionsIn(parent.children).get(element) ?? ''}`;
}

interface Named {
  readonly name: string;
}

const positions = new WeakMap<readonly Named[], { size: number; found: ReadonlyMap<Named, string> }>();

/** `[2]` for the second of several elements with one name, '' for the only one. Computed once for a list of one length. */
export function positionsIn(elements: readonly Named[]): ReadonlyMap<Named, string> {
  const known = positions.get(elements);
  if (known?.size === elements.length) return known.found;
  const byName = Map.groupBy(elements, ({ name }) => name);
  const found = new Map(
    [...byName.values()].flatMap((alike) =>
      alike.map((element, at) => [element, alike.length > 1 ? `[${at + 1}]` : ''] as const),
    ),
  );
  positions.set(elements, { size: elements.length, found });
  return found;
}

/** Trims XML white space only; an ideographic space starts many a paragraph and is kept. */
export function trimmed(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(text.charCodeAt(from))) from += 1;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

const isBlank = (code: number): boolean => code === 32 || code === 10 || code === 13 || code === 9;
