/**
 * Reads one element of a message against its map node: attributes, text and children become values, rows or residue.
 */
import type { MapNode, MapOwner, MapSlot } from '../../schemas/e2b/e2bMap.types.ts';
import type { CaseRow } from '../case/caseContent.ts';
import { addressAt } from '../case/itemAddress.ts';
import { codedWords } from './attachment.ts';
import { convertUnit, telecomAlone, telecomText } from './codecs.ts';
import { identityOf, isNamed } from './identities.ts';
import { innerText, isMarkup, markedText } from './innerText.ts';
import { matchChild } from './matchNode.ts';
import type { ChildCounts } from './matchNode.ts';
import { readFile, readQuantity, readTime } from './readCodecs.ts';
import {
  STRUCTURE,
  addResidue,
  isTaken,
  keepAttributeAsResidue,
  keepElementAsResidue,
  keepEmptyElement,
  latestKey,
  noteSpelling,
  take,
} from './reading.ts';
import type { Residue } from './e2b.types.ts';
import type { Reading } from './reading.ts';
import { childAt, trimmed } from './xmlTree.ts';
import type { XmlElement } from './xmlTree.ts';

/** Reads `element` and its descendants; `rows` are the row numbers of this instance. */
export function readNode(reading: Reading, node: MapNode, element: XmlElement, rows: number[]): void {
  if (node.codec === 'time') return readTime(reading, node, element, rows);
  const owner = node.owners.length > 0 ? chooseOwner(node.owners, element) : undefined;
  const codec = owner?.main.codec;
  if (owner && codec === 'interval') return readQuantity(reading, node, owner, element, rows);
  if (owner && codec === 'file') return readFile(reading, node, owner.main, element, rows);
  const isCoded = owner !== undefined && takeCodedWords(reading, owner, element, rows);
  readAttributes(reading, node, owner, element, rows, isCoded ? CODING : []);
  if (isCoded || readText(reading, node, owner, element, rows) === 'whole') return;
  readChildren(reading, node, element, rows);
}

/** How an attachment is written, which a text does not need. */
const CODING = ['representation', 'compression', 'xsi:type'];

/** A text in base64 becomes its words: with the codes, no person could read it, nor correct it without damage. */
function takeCodedWords(reading: Reading, owner: MapOwner, element: XmlElement, rows: number[]): boolean {
  const slot = owner.slots.find(isText);
  const words = slot && !isTaken(reading, slot, rows) ? codedWords(element, reading.bytes) : null;
  const taken = slot && words !== null && take(reading, slot, rows, words, null);
  if (taken) noteSpelling(reading, taken, trimmed(element.text), words);
  return Boolean(taken);
}

function readChildren(reading: Reading, node: MapNode, element: XmlElement, rows: number[]): void {
  const counts: ChildCounts = new Map();
  for (const child of element.children) {
    const mapNode = matchChild(node, child, counts);
    const linked = mapNode && linkedRows(reading, mapNode, child, rows);
    if (!mapNode || !linked || isSecond(reading, mapNode, linked))
      keepElementAsResidue(reading, node, child, rows);
    else if (mapNode.row) readRow(reading, mapNode, child, linked);
    else readOne(reading, mapNode, child, linked);
  }
}

/** An element without any content is noted; one that only tells its parent apart is written with the parent. */
function readOne(reading: Reading, mapNode: MapNode, child: XmlElement, rows: number[]): void {
  const { found } = reading;
  if (mapNode.holder) readHolder(reading, mapNode, child, rows);
  else readNode(reading, mapNode, child, rows);
  const tellsApart = child.children.length === 0 && !isStructural(mapNode);
  if (reading.found === found && !tellsApart && mapNode.linkAttributes.size === 0)
    addResidue(reading, mapNode, child, rows, { present: true, derived: true });
}

const isStructural = ({ constants }: MapNode): boolean =>
  [...constants.keys()].every((name) => STRUCTURE.has(name));

/** A repeated element around rows: their numbering continues, and each row records which element it was in. */
function readHolder(reading: Reading, mapNode: MapNode, child: XmlElement, rows: number[]): void {
  const counter = `${mapNode.id}|${rows.join(',')}`;
  const holder = (reading.counts.get(counter) ?? 0) + 1;
  reading.counts.set(counter, holder);
  const [before, residueBefore] = [reading.rows.length, reading.residue.length];
  readNode(reading, mapNode, child, rows);
  if (holder === 1) return;
  const isWithin = ({ rows: { length } }: Residue): boolean => length === mapNode.levels.length;
  for (const one of reading.residue.slice(residueBefore)) if (isWithin(one)) one.holder = holder;
  for (const row of reading.rows.slice(before)) {
    const inside = mapNode.children
      .flatMap(({ children }) => children)
      .find((node) => node.row === row.group);
    const numbers = [row.rowNo, row.rowNo2, row.rowNo3].slice(0, inside?.levels.length ?? 0);
    if (inside) addResidue(reading, inside, child, numbers, { holder, derived: true });
  }
}

