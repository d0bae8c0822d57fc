/** Builds the element tree of one case: its values, its rows, and the residue of its original message. */
import type { E2bMap, MapNode, MapSlot } from '../../schemas/e2b/e2bMap.types.ts';
import type { CaseContent, CaseValue } from '../case/caseContent.ts';
import { addressKey } from '../case/itemAddress.ts';
import { outElement, possibleText, sortChildren } from './outElement.ts';
import type { OutElement } from './outElement.ts';
import { holdersOf, restoreResidue, senderIdsOf } from './restoreResidue.ts';
import { withoutDeleted } from './linksToDeleted.ts';
import { isRepresentable } from './representable.ts';
import { writeInterval, writeTime } from './writeTimes.ts';
import type { TimeContent, TimeParts } from './writeTimes.ts';
import { telecomValue } from './codecs.ts';
import { trimmed } from './xmlTree.ts';
import type { TimePart } from './codecs.ts';
import { MessageTree, isDeleted, numbersFor, rowIndex, writableSlot } from './writeTree.ts';
import type { Residue, OmittedValue, MessagePorts } from './e2b.types.ts';

export interface Writing {
  map: E2bMap;
  ports: MessagePorts;
  notation: 'value' | 'notation';
  /** of the receiver, by the placeholder that they replace */
  codeSystems: Readonly<Record<string, string>>;
  /** items of these appendices only, in addition to ICH's; null: all */
  appendices: ReadonlySet<string> | null;
  omitted(value: CaseValue, reason: OmittedValue['reason']): void;
}

interface Gathered {
  times: Map<OutElement, TimeParts>;
  intervals: Map<OutElement, { amount?: TimeContent; unit: string | null }>;
  /** values by address, for units given by another item */
  units: Map<string, string | null>;
}

/** The tree below `rootNode` (the batch, or one message), with children in schema order. */
export function writeMessage(
  rootNode: MapNode,
  { values, rows }: CaseContent,
  residue: readonly Residue[],
  writing: Writing,
): OutElement {
  const { map, ports } = writing;
  const index = rowIndex(rows, senderIdsOf(map, residue), ports.newUuid);
  const tree = new MessageTree(rootNode, index, holdersOf(map, residue));
  const units = new Map(values.map((value) => [addressKey(value), value.value]));
  const gathered: Gathered = { times: new Map(), intervals: new Map(), units };
  for (const node of identified(rootNode))
    for (const row of rows) if (row.group === node.row && !row.deleted) tree.at(node, [row.rowNo]);

  for (const { slot, value } of mapValues(values, writing)) {
    const numbers = numbersFor(slot.node, value);
    if (isDeleted(slot.node, numbers, index)) continue;
    const refused = put(tree, slot, numbers, value, gathered, writing);
    if (refused) writing.omitted(value, refused);
  }
  for (const [element, parts] of gathered.times) writeTime(element, parts);
  for (const [element, { amount, unit }] of gathered.intervals) writeInterval(element, amount, unit);
  fill(tree, rootNode, writing);
  restoreResidue(tree, map, residue, index, withoutDeleted(map, rows, index));
  sortChildren(tree.root, map.order);
  return tree.root;
}

const identified = (node: MapNode): MapNode[] =>
  node.identity ? [node] : node.children.filter((child) => child.containsIdentity).flatMap(identified);

/** Values with their slots, appendix items first: if two items share a location, the regional one takes precedence. */
function mapValues(
  values: readonly CaseValue[],
  { map, appendices }: Writing,
): { slot: MapSlot; value: CaseValue }[] {
  return values
    .flatMap((value) => {
      const slot = writableSlot(map.slotsByItem.get(value.itemId) ?? []);
      if (!slot || (value.value === null && value.nullFlavor === null && value.notation === null)) return [];
      return slot.appendix && appendices && !appendices.has(slot.appendix) ? [] : [{ slot, value }];
    })
    .sort(
      (a, b) =>
        Number(b.slot.appendix !== null) - Number(a.slot.appendix !== null) || a.slot.sort - b.slot.sort,
    );
}

const ownerKey = (slot: MapSlot): string =>
  slot.node.owners.find(({ slots }) => slots.includes(slot))?.key ?? '';

