/** Reads the elements of an ODM document as they come, whatever its version; nothing of the document is held. */
import { SaxesParser, type SaxesTagNS } from 'saxes';
import { MAX_KEY_LENGTH, MAX_VALUE_LENGTH, UnreadableData } from '../unreadableData.ts';

/** ODM 2.0 nests groups; no study is described by more levels than this. */
const MAX_DEPTH = 64;
const ODM_NAMESPACE = /^(?:https?:\/\/www\.cdisc\.org\/ns\/odm\/|$)/;
const VENDORS: [prefix: string, namespace: RegExp][] = [
  ['mdsol', /^http:\/\/www\.mdsol\.com\/ns\/odm\//],
  ['OpenClinica', /^http:\/\/www\.openclinica\.org\/ns\//],
];

export interface OdmElement {
  name: string;
  /** those of ODM by name, those of known vendors as `mdsol:InstanceId` */
  attributes: Readonly<Record<string, string>>;
  /** between its tags, when it is closed */
  text: string;
  line: number;
  parent: OdmElement | null;
}

export interface OdmHandler {
  open: (element: OdmElement) => void;
  close: (element: OdmElement) => void;
}

export interface OdmElements {
  write: (piece: string) => void;
  /** Throws if the document is incomplete. */
  end: () => void;
}

/** Elements of other namespaces are left out with what they hold. Throws `UnreadableData`, with the line. */
export function odmElements(handlers: readonly OdmHandler[]): OdmElements {
  const parser = new SaxesParser({ xmlns: true, position: true });
  let open: OdmElement | null = null;
  let depth = 0;
  /** depth of the element of another namespace that is left out; 0: none */
  let foreign = 0;
  let isOdm = false;

  const refuse = (fault: UnreadableData['fault'], detail: string): never => {
    throw new UnreadableData(fault, detail, parser.line);
  };
  parser.on('error', ({ message }) => refuse('malformed', message.replace(/^(undefined:)?\d+:\d+:\s*/, '')));
  parser.on('doctype', (text) =>
    // the page of a sign-in, or of an error
    /^\s*html\b/i.test(text) ? refuse('otherContent', 'a page of HTML') : refuse('documentType', '<!DOCTYPE'),
  );
  parser.on('opentag', (tag: SaxesTagNS) => {
    depth += 1;
    if (depth > MAX_DEPTH) refuse('tooDeep', `more than ${MAX_DEPTH} elements inside each other`);
    if (foreign > 0) return;
    if (!ODM_NAMESPACE.test(tag.uri)) {
      if (depth === 1) refuse('otherContent', `the root element is ${tag.name}`);
      foreign = depth;
      return;
    }
    if (depth === 1 && tag.local !== 'ODM') refuse('otherContent', `the root element is ${tag.local}`);
    isOdm = true;
    const long = Object.values(tag.attributes).find(({ value }) => value.length > MAX_VALUE_LENGTH);
    if (long) refuse('tooLarge', `${tag.local}/@${long.name}`);
    const element: OdmElement = {
      name: tag.local,
      attributes: attributesOf(tag),
      text: '',
      line: parser.line,
      parent: open,
    };
    open = element;
    for (const { open: opened } of handlers) opened(element);
  });
  parser.on('closetag', () => {
    depth -= 1;
    if (foreign > 0) {
      if (depth < foreign) foreign = 0;
      return;
    }
    const element = open;
    if (!element) return;
    for (const { close } of handlers) close(element);
    open = element.parent;
  });
  const addText = (text: string): void => {
    if (foreign > 0 || !open) return;
    open.text += text;
    if (open.text.length > MAX_VALUE_LENGTH) refuse('tooLarge', `the text of ${open.name}`);
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  return {
    write: (piece) => void parser.write(piece),
    end: () => {
      parser.close();
      if (!isOdm) throw new UnreadableData('otherContent', 'there is no element');
    },
  };
}

function attributesOf({ attributes }: SaxesTagNS): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { uri, local, prefix, value } of Object.values(attributes)) {
    if (prefix === 'xmlns' || local === 'xmlns') continue;
    if (ODM_NAMESPACE.test(uri) || prefix === 'xml') found[local] = value;
    else {
      const vendor = VENDORS.find(([, namespace]) => namespace.test(uri));
      if (vendor) found[`${vendor[0]}:${local}`] = value;
    }
  }
  return found;
}

/** An attribute that names something, and without which an element means nothing. Throws `UnreadableData`. */
export function mandatory({ name, attributes, line }: OdmElement, attribute: string): string {
  const value = attributes[attribute];
  if (value === undefined || value === '')
    throw new UnreadableData('missingPart', `${name}/@${attribute}`, line);
  if (value.length > MAX_KEY_LENGTH) throw new UnreadableData('tooLarge', `${name}/@${attribute}`, line);
  return value;
}
