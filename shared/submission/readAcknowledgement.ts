/** Reads ICH acknowledgements: E2B(R3) `MCCI_IN200101UV01` and E2B(R2) `ichicsrack`. */
import { SaxesParser } from 'saxes';
import { ENTITIES } from '../e2b/r2/entities.ts';
import { r2Parser, type R2Document } from '../e2b/r2/parseR2.ts';
import { r2Root, startOf } from '../e2b/r2/r2Text.ts';
import { meaningOfFault, UnreadableXml } from '../e2b/unreadableXml.ts';
import { innerText } from '../e2b/innerText.ts';
import { linesBefore } from '../e2b/linesBefore.ts';
import { childAt, plainName, XmlElement } from '../e2b/xmlTree.ts';
import { shortened } from '../text/shortened.ts';
import { BATCH_TIME, BATCH_TIME_2011, MESSAGE_TIME } from './keyWords.ts';
import {
  BATCH_CODES,
  type Acknowledgement,
  type BatchCode,
  type MessageAcknowledgement,
  type MessageCode,
} from './acknowledgement.types.ts';

const ROOT_R3 = 'MCCI_IN200101UV01';
const ROOT_R2 = 'ichicsrack';
const MESSAGE = 'MCCI_IN000002UV01';
/** A batch has 1,000 messages at most, of which an answer has some 20 elements each. */
const MAX_ELEMENTS = 200_000;
const MAX_ATTRIBUTES = 400_000;
const MAX_MESSAGES = 10_000;
const MAX_DEPTH = 32;
/** Characters of a value; the fields of the standard have 250. The whole text is in the file. */
const MAX_VALUE = 4000;

/** Throws `UnreadableXml` for a text that is no acknowledgement or lacks what every acknowledgement has. */
export function readAcknowledgement(text: string): Acknowledgement {
  if (text.trim() === '') throw refused('the file is empty');
  const root = isOfR2(text.slice(0, HEAD)) ? rootOfR2(text) : rootOfR3(text);
  if (root.name === ROOT_R3) return readR3(root);
  if (root.name === ROOT_R2) return readR2(root);
  throw refused(`not an acknowledgement: it starts with <${root.name}>`);
}

/** Characters in which the message begins. */
const HEAD = 1 << 16;
const isOfR2 = (head: string): boolean => r2Root(head) === ROOT_R2 && !head.includes(ROOT_R3);

const rootOfR3 = (text: string): XmlElement =>
  parse(text.slice(linesBefore(text, ROOT_R3).length).replace(/^[\s\uFEFF]+(?=<)/, ''));

/** R2 also comes in SGML, which may leave out end tags, and in lines of a mail or of EDI. */
function rootOfR2(text: string): XmlElement {
  const { offset, isXml } = startOf(text.slice(0, HEAD));
  const document = text.slice(offset);
  try {
    return parse(document);
  } catch (error) {
    if (isXml || !(error instanceof UnreadableXml)) throw error;
  }
  const parser = r2Parser(TYPE_OF_R2, false, text.slice(0, offset).split('\n').length);
  for (let at = 0; at < document.length; at += HEAD) parser.write(document.slice(at, at + HEAD));
  parser.end();
  return parser.root() ?? parse('');
}

const refused = (message: string): UnreadableXml => new UnreadableXml(message, { line: 1, column: 1 });

const tooLarge = (): UnreadableXml => refused('too large for an acknowledgement');

