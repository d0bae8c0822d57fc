/** What a message has told so far, and the two ends everything in it comes to: an item's value, or residue. */
import type { MapNode, MapSlot } from '../../schemas/e2b/e2bMap.types.ts';
import type { CaseRow, CaseValue } from '../case/caseContent.ts';
import { addressAt } from '../case/itemAddress.ts';
import type { ItemProperties } from '../case/itemValue.ts';
import type { ByteTools, Kept, KeptElement } from './e2b.types.ts';
import { pathOf, trimmed } from './xmlTree.ts';
import type { XmlElement } from './xmlTree.ts';

/** What grows while one message is read. */
export interface Reading {
  values: CaseValue[];
  rows: CaseRow[];
  kept: Kept[];
  /** addresses that have a value */
  taken: Set<string>;
  /** appendices of which an item was told */
  regions: Set<string>;
  /** values that every message has at that place, whatever its region: the item's only in a message of its region */
  presumed: Map<CaseValue, string>;
  /** rows counted so far, by place and rows around */
  counts: Map<string, number>;
  /** row numbers of identified elements, given in a first pass */
  numbers: Map<XmlElement, number>;
  /** row numbers by group and lower-case id */
  identities: Map<string, number>;
  rowIds: Map<XmlElement, string>;
  attachments: { value: CaseValue; bytes: Uint8Array }[];
  newUuid: () => string;
  bytes: ByteTools;
  /** path of the message element itself */
  path: string;
}

/** Attributes that repeat what a code already says ... */
const OF_CODE = new Set(['displayName', 'codeSystemVersion', 'codeSystemName']);
/** ... or what the place does. */
const DERIVED = new Set(['xsi:schemaLocation', 'xsi:type']);
const HARMLESS: Record<string, string> = { mediaType: 'text/plain', representation: 'TXT' };

/** Gives the item its value, once; false when it has one. */
export function take(
  reading: Reading,
  slot: MapSlot,
  rows: number[],
  value: string | null,
  nullFlavor: string | null,
  properties: ItemProperties | null = null,
): CaseValue | false {
  const key = `${slot.itemId}|${rows.join(',')}`;
  if (reading.taken.has(key)) return false;
  reading.taken.add(key);
  const taken: CaseValue = { ...addressAt(slot.itemId, rows), value, nullFlavor, notation: null };
  if (properties) taken.properties = properties;
  reading.values.push(taken);
  if (slot.appendix === null) return taken;
  if (isConstant(slot, value)) reading.presumed.set(taken, slot.appendix);
  else reading.regions.add(slot.appendix);
  return taken;
}

const isConstant = ({ node, attribute }: MapSlot, value: string | null): boolean =>
  value !== null && attribute !== null && node.constants.get(attribute)?.[0] === value;

export function keepAttribute(
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
  const ofPlace = DERIVED.has(name) || HARMLESS[name] === value || node.constants.get(name)?.includes(value);
  keep(reading, node, element, rows, {
    attribute: ofCode ? { name, value, code } : { name, value },
    ...(within.length > 0 && { within }),
    ...((derived || ofCode || ofPlace) && { derived: true as const }),
  });
}

export function keepElement(reading: Reading, node: MapNode, element: XmlElement, rows: number[]): void {
  const shell = isShell(element) && { derived: true as const };
  keep(reading, node, element, rows, { element: keptElement(element), ...shell });
}

const STRUCTURE = new Set(['classCode', 'moodCode', 'typeCode', 'determinerCode']);

/** Only names of classes: nothing is said. */
const isShell = ({ attributes, text, children }: XmlElement): boolean =>
  trimmed(text) === '' &&
  Object.keys(attributes).every((name) => STRUCTURE.has(name)) &&
  children.every(isShell);

const keptElement = ({ name, attributes, text, line, children }: XmlElement): KeptElement => ({
  name,
  attributes,
  text: trimmed(text),
  line,
  children: children.map(keptElement),
});

export function keep(
  reading: Reading,
  node: MapNode,
  element: XmlElement,
  rows: number[],
  what: Partial<Kept>,
): void {
  // a path is for people, and costs; nobody is shown what is derived
  const path = what.derived ? '' : pathOf(element, reading.path);
  reading.kept.push({ node: node.id, rows, path, line: element.line, ...what });
}
