/** The text of an element whose words are in markup: `fever <b>and</b> rash`. */
import { trimmed, type XmlElement } from './xmlTree.ts';

/** Elements of HTML and of HL7 that begin a line ... */
const LINES: ReadonlySet<string> = new Set(
  'br p paragraph li item tr div dt dd pre blockquote hr h1 h2 h3 h4 h5 h6'.split(' '),
);
/** ... and those that do not. The parts of a name or an address are none: they say what a word is. */
const WORDS: ReadonlySet<string> = new Set(
  'a b i u s em strong small big sub sup span font content ul ol dl list table tbody thead tfoot td th caption'.split(
    ' ',
  ),
);
const XHTML = '{http://www.w3.org/1999/xhtml}';

const tagOf = ({ name }: XmlElement): string => name.replace(XHTML, '').toLowerCase();

/** Whether all that is in the element is text and markup. What its attributes say of its looks is no part of the words. */
export const isMarkup = ({ children }: XmlElement): boolean => children.length > 0 && children.every(isTag);
const isTag = (element: XmlElement): boolean =>
  (LINES.has(tagOf(element)) || WORDS.has(tagOf(element))) && element.children.every(isTag);

/** The words of the element and of all in it. Those of two elements side by side are apart. */
export const innerText = (element: XmlElement): string =>
  trimmed(
    textIn(element, (child, before) => {
      const words = innerText(child);
      if (LINES.has(tagOf(child))) return `\n${words}`;
      return before === '' || /\s$/.test(before) ? words : ` ${words}`;
    }),
  );

/** The same with its tags and their attributes, for people. */
export const markedText = (element: XmlElement): string =>
  trimmed(textIn(element, (child) => `<${startTagOf(child)}>${markedText(child)}</${tagOf(child)}>`));

const startTagOf = (element: XmlElement): string =>
  [tagOf(element), ...Object.entries(element.attributes).map(([name, value]) => `${name}="${value}"`)].join(
    ' ',
  );

/** The direct text with what each child is, at its place. `before`: the text between a child and the one before it. */
function textIn(element: XmlElement, ofChild: (child: XmlElement, before: string) => string): string {
  const { text, children } = element;
  let result = '';
  let from = 0;
  for (const [index, child] of children.entries()) {
    const between = text.slice(from, child.at);
    result += between;
    result += ofChild(child, between === '' && index > 0 ? result : '');
    from = child.at;
  }
  return result + text.slice(from);
}