/** Without entities that a file declares: the declaration of R2 files is skipped, and the letters that it names are known. */
function parse(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: true });
  Object.assign(parser.ENTITIES, ENTITIES);
  let root: XmlElement | null = null;
  const open: XmlElement[] = [];
  let elements = 0;
  let attributesSeen = 0;
  parser.on('error', ({ message }) => {
    throw new UnreadableXml(meaningOfFault(message), {
      line: parser.line,
      column: parser.column + 1,
    });
  });
  parser.on('doctype', (doctype) => {
    // what one of R2 declares is not expanded
    if (doctype.includes('[') && !/^\s*ichicsrack/i.test(doctype))
      throw refused('a document type with declarations is not accepted');
  });
  // before the tag is whole: one tag may have all of them
  parser.on('attribute', () => {
    attributesSeen += 1;
    if (attributesSeen > MAX_ATTRIBUTES) throw tooLarge();
  });
  parser.on('opentag', (tag) => {
    elements += 1;
    if (elements > MAX_ELEMENTS || open.length > MAX_DEPTH) throw tooLarge();
    const attributes = Object.fromEntries(
      Object.entries(tag.attributes).map(([, one]) => [
        plainName(one.prefix ? one.uri : '', one.local),
        one.value,
      ]),
    );
    const parent = open.at(-1) ?? null;
    const name = plainName(tag.uri, tag.local);
    const isR2 = (root?.name ?? name.toLowerCase()) === ROOT_R2;
    const element = new XmlElement(isR2 ? nameOfR2(name) : name, attributes, parser.line, parent);
    parent?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  const addText = (piece: string): void => void open.at(-1)?.addText(piece, undefined);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.write(text).close();
  if (!root) throw refused('the file is empty');
  return root;
}

/** The names of R2 come in any letters, as in SGML, and with words in full that the standard spells otherwise. */
const nameOfR2 = (name: string): string =>
  name
    .toLowerCase()
    .replace('acknowledgement', 'acknowledgment')
    .replace(/number$/, 'numb');

/** What each element of the document type (ICH, version 1.1) may hold. */
const CONTENT_OF_R2: Readonly<Record<string, string>> = {
  ichicsrack: 'ichicsrmessageheader acknowledgment',
  ichicsrmessageheader:
    'messagetype messageformatversion messageformatrelease messagenumb messagesenderidentifier messagereceiveridentifier messagedateformat messagedate',
  acknowledgment: 'messageacknowledgment reportacknowledgment',
  messageacknowledgment:
    'icsrmessagenumb localmessagenumb icsrmessagesenderidentifier icsrmessagereceiveridentifier icsrmessagedateformat icsrmessagedate transmissionacknowledgmentcode parsingerrormessage',
  reportacknowledgment:
    'safetyreportid safetyreportversion localreportnumb authoritynumb companynumb receiptdateformat receiptdate reportacknowledgmentcode errormessagecomment',
};
const TYPE_OF_R2: R2Document = {
  root: ROOT_R2,
  parents: new Map(
    Object.entries(CONTENT_OF_R2).flatMap(([parent, names]) =>
      names.split(' ').map((name) => [name, parent] as const),
    ),
  ),
  blocks: new Set(Object.keys(CONTENT_OF_R2).filter((name) => name !== ROOT_R2)),
  nameOf: nameOfR2,
};

const textAt = (element: XmlElement, ...path: string[]): string | null => {
  const found = childAt(element, path);
  const text = found ? innerText(found) : '';
  return text === '' ? null : shortened(text, MAX_VALUE - 1);
};
/** The texts of all elements with the name: the standard has one. */
const textsOf = ({ children }: XmlElement, name: string): string | null =>
  shortened(
    children.flatMap((child) => (child.name === name ? innerText(child) || [] : [])).join('\n'),
    MAX_VALUE - 1,
  ) || null;
const attributeAt = (element: XmlElement, name: string, ...path: string[]): string | null =>
  childAt(element, path)?.attributes[name]?.trim().slice(0, MAX_VALUE) || null;

const required = (value: string | null, what: string): string => {
  if (value === null) throw refused(`the acknowledgement has no ${what}`);
  return value;
};

/** The one element with the name; undefined: there is none. What a second one says would be gone. */
function onlyIn({ children }: XmlElement, name: string): XmlElement | undefined {
  const [only, ...others] = children.filter((child) => child.name === name);
  if (others.length > 0)
    throw refused('it answers several batches; ask the receiver for a file for each of them, or divide it');
  return only;
}

function limited(messages: XmlElement[]): XmlElement[] {
  if (messages.length > MAX_MESSAGES) throw tooLarge();
  return messages;
}

function readR3(root: XmlElement): Acknowledgement {
  const answer = onlyIn(root, 'acknowledgement');
  const code = required(answer ? attributeAt(answer, 'typeCode') : null, 'acknowledgement code');
  return {
    number: attributeAt(root, 'extension', 'id') ?? '',
    sender: attributeAt(root, 'extension', 'sender', 'device', 'id') ?? '',
    receiver: attributeAt(root, 'extension', 'receiver', 'device', 'id') ?? '',
    sentAt: attributeAt(root, 'value', 'creationTime'),
    batchNumber: required(
      attributeAt(root, 'extension', 'acknowledgement', 'targetBatch', 'id'),
      'number of the batch it answers',
    ),
    batchSentAt: timeAt(root, [BATCH_TIME, BATCH_TIME_2011]),
    code: batchCode(code),
    text: answer ? detailsOf(answer) : null,
    messages: limited(root.children.filter(({ name }) => name === MESSAGE)).flatMap(readR3Message),
  };
}

/** A message has one answer, but for receivers that answer several reports in one. */
function readR3Message(message: XmlElement): MessageAcknowledgement[] {
  const answers = message.children.filter(({ name }) => name === 'acknowledgement');
  if (answers.length === 0) throw refused('the acknowledgement has no code of a message');
  return answers.map((answer) => ({
    messageNumber: required(
      attributeAt(answer, 'extension', 'targetMessage', 'id'),
      'number of a message it answers',
    ),
    localNumber: attributeAt(message, 'extension', 'id'),
    code: messageCode(required(attributeAt(answer, 'typeCode'), 'code of a message')),
    text: detailsOf(answer),
    createdAt: timeAt(message, [MESSAGE_TIME]),
  }));
}

/** The standard has one detail, which is a text; some receivers write one for each error, as a code, or with its place. */
function detailsOf({ children }: XmlElement): string | null {
  const texts = children.flatMap((child) => {
    if (child.name !== 'acknowledgementDetail') return [];
    const what =
      textAt(child, 'text') ??
      attributeAt(child, 'displayName', 'code') ??
      attributeAt(child, 'code', 'code');
    const places = child.children.filter(({ name }) => name === 'location').map((one) => textAt(one));
    return [what, ...places.map((place) => place && `(${place})`)].filter(Boolean).join(' ') || [];
  });
  return shortened(texts.join('\n'), MAX_VALUE - 1) || null;
}

/** The time of the line with one of those key words. */
function timeAt({ children }: XmlElement, keyWords: readonly string[]): string | null {
  const line = children.find(
    (child) =>
      child.name === 'attentionLine' && keyWords.includes(attributeAt(child, 'code', 'keyWordText') ?? ''),
  );
  return line ? attributeAt(line, 'value', 'value') : null;
}

function batchCode(code: string): BatchCode {
  const known = BATCH_CODES.find((one) => one === code.toUpperCase());
  if (!known) throw refused(`the acknowledgement code '${code}' is not known`);
  return known;
}

/** HL7 also has CE, which ICH does not use: not loaded. */
function messageCode(code: string): MessageCode {
  const known = code.toUpperCase();
  if (known === 'CA') return 'CA';
  if (known === 'CR' || known === 'CE') return 'CR';
  throw refused(`the code '${code}' of a message is not known`);
}

const R2_BATCH: Readonly<Record<string, BatchCode>> = { '1': 'AA', '2': 'AE', '3': 'AR' };
const R2_REPORT: Readonly<Record<string, MessageCode>> = { '1': 'CA', '2': 'CR' };
/** Codes occur with and without the leading zero. */
const digit = (code: string): string => code.replace(/^0+/, '');

/** PMDA: a batch that was taken has taken all of its reports; what a report was refused for is a remark. */
const isTaken = (header: XmlElement, code: string): boolean =>
  textAt(header, 'messagesenderidentifier')?.startsWith('PMDA') === true && digit(code) === '1';

function readR2(root: XmlElement): Acknowledgement {
  const header = childAt(root, ['ichicsrmessageheader']);
  const answer = onlyIn(root, 'acknowledgment');
  const batch = answer && onlyIn(answer, 'messageacknowledgment');
  if (!header || !answer || !batch) throw refused('the acknowledgement has no header');
  const code = required(textAt(batch, 'transmissionacknowledgmentcode'), 'acknowledgement code');
  return {
    number: textAt(header, 'messagenumb') ?? '',
    sender: textAt(header, 'messagesenderidentifier') ?? '',
    receiver: textAt(header, 'messagereceiveridentifier') ?? '',
    sentAt: textAt(header, 'messagedate'),
    batchNumber: required(textAt(batch, 'icsrmessagenumb'), 'number of the batch it answers'),
    batchSentAt: textAt(batch, 'icsrmessagedate'),
    code: batchCode(R2_BATCH[digit(code)] ?? code),
    text: textsOf(batch, 'parsingerrormessage'),
    messages: limited(answer.children.filter(({ name }) => name === 'reportacknowledgment')).map((report) => {
      const verdict = required(textAt(report, 'reportacknowledgmentcode'), 'code of a report');
      return {
        messageNumber: required(textAt(report, 'safetyreportid'), 'number of a report it answers'),
        localNumber: textAt(report, 'localreportnumb'),
        code: isTaken(header, code) ? 'CA' : messageCode(R2_REPORT[digit(verdict)] ?? verdict),
        text: textsOf(report, 'errormessagecomment'),
        createdAt: null,
      };
    }),
  };
}