function put(
  tree: MessageTree,
  slot: MapSlot,
  numbers: number[],
  value: CaseValue,
  gathered: Gathered,
  writing: Writing,
): OmittedValue['reason'] | null {
  const written = textOf(value, writing.notation);
  const text = written === null ? null : (slot.codes.get(written) ?? written);
  // its second-language text alone would leave an empty element
  if (text === null && value.nullFlavor === null) return 'notRepresentable';
  if (text !== null && slot.codec !== 'file' && !isRepresentable(slot, text)) return 'notRepresentable';
  if (tree.find(slot.node, numbers)?.owner && tree.find(slot.node, numbers)?.owner !== ownerKey(slot))
    return 'placeTaken';
  const element = tree.at(slot.node, numbers);
  element.owner = ownerKey(slot);
  noteOrigin(element, slot, value);
  const content: TimeContent = { value: text, nullFlavor: text === null ? value.nullFlavor : null };
  if (slot.type) tree.at(slot.typed, numbers).attributes['xsi:type'] = slot.type;
  if (slot.node.codec === 'time') gatherTime(gathered, element, slot, content);
  else if (slot.codec === 'interval' || slot.codec === 'intervalUnit')
    gatherInterval(gathered, element, slot, content);
  else if (content.nullFlavor !== null) putNullFlavor(element, slot, content.nullFlavor);
  else if (slot.codec === 'file') putFile(element, value);
  else putText(element, slot, value, text ?? '', gathered.units, writing.codeSystems);
  return null;
}

function noteOrigin(element: OutElement, { unitFrom }: MapSlot, value: CaseValue): void {
  const { itemId, rowNo, rowNo2, rowNo3 } = value;
  element.origins ??= [];
  for (const name of [itemId, unitFrom])
    if (name) element.origins.push({ itemId: name, rowNo, rowNo2, rowNo3 });
}

function textOf({ value, notation }: CaseValue, mode: Writing['notation']): string | null {
  const text = mode === 'notation' ? (notation ?? value) : value;
  const possible = text === null ? '' : possibleText(text);
  return trimmed(possible) === '' ? null : possible;
}

function gatherTime(
  { times }: Gathered,
  element: OutElement,
  { codec }: MapSlot,
  content: TimeContent,
): void {
  times.set(element, { ...times.get(element), [codec as TimePart]: content });
}

function gatherInterval(
  { intervals }: Gathered,
  element: OutElement,
  { codec }: MapSlot,
  content: TimeContent,
): void {
  const before = intervals.get(element) ?? { unit: null };
  intervals.set(
    element,
    codec === 'interval' ? { ...before, amount: content } : { ...before, unit: content.value },
  );
}

function putNullFlavor(element: OutElement, slot: MapSlot, nullFlavor: string): void {
  element.attributes['nullFlavor'] = nullFlavor;
  // only the scheme distinguishes a masked phone number from a masked fax; FDA requires no colon after mailto
  if (slot.prefix) element.attributes['value'] = slot.prefix === 'mailto:' ? 'mailto' : slot.prefix;
  if (slot.attribute === 'extension' && slot.systems[0]) element.attributes['root'] = slot.systems[0];
}

function putFile(element: OutElement, { value, properties }: CaseValue): void {
  const { fileName, mediaType, compression } = properties ?? {};
  if (mediaType) element.attributes['mediaType'] = mediaType;
  element.attributes['representation'] = 'B64';
  if (compression) element.attributes['compression'] = compression;
  if (fileName) element.children.push(outElement('reference', { value: fileName }));
  element.file = { fileKey: properties?.fileKey ?? value ?? '', isCompressed: compression !== undefined };
}

function putText(
  element: OutElement,
  slot: MapSlot,
  value: CaseValue,
  text: string,
  units: Gathered['units'],
  codeSystems: Writing['codeSystems'],
): void {
  if (slot.attribute)
    element.attributes[slot.attribute] =
      slot.prefix !== null || slot.type === 'TEL' ? telecomValue(slot.prefix ?? '', text) : text;
  else element.text = text;
  const unit = slot.unitFrom ? units.get(addressKey({ ...value, itemId: slot.unitFrom })) : slot.unit;
  if (unit) element.attributes['unit'] = unit;
  const [system] = slot.systems;
  const systemName =
    slot.attribute === 'extension' || slot.attribute === 'assigningAuthorityName' ? 'root' : 'codeSystem';
  if (!system || !slot.attribute || slot.attribute === 'language') return;
  if (value.properties?.codeSystem) element.attributes[systemName] = value.properties.codeSystem;
  else element.attributes[systemName] ??= codeSystems[system] ?? system;
}

/** Identifiers and times that a message requires. */
function fill(tree: MessageTree, rootNode: MapNode, { map, ports }: Writing): void {
  for (const slots of map.slotsByItem.values())
    for (const slot of slots) {
      if (!slot.fill || !slot.attribute || slot.node.parent !== rootNode) continue;
      const { attributes } = tree.at(slot.node, []);
      if (attributes[slot.attribute] !== undefined) continue;
      attributes[slot.attribute] = slot.fill === 'uuid' ? ports.newUuid() : timestamp(ports.now());
      // of the message that was read, not of this one
      delete attributes['nullFlavor'];
      if (slot.systems[0]) attributes['root'] = slot.systems[0];
    }
}

/** Now, to the second, in UTC. */
const timestamp = (now: Date): string => `${now.toISOString().replace(/\D/g, '').slice(0, 14)}+0000`;
