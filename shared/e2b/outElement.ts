/** Elements to be written, their order, and their text. */
import type { E2bStructure } from '../../schemas/e2b/e2b.types.ts';
import type { ItemAddress } from '../case/itemAddress.ts';
import type { AttachedFile, ResidueElement } from './e2b.types.ts';

export interface OutElement {
  name: string;
  attributes: Record<string, string>;
  text: string;
  /** the file whose content is the text, instead of `text` */
  file: AttachedFile | null;
  children: OutElement[];
  /** order among siblings of one name: position in the table, then the order of the rows */
  rank: readonly number[];
  /** which of the items that share this location is written */
  owner: string | null;
  /** the values that were written into it */
  origins?: ItemAddress[];
}

/** One line of a written message: an element with its text, or one of its tags. */
export interface MessageLine {
  depth: number;
  text: string;
  /** the values that the line contains */
  origins: readonly ItemAddress[];
}

const LAST = [Number.MAX_SAFE_INTEGER];

export const outElement = (
  name: string,
  attributes: Record<string, string> = {},
  rank: readonly number[] = LAST,
): OutElement => ({
  name,
  attributes,
  text: '',
  file: null,
  children: [],
  rank,
  owner: null,
});

/** An unchanged element of an earlier message. */
export const restored = ({ name, attributes, text, children }: ResidueElement): OutElement => ({
  ...outElement(name, { ...attributes }),
  text,
  children: children.map(restored),
});

/** Sorts children into schema order, recursively; unknown ones come last. */
export function sortChildren(element: OutElement, order: E2bStructure['order']): void {
  const names =
    orderOf(order.byType, element.attributes['xsi:type'] ?? '') ?? orderOf(order.byName, element.name);
  const { children } = element;
  if (children.length > 1) {
    const positions = new Map(names?.map((name, index) => [name, index]));
    const position = ({ name }: OutElement): number => positions.get(name) ?? positions.size;
    children.sort((a, b) => position(a) - position(b) || compareRanks(a.rank, b.rank));
  }
  for (const child of children) sortChildren(child, order);
}

/** The order of what is in an element; undefined for a name of a sender that is in no table, such as `constructor`. */
export const orderOf = (
  table: Readonly<Record<string, readonly string[]>>,
  name: string,
): readonly string[] | undefined => (Object.hasOwn(table, name) ? table[name] : undefined);

function compareRanks(a: readonly number[], b: readonly number[]): number {
  for (let index = 0; index < Math.max(a.length, b.length); index++) {
    const difference = (a[index] ?? -1) - (b[index] ?? -1);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** One element per line, one space of indentation per level; nothing is added inside an element with text. */
export function* serialise(element: OutElement, depth = 0): Generator<string | AttachedFile> {
  const indent = ' '.repeat(depth);
  if (isInline(element)) {
    yield indent;
    if (holdsFile(element)) yield* inlinePieces(element);
    else yield inline(element);
    yield '\n';
    return;
  }
  const [tag, start] = startTag(element);
  yield `${indent}${start}>\n`;
  for (const child of element.children) yield* serialise(child, depth + 1);
  yield `${indent}</${tag}>\n`;
}

/** The lines of `serialise`, each with its values; a file is only named by its place. */
export function* linesOf(element: OutElement, depth = 0): Generator<MessageLine> {
  if (isInline(element)) {
    yield { depth, text: inline(element), origins: originsWithin(element) };
    return;
  }
  const [tag, start] = startTag(element);
  yield { depth, text: `${start}>`, origins: element.origins ?? [] };
  for (const child of element.children) yield* linesOf(child, depth + 1);
  yield { depth, text: `</${tag}>`, origins: [] };
}

const isInline = ({ text, file, children }: OutElement): boolean =>
  file !== null || text !== '' || children.length === 0;

const holdsFile = ({ file, children }: OutElement): boolean => file !== null || children.some(holdsFile);

const originsWithin = ({ origins = [], children }: OutElement): ItemAddress[] => [
  ...origins,
  ...children.flatMap(originsWithin),
];

/** The element on one line, with an ellipsis for each file. */
function inline(element: OutElement): string {
  const [tag, start] = startTag(element);
  const content = element.file ? '…' : escapeText(element.text);
  const inner = element.children.map(inline).join('') + content;
  return inner === '' ? `${start}/>` : `${start}>${inner}</${tag}>`;
}

/** The element on one line, with its files and those within. */
function* inlinePieces(element: OutElement): Generator<string | AttachedFile> {
  if (!holdsFile(element)) {
    yield inline(element);
    return;
  }
  const [tag, start] = startTag(element);
  yield `${start}>`;
  for (const child of element.children) yield* inlinePieces(child);
  yield element.file ?? escapeText(element.text);
  yield `</${tag}>`;
}

/** The tag and the start tag without its end; a foreign name has a prefix, so that the elements in it keep their names. */
export function startTag({ name, attributes }: OutElement): [tag: string, start: string] {
  const foreign = /^\{(.*)\}(.*)$/.exec(name);
  const tag = foreign ? `x:${foreign[2]}` : name;
  let start = foreign ? `<${tag} xmlns:x="${escapeAttribute(foreign[1] ?? '')}"` : `<${tag}`;
  let prefixes = 0;
  for (const key in attributes) {
    const value = escapeAttribute(attributes[key] ?? '');
    const alien = /^\{(.*)\}(.*)$/.exec(key);
    start += alien
      ? ` xmlns:n${++prefixes}="${escapeAttribute(alien[1] ?? '')}" n${prefixes}:${alien[2]}="${value}"`
      : ` ${key}="${value}"`;
  }
  return [tag, start];
}

// characters that XML 1.0 cannot represent
const IMPOSSIBLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const TEXT: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };
const ATTRIBUTE: Record<string, string> = { ...TEXT, '"': '&quot;', '\n': '&#10;', '\t': '&#9;' };

/** What word processors mean by some of them: breaks of a line and of a page, and a hyphen that does not break. */
const MEANT: Record<string, string> = { '\v': '\n', '\f': '\n', '\u001e': '-' };

/** Text without the characters that XML cannot represent; words that they part stay apart. */
export const possibleText = (text: string): string =>
  text.replace(IMPOSSIBLE, (character) => MEANT[character] ?? '');
export const escapeText = (text: string): string =>
  text.replace(/[&<>\r]/g, (character) => TEXT[character] ?? character);
export const escapeAttribute = (text: string): string =>
  text.replace(/[&<>\r"\n\t]/g, (character) => ATTRIBUTE[character] ?? character);
