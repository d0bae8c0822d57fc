/** The state of reading one message, and the two results of everything in it: an item's value, or residue. */
import type { MapNode, MapSlot } from '../../schemas/e2b/e2bMap.types.ts';
import type { CaseRow, CaseValue } from '../case/caseContent.ts';
import { addressAt, type ItemAddress } from '../case/itemAddress.ts';
import type { ItemProperties } from '../case/itemValue.ts';
import type { Identities } from './identities.ts';
import type { Attachment } from './attachment.ts';
import type { Identity, ByteTools, Residue, ResidueElement } from './e2b.types.ts';
import { asR3Writes } from './otherSpelling.ts';
import type { ConversionNote } from './r2/conversion.types.ts';
import { pathOf, trimmed } from './xmlTree.ts';
import { UnreadableXml } from './unreadableXml.ts';
import type { XmlElement } from './xmlTree.ts';

/** State that grows while one message is read. */
export interface Reading {
  values: CaseValue[];
  rows: CaseRow[];
  residue: Residue[];
  /** what was read in the spelling of the standard */
  notes: ConversionNote[];
  /** addresses that have a value */
  taken: Set<string>;
  /** the last value of an item in an outermost row, by both */
  latest: Map<string, CaseValue>;
  /** values and elements to be written so far */
  found: number;
  /** unknown attributes, texts and elements so far */
  unknown: number;
  /** appendices with an item in the message */
  regions: Set<string>;
  /** values that every message has at that location in any region: the item's only in a message of its region */
  presumed: Map<CaseValue, string>;
  /** rows counted so far, by map node and enclosing rows */
  counts: Map<string, number>;
  /** statements about linked rows, by map node and rows */
  stated: Set<string>;
  /** row numbers of identified elements, given in a first pass */
  numbers: Map<XmlElement, number>;
  /** ids of the rows that links refer to, by group */
  identities: Map<string, Identities>;
  rowIds: Map<XmlElement, string>;
  /** ids as the sender spelled them, of the rows whose row id does not say the same */
  senderIds: Map<XmlElement, Identity>;
  attachments: {
    value: CaseValue;
    attachment: Attachment;
    node: MapNode;
    element: XmlElement;
    rows: number[];
  }[];
  newUuid: () => string;
  bytes: ByteTools;
  /** path of the message element itself */
  path: string;
}

/** Unknown attributes, texts and elements of one message, which are stored with the case and shown. */
const MAX_UNKNOWN = 10_000;

/** Attributes that repeat the meaning of a code ... */
const OF_CODE = new Set(['displayName', 'codeSystemVersion', 'codeSystemName']);
/** ... or of the map node. */
const DERIVED = new Set(['xsi:schemaLocation', 'xsi:type']);
/** Attributes that say something by themselves. */
export const CONTENT = ['value', 'code', 'extension'];
const HARMLESS: Record<string, string> = { mediaType: 'text/plain', representation: 'TXT' };

/** Sets the value of the item, once; returns false if it has one. */
export function take(
  reading: Reading,
  slot: MapSlot,
  rows: number[],
  value: string | null,
  nullFlavor: string | null,
  properties: ItemProperties | null = null,
): CaseValue | false {
  if (isTaken(reading, slot, rows)) return false;
  reading.taken.add(takenKey(slot, rows));
  const address = addressAt(slot.itemId, rows);
  const code = value === null ? null : codeOf(slot, value);
  const spelling = code === null ? (nullFlavor?.toUpperCase() ?? null) : asR3Writes(slot.control, code);
  const taken: CaseValue = {
    ...address,
    ...(value === null ? { value, nullFlavor: spelling } : { value: spelling, nullFlavor }),
    notation: null,
  };
  const before = code ?? nullFlavor;
  if (before !== null && spelling !== null && spelling !== before)
    noteSpelling(reading, address, before, spelling);
  if (properties) taken.properties = properties;
  reading.values.push(taken);
  reading.found += 1;
  reading.latest.set(latestKey(taken), taken);
  if (slot.appendix === null) return taken;
  if (isConstant(slot, value)) reading.presumed.set(taken, slot.appendix);
  else reading.regions.add(slot.appendix);
  return taken;
}

/** Whether the item has its value. */
export const isTaken = ({ taken }: Reading, slot: MapSlot, rows: number[]): boolean =>
  taken.has(takenKey(slot, rows));

const takenKey = ({ itemId }: MapSlot, rows: number[]): string => `${itemId}|${rows.join(',')}`;

/** The item's code for what a message says. */
const codeOf = ({ codes }: MapSlot, text: string): string =>
  [...codes].find(([, word]) => word === text)?.[0] ?? text;

