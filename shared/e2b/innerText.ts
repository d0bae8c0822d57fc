/** The text of an element whose words are in markup: `fever <b>and</b> rash`. */
import { trimmed, type XmlElement } from './xmlTree.ts';

/** Elements of HTML and of HL7 that begin a line ... */
const LINES: ReadonlySet<string> = new Set(['br', 'p', 'paragraph', 'li', 'item', 'tr', 'div']);
/** ... and those that do not. The parts of a name or an address are none: they say what a word is. */
const WORDS: ReadonlySet<string> = new Set(
  'b i u em strong sub sup span font content ul ol list table tbody thead td th caption'.split(' '),
);

/** Whether all that is in the element is text, in markup without attributes. */
export const isMarkup = ({ children }: XmlElement): boolean => children.length > 0 && children.every(isTag);
const isTag = ({ name, attributes, children }: XmlElement): boolean =>
  (LINES.has(name) || WORDS.has(name)) && Object.keys(attributes).length === 0 && children.every(isTag);

/** The words of the element and of all in it. Those of two elements side by side are apart. */
export const innerText = (element: XmlElement): string =>
  trimmed(
    textIn(element, (child, before) => {
      const words = innerText(child);
      if (LINES.has(child.name)) return `\n${words}`;
      return before === '' || /\s$/.test(before) ? words : ` ${words}`;
    }),
  );

/** The same with its tags, for people. */
export const markedText = (element: XmlElement): string =>
  trimmed(textIn(element, (child) => `<${child.name}>${markedText(child)}</${child.name}>`));

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
