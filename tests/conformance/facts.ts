/** Content facts of a document, read by another parser than ours: attributes and texts by element name, wherever they stand. */
import { ParseOption, XmlDocument, XmlElement, XmlText, XmlCData } from 'libxml2-wasm';

/** Class and relation names are schema defaults: a reader may leave them out and a writer put them in. */
const STRUCTURE = new Set([
  'classCode',
  'moodCode',
  'typeCode',
  'determinerCode',
  'type',
  'schemaLocation',
  'ITSVersion',
]);

export function factsOf(xml: string | Uint8Array): Map<string, number> {
  const option = { option: ParseOption.XML_PARSE_HUGE };
  using document =
    typeof xml === 'string' ? XmlDocument.fromString(xml, option) : XmlDocument.fromBuffer(xml, option);
  const facts = new Map<string, number>();
  const add = (fact: string): void => void facts.set(fact, (facts.get(fact) ?? 0) + 1);
  const visit = (element: XmlElement): void => {
    for (const { name, value } of element.attrs)
      if (!STRUCTURE.has(name)) add(`${element.name}/@${name}=${value}`);
    let text = '';
    for (let node = element.firstChild; node; node = node.next) {
      if (node instanceof XmlElement) visit(node);
      else if (node instanceof XmlText || node instanceof XmlCData) text += node.content;
    }
    const squeezed = text.length > 5000 ? text.replace(/\s/g, '') : text.trim();
    if (squeezed !== '') add(`${element.name}=${squeezed}`);
  };
  visit(document.root);
  return facts;
}

/** What of `before` is not in `after`, as facts, and the share that is. */
export function compareFacts(
  before: Map<string, number>,
  after: Map<string, number>,
): { lost: string[]; preservedShare: number } {
  let all = 0;
  const lost: string[] = [];
  for (const [fact, count] of before) {
    all += count;
    for (let missing = count - (after.get(fact) ?? 0); missing > 0; missing--) lost.push(fact);
  }
  return { lost, preservedShare: 1 - lost.length / all };
}