/** Notes that a value is spelled otherwise than its sender did. */
export function noteSpelling(
  { notes }: Reading,
  { itemId, rowNo, rowNo2, rowNo3 }: ItemAddress,
  before: string,
  after: string,
): void {
  notes.push({ itemId, rowNo, rowNo2, rowNo3, rule: 'otherSpelling', path: '', line: 0, before, after });
}

/** Notes that the base64 of an attachment was read as far as it goes. */
export function noteDamage(
  { notes, path }: Reading,
  { itemId, rowNo, rowNo2, rowNo3 }: ItemAddress,
  file: XmlElement,
): void {
  const place = { path: pathOf(file, path), line: file.line };
  notes.push({ itemId, rowNo, rowNo2, rowNo3, rule: 'damagedBase64', ...place, before: '', after: '' });
}

/** The key of an item in an outermost row. */
export const latestKey = ({ itemId, rowNo }: Pick<CaseValue, 'itemId' | 'rowNo'>): string =>
  `${itemId}|${rowNo}`;

const isConstant = ({ node, attribute }: MapSlot, value: string | null): boolean =>
  value !== null && attribute !== null && node.constants.get(attribute)?.[0] === value;

export function keepAttributeAsResidue(
  reading: Reading,
  node: MapNode,
  element: XmlElement,
  name: string,
  rows: number[],
  { within = [], derived = false }: { within?: string[]; derived?: boolean } = {},
): void {
  const value = element.attributes[name] ?? '';
  const { code } = element.attributes;
  const ofCode = OF_CODE.has(name) && code !== undefined;
  const isStructural =
    DERIVED.has(name) || HARMLESS[name] === value || node.constants.get(name)?.includes(value);
  const beside = name === 'nullFlavor' && contentBeside(element);
  addResidue(reading, node, element, rows, {
    attribute: { name, value, ...(ofCode && { code }), ...(beside && { beside }) },
    ...(within.length > 0 && { within }),
    ...((derived || ofCode || isStructural) && { derived: true as const }),
  });
}

/** The attributes that say something on an element whose null flavor says that nothing is known; null: it has no content. */
function contentBeside({ attributes, hasText, children }: XmlElement): Record<string, string> | null {
  const beside = CONTENT.flatMap((name) => {
    const value = attributes[name];
    return value ? [[name, value] as const] : [];
  });
  return beside.length > 0 || hasText || !children.every(isShell) ? Object.fromEntries(beside) : null;
}

export function keepElementAsResidue(
  reading: Reading,
  node: MapNode,
  element: XmlElement,
  rows: number[],
  within: string[] = [],
): void {
  const shell = isShell(element) && { derived: true as const };
  addResidue(reading, node, element, rows, {
    element: residueElement(reading, element),
    ...(within.length > 0 && { within }),
    ...shell,
  });
}

/** Attributes that only repeat the class of their element. */
export const STRUCTURE: ReadonlySet<string> = new Set([
  'classCode',
  'moodCode',
  'typeCode',
  'determinerCode',
]);

/** An element at the place of a row, without content. */
export function keepEmptyElement(reading: Reading, node: MapNode, element: XmlElement, rows: number[]): void {
  const empty = { element: residueElement(reading, element), present: true, derived: true } as const;
  addResidue(reading, node, element, rows, empty);
}

/** Only names of classes, without information. */
const isShell = ({ attributes, hasText, children }: XmlElement): boolean =>
  !hasText && Object.keys(attributes).every((name) => STRUCTURE.has(name)) && children.every(isShell);

function residueElement(reading: Reading, element: XmlElement): ResidueElement {
  const { name, attributes, text, line, children } = element;
  countUnknown(reading, element);
  return {
    name,
    attributes,
    text: trimmed(text),
    line,
    children: children.map((child) => residueElement(reading, child)),
  };
}

/** Throws `UnreadableXml` where a message holds more than can be stored beside its case. */
function countUnknown(reading: Reading, { line }: XmlElement): void {
  reading.unknown += 1;
  if (reading.unknown > MAX_UNKNOWN)
    throw new UnreadableXml(`more than ${MAX_UNKNOWN} unknown elements and attributes in one message`, {
      line,
      column: 1,
    });
}

export function addResidue(
  reading: Reading,
  node: MapNode,
  element: XmlElement,
  rows: number[],
  what: Partial<Residue>,
): void {
  if (!what.derived || what.present) reading.found += 1;
  if (!what.derived && !what.element) countUnknown(reading, element);
  // a path is for display and costs time; derived residue is never shown
  const path = what.derived ? '' : pathOf(element, reading.path);
  reading.residue.push({ node: node.id, rows, path, line: element.line, ...what });
}
