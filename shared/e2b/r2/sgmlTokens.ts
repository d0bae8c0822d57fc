/** Splits SGML of the ICH DTD into tags and texts. Declarations are skipped, and nothing they declare is expanded. */
import { UnreadableXml } from '../unreadableXml.ts';
import { characterOf } from './entities.ts';

export interface TagEvents {
  open: (name: string, attributes: Record<string, string>, isEmpty: boolean) => void;
  text: (text: string) => void;
  /** null: the innermost one */
  close: (name: string | null) => void;
}

export interface Tokenizer {
  write: (piece: string) => void;
  end: () => void;
  position: () => { line: number; column: number };
}

/** Characters of one tag, comment or declaration. */
const MAX_TOKEN = 1 << 20;
const NAME = '[A-Za-z_][\\w:.-]*';
const TAG = new RegExp(`^<(${NAME})((?:[^<>"']|"[^"]*"|'[^']*')*?)(/?)>`);
const END_TAG = new RegExp(`^</(${NAME})?\\s*>`);
const ATTRIBUTE = new RegExp(`(${NAME})\\s*(?:=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+)))?`, 'g');
const REFERENCE = /&(#[xX]?[\da-fA-F]+|\w+);?/g;
/** A reference that may go on in the next piece. */
const OPEN_REFERENCE = /&#?\w{0,30}$/;

export function sgmlTokens(events: TagEvents): Tokenizer {
  let buffer = '';
  let line = 1;
  let column = 1;

  const position = (): { line: number; column: number } => ({ line, column });
  const refuse = (message: string): never => {
    throw new UnreadableXml(message, position());
  };
  const take = (length: number): string => {
    const taken = buffer.slice(0, length);
    buffer = buffer.slice(length);
    const lines = taken.split('\n');
    line += lines.length - 1;
    column = lines.length > 1 ? (lines.at(-1)?.length ?? 0) + 1 : column + length;
    return taken;
  };
  const addText = (text: string): void => {
    if (text !== '')
      events.text(text.replace(REFERENCE, (whole, name: string) => characterOf(name) ?? whole));
  };
  const attributesIn = (text: string): Record<string, string> =>
    Object.fromEntries(
      [...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single, bare]) => [
        name.toLowerCase(),
        (double ?? single ?? bare ?? '').replace(
          REFERENCE,
          (whole, entity: string) => characterOf(entity) ?? whole,
        ),
      ]),
    );

  /** Takes what is at the start of the buffer; false where more of it is needed. */
  const takeMarkup = (isLast: boolean): boolean => {
    if (buffer.length < 4 && !isLast) return false;
    if (buffer.startsWith('<!--')) return takeTo('-->', 4);
    if (buffer.startsWith('<![')) return takeSection();
    if (buffer.startsWith('<!')) return takeDeclaration();
    if (buffer.startsWith('<?')) return takeTo('>', 2);
    const end = END_TAG.exec(buffer);
    if (end) {
      events.close(end[1]?.toLowerCase() ?? null);
      take(end[0].length);
      return true;
    }
    const tag = TAG.exec(buffer);
    if (tag) {
      const [whole, name = '', attributes = '', slash] = tag;
      events.open(name.toLowerCase(), attributesIn(attributes), slash === '/');
      take(whole.length);
      return true;
    }
    const isText = !/^<\/?[A-Za-z_]/.test(buffer) && buffer.length > 1;
    if (isText) {
      addText(take(1));
      return true;
    }
    if (/^<\/?[A-Za-z_][^<>]*</.test(buffer)) refuse('a tag that does not end; write &lt; for the sign <');
    return false;
  };
  const takeTo = (ending: string, from: number): boolean => {
    const end = buffer.indexOf(ending, from);
    if (end < 0) return false;
    take(end + ending.length);
    return true;
  };
  const takeSection = (): boolean => {
    const end = buffer.indexOf(']]>');
    if (end < 0) return false;
    if (!buffer.startsWith('<![CDATA[')) refuse('a marked section, which no E2B(R2) message needs');
    events.text(buffer.slice(9, end));
    take(end + 3);
    return true;
  };
  const takeDeclaration = (): boolean => {
    let [depth, quote] = [0, ''];
    for (let at = 2; at < buffer.length; at++) {
      const sign = buffer[at] ?? '';
      if (quote !== '') quote = sign === quote ? '' : quote;
      else if (sign === '"' || sign === "'") quote = sign;
      else if (sign === '[') depth += 1;
      else if (sign === ']') depth -= 1;
      else if (sign === '>' && depth <= 0) {
        take(at + 1);
        return true;
      }
    }
    return false;
  };
  const run = (isLast: boolean): void => {
    while (buffer !== '') {
      const next = buffer.indexOf('<');
      if (next === 0) {
        if (takeMarkup(isLast)) continue;
        if (buffer.length > MAX_TOKEN) refuse(`a tag or comment of more than ${MAX_TOKEN} characters`);
        return;
      }
      const text = next < 0 ? buffer : buffer.slice(0, next);
      const open = next < 0 && !isLast ? (OPEN_REFERENCE.exec(text)?.index ?? text.length) : text.length;
      if (open === 0) return;
      addText(take(open));
    }
  };
  /** A line ends as in XML, whichever system wrote the file; what a piece ends with may be half of an end. */
  let isHalf = false;
  const withLineFeeds = (piece: string): string => {
    const whole = isHalf ? `\r${piece}` : piece;
    isHalf = whole.endsWith('\r');
    return (isHalf ? whole.slice(0, -1) : whole).replaceAll(/\r\n?/g, '\n');
  };
  return {
    position,
    write: (piece) => {
      buffer += withLineFeeds(piece);
      run(false);
    },
    end: () => {
      if (isHalf) buffer += '\n';
      run(true);
      if (buffer !== '') refuse('the file ends within a tag or a comment');
    },
  };
}
