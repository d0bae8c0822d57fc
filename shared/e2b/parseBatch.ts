import { SaxesParser } from 'saxes';
import type { SaxesTagNS } from 'saxes';
import { XmlElement, plainName } from './xmlTree.ts';
import { UnreadableXml } from './unreadableXml.ts';

/** Elements inside each other. E2B(R3) needs fewer than 40; whatever reads the tree may recurse this deep. */
const MAX_DEPTH = 64;
/** Elements of one message, which is held in memory whole: 50 drugs and 100 reactions with all pairs have 100,000. */
const MAX_ELEMENTS = 250_000;
const ACKNOWLEDGEMENT = /^MCCI_IN2001/;
/** An ampersand that starts no entity (one cut off at the end of the piece may). */
const BARE_AMPERSAND = /&(?!#?[\w:.-]*(?:;|$))/g;

/** A push parser: messages are emitted as they end, everything else of the batch stays in `root`. */
export interface BatchParser {
  write(piece: string): XmlElement[];
  /** Throws if the document is incomplete. */
  end(): XmlElement[];
  /** null before its start tag */
  root(): XmlElement | null;
}

/**
 * Throws on a document that is not a well-formed E2B(R3) batch or exceeds a limit, with line and column. Message
 * elements are emitted whole and detached from their parent, so that they can be released from memory.
 */
export function batchParser(batchName: string, messageName: string): BatchParser {
  const parser = new SaxesParser({ xmlns: true, position: true });
  let root: XmlElement | null = null;
  let open: XmlElement | null = null;
  let messages: XmlElement[] = [];
  let elements = 0;

  // the parser would take all that follows for the name of an entity and report its end
  let ampersand: { line: number; column: number } | null = null;

  const position = (): { line: number; column: number } => ({ line: parser.line, column: parser.column + 1 });
  const refuse = (message: string): never => {
    throw new UnreadableXml(message, position());
  };
  parser.on('error', ({ message }) => {
    if (ampersand)
      throw new UnreadableXml('an ampersand that begins no entity; it is written &amp;', ampersand);
    refuse(message.replace(/^(undefined:)?\d+:\d+:\s*/, ''));
  });
  parser.on('doctype', (doctype) =>
    refuse(
      /^\s*ichicsr/i.test(doctype)
        ? 'this is an E2B(R2) file; only E2B(R3) is read. Ask the sender for R3, or convert it first'
        : 'a document type declaration (<!DOCTYPE) is not accepted; no E2B(R3) message needs one',
    ),
  );
  parser.on('opentag', (tag: SaxesTagNS) => {
    ampersand = null;
    const name = plainName(tag.uri, tag.local);
    if (!root) refuseOther(name, batchName, refuse);
    if (above.length >= MAX_DEPTH) refuse(`more than ${MAX_DEPTH} elements inside each other`);
    const parent: XmlElement | null = open === root && name === messageName ? null : open;
    elements = parent === null ? 1 : elements + 1;
    if (elements > MAX_ELEMENTS) refuse(`more than ${MAX_ELEMENTS} elements in one message`);
    const element: XmlElement = new XmlElement(name, attributesOf(tag), parser.line, parent);
    above.push(open);
    parent?.children.push(element);
    root ??= element;
    open = element;
  });
  const above: (XmlElement | null)[] = [];
  parser.on('closetag', () => {
    ampersand = null;
    if (open && open !== root && !open.parent) messages.push(open);
    open = above.pop() ?? null;
  });
  const addText = (text: string): void => {
    if (open) open.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);

  const takeMessages = (): XmlElement[] => {
    const complete = messages;
    messages = [];
    return complete;
  };
  return {
    write: (piece) => {
      let from = 0;
      for (const { index } of piece.matchAll(BARE_AMPERSAND)) {
        parser.write(piece.slice(from, index));
        ampersand ??= position();
        from = index;
      }
      parser.write(piece.slice(from));
      return takeMessages();
    },
    end: () => {
      parser.close();
      if (!root) refuse('the file is empty');
      return takeMessages();
    },
    root: () => root,
  };
}

function attributesOf(tag: SaxesTagNS): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const key in tag.attributes) {
    const attribute = tag.attributes[key];
    if (!attribute || attribute.prefix === 'xmlns' || key === 'xmlns') continue;
    const name = attribute.prefix ? plainName(attribute.uri, attribute.local) : attribute.local;
    // the prefix in a type is the author's choice
    attributes[name] = name === 'xsi:type' ? attribute.value.trim().replace(/^.*:/, '') : attribute.value;
  }
  return attributes;
}

function refuseOther(name: string, batchName: string, refuse: (message: string) => never): void {
  if (name === batchName) return;
  if (name === 'ichicsr')
    refuse('this is an E2B(R2) file; only E2B(R3) is read. Ask the sender for R3, or convert it first');
  if (ACKNOWLEDGEMENT.test(name) || name === 'ichicsrack')
    refuse('this is an acknowledgement, not a report; import it with the submission it answers');
  refuse(`not an E2B(R3) file: it starts with <${name}>, not with <${batchName}>`);
}
