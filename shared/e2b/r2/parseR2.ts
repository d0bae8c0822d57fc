/** The elements of a file of E2B(R2), XML or SGML: reports as they end, the header, and the rest. */
import { SaxesParser } from 'saxes';
import { watchAmpersands } from '../bareAmpersands.ts';
import { meaningOfFault, UnreadableXml } from '../unreadableXml.ts';
import { XmlElement } from '../xmlTree.ts';
import { ENTITIES } from './entities.ts';
import { sgmlTokens, type TagEvents, type Tokenizer } from './sgmlTokens.ts';

/** As for R3: elements inside each other, elements of a report, characters of a report. */
const MAX_DEPTH = 64;
const MAX_ELEMENTS = 250_000;
const MAX_HELD = 64 * 2 ** 20;

/** What the parser knows of a document type of R2. */
export interface R2Document {
  root: string;
  /** elements that are parsed by themselves, so that they can be released from memory */
  header?: string;
  report?: string;
  /** the element around each element */
  parents: ReadonlyMap<string, string>;
  /** elements that hold others */
  blocks: { has: (name: string) => boolean };
  /** the name that the document type has for one in other letters, or in another spelling; else as it is written */
  nameOf: (written: string) => string;
}

export interface R2Parser {
  write: (piece: string) => XmlElement[];
  /** Throws if the file is incomplete. */
  end: () => XmlElement[];
  header: () => XmlElement | null;
  root: () => XmlElement | null;
}

/** Throws `UnreadableXml` for a file that is no E2B(R2) message or exceeds a limit, with line and column. */
export function r2Parser(type: R2Document, isXml: boolean, firstLine: number): R2Parser {
  let root: XmlElement | null = null;
  let header: XmlElement | null = null;
  let reports: XmlElement[] = [];
  const open: XmlElement[] = [];
  let elements = 0;
  let held = 0;
  let isEnded = false;
  let hasBlockEnds = false;

  const position = (): { line: number; column: number } => {
    const { line, column } = tokens.position();
    return { line: line + firstLine - 1, column };
  };
  const refuse = (message: string): never => {
    throw new UnreadableXml(message, position());
  };
  const top = (): XmlElement | undefined => open.at(-1);
  const closeTop = (): void => {
    const element = open.pop();
    if (element === root) isEnded = true;
    if (!element || element.parent) return;
    if (element.name === type.report) reports.push(element);
    else if (element.name !== type.header) return;
    else if (header) root?.children.push(element);
    else header = element;
  };
  const isLeaf = (name: string): boolean => type.parents.has(name) && !type.blocks.has(name);
  /** SGML may leave end tags out: each element of the DTD has one parent, so its start ends what is inside that. */
  const endImplied = (name: string): void => {
    const parent = type.parents.get(name);
    const at = open.findLastIndex((element) => element.name === parent);
    if (parent === undefined) {
      if (isLeaf(top()?.name ?? '')) closeTop();
    } else if (at >= 0) while (open.length > at + 1) closeTop();
  };
  const events: TagEvents = {
    open: (written, attributes, isEmpty) => {
      const name = type.nameOf(written);
      if (isEnded) refuse('something follows the end of the message; a file holds one message');
      if (!root && name !== type.root)
        refuse(`the message begins with <${written}>, not with <${type.root}>`);
      if (root && name === type.root) refuse(`a second <${type.root}> in the message`);
      if (!isXml) endImplied(name);
      // within another element it would be a part that no item takes, and no case
      if (name === type.report && top() !== root)
        refuse(`a report (<${written}>) within <${top()?.name}>; E2B(R2) has it directly in <${type.root}>`);
      if (open.length >= MAX_DEPTH) refuse(`more than ${MAX_DEPTH} elements inside each other`);
      const parent = top();
      const isWhole = parent === root;
      elements = isWhole ? 1 : elements + 1;
      if (isWhole) held = 0;
      if (elements > MAX_ELEMENTS) refuse(`more than ${MAX_ELEMENTS} elements in one report`);
      const isDetached = isWhole && (name === type.report || name === type.header);
      const element = new XmlElement(name, attributes, position().line, isDetached ? null : (parent ?? null));
      if (!isDetached) parent?.children.push(element);
      if (isDetached && root?.attributes['lang'] && !attributes['lang'])
        element.attributes['lang'] = root.attributes['lang'];
      root ??= element;
      open.push(element);
      if (isEmpty) closeTop();
    },
    text: (text) => {
      held += text.length;
      if (held > MAX_HELD) refuse(`more than ${MAX_HELD} characters in one report`);
      if (!root && text.trim() !== '')
        refuse('text before the message; delete it, and send the message alone');
      // lines behind the message are part of what came, too
      (top() ?? root)?.addText(text, undefined);
    },
    close: (written) => {
      const closed = written === null ? top()?.name : type.nameOf(written);
      const at = open.findLastIndex(({ name }) => name === closed);
      if (at < 0 || (isXml && at < open.length - 1))
        refuse(`an end tag </${written ?? ''}> without its start`);
      if (type.blocks.has(open[at]?.name ?? '')) hasBlockEnds = true;
      while (open.length > at) closeTop();
    },
  };
  const tokens: Tokenizer = isXml ? xmlTokens(events, firstLine) : sgmlTokens(events);
  const taken = (): XmlElement[] => {
    const complete = reports;
    reports = [];
    return complete;
  };
  return {
    write: (piece) => {
      tokens.write(piece);
      return taken();
    },
    end: () => {
      tokens.end();
      if (!root) refuse('the file is empty');
      if (!isEnded && hasBlockEnds) refuse(`the file ends within <${top()?.name}>: it seems to be cut off`);
      while (open.length > 0) closeTop();
      return taken();
    },
    header: () => header,
    root: () => root,
  };
}

/** `firstLine`: of the message in its file; the parser counts from there. */
function xmlTokens(events: TagEvents, firstLine: number): Tokenizer {
  const parser = new SaxesParser({ position: true });
  Object.assign(parser.ENTITIES, ENTITIES);
  const position = (): { line: number; column: number } => ({ line: parser.line, column: parser.column + 1 });
  const ampersands = watchAmpersands((text) => void parser.write(text), position);
  parser.on('error', (error) => {
    const isEntity = error.message.endsWith('undefined entity.');
    const { message, position: at } = ampersands.fault() ?? {
      message: isEntity
        ? 'an entity that is not known here; what a file declares is not expanded'
        : meaningOfFault(error.message),
      position: position(),
    };
    throw new UnreadableXml(message, { ...at, line: at.line + firstLine - 1 });
  });
  parser.on('opentag', ({ name, attributes }) => {
    ampersands.forget();
    events.open(name, withoutNamespaces(attributes as Record<string, string>), false);
  });
  parser.on('closetag', ({ name }) => {
    ampersands.forget();
    events.close(name);
  });
  parser.on('text', events.text);
  parser.on('cdata', events.text);
  const write = (piece: string): void => void parser.write(ampersands.write(piece));
  return { position, write, end: () => void parser.close() };
}

const withoutNamespaces = (attributes: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => !/^xmlns(:|$)/.test(name)));
