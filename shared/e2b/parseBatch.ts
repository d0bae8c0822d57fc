import { SaxesParser } from 'saxes';
import type { SaxesTagNS } from 'saxes';
import { watchAmpersands } from './bareAmpersands.ts';
import { ENTITIES } from './r2/entities.ts';
import { XmlElement, plainName, trimmed } from './xmlTree.ts';
import { meaningOfFault, UnreadableXml } from './unreadableXml.ts';
import type { LongTexts } from './e2b.types.ts';

/** Elements inside each other. E2B(R3) needs fewer than 40; whatever reads the tree may recurse this deep. */
const MAX_DEPTH = 64;
/** Elements of one message, which is held in memory whole: 50 drugs and 100 reactions with all pairs have 100,000. */
const MAX_ELEMENTS = 250_000;
/** Characters of one message with its markup that are held in memory, if long texts are stored elsewhere. */
const MAX_HELD = 64 * 2 ** 20;
/** Makes the parser emit the text so far: a comment is not part of the text. */
const EMIT_TEXT = '<!---->';
const ACKNOWLEDGEMENT = /^MCCI_IN2001/;
/** The last character neither needs the next one (a line break, a surrogate) nor may be part of the forbidden `]]>`. */
const ENDS_PLAIN = /[\w+/=. \n]$/;

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
export function batchParser(batchName: string, messageName: string, longTexts?: LongTexts): BatchParser {
  const parser = new SaxesParser({ xmlns: true, position: true });
  Object.assign(parser.ENTITIES, ENTITIES);
  let root: XmlElement | null = null;
  let open: XmlElement | null = null;
  let messages: XmlElement[] = [];
  let elements = 0;

  /** characters of the message that are in memory */
  let held = 0;
  let tags = 0;
  /** the parser is in plain text behind a tag */
  let isInText = false;
  /** where comments were added, which the position in the file does not count */
  const added = { line: 0, characters: 0 };

  const position = (): { line: number; column: number } => ({
    line: parser.line,
    column: parser.column + 1 - (added.line === parser.line ? added.characters : 0),
  });
  const refuse = (message: string): never => {
    throw new UnreadableXml(message, position());
  };
  const ampersands = watchAmpersands((text) => void parser.write(text), position);
  parser.on('error', ({ message }) => {
    const fault = ampersands.fault();
    if (fault) throw new UnreadableXml(fault.message, fault.position);
    refuse(meaningOfFault(message));
  });
  parser.on('doctype', (doctype) => {
    if (/^\s*ichicsr/i.test(doctype))
      refuse('this is an E2B(R2) file; only E2B(R3) is read. Ask the sender for R3, or convert it first');
    // a name alone declares nothing, and what it refers to is never fetched
    if (doctype.includes('['))
      refuse('a document type declaration (<!DOCTYPE) is not accepted; no E2B(R3) message needs one');
  });
  parser.on('opentag', (tag: SaxesTagNS) => {
    ampersands.forget();
    tags += 1;
    const name = plainName(tag.uri, tag.local);
    if (!root) refuseOther(name, batchName, refuse);
    if (above.length >= MAX_DEPTH) refuse(`more than ${MAX_DEPTH} elements inside each other`);
    const isMessage = name === messageName && root !== null;
    // beside what belongs to the batch it would be a part that no item takes, and no case
    if (isMessage && open !== root)
      refuse(
        `a report (<${messageName}>) that is not directly in its batch; send each batch as a file of its own`,
      );
    const parent: XmlElement | null = isMessage ? null : open;
    elements = parent === null ? 1 : elements + 1;
    if (parent === null) held = 0;
    if (elements > MAX_ELEMENTS) refuse(`more than ${MAX_ELEMENTS} elements in one message`);
    const element: XmlElement = new XmlElement(name, attributesOf(tag), parser.line, parent);
    above.push(open);
    parent?.children.push(element);
    root ??= element;
    open = element;
  });
  const above: (XmlElement | null)[] = [];
  parser.on('closetag', () => {
    ampersands.forget();
    tags += 1;
    if (open && open !== root && !open.parent) messages.push(open);
    open = above.pop() ?? null;
  });
  const addText = (text: string): void => {
    if (open) held -= open.addText(text, longTexts);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);

  /** The parser holds text until its end. A long one, which consists of whole pieces without markup, is emitted by piece. */
  const writePiece = (piece: string): void => {
    const lastTag = Math.max(0, piece.lastIndexOf('<'));
    parser.write(piece.slice(0, lastTag));
    const before = tags;
    parser.write(piece.slice(lastTag));
    if (piece[lastTag] === '<') isInText = tags > before;
    if (piece.includes('&', lastTag)) isInText = false;
    if (isInText && ENDS_PLAIN.test(piece)) emitText();
  };
  const emitText = (): void => {
    if (added.line !== parser.line) Object.assign(added, { line: parser.line, characters: 0 });
    parser.write(EMIT_TEXT);
    added.characters += EMIT_TEXT.length;
  };

  const takeMessages = (): XmlElement[] => {
    const complete = messages;
    messages = [];
    return complete;
  };
  /** A blank line before the declaration is a mistake of programs that costs nothing. */
  let isFirst = true;
  const withoutBlank = (piece: string): string => {
    const [blank = ''] = (isFirst && /^[ \t\r\n]+(?=<\?xml\s)/.exec(piece)) || [];
    isFirst = false;
    parser.line += blank.split(/\r\n?|\n/).length - 1;
    return piece.slice(blank.length);
  };
  return {
    write: (whole) => {
      const piece = withoutBlank(whole);
      const rest = ampersands.write(piece);
      if (!longTexts) parser.write(rest);
      else {
        writePiece(rest);
        held += piece.length;
        if (held > MAX_HELD) refuse(`more than ${MAX_HELD} characters in one message, without attachments`);
      }
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

/** Texts for people. White space around codes, numbers and ids means nothing. */
const NAMES: ReadonlySet<string> = new Set(['displayName', 'codeSystemName', 'assigningAuthorityName']);

const OID_PREFIX = /^urn:oid:/i;

function attributesOf(tag: SaxesTagNS): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const key in tag.attributes) {
    const attribute = tag.attributes[key];
    if (!attribute || attribute.prefix === 'xmlns' || key === 'xmlns') continue;
    const name = attribute.prefix ? plainName(attribute.uri, attribute.local) : attribute.local;
    const value = NAMES.has(name) ? attribute.value : trimmed(attribute.value);
    // the prefix in a type is the author's choice; that of an identifier says what it is anyway
    attributes[name] = name === 'xsi:type' ? value.replace(/^.*:/, '') : value.replace(OID_PREFIX, '');
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