/** One statement about the same rows is enough for its item; another one is kept whole, so that it can be written again. */
function isSecond({ stated }: Reading, { id, row, links }: MapNode, linked: readonly number[]): boolean {
  if (row || links.length === 0) return false;
  const key = `${id}|${linked.join(',')}`;
  const isKnown = stated.has(key);
  stated.add(key);
  return isKnown;
}

/** The row numbers including those of linked rows; null if a link has no target. */
function linkedRows(reading: Reading, mapNode: MapNode, child: XmlElement, rows: number[]): number[] | null {
  let all = rows;
  for (const link of mapNode.links) {
    const number = reading.identities.get(link.group)?.find(identityOf(childAt(child, link.path)));
    if (number === undefined) return null;
    all = [...all, number];
  }
  return all;
}

/** A row without a value, a row or residue is no row: the numbers of the others do not move. */
function readRow(reading: Reading, mapNode: MapNode, child: XmlElement, outer: number[]): void {
  const counter = `${mapNode.id}|${outer.join(',')}`;
  const number = reading.numbers.get(child) ?? (reading.counts.get(counter) ?? 0) + 1;
  const rows = [...outer, number];
  const [values, rowCount, residueCount] = [
    reading.values.length,
    reading.rows.length,
    reading.residue.length,
  ];
  reading.rows.push(rowOf(reading, mapNode.row ?? '', rows, reading.rowIds.get(child)));
  const senderId = reading.senderIds.get(child);
  if (senderId) addResidue(reading, mapNode, child, rows, { id: senderId, derived: true });
  readNode(reading, mapNode, child, rows);
  const hasContent =
    reading.values.length > values ||
    reading.rows.length > rowCount + 1 ||
    reading.residue.slice(residueCount).some(({ derived }) => !derived);
  if (hasContent || mapNode.identity) {
    reading.counts.set(counter, number);
    return;
  }
  reading.rows.length = rowCount;
  reading.residue.length = residueCount;
  keepEmptyElement(reading, mapNode.parent ?? mapNode, child, outer);
}

function rowOf({ newUuid }: Reading, group: string, rows: number[], rowId?: string): CaseRow {
  const [rowNo = 0, rowNo2 = 0, rowNo3 = 0] = rows;
  return { group, rowNo, rowNo2, rowNo3, rowId: rowId ?? newUuid(), sort: rows.at(-1) ?? 0, deleted: false };
}

/** Selects among slots that exclude each other on one element: by code system, then by content, then by type. */
function chooseOwner(owners: MapOwner[], element: XmlElement): MapOwner | undefined {
  if (owners.length === 1) return owners[0];
  const system = element.attributes['codeSystem'] ?? element.attributes['root'];
  const own = system && owners.find(({ systems }) => systems.includes(system));
  if (own) return own;
  if (system && element.attributes['code'] !== undefined)
    return owners.find(({ anySystem }) => anySystem) ?? owners.find(({ systems }) => systems.length === 0);
  const type = element.attributes['xsi:type'];
  const holding = owners.filter(({ slots }) => slots.some((slot) => canRead(slot, element)));
  return (
    holding.find((owner) => owner.type === type) ??
    holding[0] ??
    owners.find((owner) => owner.type === type) ??
    owners[0]
  );
}

function canRead({ attribute, codec }: MapSlot, element: XmlElement): boolean {
  if (codec === 'interval' || codec === 'intervalUnit')
    return element.children.length > 0 || element.attributes['value'] !== undefined;
  return attribute ? element.attributes[attribute] !== undefined : element.hasText;
}

