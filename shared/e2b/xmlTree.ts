/** A light tree of one message: names without prefixes, attributes as a record, direct text as one string. */
import type { LongText, LongTexts } from './e2b.types.ts';
import { UnreadableXml } from './unreadableXml.ts';

export const HL7 = 'urn:hl7-org:v3';
const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XML = 'http://www.w3.org/XML/1998/namespace';

/** Characters of one text that are held in memory; a longer text is stored elsewhere if there is a store. */
const MAX_HELD_TEXT = 1 << 16;
/** Longest stored text that is read into memory: all but attachments. */
const MAX_READ_TEXT = 16 * 2 ** 20;

export class XmlElement {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly line: number;
  readonly parent: XmlElement | null;
  readonly children: XmlElement[] = [];
  /** characters of the direct text of the parent before it */
  readonly at: number;
  /** the direct text if it is long and there is a store for it */
  longText: LongText | null = null;
  private held = '';

  constructor(name: string, attributes: Record<string, string>, line: number, parent: XmlElement | null) {
    this.name = name;
    this.attributes = attributes;
    this.line = line;
    this.parent = parent;
    this.at = parent?.length ?? 0;
  }

  /** Direct text without comments. Throws `UnreadableXml` if it is too long for memory. */
  get text(): string {
    if (!this.longText) return this.held;
    if (this.longText.length > MAX_READ_TEXT)
      throw new UnreadableXml(`a text of more than ${MAX_READ_TEXT} characters, which is no attachment`, {
        line: this.line,
        column: 1,
      });
    return this.longText.read();
  }

  /** Characters of the direct text, with the white space around it. */
  get length(): number {
    return this.longText?.length ?? this.held.length;
  }

  get hasText(): boolean {
    return this.longText !== null || trimmed(this.held) !== '';
  }

  /** Adds to the direct text. Returns how many characters went from memory to the store. */
  addText(text: string, store: LongTexts | undefined): number {
    if (this.longText) {
      this.longText.append(text);
      return text.length;
    }
    this.held += text;
    if (!store || this.held.length <= MAX_HELD_TEXT) return 0;
    const moved = this.held;
    this.held = '';
    this.longText = store.create();
    this.longText.append(moved);
    return moved.length;
  }
}

/** Removes the long texts of an element and its descendants from their store. */
export function removeLongTexts({ longText, children }: XmlElement): void {
  longText?.remove();
  for (const child of children) removeLongTexts(child);
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
