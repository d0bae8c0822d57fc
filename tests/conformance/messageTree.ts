/** A message as another parser than ours reads it: a tree of elements in which references name what they point at. */
import { createHash } from 'node:crypto';
import { inflateRawSync, inflateSync } from 'node:zlib';
import { ParseOption, XmlCData, XmlDocument, XmlElement, XmlText } from 'libxml2-wasm';

export interface TreeElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  text: string;
  children: TreeElement[];
}

/** Elements that other elements refer to by their first `id`, and elements that hold such a reference. */
const TARGETS = new Set(['substanceAdministration', 'observation']);
const REFERENCES = new Set(['actReference', 'productUseReference', 'adverseEffectReference']);
/** The attribute that replaces the id of a reference. */
export const REFERS_TO = 'refersTo';
export const DANGLING = 'nothing';

/** Throws on a document that is not well-formed. */
export function treeOf(xml: string | Uint8Array): TreeElement {
  const option = { option: ParseOption.XML_PARSE_HUGE };
  using document =
    typeof xml === 'string' ? XmlDocument.fromString(xml, option) : XmlDocument.fromBuffer(xml, option);
  return elementOf(document.root);
}

/** The messages of a batch, with their references resolved, and the batch without them. */
export function splitBatch(batch: TreeElement, message: string): [TreeElement, ...TreeElement[]] {
  const [messages, envelope] = [true, false].map((wanted) =>
    batch.children.filter(({ name }) => (name === message) === wanted),
  );
  return [{ ...batch, children: envelope ?? [] }, ...(messages ?? []).map(resolved)];
}

/** What each reference of a message points at: `observation[2]`, or `nothing`. */
export const referencesOf = (message: TreeElement): string[] =>
  message.children.flatMap((child) =>
    REFERENCES.has(child.name) ? [child.attributes.get(REFERS_TO) ?? DANGLING] : referencesOf(child),
  );

function elementOf(element: XmlElement): TreeElement {
  const children: TreeElement[] = [];
  let text = '';
  for (let node = element.firstChild; node; node = node.next)
    if (node instanceof XmlElement) children.push(elementOf(node));
    else if (node instanceof XmlText || node instanceof XmlCData) text += node.content;
  const attributes = new Map(
    element.attrs.map(({ name, prefix, value }) =>
      // the value of xsi:type is a qualified name, whose prefix is the author's choice
      prefix === 'xsi' && name === 'type'
        ? ['xsi:type', value.trim().replace(/^.*:/, '')]
        : [prefix ? `${prefix}:${name}` : name, value],
    ),
  );
  return { name: element.name, attributes, text: contentOf(attributes, text), children };
}

/** An attachment is its bytes, however they are compressed and broken into lines. */
function contentOf(attributes: ReadonlyMap<string, string>, text: string): string {
  if (attributes.get('representation') !== 'B64') return text.trim();
  const bytes = Buffer.from(text, 'base64');
  return createHash('sha256')
    .update(attributes.get('compression') === 'DF' ? inflated(bytes) : bytes)
    .digest('hex');
}

function inflated(bytes: Buffer): Buffer {
  try {
    return inflateRawSync(bytes);
  } catch {
    return inflateSync(bytes);
  }
}

/** The message with each reference replaced by the position of its target among those of its kind. */
function resolved(message: TreeElement): TreeElement {
  const targets = targetsOf(message).map(({ name, id }) => ({ name, ...partsOf(id) }));
  const nameOf = (id: TreeElement): string => {
    const { root, extension } = partsOf(id);
    const fitting = (given: (typeof targets)[number]): boolean =>
      given.extension === extension && (given.root === root || root === '');
    const found = targets.find(fitting);
    if (!found || root + extension === '') return DANGLING;
    return `${found.name}[${targets.filter(({ name }) => name === found.name).indexOf(found) + 1}]`;
  };
  const rewritten = (element: TreeElement): TreeElement => {
    const [id] = element.children.filter(({ name }) => name === 'id');
    const children = element.children.map(rewritten);
    if (!id) return { ...element, children };
    if (REFERENCES.has(element.name))
      return {
        ...element,
        attributes: new Map([...element.attributes, [REFERS_TO, nameOf(id)]]),
        children: children.filter(({ name }) => name !== 'id'),
      };
    if (!TARGETS.has(element.name) || !isNamed(id)) return { ...element, children };
    const first = element.children.indexOf(id);
    return { ...element, children: children.filter((_, index) => index !== first) };
  };
  return rewritten(message);
}

const isNamed = (id: TreeElement): boolean => id.attributes.has('root') || id.attributes.has('extension');

function targetsOf(element: TreeElement): { name: string; id: TreeElement }[] {
  const id = element.children.find(({ name }) => name === 'id');
  const own = id && TARGETS.has(element.name) && isNamed(id) ? [{ name: element.name, id }] : [];
  return [...own, ...element.children.flatMap(targetsOf)];
}

const partsOf = ({ attributes }: TreeElement) => ({
  root: (attributes.get('root') ?? '').toLowerCase(),
  extension: attributes.get('extension') ?? '',
});