function readAttributes(
  reading: Reading,
  node: MapNode,
  owner: MapOwner | undefined,
  element: XmlElement,
  rows: number[],
  known: readonly string[],
): void {
  const { attributes } = element;
  const attributesRead = new Set<string>(known);
  /** the code system beside a null flavor: without content of its own, and written back unchanged */
  const idle = new Set<string>();
  if (owner) {
    for (const slot of owner.slots)
      if (slot.attribute && takeAttribute(reading, slot, owner, element, rows))
        attributesRead.add(slot.attribute);
    const { main } = owner;
    const mainIsRead = attributesRead.has(main.attribute ?? '');
    const isKnown = mainIsRead || (isText(main) && (element.hasText || isMarkup(element)));
    if (attributes['nullFlavor'] && !isKnown && take(reading, main, rows, null, attributes['nullFlavor']))
      attributesRead.add('nullFlavor');
    if (attributesRead.has('nullFlavor') && main.prefix) attributesRead.add('value');
    const system = systemAttribute(main);
    keepAbsence(reading, node, main, element, rows, mainIsRead ? (main.attribute ?? '') : 'nullFlavor');
    const ownSystem = attributesRead.size > 0 && main.systems.includes(attributes[system] ?? '');
    if (ownSystem && attributesRead.has('nullFlavor') && system === 'codeSystem') idle.add(system);
    else if (ownSystem || (mainIsRead && main.systems.length > 0)) attributesRead.add(system);
    if (
      mainIsRead &&
      (main.unit || (main.unitFrom && isUnitOf(reading, main.unitFrom, attributes['unit'], rows)))
    )
      attributesRead.add('unit');
    const text = owner.slots.find(isText);
    // a text that goes to the residue leaves its type there, too
    const isRead = attributesRead.size > 0 || (element.hasText && !(text && isTaken(reading, text, rows)));
    if (isRead && (owner.type !== null || main.typed !== node)) attributesRead.add('xsi:type');
  }
  for (const name in attributes) {
    const value = attributes[name] ?? '';
    if (
      attributesRead.has(name) ||
      value === '' ||
      node.linkAttributes.has(name) ||
      node.constants.get(name)?.[0] === value
    )
      continue;
    if (isPartOfLink(node, element, name)) continue;
    keepAttributeAsResidue(reading, node, element, name, rows, { derived: idle.has(name) });
  }
}

const isText = ({ attribute, codec }: MapSlot): boolean => attribute === null && codec === null;

/** The scheme of a null number and the namespace of an id are written, and some senders give neither. */
function keepAbsence(
  reading: Reading,
  node: MapNode,
  main: MapSlot,
  element: XmlElement,
  rows: number[],
  beside: string,
): void {
  const name = main.prefix ? 'value' : systemAttribute(main);
  const value = element.attributes[beside];
  if (!value || name === 'codeSystem' || element.attributes[name] !== undefined) return;
  const absent = { name, beside: { name: beside, value } };
  addResidue(reading, node, element, rows, { absent, derived: true });
}

const isUnitOf = ({ latest }: Reading, itemId: string, unit: string | undefined, rows: number[]): boolean =>
  latest.get(latestKey(addressAt(itemId, rows)))?.value === unit;

/** A null flavor is the whole id of a row that has none; beside an id it is content of its own. */
const isPartOfLink = ({ linkAttributes }: MapNode, element: XmlElement, name: string): boolean =>
  linkAttributes.size > 0 &&
  (name === 'extension' || (name === 'nullFlavor' && !isNamed(identityOf(element))));
const systemAttribute = ({ attribute }: MapSlot): string =>
  attribute === 'extension' ? 'root' : 'codeSystem';

function takeAttribute(
  reading: Reading,
  slot: MapSlot,
  owner: MapOwner,
  element: XmlElement,
  rows: number[],
): boolean {
  const raw = element.attributes[slot.attribute ?? ''];
  if (!raw) return false;
  const value = valueIn(slot, raw, element);
  if (!value) return false;
  const system = element.attributes[systemAttribute(slot)];
  const differs = slot === owner.main && system && slot.systems.length > 0 && system !== slot.systems[0];
  return take(reading, slot, rows, value, null, differs ? { codeSystem: system } : null) !== false;
}

function valueIn(slot: MapSlot, raw: string, element: XmlElement): string | null {
  if (slot.prefix) return telecomText(raw);
  return slot.type === 'TEL' ? telecomAlone(raw) : inUnit(slot, raw, element);
}

const inUnit = ({ unit }: MapSlot, raw: string, element: XmlElement): string | null =>
  unit ? convertUnit(raw, element.attributes['unit'], unit) : raw;

/** `whole`: the text was read with the words of its markup, which has no place in R3. */
function readText(
  reading: Reading,
  node: MapNode,
  owner: MapOwner | undefined,
  element: XmlElement,
  rows: number[],
): 'whole' | 'direct' {
  const slot = owner?.slots.find(isText);
  if (slot && node.children.length === 0 && isMarkup(element)) {
    const words = innerText(element);
    const taken = words !== '' && take(reading, slot, rows, words, null);
    if (taken) noteSpelling(reading, taken, markedText(element), words);
    if (taken) return 'whole';
  }
  const text = trimmed(element.text);
  if (text !== '' && (!slot || !take(reading, slot, rows, text, null)))
    addResidue(reading, node, element, rows, { text });
  return 'direct';
}
