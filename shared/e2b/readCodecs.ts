/** Elements whose parts together are values: times, quantities with bounds, attachments. */
import type { MapNode, MapOwner, MapSlot } from '../../schemas/e2b/e2bMap.types.ts';
import { readAttachment } from './attachment.ts';
import { readInterval, timeParts } from './codecs.ts';
import { keep, keepAttribute, keepElement, take } from './reading.ts';
import type { Reading } from './reading.ts';
import { trimmed } from './xmlTree.ts';
import type { XmlElement } from './xmlTree.ts';

export function readTime(reading: Reading, node: MapNode, element: XmlElement, rows: number[]): void {
  const { parts, structure } = timeParts(element);
  const told = new Map<XmlElement, Set<string>>(
    structure.map((one) => [one, new Set(['xsi:type', 'operator'])]),
  );
  const slots = node.owners.flatMap((owner) => owner.slots);
  for (const [name, { value, nullFlavor, element: one, attribute }] of parts) {
    const slot = slots.find(({ codec }) => codec === name);
    if (slot && take(reading, slot, rows, value, nullFlavor))
      told.set(one, (told.get(one) ?? new Set()).add(attribute));
  }
  const whole = element.attributes['nullFlavor'];
  if (whole && told.get(element)?.has('nullFlavor'))
    keep(reading, node, element, rows, { attribute: { name: 'nullFlavor', value: whole }, derived: true });
  keepUntold(reading, node, element, rows, (one, name) => told.get(one)?.has(name) ?? false);
}

export function readQuantity(
  reading: Reading,
  node: MapNode,
  owner: MapOwner,
  element: XmlElement,
  rows: number[],
): void {
  const interval = readInterval(element);
  const side = owner.slots.find(({ codec }) => codec === 'intervalUnit');
  if (interval) {
    const says = interval.value !== null || interval.nullFlavor !== null;
    if (says && !take(reading, owner.main, rows, interval.value, interval.nullFlavor))
      interval.used.length = 0;
    if (interval.unit !== null && side) take(reading, side, rows, interval.unit, null);
  }
  const told = (one: XmlElement, name: string): boolean =>
    (one === element && name === 'xsi:type') ||
    (interval?.used.some(([used, key]) => used === one && key === name) ?? false);
  keepUntold(reading, node, element, rows, told);
}

export function readFile(
  reading: Reading,
  node: MapNode,
  slot: MapSlot,
  element: XmlElement,
  rows: number[],
): void {
  const told = new Set(['mediaType', 'representation', 'compression', 'xsi:type']);
  if (trimmed(element.text) !== '') {
    const { bytes, properties } = readAttachment(element, reading.bytes);
    const value = take(reading, slot, rows, null, null, properties);
    if (value) reading.attachments.push({ value, bytes });
  } else if (
    element.attributes['nullFlavor'] &&
    take(reading, slot, rows, null, element.attributes['nullFlavor'])
  )
    told.add('nullFlavor');
  for (const name in element.attributes)
    if (!told.has(name)) keepAttribute(reading, node, element, name, rows);
  for (const child of element.children)
    if (child.name !== 'reference') keepElement(reading, node, child, rows);
}

/** Keeps every attribute and text of an element and those below it that no part of a codec told. */
function keepUntold(
  reading: Reading,
  node: MapNode,
  element: XmlElement,
  rows: number[],
  told: (one: XmlElement, name: string) => boolean,
  within: string[] = [],
): void {
  for (const name in element.attributes)
    if (!told(element, name)) keepAttribute(reading, node, element, name, rows, { within });
  const text = trimmed(element.text);
  if (text !== '') keep(reading, node, element, rows, { text, within });
  for (const child of element.children) keepUntold(reading, node, child, rows, told, [...within, child.name]);
}
